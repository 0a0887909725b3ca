import type { Logger } from 'pino';
import { createFairQueue } from '../platform/fair-queue.ts';
import { resultWithin } from '../platform/result-within.ts';
import type { Counts } from './counts.ts';
import type { ReportKey } from '../store/clickhouse/events/recorded-events.ts';
import type { RecordedReport } from './recent-reports.ts';

/** Finds what a report recorded in the journal and in the columnar store. @param now in ms since 1970 */
export type FindReported = (key: ReportKey, now: number) => Promise<RecordedReport>;

const NOTHING: RecordedReport = { conversions: [], contact: null };

/** How long a report waits for the search. */
const SEARCH_TIMEOUT_MS = 2_000;
/** Searches at a time, and those of one product that may wait: after a restart many pages send their reports again. */
const PLACES = 4;
const MAX_WAITING_PER_PRODUCT = 200;

/**
 * Makes the function that finds what an earlier copy of a report recorded, where this process does not remember it: it
 * was restarted, or another process received that copy.
 *
 * What cannot be searched counts as not recorded: most reports are sent again because they never arrived, and a lost
 * conversion is worse than one that is counted twice.
 */
export const createEarlierReports = (
  find: FindReported,
  { counters, log }: { readonly counters: Counts; readonly log: Pick<Logger, 'warn'> },
): FindReported => {
  const searches = createFairQueue({
    places: PLACES,
    maxWaitingPerKey: MAX_WAITING_PER_PRODUCT,
    full: () => new Error('too many reports of the product are searched'),
  });
  return async (key, now) => {
    const { productId } = key;
    try {
      const found = await resultWithin(
        searches.run(productId, () => find(key, now)),
        SEARCH_TIMEOUT_MS,
      );
      if (found !== null) return found;
      throw new Error(`no answer within ${SEARCH_TIMEOUT_MS} ms`);
    } catch (error) {
      counters.add('unchecked_report');
      counters.seldom('unchecked_report', () =>
        log.warn(
          { err: error, productId },
          'Whether a repeated report was recorded before cannot be found out.',
        ),
      );
      return NOTHING;
    }
  };
};
