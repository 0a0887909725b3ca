import type { Logger } from 'pino';
import type { Database } from '../store/postgres/database.ts';
import { readTracking, trackingVersion } from '../store/postgres/tracking.ts';
import { planTracking, type Tracking } from './tracking.ts';

export interface TrackingCache {
  current(): Tracking;
  /** Reads again at once; what was committed before the call is known when it resolves. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Keeps {@link Tracking} in memory and looks every `every` ms whether something changed.
 * While the store is away the last known settings stay in force: clicks go on being counted.
 *
 * @throws what the first read throws
 */
export const openTrackingCache = async (db: Database, log: Logger, every = 1000): Promise<TrackingCache> => {
  let version = await trackingVersion(db);
  let tracking = planTracking(await readTracking(db));
  let away = false;
  let closed = false;
  // One reading at a time, in order: an older answer never overtakes a newer one.
  let last: Promise<void> = Promise.resolve();
  const read = (always: boolean) => {
    const next = last.then(async () => {
      const seen = await trackingVersion(db);
      if (!always && seen === version) return;
      // The version is taken before the rows: a change between the two is read twice rather than missed.
      tracking = planTracking(await readTracking(db));
      version = seen;
    });
    last = next.catch(() => undefined); // told to whoever asked for it, not to who comes next
    return next;
  };
  const look = async () => {
    try {
      await read(false);
      if (away) log.info('the collector reads its settings again');
      away = false;
    } catch (error) {
      if (!away && !closed) log.warn({ err: error }, 'the collector cannot read its settings; the last known stay in force');
      away = true;
    }
    if (!closed) timer = setTimeout(() => void look(), every).unref();
  };
  let timer = setTimeout(() => void look(), every).unref();
  return {
    current: () => tracking,
    refresh: () => read(true),
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
};
