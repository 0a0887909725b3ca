/** A semaphore that shares its places fairly among keys, such as companies. */
export interface FairQueue {
  /**
   * Runs the work as soon as a place is free. A free place goes to the key with the fewest running tasks, then to the
   * key that was served longest ago, and within a key in order of arrival. A single key may use all places.
   *
   * @param signal removes a waiting task when aborted
   * @throws the error of `full` if too many tasks of the key wait, or the reason of the aborted signal
   */
  run<Answer>(key: number, work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer>;
}

export interface FairQueueOptions {
  readonly places: number;
  /** Limit of one key, because a limit of all would let the tasks of one company have those of others refused. */
  readonly maxWaitingPerKey: number;
  /** Creates the error of a full share. */
  readonly full: () => Error;
}

/** State of one key: running tasks, waiting tasks, and the sequence number of the last place it got. */
interface Share {
  running: number;
  served: number;
  readonly waiting: Set<() => void>;
}

/** The key that gets the next free place; undefined: no task waits. */
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
 * Waits until `release` removes and calls the callback.
 *
 * @throws the reason of the signal, if it is aborted earlier
 */
const waitIn = async ({ waiting }: Share, signal: AbortSignal | undefined): Promise<void> => {
  let leave: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      leave = () => {
        // If the place was granted in the same moment, `run` releases it.
        if (waiting.delete(resolve)) reject(signal?.reason as Error);
      };
      waiting.add(resolve);
      signal?.addEventListener('abort', leave);
    });
  } finally {
    if (leave !== undefined) signal?.removeEventListener('abort', leave);
  }
};

export const createFairQueue = ({ places, maxWaitingPerKey, full }: FairQueueOptions): FairQueue => {
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

  return {
    run: async (key, work, signal) => {
      signal?.throwIfAborted();
      const share = shareOf(key);
      if (free > 0) take(share);
      else {
        try {
          if (share.waiting.size >= maxWaitingPerKey) throw full();
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
