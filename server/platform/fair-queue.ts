/** A semaphore that shares its places fairly among keys, such as companies, and within a key among its parts. */
export interface FairQueue {
  /**
   * Runs the work as soon as a place is free. A free place goes to the key with the fewest running tasks, then to the
   * key that was served longest ago; within the key to a part by the same rule, and within a part in order of arrival. A
   * single part may use all places.
   *
   * @param signal removes a waiting task when aborted
   * @param part such as a product of the company; default: the key has one part
   * @throws the error of `full` if too many tasks of the key wait, or the reason of the aborted signal
   */
  run<Answer>(key: number, work: () => Promise<Answer>, signal?: AbortSignal, part?: number): Promise<Answer>;
}

export interface FairQueueOptions {
  readonly places: number;
  /** Limit of one key, because a limit of all would let the tasks of one company have those of others refused. */
  readonly maxWaitingPerKey: number;
  /** Creates the error of a full share. */
  readonly full: () => Error;
}

/** State of a key or of a part: its tasks, and the sequence number of the last place it got. */
interface Tasks {
  running: number;
  waiting: number;
  served: number;
}
interface Part extends Tasks {
  /** Begins the waiting tasks, in order of arrival. */
  readonly begins: Set<() => void>;
}
interface Share extends Tasks {
  readonly parts: Map<number, Part>;
}
/** Where a task counts. */
interface Place {
  readonly share: Share;
  readonly part: Part;
}

/** The key, or the part of a key, that gets the next free place; undefined: no task waits. */
const nextOf = <T extends Tasks>(all: Iterable<T>): T | undefined => {
  let chosen: T | undefined;
  for (const one of all) {
    if (one.waiting === 0) continue;
    const order = chosen === undefined ? -1 : one.running - chosen.running || one.served - chosen.served;
    if (order < 0) chosen = one;
  }
  return chosen;
};

const isUnused = ({ running, waiting }: Tasks): boolean => running === 0 && waiting === 0;

const addWaiting = ({ share, part }: Place, begin: () => void): void => {
  part.begins.add(begin);
  part.waiting += 1;
  share.waiting += 1;
};
/** @returns false: the task no longer waits */
const removeWaiting = ({ share, part }: Place, begin: () => void): boolean => {
  if (!part.begins.delete(begin)) return false;
  part.waiting -= 1;
  share.waiting -= 1;
  return true;
};

/**
 * Waits until `release` removes and calls the callback.
 *
 * @throws the reason of the signal, if it is aborted earlier
 */
const waitAt = async (place: Place, signal: AbortSignal | undefined): Promise<void> => {
  let leave: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      leave = () => {
        // If the place was granted in the same moment, `run` releases it.
        if (removeWaiting(place, resolve)) reject(signal?.reason as Error);
      };
      addWaiting(place, resolve);
      signal?.addEventListener('abort', leave);
    });
  } finally {
    if (leave !== undefined) signal?.removeEventListener('abort', leave);
  }
};

/** The shares of keys with a running or waiting task. */
const createShares = () => {
  const shares = new Map<number, Share>();
  return {
    /** Where tasks of a part of a key count. */
    placeOf: (key: number, partKey: number): Place => {
      const share: Share = shares.get(key) ?? { running: 0, waiting: 0, served: 0, parts: new Map() };
      const part: Part = share.parts.get(partKey) ?? { running: 0, waiting: 0, served: 0, begins: new Set() };
      shares.set(key, share);
      share.parts.set(partKey, part);
      return { share, part };
    },
    forgetUnused: (key: number, partKey: number, { share, part }: Place): void => {
      // A task that was aborted while it waited gets here late: by then another one may have begun the key anew.
      if (isUnused(part) && share.parts.get(partKey) === part) share.parts.delete(partKey);
      if (isUnused(share) && shares.get(key) === share) shares.delete(key);
    },
    /** The place of the task that is next, and what begins it; null: no task waits. */
    next: (): { readonly place: Place; readonly begin: () => void } | null => {
      const share = nextOf(shares.values());
      const part = share && nextOf(share.parts.values());
      const begin = part?.begins.values().next().value;
      return share === undefined || part === undefined || begin === undefined
        ? null
        : { place: { share, part }, begin };
    },
  };
};

export const createFairQueue = ({ places, maxWaitingPerKey, full }: FairQueueOptions): FairQueue => {
  const { placeOf, forgetUnused, next } = createShares();
  let free = places;
  let served = 0;

  const take = ({ share, part }: Place) => {
    free -= 1;
    served += 1;
    for (const one of [share, part]) {
      one.running += 1;
      one.served = served;
    }
  };
  const release = ({ share, part }: Place) => {
    free += 1;
    share.running -= 1;
    part.running -= 1;
    const chosen = next();
    if (chosen === null) return;
    removeWaiting(chosen.place, chosen.begin);
    take(chosen.place);
    chosen.begin();
  };

  return {
    run: async (key, work, signal, partKey = 0) => {
      signal?.throwIfAborted();
      const place = placeOf(key, partKey);
      try {
        if (free > 0) take(place);
        else {
          if (place.share.waiting >= maxWaitingPerKey) throw full();
          await waitAt(place, signal);
        }
        try {
          signal?.throwIfAborted();
          return await work();
        } finally {
          release(place);
        }
      } finally {
        forgetUnused(key, partKey, place);
      }
    },
  };
};
