import { ClickHouseError } from '@clickhouse/client';
import { Failure } from '../../../http/failures.ts';
import type { Columnar } from './columnar.ts';
import { runQuery } from './whole-report-queries.ts';

/**
 * Time limit of a query in seconds. A disconnecting client cancels its queries; the limit covers queries without a
 * client.
 */
export const MAX_QUERY_SECONDS = 900;

/**
 * Limits of every report query, besides the memory limits (memory.ts). IN over many visitors does not use the index,
 * because the lookup takes longer than reading.
 */
const BOUNDS = {
  max_execution_time: MAX_QUERY_SECONDS,
  use_index_for_in_with_subqueries_max_values: '10000',
  do_not_merge_across_partitions_select_final: 1,
  max_query_size: '4000000', // row codes and decayed units are part of the SQL text
  // Answers have thousands of rows at most, for which the threads of parallel formatting cost more than they save.
  output_format_parallel_formatting: 0,
} as const;

/**
 * Settings of a query that reads few rows: a second thread and the search for skippable data would cost more than they
 * save.
 */
export const FEW = { max_threads: 1, use_skip_indexes: 0, optimize_use_implicit_projections: 0 } as const;

type Size = typeof FEW | typeof SMALL;

/** Values of bound parameters. 64-bit integers are decimal strings. */
export type Bound = Readonly<
  Record<string, number | string | readonly number[] | readonly string[] | readonly bigint[]>
>;

/** Settings of a query that searches for the few rows that it reads. */
export const SMALL = { max_threads: 1 } as const;

const queryOptions = (query_params: Bound, signal: AbortSignal | undefined, size?: Size) => ({
  query_params: query_params as Record<string, unknown>,
  clickhouse_settings: { ...BOUNDS, ...size },
  ...(signal !== undefined && { abort_signal: signal }),
});

/** ClickHouse's error codes for exceeded limits of time, rows or memory. */
export const EXHAUSTED: ReadonlySet<string> = new Set(['158', '159', '160', '241', '307']);

/**
 * Runs a query with limits. If `signal` aborts, the query is cancelled in the database too.
 * @throws {Failure} `timed_out`: a limit was exceeded
 * @throws the reason of the signal, if it is aborted
 */
const answered = async <Answer>(
  signal: AbortSignal | undefined,
  execute: () => Promise<Answer>,
): Promise<Answer> => {
  signal?.throwIfAborted(); // the client checks the signal only after this point
  try {
    return await runQuery(execute, signal);
  } catch (error) {
    // The client's own error for an abort has neither a name nor a code.
    signal?.throwIfAborted();
    throw error instanceof ClickHouseError && EXHAUSTED.has(error.code)
      ? new Failure('timed_out', { cause: error })
      : error;
  }
};

/** The rows of a query with limits. @throws {Failure} `timed_out` */
export const rowsOf = <Row>(
  columnar: Columnar,
  query: string,
  bound: Bound,
  signal?: AbortSignal,
  size?: Size,
): Promise<Row[]> =>
  answered(
    signal,
    async () =>
      (
        await (
          await columnar.query({ query, format: 'JSON', ...queryOptions(bound, signal, size) })
        ).json<Row>()
      ).data,
  );

/** Columns of an answer by name, each with one value per row. */
export type Columns = Readonly<Record<string, readonly (string | number)[]>>;

/**
 * Runs a query with limits and returns its rows as columns, which parse several times faster: names occur once.
 * @throws {Failure} `timed_out`
 */
export const columnwise = (
  columnar: Columnar,
  query: string,
  bound: Bound,
  signal?: AbortSignal,
): Promise<Columns> =>
  answered(
    signal,
    async () =>
      (
        JSON.parse(
          await (
            await columnar.query({ query, format: 'JSONColumnsWithMetadata', ...queryOptions(bound, signal) })
          ).text(),
        ) as { readonly data: Columns }
      ).data,
  );

/** Runs a statement with limits that returns no rows. */
export const run = async (
  columnar: Columnar,
  query: string,
  bound: Bound,
  signal?: AbortSignal,
  size?: typeof SMALL,
): Promise<void> => {
  await columnar.command({ query, ...queryOptions(bound, signal, size) });
};
