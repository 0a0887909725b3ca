import { startPoller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { foldResultChanges } from '../store/postgres/results/result-changes.ts';
import { startDelivery, type DeliveryOptions } from './notification-delivery.ts';
import { createResultWorker } from './result-worker.ts';
import { startRecomputations } from './recompute-worker.ts';

/** What of the collector the results follow. */
export interface LoadedEvents {
  onLoaded(listener: (loaded: { readonly rows: { readonly conversion: number } }) => void): void;
  /** Id of the last event in the columnar store, decimal. */
  watermark(): string;
}

export interface Results {
  /** Something was queued: the notifications are sent now rather than at the next look. */
  kick(): void;
  /** A recomputation is to be planned or applied. */
  recompute(): void;
  close(): Promise<void>;
}

/**
 * Also without a word from the collector the store is looked at: another program may have loaded conversions,
 * or an error is to be made good.
 */
const POLL_INTERVAL_MS = 5_000;

/**
 * Creates results of conversions as they arrive, notifies the networks, and maintains the sums of results.
 *
 * An error is logged and made good at the next look: results wait, none is lost.
 */
export const startResults = (
  parts: Dependencies,
  collector: LoadedEvents,
  options: DeliveryOptions = {},
): Results => {
  const resultWorker = createResultWorker(parts);
  const delivery = startDelivery(parts, options);
  const abort = new AbortController();
  const poller = startPoller(
    async () => {
      try {
        if ((await resultWorker.run(BigInt(collector.watermark()), abort.signal)) > 0) delivery.kick();
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      }
    },
    { log: parts.log, failed: 'Results could not be made; it is tried again.', every: POLL_INTERVAL_MS },
  );
  const folding = startPoller(
    async () => {
      await foldResultChanges(parts.db);
    },
    {
      log: parts.log,
      failed: 'Sums of results could not be folded; it is tried again.',
      every: POLL_INTERVAL_MS,
    },
  );
  const recomputations = startRecomputations(parts, delivery.kick);
  collector.onLoaded(({ rows }) => {
    if (rows.conversion > 0) poller.kick();
  });

  return {
    kick: delivery.kick,
    recompute: recomputations.kick,
    close: async () => {
      abort.abort();
      await Promise.all([poller.close(), folding.close(), recomputations.close()]);
      await delivery.close();
    },
  };
};
