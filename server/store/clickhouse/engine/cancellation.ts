import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Columnar } from './columnar.ts';
import { run } from './query.ts';
import { answersOf } from './settle-all.ts';

/** Cancellable background work on the store. */
export interface Ending {
  /**
   * The store for statements that can be cancelled at any point: after the abort no new ones start, and running ones
   * are killed.
   */
  readonly columnar: Columnar;
  isDue(): boolean;
  /**
   * Kills running statements until the work has settled. Killing is necessary: a server continues a write after its
   * client has disconnected.
   */
  end(work: Promise<unknown>): Promise<void>;
}

/** Time in ms between two searches for running statements: a statement may still have been in transit. */
const POLL_INTERVAL_MS = 200;

/** @param due aborted when the work must end */
export const createEnding = (columnar: Columnar, due: AbortSignal): Ending => {
  const mark = `ending-${randomUUID()}`;
  let queryCount = 0;
  const marked = (name: 'query' | 'command') => (asks: { readonly query: string }) => {
    if (due.aborted) return Promise.reject(new Error('the operation was cancelled'));
    queryCount += 1;
    return columnar[name]({ ...asks, query_id: `${mark}-${queryCount}` });
  };
  return {
    columnar: new Proxy(columnar, {
      get: (target, key) =>
        key === 'query' || key === 'command' ? marked(key) : (Reflect.get(target, key) as unknown),
    }),
    isDue: () => due.aborted,
    end: async work => {
      const over = work.then(
        () => true,
        () => true,
      );
      const endAll = async () => {
        // Most statements finish within the interval.
        while (!(await Promise.race([over, setTimeout(POLL_INTERVAL_MS, false)]))) {
          // The embedded engine identifies a query by its log comment, and lists it as long as its session, so ASYNC
          // does not wait for the kill. The statement's own answer reports its end.
          await run(
            columnar,
            "KILL QUERY WHERE startsWith(query_id, {mark: String}) OR startsWith(Settings['log_comment'], {comment: String}) ASYNC",
            { mark, comment: `touchpath-${mark}` },
          );
        }
      };
      await answersOf(over, endAll());
    },
  };
};
