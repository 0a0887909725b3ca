import { startPoller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { foldResultChanges } from '../store/postgres/results/result-changes.ts';
import { startDelivery, type DeliveryOptions } from './notification-delivery.ts';
import { createResultWorker } from './result-worker.ts';
import { startRecomputations } from './recompute-worker.ts';

/** The collector's interface for the creation of results. */
export interface LoadedEvents {
  onLoaded(listener: (loaded: { readonly rows: { readonly conversion: number } }) => void): void;
  /** Registers a callback for events that other collectors loaded. */
  onOthersLoaded(listener: () => void): void;
  /** Id of the last event in a slice, decimal. */
  watermark(slice: string): string;
  /** The id up to which the events of all collectors are stored in a slice; null: there is one collector. */
  completeUpTo(slice: string): Promise<bigint | null>;
}

export interface Results {
  /** Sends queued notifications at once instead of at the next poll. */
  kick(): void;
  /** Starts planned or accepted recomputations at once. */
  recompute(): void;
  /**
   * By slice, for how many milliseconds its results have not been known to be complete: to have one for each conversion
   * that all collectors had loaded.
   */
  lagMs(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * Polling interval in milliseconds. Polling is necessary because another program may have loaded conversions, and a
 * failed run must be repeated.
 */
const POLL_INTERVAL_MS = 5_000;
const CREATING = {
  failed: 'Results could not be created; retrying.',
  every: POLL_INTERVAL_MS,
  task: { part: 'jobs', name: 'results' },
} as const;
const FOLDING = {
  failed: 'Result sums could not be merged; retrying.',
  every: POLL_INTERVAL_MS,
  task: { part: 'jobs', name: 'result_sums' },
} as const;

/**
 * Creates results of stored conversions, sends notifications, folds the sums of results and runs recomputations.
 * Errors are logged and the run is repeated, so that no result is lost.
 */
export const startResults = (
  parts: Dependencies,
  collector: LoadedEvents,
  options: DeliveryOptions = {},
): Results => {
  const delivery = startDelivery(parts, options);
  const abort = new AbortController();
  /** Times at which the results were complete, in ms of the monotonic clock. */
  const completeMs = new Map(parts.slices.all.map(({ name }) => [name, performance.now()]));
  /** Each slice at its own pace: one that is unavailable delays no other. */
  const pollers = parts.slices.all.map(({ name, columnar }) => {
    const resultWorker = createResultWorker({ ...parts, columnar, slice: name });
    return startPoller(
      async () => {
        try {
          const readMs = performance.now();
          // Read before the group: a collector that begins meanwhile gives higher ids.
          const loaded = BigInt(collector.watermark(name));
          const upTo = (await collector.completeUpTo(name)) ?? loaded;
          if ((await resultWorker.run(upTo, abort.signal)) > 0) delivery.kick();
          completeMs.set(name, readMs);
        } catch (error) {
          if (!abort.signal.aborted) throw error;
        }
      },
      { log: parts.log, ...CREATING },
    );
  });
  const kick = () => {
    for (const poller of pollers) poller.kick();
  };
  const folding = startPoller(
    async () => {
      await foldResultChanges(parts.db);
    },
    { log: parts.log, ...FOLDING },
  );
  const recomputations = startRecomputations(parts, delivery.kick);
  collector.onLoaded(({ rows }) => {
    if (rows.conversion > 0) kick();
  });
  collector.onOthersLoaded(kick);

  return {
    kick: delivery.kick,
    recompute: recomputations.kick,
    lagMs: () => {
      const nowMs = performance.now();
      return new Map([...completeMs].map(([slice, since]) => [slice, nowMs - since]));
    },
    close: async () => {
      abort.abort();
      await Promise.all([...pollers.map(poller => poller.close()), folding.close(), recomputations.close()]);
      await delivery.close();
    },
  };
};
