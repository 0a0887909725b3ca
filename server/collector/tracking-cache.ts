import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../store/postgres/engine/database.ts';
import { listen } from '../store/postgres/engine/listen.ts';
import {
  pruneTrackingChanges,
  TRACKING_CHANNEL,
  type TrackingPosition,
} from '../store/postgres/tracking/tracking-changes.ts';
import type { TrackingRows } from '../store/postgres/tracking/tracking.ts';
import { HOUR } from '../platform/time.ts';
import {
  createTrackingIndex,
  indexTracking,
  type TrackingIndex,
  type TrackingRowMaps,
} from './tracking-index.ts';
import { loadTracking, readChangesInto } from './tracking-load.ts';
import type { Tracking } from './tracking.ts';

export interface TrackingCache {
  current(): Tracking;
  /**
   * The rows in effect, and a callback after each change of them, for the snapshot with which the collector
   * starts without the store.
   */
  rows(): TrackingRowMaps;
  onChange(listener: () => void): void;
  /**
   * Reads the changes; those committed before the call are loaded when it resolves. Callers at about the same
   * time share one reading. @throws the error of the store
   */
  refresh(): Promise<void>;
  /** Whether the last reading failed, so that the loaded settings may be out of date. */
  isStoreUnavailable(): boolean;
  close(): void;
}

export interface TrackingCacheOptions {
  /** Milliseconds between two readings where no notification arrives. */
  readonly pollEveryMs?: number;
  /**
   * Rows of the snapshot: they are in effect until the store answers. If omitted, the store must answer at
   * the start.
   */
  readonly snapshot?: TrackingRows;
}

/**
 * Minimum time between two readings, however many notifications and unknown ids request one: the store is
 * read at most 40 times a second.
 */
const READ_GAP_MS = 25;
const POLL_EVERY_MS = 1_000;
/**
 * A failed reading is repeated sooner: the first connection after a restart of the store is often a broken
 * one.
 */
const RETRY_MS = 250;
/** Readers that stopped longer ago than this read all rows. */
const CHANGE_RETENTION_MS = HOUR;

/**
 * Runs a task one at a time, with a pause before each run. Callers share the next run that has not begun,
 * because a run in progress may have read before the caller's change.
 */
const shareRuns = (run: () => Promise<void>, pauseMs: number): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const runNext = async (previous: Promise<void>): Promise<void> => {
    await previous.catch(() => undefined);
    await sleep(pauseMs);
    next = null;
    await (running = run());
  };
  return () => (next ??= runNext(running));
};

/** Deletes old changes as readers advance: those before a position reached an hour ago. */
const createPruner = (db: Database): ((reached: TrackingPosition) => Promise<void>) => {
  let oldest: { readonly position: TrackingPosition; readonly at: number } | null = null;
  return async reached => {
    const now = performance.now();
    if (oldest !== null && now - oldest.at < CHANGE_RETENTION_MS) return;
    if (oldest !== null) await pruneTrackingChanges(db, oldest.position);
    oldest = { position: reached, at: now };
  };
};

/**
 * Loads {@link Tracking} into memory: all rows once, then the changed rows, on PostgreSQL's notification and
 * once a second in any case, as a notification may be lost. While the store is unavailable, the last settings
 * stay in effect and clicks are counted.
 *
 * After a failure all rows are read again while the loaded ones stay in effect: the store may have been
 * restored from a backup with a different history.
 *
 * @throws the error of the first reading, unless there is a snapshot
 */
export const openTrackingCache = async (
  db: Database,
  log: Logger,
  { pollEveryMs = POLL_EVERY_MS, snapshot }: TrackingCacheOptions = {},
): Promise<TrackingCache> => {
  let index: TrackingIndex = snapshot === undefined ? createTrackingIndex() : indexTracking(snapshot);
  let position: TrackingPosition | null = null;
  let isStoreUnavailable = false;
  let closed = false;
  const listeners: (() => void)[] = [];
  const prune = createPruner(db);

  const read = async (): Promise<void> => {
    try {
      let changed = true;
      if (position !== null) ({ changed, position } = await readChangesInto(index, db, position));
      if (position === null) ({ index, position } = await loadTracking(db));
      if (position !== null) await prune(position);
      if (isStoreUnavailable) log.info('The collector can read its settings again.');
      isStoreUnavailable = false;
      if (changed) for (const listener of listeners) listener();
    } catch (error) {
      position = null;
      if (!isStoreUnavailable && !closed)
        log.warn({ err: error }, 'The collector cannot read its settings; it uses the last known ones.');
      isStoreUnavailable = true;
      throw error;
    }
  };

  const request = shareRuns(read, READ_GAP_MS);
  const poll = async () => {
    await request().catch(() => undefined); // logged once, where it failed
    if (!closed) timer = setTimeout(() => void poll(), isStoreUnavailable ? RETRY_MS : pollEveryMs).unref();
  };
  let timer: NodeJS.Timeout | undefined;

  await read().catch((error: unknown) => {
    if (snapshot === undefined) throw error;
  });
  timer = setTimeout(() => void poll(), isStoreUnavailable ? RETRY_MS : pollEveryMs).unref();
  const readSoon = () => {
    request().catch(() => undefined);
  };
  const listener = listen(db, TRACKING_CHANNEL, readSoon, log);
  return {
    current: () => index,
    rows: () => index.rows,
    isStoreUnavailable: () => isStoreUnavailable,
    refresh: request,
    onChange: called => {
      listeners.push(called);
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      listener.close();
    },
  };
};
