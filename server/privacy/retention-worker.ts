import { excludedRanges } from '../attribution/excluded.ts';
import type { Dependencies, ProductDependencies } from '../dependencies.ts';
import { startPoller, type Poller } from '../platform/poller.ts';
import { createSteadyClock } from '../platform/steady-clock.ts';
import { beginOfDay, DAY, MINUTE, tokyoDay } from '../platform/time.ts';
import { ofProduct } from '../slices/slices.ts';
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
import { resultsBookmarkOf } from '../store/postgres/results/results-bookmark.ts';
import { isProductMoving } from '../store/postgres/slices/moves.ts';
import { eraseClaimsBefore } from '../store/postgres/tracking/erased-claims.ts';
import { isStoreUnavailable } from '../store/unavailable.ts';

type RetentionParts = Pick<Dependencies, 'db' | 'slices' | 'clock' | 'log'>;
type ProductParts = Pick<ProductDependencies, 'db' | 'columnar' | 'slice' | 'log'>;

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
const hasAllResults = async ({ db, columnar, slice }: ProductParts, expiry: Expiry): Promise<boolean> => {
  const last = await lastConversionBefore(columnar, expiry);
  if (last === null) return true;
  const bookmark = (await readBookmark(db, resultsBookmarkOf(slice))) ?? '0';
  return BigInt(last) <= BigInt(bookmark) && !(await hasWaitingConversions(db));
};

interface Run {
  /** The present time: one for all products, which the caller has checked. */
  readonly now: number;
  readonly goesOn: () => boolean;
}

/** Removes the identifiers of one product whose retention period has ended. */
const removeExpired = async (
  parts: ProductParts,
  product: RetainedProduct,
  { now, goesOn }: Run,
): Promise<void> => {
  const { db, columnar, log } = parts;
  const expiry = expiryOf(product, tokyoDay(now));
  const before = new Date(expiry.before);
  const { removedBefore } = product;
  // A future time was noted while the clock was ahead: events have come since.
  if (removedBefore !== null && removedBefore >= before && removedBefore.getTime() <= now) return;
  if (await isProductMoving(db, product.id)) return;
  if (!(await hasAllResults(parts, expiry))) return;
  await noteRemovalBegun(db, product, before, new Date(now));
  const events = await removeExpiredIdentifiers(columnar, expiry);
  await removeExpiredResultIdentifiers(db, product, before, new Date(now), goesOn);
  await eraseClaimsBefore(db, product.id, before, goesOn);
  if (!goesOn()) return;
  await noteRemovalDone(db, product.id, before);
  log.info({ product: product.id, before, events }, 'Identifiers past the retention period were removed.');
};

/**
 * Removes identifiers of events and results whose retention period has ended, once a day of Tokyo and one product after
 * the other, also across processes. Can be repeated at any time, also after an interruption.
 *
 * @throws the first failure, after all other products: that of one product, or of a slice, delays no other
 */
export const runRetention = (
  parts: RetentionParts,
  goesOn = () => true,
  now = parts.clock.now(),
): Promise<boolean> =>
  withTaskLock(parts.db, 'touchpath retention', async () => {
    const failures: unknown[] = [];
    /** Slices that were unavailable: each of their further products would wait for them. */
    const away = new Set<string>();
    for (const product of await retainedProducts(parts.db)) {
      if (!goesOn()) break;
      const own = await ofProduct(parts, product.id);
      if (away.has(own.slice)) continue;
      try {
        await removeExpired(own, product, { now, goesOn });
      } catch (error) {
        failures.push(error);
        if (isStoreUnavailable(error)) away.add(own.slice);
      }
    }
    if (failures.length > 0) throw failures[0];
  });

export const startRetention = (parts: RetentionParts): Poller => {
  const steadyClock = createSteadyClock(parts.clock);
  return startPoller(
    async goesOn => {
      const now = steadyClock.now();
      if (now !== null) await runRetention(parts, goesOn, now);
    },
    {
      log: parts.log,
      failed: 'Identifiers past the retention period could not be removed; retrying.',
      every: LOOK_EVERY_MS,
      task: { part: 'jobs', name: 'retention' },
    },
  );
};
