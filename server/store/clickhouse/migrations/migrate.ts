import { readdir, readFile } from 'node:fs/promises';
import type { Columnar } from '../engine/columnar.ts';
import { rollupDdl } from '../rollups/ddl.ts';

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

/**
 * Creates the event tables of this folder's .sql files and the tables of the rollup declarations in the
 * client's database. Each statement may run again without effect.
 */
export const migrateColumnar = async (columnar: Columnar): Promise<void> => {
  const files = (await readdir(new URL('.', import.meta.url)))
    .filter(name => name.endsWith('.sql') && name !== FIRST)
    .toSorted();
  for (const file of [FIRST, ...files]) {
    const text = await readFile(new URL(file, import.meta.url), 'utf8');
    for (const query of statementsOf(text)) await columnar.command({ query });
  }
  for (const query of rollupDdl()) await columnar.command({ query });
  await buildIndexes(columnar);
};
