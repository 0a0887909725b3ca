import type { Columnar } from '../engine/columnar.ts';
import { digestOf, readStatements } from './migrate.ts';

/** What the tables of a ClickHouse server lack of those of this version. */
export interface SchemaState {
  /** Tables and views, and columns as `table.column`. */
  readonly missing: readonly string[];
  /** Whether the migrations of this version were completed. */
  readonly isMigrated: boolean;
}

/** The parts of a list in parentheses, such as the columns of a table. @param text what follows the parenthesis */
const entriesOf = (text: string): readonly string[] => {
  const entries = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/'(?:[^'\\]|\\[\s\S]|'')*'?|[\s\S]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth < 0) break;
    if (token === ',' && depth === 0) entries.push('');
    else entries[entries.length - 1] += token;
  }
  return entries.map(entry => entry.trim());
};

const columnsOf = (text: string): string[] =>
  entriesOf(text)
    .filter(entry => !/^(?:INDEX|PROJECTION|CONSTRAINT)\b/.test(entry))
    .map(entry => /^\w+/.exec(entry)?.[0] ?? '');

/** The tables and views that statements create, with their columns; of a view none are listed. */
export const declaredTables = (statements: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const tables = new Map<string, string[]>();
  for (const statement of statements) {
    const made = /^CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS (\w+) (?:AS (\w+)|(\())?/.exec(statement);
    const [head = '', name, copied, opening] = made ?? [];
    if (name !== undefined)
      tables.set(name, [
        ...(copied === undefined ? [] : (tables.get(copied) ?? [])),
        ...(opening === undefined ? [] : columnsOf(statement.slice(head.length))),
      ]);
    const altered = /^ALTER TABLE (\w+)/.exec(statement)?.[1];
    if (altered === undefined) continue;
    for (const [, column = ''] of statement.matchAll(/ADD COLUMN IF NOT EXISTS (\w+)/g))
      tables.get(altered)?.push(column);
  }
  return tables;
};

interface FoundTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Compares the tables of the client's database with the declared ones. Changes nothing. */
export const readSchemaState = async (columnar: Columnar): Promise<SchemaState> => {
  const statements = await readStatements();
  const answer = await columnar.query({
    query: `SELECT t.name AS table, c.columns AS columns FROM system.tables AS t
      LEFT JOIN (SELECT table, groupArray(name) AS columns FROM system.columns WHERE database = currentDatabase() GROUP BY table) AS c ON c.table = t.name
      WHERE t.database = currentDatabase()`,
    format: 'JSON',
  });
  const found = new Map(
    (await answer.json<FoundTable>()).data.map(({ table, columns }) => [table, new Set(columns)]),
  );
  const missing = [...declaredTables(statements)].flatMap(([table, columns]) => {
    const present = found.get(table);
    if (present === undefined) return [table];
    return columns.filter(column => !present.has(column)).map(column => `${table}.${column}`);
  });
  return { missing, isMigrated: found.has('completed_migration') && (await isNoted(columnar, statements)) };
};

/** Whether these statements were completed at any time. */
const isNoted = async (columnar: Columnar, statements: readonly string[]): Promise<boolean> => {
  const answer = await columnar.query({
    query: 'SELECT 1 FROM completed_migration WHERE statements = {digest: String} LIMIT 1',
    query_params: { digest: digestOf(statements) },
    format: 'JSON',
  });
  return (await answer.json()).data.length > 0;
};
