/** A limit of concurrent queries, with a bounded queue. */
export interface QuerySlots {
  /**
   * Runs the work when a slot is free. Throws `full` when the queue is full, and does not begin once `signal`
   * is aborted.
   */
  run<Answer>(work: () => Promise<Answer>, signal: AbortSignal): Promise<Answer>;
}

/** @param full creates the error that is thrown when `maxWaiting` calls wait already */
export const createQuerySlots = (places: number, maxWaiting: number, full: () => Error): QuerySlots => {
  let free = places;
  const waiting: (() => void)[] = [];
  return {
    run: async (work, signal) => {
      if (free > 0) free -= 1;
      else {
        if (waiting.length >= maxWaiting) throw full();
        await new Promise<void>(resolve => waiting.push(resolve)); // whoever leaves hands over his place
      }
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
};
