import type { Collector } from '../collector/collector.ts';
import type { Dependencies } from '../dependencies.ts';
import { startPoller, type Poller } from '../platform/poller.ts';
import { SECOND } from '../platform/time.ts';
import { visitorsToErase } from '../store/postgres/privacy/erasures.ts';

type Collected = Pick<Collector, 'loading' | 'removeRejected'>;

/** Several times within the delay of an erasure, after which the request has forgotten the visitor. */
const LOOK_EVERY_MS = 5 * SECOND;

/**
 * Removes events of visitors to erase that the columnar store refused. They are in the data folder of the process that
 * accepted them, so each process removes its own. No figure contains them.
 */
export const removeRejectedEvents = async (
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  collector: Collected,
): Promise<void> => {
  if (collector.loading().rejectedRows === 0) return;
  for (const { id, productId, visitorId } of await visitorsToErase(db)) {
    const events = await collector.removeRejected(productId, visitorId);
    if (events > 0) log.info({ erasure: id, events }, 'Rejected events of a visitor to erase were removed.');
  }
};

export const startRejectedEventRemoval = (
  parts: Pick<Dependencies, 'db' | 'log'>,
  collector: Collected,
): Poller =>
  startPoller(() => removeRejectedEvents(parts, collector), {
    log: parts.log,
    failed: 'Rejected events of visitors to erase could not be removed; retrying.',
    every: LOOK_EVERY_MS,
  });
