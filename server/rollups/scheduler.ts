import { setTimeout } from 'node:timers/promises';
import { startPoller, type Poller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { changedProducts } from '../store/postgres/results/result-changes-feed.ts';
import type { Paths } from './deriver.ts';

/**
 * Between two runs the processors are others' for as long as a run took, but no longer and no shorter than so
 * many ms: what is missing is missing for two runs and a rest at most.
 */
const MAX_PAUSE_MS = 500;
const MIN_PAUSE_MS = 200;

/** Says that events arrived in the store, and brings what waits for it. */
interface Arrivals {
  onLoaded(listener: () => void): void;
  drain(): Promise<void>;
}

/** How far the derived rows follow the events. */
export interface Derivation {
  /** Since when loaded events wait to be derived, in ms of the monotonic clock; null: none waits. */
  waitingSinceMs(): number | null;
}

/** Ends sooner where the program does, which is all that can fail here. */
const pause = (ms: number, closing?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { ref: false, ...(closing !== undefined && { signal: closing }) }).catch(
    () => undefined,
  );

/**
 * Derives what reports read now, and whenever events were loaded: at once where nothing was derived lately,
 * so that events stand in reports soon; else when reports
 * had their time. What came meanwhile is loaded first and does not wait for its second: while events flow,
 * loading and deriving keep step.
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
        due = true; // whoever is at it may have begun before these events were loaded
      } catch (error) {
        log.error({ err: error }, 'Paths could not be derived; it is tried again after the next events.');
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
 * Reports place what was changed of results one by one until it is derived: so often it is, in ms, where no
 * events bring it along.
 */
const LOOK_EVERY = 5_000;

/** Derives what was changed of results. */
export const deriveAsResultsChange = (
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  paths: Pick<Paths, 'refresh'>,
): Poller =>
  startPoller(
    async () => {
      if ((await changedProducts(db)).length > 0) await paths.refresh();
    },
    { log, failed: 'Changes of results could not be derived; it is tried again.', every: LOOK_EVERY },
  );
