import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { SettingError } from '../../../platform/settings.ts';
import type { Columnar } from '../engine/columnar.ts';
import { dropFormerRollups, rollupDdl } from '../rollups/ddl.ts';
import { ownedNames, QUEUES } from '../rollups/rollup.ts';

/** The first file creates the event tables, from which the others derive tables. The others follow by name. */
const FIRST = 'events.sql';

/** Splits a file into statements at semicolons outside literals, quoted names and comments. */
export const statementsOf = (text: string): string[] => {
  const statements = [''];
  for (const [token] of text.matchAll(
    /'(?:[^'\\]|\\[\s\S]|'')*'?|`[^`]*`?|--[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|[\s\S]/g,
  )) {
    if (token === ';') statements.push('');
    else if (!token.startsWith('--') && !token.startsWith('/*')) statements[statements.length - 1] += token;
  }
  return statements.map(statement => statement.trim()).filter(Boolean);
};

interface Index {
  readonly table: string;
  readonly name: string;
  readonly filled: number;
}

/**
 * Materializes new indexes for existing parts. The engine continues after a restart; until then it reads these parts
 * without the index. An index is recorded after its start, so a crash in between only repeats the start.
 */
const buildIndexes = async (columnar: Columnar): Promise<void> => {
  const answer = await columnar.query({
    query: `SELECT table, name, table IN (SELECT table FROM system.parts WHERE active AND database = currentDatabase()) AS filled FROM system.data_skipping_indices
      WHERE database = currentDatabase() AND concat(table, '.', name) NOT IN (SELECT name FROM built_index) ORDER BY table, name`,
    format: 'JSON',
  });
  const added = (await answer.json<Index>()).data;
  const filled = added.filter(index => index.filled === 1);
  for (const table of new Set(filled.map(index => index.table))) {
    const names = filled.filter(index => index.table === table).map(({ name }) => name);
    await columnar.command({
      query: `ALTER TABLE ${table} ${names.map(name => `MATERIALIZE INDEX ${name}`).join(', ')}`,
    });
  }
  if (added.length > 0)
    await columnar.insert({
      table: 'built_index',
      format: 'JSONEachRow',
      values: added.map(({ table, name }) => ({ name: `${table}.${name}` })),
    });
};

/** The statements of this folder's .sql files and of the rollup declarations. */
export const readStatements = async (): Promise<string[]> => {
  const files = (await readdir(new URL('.', import.meta.url)))
    .filter(name => name.endsWith('.sql') && name !== FIRST)
    .toSorted();
  const texts = [FIRST, ...files].map(file => readFile(new URL(file, import.meta.url), 'utf8'));
  return [...(await Promise.all(texts)).flatMap(statementsOf), ...rollupDdl()];
};

/** Identifies the statements of a version. */
export const digestOf = (statements: readonly string[]): string =>
  createHash('sha256').update(statements.join(';\n')).digest('hex');

/**
 * The generation of the schema. Versions of one generation work on the same tables side by side. A version that removes or
 * changes what an earlier one of the same generation needs increases it, and those refuse the database from then on.
 */
export const SCHEMA_GENERATION = 1;

interface Row {
  readonly newest?: number;
}

/** @throws {SettingError} a version of a later generation has migrated the database */
const refuseLaterGeneration = async (columnar: Columnar): Promise<void> => {
  const read = async (query: string): Promise<readonly Row[]> =>
    (await (await columnar.query({ query, format: 'JSON' })).json<Row>()).data;
  // Databases of earlier versions have no such column.
  const columns = await read(
    "SELECT 1 FROM system.columns WHERE database = currentDatabase() AND table = 'completed_migration' AND name = 'generation'",
  );
  if (columns.length === 0) return;
  const [row] = await read('SELECT max(generation) AS newest FROM completed_migration');
  if ((row?.newest ?? 0) > SCHEMA_GENERATION)
    throw new SettingError(
      `The tables of ClickHouse belong to a newer version of the program (generation ${row?.newest}, this one has ${SCHEMA_GENERATION}): install it, or restore a backup of this version.`,
    );
};

/** Runs work while no other process runs work of the same kind. */
export type RunExclusively = (work: () => Promise<void>) => Promise<void>;

interface Schema {
  readonly digest: string;
  readonly isNoted: number;
}

/**
 * Digest of the definitions of all tables without those that processes create for themselves, and whether the database
 * has the table of completed migrations.
 */
const readSchema = async (columnar: Columnar): Promise<Schema | null> => {
  const answer = await columnar.query({
    query: `SELECT hex(SHA256(arrayStringConcat(arraySort(groupArray(concat(name, create_table_query)))))) AS digest,
        countIf(name = 'completed_migration') AS isNoted
      FROM system.tables WHERE database = currentDatabase() AND NOT match(name, {owned: String})`,
    query_params: { owned: QUEUES.map(ownedNames).join('|') },
    format: 'JSON',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return (await answer.json<Schema>()).data[0] ?? null;
};

/** Whether these statements were completed in this schema, which then has not changed since. */
const isCompleted = async (columnar: Columnar, statements: string): Promise<boolean> => {
  const schema = await readSchema(columnar);
  if (schema === null || schema.isNoted === 0) return false;
  const answer = await columnar.query({
    query:
      'SELECT 1 FROM completed_migration WHERE statements = {statements:String} AND tables = {tables:String} LIMIT 1',
    query_params: { statements, tables: schema.digest },
    format: 'JSON',
  });
  return (await answer.json()).data.length > 0;
};

/**
 * Creates the event tables of this folder's .sql files and the tables of the rollup declarations in the
 * client's database. Each statement may run again without effect; together they take a second, so they run only where
 * the statements or the tables have changed since they were completed.
 *
 * @param exclusively runs work while no other process migrates
 */
export const migrateColumnar = async (
  columnar: Columnar,
  exclusively: RunExclusively = work => work(),
): Promise<void> => {
  await refuseLaterGeneration(columnar);
  const statements = await readStatements();
  const digest = digestOf(statements);
  if (await isCompleted(columnar, digest)) return;
  await exclusively(async () => {
    // Another process may have completed them while this one waited.
    if (await isCompleted(columnar, digest)) return;
    await dropFormerRollups(columnar);
    for (const query of statements) await columnar.command({ query });
    await buildIndexes(columnar);
    const schema = await readSchema(columnar);
    if (schema !== null)
      await columnar.insert({
        table: 'completed_migration',
        format: 'JSONEachRow',
        values: [{ statements: digest, tables: schema.digest, generation: SCHEMA_GENERATION }],
      });
  });
};
