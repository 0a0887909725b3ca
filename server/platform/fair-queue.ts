/** A number of places, and a queue before them in which each key gets its share. */
export interface FairQueue {
  /**
   * Does the work when there is a place. A free place goes to the key that holds the fewest, among those to
   * the one that was served longest ago, and there to whoever came first. A key that is alone may hold all
   * places.
   *
   * @param signal leaves the queue at once when it is aborted
   * @throws what `full` makes when the queue is too long, and the reason of an aborted signal
   */
  run<Answer>(key: number, work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer>;
}

export interface FairQueueOptions {
  readonly places: number;
  readonly maxWaiting: number;
  /** Makes the error of a queue that is too long. */
  readonly full: () => Error;
}

/** What one key has: how many places, who waits, and when it was last given a place, as a running number. */
interface Share {
  running: number;
  served: number;
  readonly waiting: Set<() => void>;
}

/** The share that gets the next free place; undefined: nobody waits. */
const nextShare = (shares: Iterable<Share>): Share | undefined => {
  let chosen: Share | undefined;
  for (const share of shares) {
    if (share.waiting.size === 0) continue;
    const order = chosen === undefined ? -1 : share.running - chosen.running || share.served - chosen.served;
    if (order < 0) chosen = share;
  }
  return chosen;
};

/**
 * Waits in a share until its callback is taken out and called.
 *
 * @throws the reason of a signal that is aborted before
 */
const waitIn = async ({ waiting }: Share, signal: AbortSignal | undefined): Promise<void> => {
  let leave: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      leave = () => {
        // A caller that got a place at this very moment gives it back himself.
        if (waiting.delete(resolve)) reject(signal?.reason as Error);
      };
      waiting.add(resolve);
      signal?.addEventListener('abort', leave);
    });
  } finally {
    if (leave !== undefined) signal?.removeEventListener('abort', leave);
  }
};

export const createFairQueue = ({ places, maxWaiting, full }: FairQueueOptions): FairQueue => {
  const shares = new Map<number, Share>();
  let free = places;
  let served = 0;

  const shareOf = (key: number): Share => {
    const found = shares.get(key);
    if (found !== undefined) return found;
    const share: Share = { running: 0, served: 0, waiting: new Set() };
    shares.set(key, share);
    return share;
  };
  const forgetUnused = (key: number, share: Share) => {
    if (share.running === 0 && share.waiting.size === 0) shares.delete(key);
  };
  const take = (share: Share) => {
    free -= 1;
    share.running += 1;
    share.served = served += 1;
  };
  const release = (key: number, share: Share) => {
    free += 1;
    share.running -= 1;
    const chosen = nextShare(shares.values());
    const begin = chosen?.waiting.values().next().value;
    if (chosen !== undefined && begin !== undefined) {
      chosen.waiting.delete(begin);
      take(chosen);
      begin();
    }
    forgetUnused(key, share);
  };
  const requireCapacity = () => {
    const waiting = [...shares.values()].reduce((sum, share) => sum + share.waiting.size, 0);
    if (waiting >= maxWaiting) throw full();
  };

  return {
    run: async (key, work, signal) => {
      signal?.throwIfAborted();
      const share = shareOf(key);
      if (free > 0) take(share);
      else {
        try {
          requireCapacity();
          await waitIn(share, signal);
        } catch (error) {
          forgetUnused(key, share);
          throw error;
        }
      }
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        release(key, share);
      }
    },
  };
};
