import { Refusal } from './reasons.ts';
import type { TrackingCache } from './tracking-cache.ts';
import type { Tracking } from './tracking.ts';

type Entry<Table extends keyof Tracking> = NonNullable<ReturnType<Tracking[Table]['get']>>;

/** Looks an id up once more in the store before the request is refused. */
export interface UnknownIds {
  /**
   * @returns undefined if there is no such row, or it is deleted
   * @throws {Refusal} `store_unavailable`: the store does not answer; `overloaded`: too many requests wait
   * for it
   */
  lookUp<Table extends keyof Tracking>(table: Table, id: number): Promise<Entry<Table> | undefined>;
}

/** How long a request waits for the store, in ms, and how many may wait at a time. */
const WAIT_MS = 3_000;
const MAX_WAITING = 10_000;

const rejectAfter = (ms: number) => {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the store did not answer in time'));
    }, ms);
  });
  return {
    expired,
    stop: () => {
      clearTimeout(timer);
    },
  };
};

/**
 * An unknown id causes no query of its own: the cache reads the changes since its last reading, which include
 * every new id, at most some tens of times a second. A flood of random ids therefore costs no more than one
 * id. Caching unknown ids would refuse the first click on a link whose number was guessed just before its
 * creation.
 */
export const createUnknownIds = (cache: TrackingCache): UnknownIds => {
  let waiting = 0;
  const refresh = async (): Promise<void> => {
    if (cache.isStoreUnavailable()) throw new Refusal('store_unavailable');
    if (waiting >= MAX_WAITING) throw new Refusal('overloaded');
    waiting += 1;
    const { expired, stop } = rejectAfter(WAIT_MS);
    try {
      await Promise.race([cache.refresh(), expired]);
    } catch (error) {
      throw new Refusal('store_unavailable', { cause: error });
    } finally {
      waiting -= 1;
      stop();
    }
  };
  return {
    lookUp: async (table, id) => {
      const lookup = () => cache.current()[table];
      if (!lookup().has(id)) await refresh();
      return lookup().get(id) as Entry<typeof table> | undefined;
    },
  };
};
