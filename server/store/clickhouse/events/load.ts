import { Readable } from 'node:stream';
import { ClickHouseError } from '@clickhouse/client';
import type { Columnar } from '../engine/columnar.ts';

/** Id column of each event table. */
export const EVENT_ID = {
  contact: 'interaction_id',
  impression: 'impression_id',
  access: 'access_id',
  conversion: 'conversion_id',
} as const;
export type EventTable = keyof typeof EVENT_ID;

/**
 * Inserts rows given as JSON lines. Equal tokens deduplicate: a repeated insert after a lost answer, crash or restart
 * stores the rows once. A token must never be reused for other rows.
 * @throws the client's error; {@link faultOf} states whether a retry can succeed
 */
export const loadRows = async (
  columnar: Columnar,
  table: EventTable,
  pieces: readonly Buffer[],
  token: string,
): Promise<void> => {
  const { stream } = await columnar.exec({
    query: `INSERT INTO ${table} FORMAT JSONEachRow`,
    values: Readable.from(pieces, { objectMode: false }),
    clickhouse_settings: {
      insert_deduplicate: 1,
      insert_deduplication_token: token,
      deduplicate_blocks_in_dependent_materialized_views: 1,
      // Asynchronous inserts would answer before rows are stored, and divide blocks differently, which breaks
      // deduplication.
      async_insert: 0,
      input_format_parallel_parsing: 0,
      // An unknown field would be dropped silently; an error sets the row aside instead.
      input_format_skip_unknown_fields: 0,
      date_time_input_format: 'basic',
    },
  });
  for await (const chunk of stream) void chunk; // the answer is empty; reading it frees the connection
};

/**
 * Error codes of unreadable rows: parse error, unknown field, type mismatch, incorrect data, value out of range.
 * Source: ErrorCodes.cpp of ClickHouse 26.
 */
const ROW_CODES = new Set([
  '6',
  '25',
  '26',
  '27',
  '33',
  '38',
  '41',
  '53',
  '69',
  '72',
  '117',
  '131',
  '321',
  '349',
  '441',
  '636',
  '691',
]);

/**
 * Error codes of an insert that was larger than the store can take: too much memory, time, rows or bytes. The same
 * codes appear while the store is overloaded by others.
 */
const SIZE_CODES = new Set(['158', '159', '241', '307', '396']);
/** Too many partitions in one insert, or too many parts in a table: the message tells which. */
const TOO_MANY_PARTS = '252';

/**
 * Error codes of a store that cannot accept any rows at present: disk, files, timeout, network, replicas,
 * shutdown, access, and tables that are missing or being altered.
 */
const STORE_CODES = new Set([
  '60',
  '74',
  '75',
  '76',
  '77',
  '81',
  '87',
  '164',
  '173',
  '192',
  '193',
  '194',
  '198',
  '202',
  '203',
  '209',
  '210',
  '218',
  '225',
  '236',
  '242',
  '243',
  '244',
  '252',
  '254',
  '279',
  '285',
  '286',
  '290',
  '319',
  '394',
  '415',
  '425',
  '439',
  '473',
  '497',
  '516',
  '735',
  '999',
  '1000',
  '1001',
  '1002',
]);

/**
 * Cause of a failed insert. `rows`: the store rejects these rows, and a retry fails too. `store`: it was unreachable or
 * accepts no rows at present. `size`: the same, or it accepts fewer rows at a time. `unclear`: any other error.
 */
export type InsertFault = 'rows' | 'store' | 'size' | 'unclear';

export const faultOf = (error: unknown): InsertFault => {
  if (!(error instanceof ClickHouseError)) return 'store';
  if (ROW_CODES.has(error.code)) return 'rows';
  if (SIZE_CODES.has(error.code)) return 'size';
  if (error.code === TOO_MANY_PARTS && error.message.includes('partitions')) return 'size';
  return STORE_CODES.has(error.code) ? 'store' : 'unclear';
};

/** Maximum number of ids per query: they are part of the URL, for which a server allows about 16 KB. */
const IDS_PER_QUERY = 400;

/**
 * Which of these events are stored.
 * @param ids decimal event ids
 * @param months UTC months (`yyyy-MM`) of the rows; only these partitions are read
 */
export const storedIds = async (
  columnar: Columnar,
  table: EventTable,
  ids: readonly string[],
  months: readonly string[],
): Promise<Set<string>> => {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const answer = await columnar.query({
      query: `SELECT DISTINCT toString(${EVENT_ID[table]}) AS id FROM ${table} WHERE toYYYYMM(ts) IN ({months:Array(UInt32)}) AND ${EVENT_ID[table]} IN ({ids:Array(UInt64)})`,
      query_params: {
        ids: ids.slice(at, at + IDS_PER_QUERY).map(BigInt),
        months: months.map(month => Number(month.replace('-', ''))),
      },
      format: 'JSON',
      clickhouse_settings: { max_execution_time: 600 },
    });
    for (const { id } of (await answer.json<{ id: string }>()).data) found.add(id);
  }
  return found;
};

/** The largest stored event id, decimal; "0": no events. */
export const lastEventId = async (columnar: Columnar): Promise<string> => {
  const answer = await columnar.query({
    query: `SELECT toString(greatest((SELECT max(interaction_id) FROM contact), (SELECT max(access_id) FROM access),
      (SELECT max(conversion_id) FROM conversion), (SELECT max(impression_id) FROM impression))) AS id`,
    format: 'JSON',
    clickhouse_settings: { max_execution_time: 60 },
  });
  return (await answer.json<{ id: string }>()).data[0]?.id ?? '0';
};
