import { Readable } from 'node:stream';
import type { Columnar } from './columnar.ts';

const TABLES = new Set(['contact', 'impression', 'access', 'conversion']);

/**
 * Inserts rows that are JSON lines already, in any number of pieces. The same token makes the same rows arrive once, however often the insert is repeated: after a lost answer,
 * a crash, a restart. The token must never come with other rows.
 *
 * @throws what the client throws; {@link isRefusedByContent} tells whether repeating helps
 */
export const loadRows = async (columnar: Columnar, table: string, pieces: readonly Buffer[], token: string): Promise<void> => {
  if (!TABLES.has(table)) throw new Error(`${table} is not a table of events`);
  const { stream } = await columnar.exec({
    query: `INSERT INTO ${table} FORMAT JSONEachRow`,
    values: Readable.from(pieces, { objectMode: false }),
    clickhouse_settings: {
      insert_deduplicate: 1, insert_deduplication_token: token, deduplicate_blocks_in_dependent_materialized_views: 1,
      // Asynchronous inserts would answer before the rows are there, and cut them otherwise than we did.
      async_insert: 0, input_format_parallel_parsing: 0, date_time_input_format: 'basic',
    },
  });
  for await (const chunk of stream) void chunk; // the answer is empty; read it so that the connection is free again
};

/** Codes with which ClickHouse says that it cannot read a row: cannot parse, unknown field, type mismatch, incorrect data, value out of range. */
const CONTENT = new Set(['6', '25', '26', '27', '33', '38', '41', '53', '69', '72', '117', '131', '321', '349', '441', '636', '691']);

/** True where the store read the rows and refused them: the same rows will be refused again. */
export const isRefusedByContent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CONTENT.has(String(error.code));

/** The largest event id in the store, decimal; "0" where there is no event. */
export const lastEventId = async (columnar: Columnar): Promise<string> => {
  const answer = await columnar.query({
    query: `SELECT toString(greatest((SELECT max(interaction_id) FROM contact), (SELECT max(access_id) FROM access),
      (SELECT max(conversion_id) FROM conversion), (SELECT max(impression_id) FROM impression))) AS id`,
    format: 'JSON', clickhouse_settings: { max_execution_time: 60 },
  });
  return (await answer.json<{ id: string }>()).data[0]?.id ?? '0';
};
