import { ClickHouseError } from '@clickhouse/client';
import { Failure } from '../../../http/failures.ts';
import type { Columnar } from '../engine/columnar.ts';
import { EXHAUSTED } from '../engine/query.ts';

/** Limits of the queries of event logs, so that a page never blocks the store. */

/** Time limits in seconds: of a page, of a count beside a page, and of a slice of a file. */
export const QUERY_SECONDS = { page: 30, count: 10, slice: 300 } as const;

const MAX_MEMORY_BYTES = '1000000000';
export const settingsOf = (seconds: number) => ({
  max_execution_time: seconds,
  max_memory_usage: MAX_MEMORY_BYTES,
});

export interface Bounds {
  readonly seconds?: number;
  /** Aborts when the client has disconnected. */
  readonly signal?: AbortSignal | undefined;
}

/** @throws {Failure} `timed_out`: the query exceeded its limits */
export const bounded = async <Answer>(execute: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await execute();
  } catch (error) {
    throw error instanceof ClickHouseError && EXHAUSTED.has(error.code)
      ? new Failure('timed_out', { cause: error })
      : error;
  }
};

export const rowsOf = <Row>(
  columnar: Columnar,
  query: string,
  query_params: Record<string, unknown>,
  { seconds = QUERY_SECONDS.page, signal }: Bounds = {},
): Promise<Row[]> =>
  bounded(
    async () =>
      (
        await (
          await columnar.query({
            query,
            query_params,
            format: 'JSON',
            clickhouse_settings: settingsOf(seconds),
            ...(signal !== undefined && { abort_signal: signal }),
          })
        ).json<Row>()
      ).data,
  );
