import { hasFewEvents } from '../store/clickhouse/rollups/batch.ts';
import { startPoller, type Poller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { changedProducts } from '../store/postgres/results/result-changes-feed.ts';
import type { Deriver } from './deriver.ts';
import type { ReportDemand } from './report-demand.ts';
import { CADENCE, createSchedule, type SearchScope, type Schedule, type Task } from './schedule.ts';
import type { StaleProduct } from './stale-products.ts';

/** Signals that events arrived in the store. */
interface Arrivals {
  onLoaded(listener: (loaded: { readonly rows: Readonly<Record<string, number>> }) => void): void;
  /** Registers a callback for events that other collectors loaded, with their number. */
  onOthersLoaded(listener: (events: number) => void): void;
}

/** The state of the derivation, for metrics. */
export interface Derivation {
  /** See {@link Schedule.waitingSinceMs}; in ms of the monotonic clock. */
  waitingSinceMs(): number | null;
  /** See {@link Schedule.waitingLongest}; in ms of the monotonic clock. */
  waitingLongest(limit: number): ReturnType<Schedule<Task>['waitingLongest']>;
  /** Number of products whose rollups are known to be behind and wait to be derived. */
  waiting(): ReturnType<Schedule<Task>['waiting']>;
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
  readonly deriver: Pick<Deriver, 'findStale' | 'derive' | 'onSlice' | 'release' | 'isClosed'>;
  readonly demand: ReportDemand;
  readonly log: Dependencies['log'];
}

const nowMs = (): number => performance.now();

/** Finds the products whose rollups lack events. */
const search = async (
  { deriver, demand, log }: DerivationParts,
  schedule: Schedule<DerivationTask>,
  which: SearchScope,
): Promise<void> => {
  const readMs = nowMs();
  try {
    // Read after the search began: a later request is for the next one.
    const sinceMs = schedule.beginSearch(which, nowMs());
    const requested = await deriver.onSlice(demand.requested());
    if (which === 'requested' && requested.size === 0) return;
    const found = await deriver.findStale(which === 'requested' ? requested : null);
    if (found === null) {
      schedule.failed(which, CADENCE.retryMs, nowMs());
      return;
    }
    const staleIds = new Set(found.map(({ rules }) => rules.productId));
    for (const productId of requested) if (!staleIds.has(productId)) demand.derived(productId, readMs);
    schedule.found(
      found.map(stale => {
        const { productId } = stale.rules;
        return {
          productId,
          companyId: stale.settings.companyId,
          isRequested: requested.has(productId),
          hasFewEvents: hasFewEvents(stale.found.filled),
          queue: stale.queue,
          sinceMs,
          stale,
          readMs,
        };
      }),
    );
  } catch (error) {
    log.error({ err: error }, 'New events could not be searched for; retrying.');
    schedule.failed(which, CADENCE.failureMs, nowMs());
  }
};

/** Lets other processes derive. It fails where the connection to PostgreSQL broke, which let them already. */
const releaseLock = async ({ deriver, log }: DerivationParts): Promise<void> => {
  try {
    await deriver.release();
  } catch (error) {
    log.warn({ err: error }, 'The connection that held the lock of the derivation broke.');
  }
};

/**
 * Derives at the start, as events are loaded, and where reports wait for rollups: these products at once, all others
 * within a minute, and large batches beside. `schedule.ts` decides.
 */
export const startDerivation = (parts: DerivationParts): Derivation => {
  const { arrivals, deriver, demand, log } = parts;
  const schedule = createSchedule<DerivationTask>(nowMs());
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  const derive = async (task: DerivationTask): Promise<void> => {
    const publish = () => demand.derived(task.productId, task.readMs);
    const outcome = await deriver.derive(task.stale, task.queue, publish).catch((error: unknown) => {
      log.error({ err: error, product: task.productId }, 'A product could not be derived; retrying.');
      return 'failed' as const;
    });
    if (outcome === 'done') publish();
    schedule.ended(task, outcome, nowMs());
  };
  /** Makes the large batches that wait, beside the small ones. */
  const proceedLarge = async (): Promise<void> => {
    const task = deriver.isClosed() ? null : schedule.beginLarge();
    if (task === null) return;
    await derive(task);
    void proceedLarge();
    void proceed();
  };
  const next = () => schedule.next(nowMs());
  /** Does what is due, one after the other, and then waits. */
  const proceed = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    clearTimeout(timer);
    let action = next();
    while (action.kind !== 'wait' && !deriver.isClosed()) {
      await (action.kind === 'search' ? search(parts, schedule, action.which) : derive(action.task));
      void proceedLarge();
      action = next();
      if (action.kind !== 'wait') continue;
      await releaseLock(parts);
      action = next();
    }
    isBusy = false;
    if (action.kind === 'wait' && action.untilMs !== null && !deriver.isClosed())
      timer = setTimeout(() => void proceed(), Math.max(1, action.untilMs - nowMs())).unref();
  };
  const loaded = (events: number) => {
    schedule.loaded(events, nowMs());
    void proceed();
  };
  arrivals.onOthersLoaded(loaded);
  arrivals.onLoaded(({ rows }) => loaded(Object.values(rows).reduce((sum, count) => sum + count, 0)));
  demand.attach(productId => {
    schedule.requested(productId, nowMs());
    void proceed();
  });
  void proceed();
  return {
    waitingSinceMs: schedule.waitingSinceMs,
    waitingLongest: schedule.waitingLongest,
    waiting: schedule.waiting,
    resultsChanged: () => loaded(0),
  };
};

/** The derivation of all slices. */
export const mergeDerivations = (all: readonly Derivation[]): Derivation => ({
  waitingSinceMs: () => {
    const times = all.map(one => one.waitingSinceMs()).filter(time => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  },
  waitingLongest: limit =>
    all
      .flatMap(one => one.waitingLongest(limit))
      .toSorted((a, b) => a.sinceMs - b.sinceMs)
      .slice(0, limit),
  waiting: () => {
    const sums = { requested: 0, others: 0, large: 0 };
    for (const { requested, others, large } of all.map(one => one.waiting())) {
      sums.requested += requested;
      sums.others += others;
      sums.large += large;
    }
    return sums;
  },
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
    {
      log,
      failed: 'Changes of results could not be searched for; retrying.',
      every: POLL_INTERVAL_MS,
      task: { part: 'derivation', name: 'changed_results' },
    },
  );
