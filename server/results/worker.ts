import type { Parts } from '../parts.ts';
import { startDelivery, type DeliveryOptions } from './delivery.ts';
import { createMaker } from './maker.ts';

/** What of the collector the results follow. */
export interface LoadedEvents {
  onLoaded(listener: (loaded: { readonly rows: { readonly conversion: number } }) => void): void;
  /** Id of the last event in the columnar store, decimal. */
  watermark(): string;
}

export interface Results {
  /** Something was queued: the notifications are sent now rather than at the next look. */
  kick(): void;
  close(): Promise<void>;
}

/** Also without a word from the collector the store is looked at: another program may have loaded conversions, or an error is to be made good. */
const LOOK_EVERY = 5_000;

/**
 * Makes results of conversions as they arrive, and tells the networks.
 *
 * An error is logged and made good at the next look: results wait, none is lost.
 */
export const startResults = (parts: Parts, collector: LoadedEvents, options: DeliveryOptions = {}): Results => {
  const maker = createMaker(parts);
  const delivery = startDelivery(parts, options);
  const abort = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const make = async (): Promise<void> => {
    while (again && !abort.signal.aborted) {
      again = false;
      try {
        if (await maker.run(BigInt(collector.watermark()), abort.signal) > 0) delivery.kick();
      } catch (error) {
        if (!abort.signal.aborted) parts.log.error({ err: error }, 'Results could not be made; it is tried again.');
      }
    }
  };
  const look = (): void => {
    again = true;
    if (running !== null || abort.signal.aborted) return;
    clearTimeout(timer);
    running = make().finally(() => {
      running = null;
      if (!abort.signal.aborted) timer = setTimeout(look, LOOK_EVERY);
    });
  };
  collector.onLoaded(({ rows }) => { if (rows.conversion > 0) look(); });
  look();

  return {
    kick: delivery.kick,
    close: async () => {
      abort.abort();
      clearTimeout(timer);
      await running;
      await delivery.close();
    },
  };
};
