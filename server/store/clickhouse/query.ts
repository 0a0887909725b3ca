import type { Columnar } from './columnar.ts';

/**
 * Bounds of every query of a report. Groups that outgrow a quarter of the memory go to disk, so a large question takes longer rather than fail;
 * an IN over many visitors is not looked up in the index, which takes longer than reading.
 */
const BOUNDS = {
  max_execution_time: 60, max_memory_usage: '2000000000', max_bytes_before_external_group_by: '500000000', max_bytes_before_external_sort: '500000000',
  use_index_for_in_with_subqueries_max_values: '10000', do_not_merge_across_partitions_select_final: 1,
} as const;

/** Values of bound parameters. 64-bit ones are decimal strings. */
export type Bound = Readonly<Record<string, number | string | readonly number[]>>;

const given = (query_params: Bound, signal: AbortSignal | undefined) => ({
  query_params: query_params as Record<string, unknown>, clickhouse_settings: BOUNDS, ...(signal !== undefined && { abort_signal: signal }),
});

/** The rows of a bounded query; when `signal` says so it is given up, and the engine ends it. */
export const rowsOf = async <Row>(columnar: Columnar, query: string, bound: Bound, signal?: AbortSignal): Promise<Row[]> => {
  signal?.throwIfAborted(); // the client looks at it only from now on
  return (await columnar.query({ query, format: 'JSONEachRow', ...given(bound, signal) })).json<Row>();
};

/** Runs a bounded statement that answers nothing. */
export const run = async (columnar: Columnar, query: string, bound: Bound, signal?: AbortSignal): Promise<void> => {
  await columnar.command({ query, ...given(bound, signal) });
};
