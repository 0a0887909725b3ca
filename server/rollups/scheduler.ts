import { setTimeout } from 'node:timers/promises';
import { startPoller, type Poller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { changedProducts } from '../store/postgres/results/result-changes-feed.ts';
import type { Paths } from './deriver.ts';

/**
 * Bounds in ms of the pause between two runs, which otherwise equals the duration of a run and leaves the
 * processors to reports: the lag is at most two runs and a pause.
 */
const MAX_PAUSE_MS = 500;
const MIN_PAUSE_MS = 200;

/** Signals that events arrived in the store, and loads the waiting ones. */
interface Arrivals {
  onLoaded(listener: () => void): void;
  drain(): Promise<void>;
}

/** The lag of the derived rows behind the events. */
export interface Derivation {
  /** Start of the wait of loaded but underived events, in ms of the monotonic clock; null: none waits. */
  waitingSinceMs(): number | null;
}

/** Resolves early at shutdown, its only cause of failure. */
const pause = (ms: number, closing?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { ref: false, ...(closing !== undefined && { signal: closing }) }).catch(
    () => undefined,
  );

/**
 * Derives once at the start and whenever events were loaded: at once after an idle time, so that events soon
 * appear in reports; otherwise after the pause for reports. Events that arrived meanwhile are loaded first,
 * without their second of delay, so that loading and deriving alternate under load.
 */
export const deriveAsEventsCome = (
  arrivals: Arrivals,
  paths: Pick<Paths, 'refresh'>,
  log: Dependencies['log'],
): Derivation => {
  let due = true;
  let busy = false;
  /**
   * When the first event was loaded that no ended run covers, and the first one since the present run began.
   */
  let waitingSinceMs: number | null = performance.now();
  let arrivedMs: number | null = null;
  const follow = async () => {
    if (busy) return;
    busy = true;
    while (due) {
      due = false;
      const begun = performance.now();
      waitingSinceMs ??= arrivedMs;
      arrivedMs = null;
      const rest = async (closing: AbortSignal) => {
        await pause(Math.min(Math.max(performance.now() - begun, MIN_PAUSE_MS), MAX_PAUSE_MS), closing);
        await arrivals.drain();
      };
      try {
        if (await paths.refresh(rest)) {
          waitingSinceMs = null;
          continue;
        }
        due = true; // the other process may have begun before these events were loaded
      } catch (error) {
        log.error({ err: error }, 'Paths could not be derived; retrying after the next events.');
      }
      await pause(MAX_PAUSE_MS);
    }
    busy = false;
  };
  arrivals.onLoaded(() => {
    due = true;
    arrivedMs ??= performance.now();
    void follow();
  });
  void follow();
  return { waitingSinceMs: () => waitingSinceMs ?? arrivedMs };
};

/**
 * Interval in ms of deriving changed results where no events trigger it: until then reports place them one by
 * one.
 */
const POLL_INTERVAL_MS = 5_000;

/** Derives changed results. */
export const deriveAsResultsChange = (
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  paths: Pick<Paths, 'refresh'>,
): Poller =>
  startPoller(
    async () => {
      if ((await changedProducts(db)).length > 0) await paths.refresh();
    },
    { log, failed: 'Changes of results could not be derived; retrying.', every: POLL_INTERVAL_MS },
  );
