import { ClickHouseError } from '@clickhouse/client';
import { Failure } from '../../../http/failures.ts';
import type { Columnar } from './columnar.ts';
import { runQuery } from './whole-report-queries.ts';

/**
 * Seconds that a question may take. Whoever asks waits for it, and ends it when he leaves: the bound is for
 * what nobody waits for and nobody ended.
 */
export const MAX_QUERY_SECONDS = 900;

/**
 * Bounds of every query of a report, beside those of memory that every query has (memory.ts);
 * an IN over many visitors is not looked up in the index, which takes longer than reading.
 */
const BOUNDS = {
  max_execution_time: MAX_QUERY_SECONDS,
  use_index_for_in_with_subqueries_max_values: '10000',
  do_not_merge_across_partitions_select_final: 1,
  max_query_size: '4000000', // codes of rows and decayed units stand in the text
} as const;

/**
 * What more a question may say of itself: it reads so few lines that a second thread, and the search for what
 * need not be read, cost more than they spare.
 */
export const FEW = { max_threads: 1, use_skip_indexes: 0, optimize_use_implicit_projections: 0 } as const;

type Size = typeof FEW | typeof SMALL;

/** Values of bound parameters. 64-bit ones are decimal strings. */
export type Bound = Readonly<Record<string, number | string | readonly number[] | readonly string[]>>;

/** The same of statements that look for what they read. */
export const SMALL = { max_threads: 1 } as const;

const queryOptions = (query_params: Bound, signal: AbortSignal | undefined, size?: Size) => ({
  query_params: query_params as Record<string, unknown>,
  clickhouse_settings: { ...BOUNDS, ...size },
  ...(signal !== undefined && { abort_signal: signal }),
});

/** Time, rows or memory of a query ran out, by the engine's codes. */
export const EXHAUSTED: ReadonlySet<string> = new Set(['158', '159', '160', '241', '307']);

/**
 * Asks a bounded query; when `signal` says so it is given up, and the engine ends it.
 *
 * @throws {Failure} `timed_out`: its bounds were too narrow
 */
const answered = async <Answer>(
  signal: AbortSignal | undefined,
  execute: () => Promise<Answer>,
): Promise<Answer> => {
  signal?.throwIfAborted(); // the client looks at it only from now on
  try {
    return await runQuery(execute, signal);
  } catch (error) {
    throw error instanceof ClickHouseError && EXHAUSTED.has(error.code)
      ? new Failure('timed_out', { cause: error })
      : error;
  }
};

/** The rows of a bounded query. @throws {Failure} `timed_out` */
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

/** The columns of an answer by name, each with a value a row. */
export type Columns = Readonly<Record<string, readonly (string | number)[]>>;

/**
 * The same rows as columns, which are read in a fraction of the time where there are thousands: their names
 * come once, and a column is one list.
 *
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

/** Runs a bounded statement that answers nothing. */
export const run = async (
  columnar: Columnar,
  query: string,
  bound: Bound,
  signal?: AbortSignal,
  size?: typeof SMALL,
): Promise<void> => {
  await columnar.command({ query, ...queryOptions(bound, signal, size) });
};
