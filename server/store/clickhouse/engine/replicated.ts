import type { Columnar } from './columnar.ts';

/** Time for which a replica remembers the tokens of inserts: a collector may repeat a batch after a long outage. */
const DEDUPLICATION_SECONDS = 7 * 24 * 60 * 60;
const DEDUPLICATION_WINDOW = 100_000;

/**
 * Settings of all statements on a replicated cluster. What was answered is on the majority of the replicas, rows and
 * changes of tables alike, so that any of these can take over.
 */
export const REPLICATED_SETTINGS = {
  insert_quorum: 'auto',
  insert_quorum_timeout: 60_000,
  alter_sync: '2',
  database_replicated_enforce_synchronous_settings: 1,
} as const;

/**
 * The statement that creates a database whose tables exist on all replicas.
 *
 * @throws {Error} the name of the database cannot be part of a path
 */
export const replicatedDatabase = (cluster: string, database: string): string => {
  if (!/^\w{1,64}$/.test(database))
    throw new Error('the name of the database of a cluster may have letters, digits and _ only');
  return `CREATE DATABASE IF NOT EXISTS {database:Identifier} ON CLUSTER \`${cluster}\` ENGINE = Replicated('/clickhouse/databases/${database}', '{shard}', '{replica}')`;
};

/**
 * The statement that creates the same table with replicated rows. Tables in memory become replicated ones too: a replica
 * that takes over has no memory of another. Other statements are unchanged; a database of the engine `Replicated` runs
 * them on all replicas.
 */
export const replicatedTable = (statement: string): string =>
  /^\s*CREATE TABLE\b/.test(statement)
    ? statement
        .replace(/\bENGINE = (\w*MergeTree)\b/, 'ENGINE = Replicated$1')
        .replace(/\bENGINE = Memory\b/, 'ENGINE = ReplicatedMergeTree ORDER BY tuple()')
        .replace(
          /\bnon_replicated_deduplication_window = \d+/,
          `replicated_deduplication_window = ${DEDUPLICATION_WINDOW}, replicated_deduplication_window_seconds = ${DEDUPLICATION_SECONDS}`,
        )
    : statement;

/** Makes the client of a cluster create replicated tables. */
export const replicateTables = (columnar: Columnar): Columnar => {
  const command = columnar.command.bind(columnar);
  columnar.command = asks => command({ ...asks, query: replicatedTable(asks.query) });
  return columnar;
};
