import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Columnar } from './columnar.ts';
import { run } from './query.ts';
import { answersOf } from './settle-all.ts';

/** Work that is to end soon when it is told to, whatever statement of it is under way. */
export interface Ending {
  /**
   * The store, for what may be cut off anywhere: when the work is to end nothing more is asked here, and what
   * is under way is ended.
   */
  readonly columnar: Columnar;
  isDue(): boolean;
  /**
   * Ends the statements under way, until the work has ended. Afterwards none of them goes on: each was
   * answered, and a server that we hung up on would go on writing.
   */
  end(work: Promise<unknown>): Promise<void>;
}

/** From one look for statements to the next, in ms: one may have been on its way at the first. */
const POLL_INTERVAL_MS = 200;

/** @param due aborted when the work is to end */
export const createEnding = (columnar: Columnar, due: AbortSignal): Ending => {
  const mark = `ending-${randomUUID()}`;
  let queryCount = 0;
  const marked = (name: 'query' | 'command') => (asks: { readonly query: string }) => {
    if (due.aborted) return Promise.reject(new Error('the work is to end'));
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
        // Most end by themselves in less.
        while (!(await Promise.race([over, setTimeout(POLL_INTERVAL_MS, false)]))) {
          // The embedded engine knows a query's id by its comment, and lists it for as long as its session,
          // so that its end is not waited for here: its answer tells it.
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
