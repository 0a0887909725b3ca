import pLimit from 'p-limit';

/** A limit of concurrent queries, with a bounded queue. */
export interface QuerySlots {
  /**
   * Runs the work when a slot is free. Throws `full` when the queue is full; does not start after `signal` has aborted.
   */
  run<Answer>(work: () => Promise<Answer>, signal: AbortSignal): Promise<Answer>;
}

/** @param full creates the error for calls beyond `maxWaiting` waiting ones */
export const createQuerySlots = (places: number, maxWaiting: number, full: () => Error): QuerySlots => {
  const limit = pLimit(places);
  return {
    run: async (work, signal) => {
      if (limit.activeCount === places && limit.pendingCount >= maxWaiting) throw full();
      return limit(() => {
        signal.throwIfAborted();
        return work();
      });
    },
  };
};
