import type { Columnar } from '../engine/columnar.ts';
import { rowsOf, type Bound } from '../engine/query.ts';
import { EVENT_ID, type EventTable } from './load.ts';

/** Copies rows of the event tables from one server to another. */

export const TABLES = Object.keys(EVENT_ID) as readonly EventTable[];

/** The columns of a table that are stored, as a list of SQL. */
export const columnsOf = async (columnar: Columnar, table: EventTable): Promise<string> =>
  (
    await rowsOf<{ name: string }>(
      columnar,
      "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table: String} AND default_kind = '' ORDER BY name",
      { table },
    )
  )
    .map(({ name }) => name)
    .join(', ');

/** Rows of a statement: the embedded engine and its endpoint hold an inserted body in memory. */
const ROWS_PER_STATEMENT = 250_000;

interface CopiedRows {
  readonly table: EventTable;
  readonly columns: string;
  /** Number of rows. */
  readonly rows: number;
  /** SQL condition, and the values of its parameters. */
  readonly where: string;
  readonly bound: Bound;
}

/** Copies the rows that satisfy a condition. */
export const copyRows = async (
  source: Columnar,
  target: Columnar,
  { table, columns, rows, where, bound }: CopiedRows,
): Promise<void> => {
  const parts = Math.ceil(rows / ROWS_PER_STATEMENT);
  for (let part = 0; part < parts; part += 1) {
    // Text of one row after the other is what the embedded engine sends without holding the answer.
    const { stream } = await source.exec({
      query: `SELECT ${columns} FROM ${table} WHERE ${where} AND cityHash64(${EVENT_ID[table]}) % {parts: UInt32} = {part: UInt32} FORMAT TabSeparated`,
      query_params: { ...bound, parts, part },
      clickhouse_settings: { max_execution_time: 0 },
    });
    const answer = await target.exec({
      query: `INSERT INTO ${table} (${columns}) FORMAT TabSeparated`,
      values: stream,
      // Equal blocks of an earlier run, which were removed, must be stored again.
      clickhouse_settings: { insert_deduplicate: 0, async_insert: 0, max_execution_time: 0 },
    });
    await answer.stream.resume().toArray();
  }
};
