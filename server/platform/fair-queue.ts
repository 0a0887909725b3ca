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

export const createFairQueue = ({ places, maxWaiting, full }: FairQueueOptions): FairQueue => {
  const shares = new Map<number, Share>();
  let free = places;
  let waiting = 0;
  let served = 0;

  const shareOf = (key: number): Share => {
    const found = shares.get(key);
    if (found !== undefined) return found;
    const share: Share = { running: 0, served: 0, waiting: new Set() };
    shares.set(key, share);
    return share;
  };
  const take = (share: Share) => {
    free -= 1;
    share.running += 1;
    share.served = served += 1;
  };
  const next = (): Share | undefined => {
    let chosen: Share | undefined;
    for (const share of shares.values()) {
      if (share.waiting.size === 0) continue;
      const order =
        chosen === undefined ? -1 : share.running - chosen.running || share.served - chosen.served;
      if (order < 0) chosen = share;
    }
    return chosen;
  };
  const release = (key: number, share: Share) => {
    free += 1;
    share.running -= 1;
    const chosen = next();
    const begin = chosen?.waiting.values().next().value;
    if (chosen !== undefined && begin !== undefined) {
      chosen.waiting.delete(begin);
      waiting -= 1;
      take(chosen);
      begin();
    }
    if (share.running === 0 && share.waiting.size === 0) shares.delete(key);
  };
  const wait = async (share: Share, signal: AbortSignal | undefined): Promise<void> => {
    if (waiting >= maxWaiting) throw full();
    let leave: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        leave = () => {
          // Who was given a place at this very moment gives it back himself.
          if (!share.waiting.delete(resolve)) return;
          waiting -= 1;
          reject(signal?.reason as Error);
        };
        share.waiting.add(resolve);
        waiting += 1;
        signal?.addEventListener('abort', leave);
      });
    } finally {
      if (leave !== undefined) signal?.removeEventListener('abort', leave);
    }
  };

  return {
    run: async (key, work, signal) => {
      signal?.throwIfAborted();
      const share = shareOf(key);
      if (free > 0) take(share);
      else {
        try {
          await wait(share, signal);
        } catch (error) {
          if (share.running === 0 && share.waiting.size === 0) shares.delete(key);
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
