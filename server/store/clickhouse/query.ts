import { ClickHouseError } from '@clickhouse/client';
import { Failure } from '../../http/failures.ts';
import type { Columnar } from './columnar.ts';

/**
 * Bounds of every query of a report, beside those of memory that every query has (memory.ts);
 * an IN over many visitors is not looked up in the index, which takes longer than reading.
 */
const BOUNDS = {
  max_execution_time: 60, use_index_for_in_with_subqueries_max_values: '10000', do_not_merge_across_partitions_select_final: 1,
  max_query_size: '4000000', // codes of rows and decayed units stand in the text
} as const;

/** Values of bound parameters. 64-bit ones are decimal strings. */
export type Bound = Readonly<Record<string, number | string | readonly number[] | readonly string[]>>;

const given = (query_params: Bound, signal: AbortSignal | undefined) => ({
  query_params: query_params as Record<string, unknown>, clickhouse_settings: BOUNDS, ...(signal !== undefined && { abort_signal: signal }),
});

/** Time, rows or memory of a query ran out, by the engine's codes. */
const EXHAUSTED = new Set(['158', '159', '160', '241', '307']);

/**
 * The rows of a bounded query; when `signal` says so it is given up, and the engine ends it.
 *
 * @throws {Failure} `timed_out`: its bounds were too narrow
 */
export const rowsOf = async <Row>(columnar: Columnar, query: string, bound: Bound, signal?: AbortSignal): Promise<Row[]> => {
  signal?.throwIfAborted(); // the client looks at it only from now on
  try {
    return (await (await columnar.query({ query, format: 'JSON', ...given(bound, signal) })).json<Row>()).data;
  } catch (error) {
    throw error instanceof ClickHouseError && EXHAUSTED.has(error.code) ? new Failure('timed_out', { cause: error }) : error;
  }
};

/** Runs a bounded statement that answers nothing. */
export const run = async (columnar: Columnar, query: string, bound: Bound, signal?: AbortSignal): Promise<void> => {
  await columnar.command({ query, ...given(bound, signal) });
};
