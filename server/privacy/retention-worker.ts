import { excludedRanges } from '../attribution/excluded.ts';
import type { Dependencies } from '../dependencies.ts';
import { startPoller, type Poller } from '../platform/poller.ts';
import { beginOfDay, DAY, MINUTE, tokyoDay } from '../platform/time.ts';
import {
  lastConversionBefore,
  removeExpiredIdentifiers,
  type Expiry,
} from '../store/clickhouse/events/expired-identifiers.ts';
import { withTaskLock } from '../store/postgres/engine/advisory-lock.ts';
import { readBookmark } from '../store/postgres/engine/bookmarks.ts';
import {
  hasWaitingConversions,
  noteRemovalBegun,
  noteRemovalDone,
  removeExpiredResultIdentifiers,
  retainedProducts,
  type RetainedProduct,
} from '../store/postgres/privacy/retention.ts';
import { RESULTS_BOOKMARK } from '../store/postgres/results/results-bookmark.ts';

type RetentionParts = Pick<Dependencies, 'db' | 'columnar' | 'clock' | 'log'>;

const LOOK_EVERY_MS = 10 * MINUTE;

const expiryOf = (
  { id, retentionDays, trackingTerm, excludedIps }: RetainedProduct,
  today: number,
): Expiry => ({
  productId: id,
  before: beginOfDay(today - retentionDays),
  clickIdentifiersBefore: beginOfDay(today - retentionDays) - trackingTerm * DAY,
  excluded: excludedRanges(excludedIps),
});

/** Whether the results of all conversions before the time were made: they copy the identifiers. */
const hasAllResults = async ({ db, columnar }: RetentionParts, expiry: Expiry): Promise<boolean> => {
  const last = await lastConversionBefore(columnar, expiry);
  if (last === null) return true;
  const bookmark = (await readBookmark(db, RESULTS_BOOKMARK)) ?? '0';
  return BigInt(last) <= BigInt(bookmark) && !(await hasWaitingConversions(db));
};

/** Removes the identifiers of one product whose retention period has ended. */
const removeExpired = async (
  parts: RetentionParts,
  product: RetainedProduct,
  goesOn: () => boolean,
): Promise<void> => {
  const { db, columnar, clock, log } = parts;
  const expiry = expiryOf(product, tokyoDay(clock.now()));
  const before = new Date(expiry.before);
  if (product.removedBefore !== null && product.removedBefore >= before) return;
  if (!(await hasAllResults(parts, expiry))) return;
  await noteRemovalBegun(db, product, before);
  const events = await removeExpiredIdentifiers(columnar, expiry);
  await removeExpiredResultIdentifiers(db, product, before, new Date(clock.now()), goesOn);
  if (!goesOn()) return;
  await noteRemovalDone(db, product.id, before);
  log.info({ product: product.id, before, events }, 'Identifiers past the retention period were removed.');
};

/**
 * Removes identifiers of events and results whose retention period has ended, once a day of Tokyo and one product after
 * the other, also across processes. Can be repeated at any time, also after an interruption.
 */
export const runRetention = (parts: RetentionParts, goesOn = () => true): Promise<boolean> =>
  withTaskLock(parts.db, 'touchpath retention', async () => {
    for (const product of await retainedProducts(parts.db)) {
      if (!goesOn()) return;
      await removeExpired(parts, product, goesOn);
    }
  });

export const startRetention = (parts: RetentionParts): Poller =>
  startPoller(
    async goesOn => {
      await runRetention(parts, goesOn);
    },
    {
      log: parts.log,
      failed: 'Identifiers past the retention period could not be removed; retrying.',
      every: LOOK_EVERY_MS,
    },
  );
