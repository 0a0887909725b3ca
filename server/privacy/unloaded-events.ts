import type { Collector } from '../collector/collector.ts';
import type { Dependencies } from '../dependencies.ts';
import { startPoller, type Poller } from '../platform/poller.ts';
import { SECOND } from '../platform/time.ts';
import { visitorsToErase } from '../store/postgres/privacy/erasures.ts';

type Collected = Pick<Collector, 'loading' | 'removeUnloaded'>;

/** Several times within the delay of an erasure, after which the request has forgotten the visitor. */
const LOOK_EVERY_MS = 5 * SECOND;

/**
 * Removes events of visitors to erase that the columnar store refused or the disk damaged. They are in the data folder of
 * the process that accepted them, so each process removes its own. No figure contains them.
 */
export const removeUnloadedEvents = async (
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  collector: Collected,
): Promise<void> => {
  const { rejectedRows, damagedLines } = collector.loading();
  if (rejectedRows + damagedLines === 0) return;
  for (const { id, productId, visitorId } of await visitorsToErase(db)) {
    const removed = await collector.removeUnloaded(productId, visitorId);
    if (removed.rejected + removed.damaged > 0)
      log.info(
        { erasure: id, ...removed },
        'Events of a visitor to erase that were not loaded were removed.',
      );
  }
};

export const startUnloadedEventRemoval = (
  parts: Pick<Dependencies, 'db' | 'log'>,
  collector: Collected,
): Poller =>
  startPoller(() => removeUnloadedEvents(parts, collector), {
    log: parts.log,
    failed: 'Events of visitors to erase that were not loaded could not be removed; retrying.',
    every: LOOK_EVERY_MS,
  });
