import type { Columnar } from '../engine/columnar.ts';
import {
  ownedNames,
  PRODUCT_PARTITIONS,
  QUEUES,
  scratchName,
  stagingName,
  type ColumnTypes,
  type Queue,
  type Rollup,
  type StagingArea,
} from './rollup.ts';
import { ROLLUP_NAMES, ROLLUPS, type RollupName } from './rollups.ts';
import { SCRATCH_TABLES } from './scratch-tables.ts';

/** Tables of earlier versions that no version reads any more. */
const RETIRED_TABLES = [
  'credit',
  'contact_day',
  'daily_page',
  'monthly_passage',
  'monthly_succession',
  'monthly_succession_step',
  'monthly_sequence',
  'monthly_sequence_step',
  'gathered_0',
  'gathered_1',
] as const;

/**
 * The state of the rollups of a product: the events and rules that they stand for, and the generation of their rows.
 * `ready` is 0 while rows of that generation are moving into place. `results` and `generation` were added later.
 */
const STATE_DDL = [
  `CREATE TABLE IF NOT EXISTS derived_state (
  product_id UInt32, rules UInt64, contact_id UInt64, contacts UInt64, conversion_id UInt64, conversions UInt64, ready UInt8, version UInt64
) ENGINE = ReplacingMergeTree(version) ORDER BY product_id`,
  "ALTER TABLE derived_state ADD COLUMN IF NOT EXISTS results UInt64 COMMENT 'the last step that took over what was changed of results'",
  "ALTER TABLE derived_state ADD COLUMN IF NOT EXISTS generation UInt64 COMMENT 'the number of its rows, which a rebuild changes'",
];

/** The areas of a program that shares its stores with no other one. */
export const UNSHARED_AREAS: readonly StagingArea[] = QUEUES.map(queue => ({ queue, owner: null }));

const HEAD: ColumnTypes = { product_id: 'UInt32', generation: 'UInt64' };
const PARTITIONS: Readonly<Record<Rollup['partition'], string>> = {
  product: `product_id % ${PRODUCT_PARTITIONS}`,
  month: 'toYYYYMM(ts)',
};

const columnsOf = (columns: ColumnTypes): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${typeof type === 'string' ? type : type.added}`)
    .join(', ');
const keyOf = (columns: readonly string[]): string => `(${[...Object.keys(HEAD), ...columns].join(', ')})`;

/** Adds the columns that a table of an earlier version lacks. */
const addColumns = (table: string, { measures }: Rollup): string[] => {
  const added = Object.entries(measures).flatMap(([name, type]) =>
    typeof type === 'string' ? [] : [`ADD COLUMN IF NOT EXISTS ${name} ${type.added}`],
  );
  return added.length === 0 ? [] : [`ALTER TABLE ${table} ${added.join(', ')}`];
};

/** The table of a rollup, and its staging tables of the same structure. */
const tablesOf = (rollup: Rollup<RollupName>): string[] => {
  const { name, keys, measures, engine, partition, primaryKey, sortedBy = Object.keys(keys) } = rollup;
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (${columnsOf({ ...HEAD, ...keys, ...measures })})
  ENGINE = ${engine} PARTITION BY ${PARTITIONS[partition]}${primaryKey === undefined ? '' : ` PRIMARY KEY ${keyOf(primaryKey)}`} ORDER BY ${keyOf(sortedBy)}`,
    ...addColumns(name, rollup),
    ...UNSHARED_AREAS.map(area => stagingName(name, area)).flatMap(staging => [
      `CREATE TABLE IF NOT EXISTS ${staging} AS ${name}`,
      ...addColumns(staging, rollup),
    ]),
  ];
};

/** The views that fill staging tables of an area; statements fill the others. */
const viewsOf = (area: StagingArea): string[] =>
  ROLLUPS.flatMap(({ name, filledBy }) =>
    'view' in filledBy
      ? [
          `CREATE MATERIALIZED VIEW IF NOT EXISTS ${scratchName(filledBy.view, area)} TO ${stagingName(name, area)} AS ${filledBy.select(stagingName(filledBy.reads, area))}`,
        ]
      : [],
  );

const scratchTablesOf = (area: StagingArea): string[] =>
  Object.entries(SCRATCH_TABLES).map(
    ([table, columns]) =>
      `CREATE TABLE IF NOT EXISTS ${scratchName(table, area)} (${columnsOf(columns)}) ENGINE = Memory`,
  );

/**
 * Drops the rollups of installations before generations: a partition key cannot be altered. They are derived again, and
 * events answer until then. It may be interrupted at any statement, and run again.
 */
export const dropFormerRollups = async (columnar: Columnar): Promise<void> => {
  const views = ROLLUPS.flatMap(({ filledBy }) =>
    'view' in filledBy ? UNSHARED_AREAS.map(area => scratchName(filledBy.view, area)) : [],
  );
  const tables = ROLLUP_NAMES.flatMap(name => [name, ...UNSHARED_AREAS.map(area => stagingName(name, area))]);
  const answer = await columnar.query({
    query: `SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'rules' AND table IN ({names: Array(String)})`,
    query_params: { names: [...views, ...tables] },
    format: 'JSON',
  });
  const former = new Set((await answer.json<{ readonly table: string }>()).data.map(({ table }) => table));
  if (former.size === 0) return;
  // First, so that no state says that rows exist which do not.
  await columnar.command({ query: 'TRUNCATE TABLE derived_state' });
  for (const name of [...views, ...tables].filter(one => former.has(one)))
    await columnar.command({ query: `DROP TABLE IF EXISTS ${name} SYNC` });
};

/** The statements that create everything that is derived, in order. Each may run again without effect. */
export const rollupDdl = (): string[] => [
  ...RETIRED_TABLES.map(table => `DROP TABLE IF EXISTS ${table}`),
  ...STATE_DDL,
  ...ROLLUPS.flatMap(tablesOf),
  ...UNSHARED_AREAS.flatMap(area => [...viewsOf(area), ...scratchTablesOf(area)]),
];

interface FoundTable {
  readonly name: string;
  readonly engine: string;
}

/** A table of an area that has an owner. */
export interface OwnedTable extends FoundTable {
  readonly queue: Queue;
  readonly owner: string;
  /** When it was created, in ms since 1970. */
  readonly createdAt: number;
}

/** The tables of all areas of a queue that have an owner. */
export const ownedTables = async (columnar: Columnar, queue: Queue): Promise<readonly OwnedTable[]> => {
  const answer = await columnar.query({
    query: `SELECT name, engine, right(name, 8) AS owner, toFloat64(toUnixTimestamp(metadata_modification_time)) * 1000 AS createdAt
      FROM system.tables WHERE database = currentDatabase() AND match(name, {names: String})`,
    query_params: { names: ownedNames(queue) },
    format: 'JSON',
  });
  return (await answer.json<Omit<OwnedTable, 'queue'>>()).data.map(table => ({ ...table, queue }));
};

/** Drops tables, views before the tables that they write to. */
export const dropTables = async (columnar: Columnar, tables: readonly FoundTable[]): Promise<void> => {
  const isView = ({ engine }: FoundTable): boolean => engine === 'MaterializedView';
  for (const { name } of [...tables.filter(isView), ...tables.filter(one => !isView(one))])
    await columnar.command({ query: `DROP TABLE IF EXISTS ${name}` });
};

/**
 * Makes an area the only one of its queue that has an owner: drops the tables of other processes, whose batches fail
 * from then on, whatever they were about to do, and creates its own.
 */
export const takeOverArea = async (columnar: Columnar, area: StagingArea): Promise<void> => {
  const found = await ownedTables(columnar, area.queue);
  const others = found.filter(({ owner }) => owner !== area.owner);
  await dropTables(columnar, others);
  const statements = [
    ...ROLLUP_NAMES.map(name => `CREATE TABLE IF NOT EXISTS ${stagingName(name, area)} AS ${name}`),
    ...viewsOf(area),
    ...scratchTablesOf(area),
  ];
  // Each statement creates one table.
  if (found.length - others.length < statements.length)
    for (const query of statements) await columnar.command({ query });
};
