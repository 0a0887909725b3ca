import { Readable } from 'node:stream';
import { ClickHouseError } from '@clickhouse/client';
import type { Columnar } from '../engine/columnar.ts';

/** The column of each table of events that holds the event's id. */
export const EVENT_ID = {
  contact: 'interaction_id',
  impression: 'impression_id',
  access: 'access_id',
  conversion: 'conversion_id',
} as const;
export type EventTable = keyof typeof EVENT_ID;

/**
 * Inserts rows that are JSON lines already, in any number of pieces. The same token makes the same rows
 * arrive once, however often the insert is repeated: after a lost
 * answer, a crash, a restart. The token must never come with other rows.
 *
 * @throws what the client throws; {@link faultOf} tells whether repeating helps
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
      // Asynchronous inserts would answer before the rows are there, and cut them otherwise than the loader
      // did.
      async_insert: 0,
      input_format_parallel_parsing: 0,
      // A field that the table lacks would be dropped in silence; refused, the row is set aside with it.
      input_format_skip_unknown_fields: 0,
      date_time_input_format: 'basic',
    },
  });
  for await (const chunk of stream) void chunk; // the answer is empty; read it so that the connection is free again
};

/**
 * Codes with which ClickHouse says that it cannot read a row: cannot parse, unknown field, type mismatch,
 * incorrect data, value out of range.
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
 * Codes of a store that cannot take rows at the moment, whatever they are: disk, memory, files, time,
 * network, replicas, shutdown, access, and tables that are
 * missing or being changed.
 */
const STORE_CODES = new Set([
  '60',
  '74',
  '75',
  '76',
  '77',
  '81',
  '87',
  '159',
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
  '241',
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
 * Why an insert failed: `rows`: the store read the rows and refused them, and will refuse them again;
 * `store`: it was not reached or cannot take any rows now;
 * `unclear`: it answered with an error that is neither.
 */
export type InsertFault = 'rows' | 'store' | 'unclear';

export const faultOf = (error: unknown): InsertFault => {
  if (!(error instanceof ClickHouseError)) return 'store';
  if (ROW_CODES.has(error.code)) return 'rows';
  return STORE_CODES.has(error.code) ? 'store' : 'unclear';
};

/** Ids in one query: they stand in its address, for which a server has some 16 KB. */
const IDS_PER_QUERY = 400;

/**
 * Which of these events the store holds.
 *
 * @param ids decimal event ids
 * @param months the UTC months (`yyyy-MM`) that their rows lie in; only these partitions are read
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

/** The largest event id in the store, decimal; "0" where there is no event. */
export const lastEventId = async (columnar: Columnar): Promise<string> => {
  const answer = await columnar.query({
    query: `SELECT toString(greatest((SELECT max(interaction_id) FROM contact), (SELECT max(access_id) FROM access),
      (SELECT max(conversion_id) FROM conversion), (SELECT max(impression_id) FROM impression))) AS id`,
    format: 'JSON',
    clickhouse_settings: { max_execution_time: 60 },
  });
  return (await answer.json<{ id: string }>()).data[0]?.id ?? '0';
};
