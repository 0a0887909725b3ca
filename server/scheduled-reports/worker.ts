import { startPoller, type Poller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  orderReports,
  scheduledDeliveries,
  type Delivery,
} from '../store/postgres/entities/scheduled-reports.ts';
import { slotOf, wrongFrom } from '../platform/schedule.ts';

const POLL_INTERVAL_MS = 30_000;

/**
 * The due time of a delivery's schedule; null: none.
 *
 * Of times missed while the program did not run only the last one is made up for. A changed delivery waits
 * for its next time.
 */
export const dueSlot = (
  { schedule, hour, changedAt, lastSlot }: Pick<Delivery, 'schedule' | 'hour' | 'changedAt' | 'lastSlot'>,
  now: number,
): number | null => {
  const slot = slotOf(schedule, hour, now);
  const isMet = [changedAt, lastSlot].some(
    at => at !== null && slot !== null && at.getTime() >= slot && at.getTime() < wrongFrom(now),
  );
  return isMet ? null : slot;
};

/**
 * Schedules the mails of due reports: checks twice a minute.
 *
 * @param ordered called when there are mails to send
 */
export const startDeliveries = (
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  ordered: () => void,
  { every = POLL_INTERVAL_MS }: { readonly every?: number } = {},
): Poller =>
  startPoller(
    async goesOn => {
      const now = clock.now();
      for (const delivery of await scheduledDeliveries(db)) {
        const slot = goesOn() ? dueSlot(delivery, now) : null;
        if (slot === null) continue;
        const mails = await orderReports(db, delivery, {
          slot: new Date(slot),
          at: new Date(now),
          wrongFrom: new Date(wrongFrom(now)),
        });
        if (mails === 0) continue;
        log.info({ delivery: delivery.id, mails }, 'The emails of a report delivery were queued.');
        ordered();
      }
    },
    {
      log,
      every,
      failed: 'Due report deliveries could not be read; retrying.',
      task: { part: 'jobs', name: 'report_deliveries' },
    },
  );
