import { hasFewEvents } from '../store/clickhouse/rollups/batch.ts';
import { startPoller, type Poller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { changedProducts } from '../store/postgres/results/result-changes-feed.ts';
import type { Paths, StaleProduct } from './deriver.ts';
import type { ReportDemand } from './report-demand.ts';
import { CADENCE, createSchedule, type SearchScope, type Schedule, type Task } from './schedule.ts';

/** Signals that events arrived in the store, and loads the waiting ones. */
interface Arrivals {
  onLoaded(listener: (loaded: { readonly rows: Readonly<Record<string, number>> }) => void): void;
  /** Registers a callback for events that other collectors loaded, with their number. */
  onOthersLoaded(listener: (events: number) => void): void;
  drain(): Promise<void>;
}

/** The state of the derivation, for metrics. */
export interface Derivation {
  /** See {@link Schedule.waitingSinceMs}; in ms of the monotonic clock. */
  waitingSinceMs(): number | null;
  /** Number of products whose rollups are known to be behind and wait to be derived. */
  waiting(): ReturnType<Schedule<Task>['waiting']>;
  /** Number of products whose reports were opened in the last minutes. */
  watchedProducts(): number;
  /** Results changed: they are derived as events are. */
  resultsChanged(): void;
}

interface DerivationTask extends Task {
  readonly stale: StaleProduct;
  /** The rollups contain every event loaded before, once the task is done. */
  readonly readMs: number;
}

interface DerivationParts {
  readonly arrivals: Arrivals;
  readonly paths: Pick<Paths, 'findStale' | 'derive' | 'onSlice' | 'release' | 'isClosed'>;
  readonly demand: ReportDemand;
  readonly log: Dependencies['log'];
}

const nowMs = (): number => performance.now();

/** Loads the waiting events and finds the products whose rollups lack some. */
const search = async (
  { arrivals, paths, demand, log }: DerivationParts,
  schedule: Schedule<DerivationTask>,
  which: SearchScope,
): Promise<void> => {
  const readMs = nowMs();
  try {
    await arrivals.drain();
    const watched = await paths.onSlice(demand.watched());
    const sinceMs = schedule.beginSearch(which, nowMs());
    const found = await paths.findStale(which === 'watched' ? watched : null);
    if (found === null) {
      schedule.failed(which, CADENCE.retryMs, nowMs());
      return;
    }
    const staleIds = new Set(found.map(({ rules }) => rules.productId));
    for (const productId of watched) if (!staleIds.has(productId)) demand.caughtUp(productId, readMs);
    schedule.found(
      found.map(stale => {
        const { productId } = stale.rules;
        return {
          productId,
          isWatched: watched.has(productId),
          hasFewEvents: hasFewEvents(stale.found.filled),
          queue: stale.queue,
          sinceMs,
          stale,
          readMs,
        };
      }),
      nowMs(),
    );
  } catch (error) {
    log.error({ err: error }, 'New events could not be searched for; retrying.');
    schedule.failed(which, CADENCE.failureMs, nowMs());
  }
};

/** Lets other processes derive. It fails where the connection to PostgreSQL broke, which let them already. */
const releaseLock = async ({ paths, log }: DerivationParts): Promise<void> => {
  try {
    await paths.release();
  } catch (error) {
    log.warn({ err: error }, 'The connection that held the lock of the derivation broke.');
  }
};

/**
 * Derives at the start, and as events are loaded: the products whose reports are open about every second, all others
 * within a minute, and large batches beside. `schedule.ts` decides; a report that opens on an unwatched product has it derived at once.
 */
export const startDerivation = (parts: DerivationParts): Derivation => {
  const { arrivals, paths, demand, log } = parts;
  const schedule = createSchedule<DerivationTask>(nowMs());
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  const derive = async (task: DerivationTask): Promise<void> => {
    const outcome = await paths.derive(task.stale, task.queue).catch((error: unknown) => {
      log.error({ err: error, product: task.productId }, 'A product could not be derived; retrying.');
      return 'failed' as const;
    });
    if (outcome === 'done') demand.caughtUp(task.productId, task.readMs);
    schedule.ended(task, outcome, nowMs());
  };
  /** Makes the large batches that wait, beside the small ones. */
  const proceedLarge = async (): Promise<void> => {
    const task = paths.isClosed() ? null : schedule.beginLarge();
    if (task === null) return;
    await derive(task);
    void proceedLarge();
    void proceed();
  };
  const next = () => schedule.next(nowMs(), demand.watched().size > 0);
  /** Does what is due, one after the other, and then waits. */
  const proceed = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    let action = next();
    while (action.kind !== 'wait' && !paths.isClosed()) {
      await (action.kind === 'search' ? search(parts, schedule, action.which) : derive(action.task));
      void proceedLarge();
      action = next();
      if (action.kind !== 'wait') continue;
      await releaseLock(parts);
      action = next();
    }
    isBusy = false;
    if (action.kind === 'wait' && action.untilMs !== null && !paths.isClosed())
      timer = setTimeout(() => void proceed(), Math.max(1, action.untilMs - nowMs())).unref();
  };
  const loaded = (events: number) => {
    schedule.loaded(events, nowMs());
    void proceed();
  };
  arrivals.onOthersLoaded(loaded);
  arrivals.onLoaded(({ rows }) => loaded(Object.values(rows).reduce((sum, count) => sum + count, 0)));
  demand.attach({
    load: () => arrivals.drain(),
    request: isUrgent => {
      schedule.requested(isUrgent, nowMs());
      void proceed();
    },
  });
  void proceed();
  return {
    waitingSinceMs: schedule.waitingSinceMs,
    waiting: schedule.waiting,
    watchedProducts: () => demand.watched().size,
    resultsChanged: () => loaded(0),
  };
};

/** The derivation of all slices. */
export const mergeDerivations = (all: readonly Derivation[]): Derivation => ({
  waitingSinceMs: () => {
    const times = all.map(one => one.waitingSinceMs()).filter(time => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  },
  waiting: () => {
    const sums = { watched: 0, unwatched: 0, large: 0 };
    for (const { watched, unwatched, large } of all.map(one => one.waiting())) {
      sums.watched += watched;
      sums.unwatched += unwatched;
      sums.large += large;
    }
    return sums;
  },
  // Products of all slices are watched together.
  watchedProducts: () => all[0]?.watchedProducts() ?? 0,
  resultsChanged: () => {
    for (const one of all) one.resultsChanged();
  },
});

/** Interval in ms of the search for changed results: until they are derived reports place them one by one. */
const POLL_INTERVAL_MS = 5_000;

/** Derives changed results. */
export const deriveAsResultsChange = (
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  derivation: Pick<Derivation, 'resultsChanged'>,
): Poller =>
  startPoller(
    async () => {
      if ((await changedProducts(db)).length > 0) derivation.resultsChanged();
    },
    { log, failed: 'Changes of results could not be searched for; retrying.', every: POLL_INTERVAL_MS },
  );
