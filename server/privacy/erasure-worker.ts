import { excludedRanges } from '../attribution/excluded.ts';
import type { Collector } from '../collector/collector.ts';
import type { Dependencies, ProductDependencies } from '../dependencies.ts';
import { timeOfId } from '../platform/ids.ts';
import { startPoller, type Poller } from '../platform/poller.ts';
import { resultWithin } from '../platform/result-within.ts';
import { HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { RESULT_OVERLAP_MS } from '../results/result-worker.ts';
import { ofProduct } from '../slices/slices.ts';
import { onOneReplica } from '../store/clickhouse/engine/one-replica.ts';
import {
  copyErasedRows,
  dropErasureCopies,
  hasErasableRows,
  hasErasureCopies,
  identifiedConversions,
  lastConversionsOfVisitor,
  replaceErasedRows,
  type ErasedVisitor,
} from '../store/clickhouse/events/visitor-erasure.ts';
import { writeState, type Derived } from '../store/clickhouse/rollups/derived.ts';
import { readProductWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import { withTaskLock } from '../store/postgres/engine/advisory-lock.ts';
import { readBookmark } from '../store/postgres/engine/bookmarks.ts';
import {
  detachResults,
  dueErasures,
  findOpenErasure,
  hasLateConversions,
  isErasureBegun,
  settleResults,
  unsettledErasures,
  updateErasure,
  type Erasure,
} from '../store/postgres/privacy/erasures.ts';
import { productRules } from '../store/postgres/reports/costs.ts';
import { moveRows, whileNotDerived } from '../store/postgres/reports/derivation-lock.ts';
import { resultsBookmarkOf } from '../store/postgres/results/results-bookmark.ts';
import { isProductMoving } from '../store/postgres/slices/moves.ts';
import { eraseClaimsOf } from '../store/postgres/tracking/erased-claims.ts';
import { isStoreUnavailable } from '../store/unavailable.ts';
import { removeUnloadedEvents } from './unloaded-events.ts';

type StoreParts = Pick<Dependencies, 'db' | 'slices' | 'clock' | 'ids' | 'log'>;
type ErasureParts = Pick<ProductDependencies, 'db' | 'columnar' | 'slice' | 'clock' | 'ids' | 'log'>;
type ErasureCollector = Pick<
  Collector,
  'drain' | 'completeUpTo' | 'emptyJournal' | 'loading' | 'removeUnloaded'
>;

/** Time between a request and its execution: events that were accepted before it are stored by then. */
const DELAY_MS = MINUTE;
const LOOK_EVERY_MS = 10 * SECOND;
/** For how long a run waits for the events of a slice; the next run tries again. */
const DRAIN_LIMIT_MS = 10 * SECOND;
/** A request that is later than this after the present time was stored while the clock was ahead. */
const CLOCK_TOLERANCE_MS = HOUR;
/** Time for which the replacement of rows waits for a report that reads them. */
const READER_WAIT_MS = 3 * SECOND;

const largest = (...ids: readonly string[]): string => ids.reduce((a, b) => (BigInt(b) > BigInt(a) ? b : a));

/**
 * Whether a conversion is too old for the worker of results to find it late. While the clock was ahead, and until it has
 * reached the ids of that time, these say nothing: such a conversion counts as accepted with the request.
 */
const isPastOverlap = (conversionId: string, requestedAt: Date, now: number): boolean => {
  const acceptedMs = [timeOfId(BigInt(conversionId)), requestedAt.getTime()].find(ms => ms <= now);
  return acceptedMs === undefined || now - acceptedMs > RESULT_OVERLAP_MS;
};

/**
 * Whether the results of all conversions of the visitor were made: they copy the identifiers that the ad network
 * recognises.
 */
const hasAllResults = async (
  { db, columnar, slice, clock }: ErasureParts,
  { productId, visitorId, requestedAt }: Erasure,
): Promise<boolean> => {
  const conversions = await lastConversionsOfVisitor(columnar, productId, visitorId ?? '0');
  const newest = conversions.at(-1);
  if (newest === undefined) return true;
  const bookmark = (await readBookmark(db, resultsBookmarkOf(slice))) ?? '0';
  return (
    BigInt(newest) <= BigInt(bookmark) &&
    isPastOverlap(newest, requestedAt, clock.now()) &&
    !(await hasLateConversions(db, conversions))
  );
};

const erasedOf = async (
  { db, columnar, ids }: ErasureParts,
  { companyId, productId, visitorId, replacementId, lastEventId }: Erasure,
): Promise<ErasedVisitor> => {
  const { filled } = await readProductWatermarks(columnar, productId);
  const rules = await productRules(db, companyId, productId);
  return {
    productId,
    visitorId: visitorId ?? '0',
    replacementId: replacementId ?? '0',
    lastEventId: lastEventId ?? largest(filled.watermark, String(ids.next())),
    excluded: excludedRanges(rules?.excludedIps ?? []),
  };
};

/**
 * Replaces the rows of the visitor in both stores. The state of the rollups says meanwhile that rows are moving, so that
 * a report that reads them reads again. Afterwards the rollups stand for the same events as before. Events that were
 * stored meanwhile are left for another run.
 *
 * @param isRepeated an earlier run was interrupted: rollups may have been derived from half of the visitor's rows, and
 *   are made again
 * @returns whether all events were erased
 */
const replaceRows = async (
  { db, columnar, clock, ids }: ErasureParts,
  erasure: Erasure,
  erased: ErasedVisitor,
  isRepeated: boolean,
): Promise<boolean> => {
  const { derived } = await readProductWatermarks(columnar, erasure.productId);
  const version = BigInt(largest(String(ids.next()), String(BigInt(derived?.version ?? '0') + 1n)));
  const writeReady = async (more: bigint, ready: Derived['ready']) => {
    if (derived !== null)
      await writeState(columnar, erasure.productId, { ...derived, ready, version: String(version + more) });
  };
  await writeReady(0n, 0);
  await replaceErasedRows(columnar, erased);
  const isComplete = !(await hasErasableRows(columnar, erased));
  if (isComplete) {
    const at = new Date(clock.now());
    await db.transaction(async tx => {
      const results = await detachResults(tx, erasure, at);
      await updateErasure(tx, erasure.id, { results, erasedAt: at, visitorId: null });
    });
  } else await updateErasure(db, erasure.id, { lastEventId: null });
  await writeReady(1n, isRepeated ? 0 : (derived?.ready ?? 0));
  return isComplete;
};

/** Erases one visitor, unless results of the visitor's conversions are still to be made. */
const eraseVisitor = async (unbound: ErasureParts, erasure: Erasure): Promise<void> => {
  const { db, log } = unbound;
  const isRepeated = erasure.lastEventId !== null;
  await whileNotDerived(db, erasure.productId, async () => {
    // The copy of the rows on another slice would keep them.
    if (await isProductMoving(db, erasure.productId)) return;
    const { columnar } = await onOneReplica(unbound.columnar);
    const parts = { ...unbound, columnar };
    // The last event is determined before the results are checked: later conversions are no part of the erasure.
    const erased = await erasedOf(parts, erasure);
    if (!isRepeated && !(await hasAllResults(parts, erasure))) return;
    // An interrupted run may have deleted rows already: its copies are the only ones.
    if (!isRepeated || !(await hasErasureCopies(columnar))) {
      await copyErasedRows(columnar, erased);
      await updateErasure(db, erasure.id, { lastEventId: erased.lastEventId });
    }
    // While the events still have the identifiers, by which their claims are found.
    await eraseClaimsOf(db, erasure.productId, await identifiedConversions(columnar, erased));
    let isComplete = false;
    await moveRows(db, READER_WAIT_MS, async () => {
      isComplete = await replaceRows(parts, erasure, erased, isRepeated);
    });
    await dropErasureCopies(columnar);
    if (isComplete) log.info({ erasure: erasure.id }, 'A visitor was erased.');
  });
};

/**
 * Clears the identifiers of results that ad networks no longer need. An erasure is settled when the journal of this
 * process has no file from before it either.
 *
 * @param emptyJournal answers whether it has none
 */
const settle = async (
  { db, clock }: Pick<StoreParts, 'db' | 'clock'>,
  emptyJournal: () => Promise<boolean>,
): Promise<void> => {
  const settled: number[] = [];
  for (const erasure of await unsettledErasures(db))
    if ((await db.transaction(tx => settleResults(tx, erasure))) === 0) settled.push(erasure.id);
  if (settled.length === 0 || !(await emptyJournal())) return;
  for (const id of settled)
    await updateErasure(db, id, { settledAt: new Date(clock.now()), replacementId: null });
};

/**
 * Which requests can be worked on. A slice that is unavailable, or on which an erasure is half done, delays those of its
 * products only.
 */
const createSliceGate = (
  { clock }: Pick<StoreParts, 'clock'>,
  collector: Pick<Collector, 'drain' | 'completeUpTo'>,
  drainLimitMs: number,
) => {
  const blocked = new Set<string>();
  const drained = new Map<string, number>();
  /** Loads what was accepted before. @returns the time in ms up to which the events of a slice are complete */
  const load = async (slice: string): Promise<number> => {
    // An unavailable slice never ends this.
    const loading = collector.drain(slice).then(() => true);
    if ((await resultWithin(loading, drainLimitMs)) === null) blocked.add(slice);
    // Events that a slower collector accepted before the request would return under the old number.
    const upTo = await collector.completeUpTo(slice);
    return upTo === null ? clock.now() : Math.min(clock.now(), timeOfId(upTo));
  };
  return {
    block: (slice: string) => {
      blocked.add(slice);
    },
    /** @param requestedAtMs the time of the request */
    isOpen: async (slice: string, requestedAtMs: number): Promise<boolean> => {
      if (blocked.has(slice)) return false;
      const upTo = drained.get(slice) ?? (await load(slice));
      drained.set(slice, upTo);
      return !blocked.has(slice) && requestedAtMs <= upTo - DELAY_MS;
    },
  };
};

/**
 * Erases visitors as requested, one at a time, also across processes. An interruption at any place is continued by the
 * next run.
 *
 * @throws the first failure. One before any row was changed delays no other erasure, another one those of the slice
 */
export const runErasures = (
  parts: StoreParts,
  collector: ErasureCollector,
  goesOn = () => true,
  drainLimitMs = DRAIN_LIMIT_MS,
): Promise<boolean> =>
  withTaskLock(parts.db, 'touchpath erasure', async () => {
    const { db, clock } = parts;
    const gate = createSliceGate(parts, collector, drainLimitMs);
    const failures: unknown[] = [];
    const now = clock.now();
    const due = await dueErasures(db, new Date(now - DELAY_MS), new Date(now + CLOCK_TOLERANCE_MS));
    for (const { id, productId, requestedAt, lastEventId } of due) {
      if (!goesOn()) break;
      const its = await ofProduct(parts, productId);
      // Where the clock was ahead, the time of the request is not known.
      const requestedAtMs = requestedAt.getTime() > now ? now - 2 * DELAY_MS : requestedAt.getTime();
      // What is half done waits for no collector: another erasure on the slice would replace the copies of its rows.
      if (!(await gate.isOpen(its.slice, lastEventId === null ? requestedAtMs : 0))) continue;
      try {
        const erasure = await findOpenErasure(db, id);
        if (erasure === null) continue;
        // Events that were accepted before the request have been loaded or refused by now.
        await removeUnloadedEvents(parts, collector);
        await eraseVisitor(its, erasure);
      } catch (error) {
        failures.push(error);
        // The copies of rows that may be deleted are needed until the erasure is continued.
        if (isStoreUnavailable(error) || (await isErasureBegun(db, id))) gate.block(its.slice);
      }
    }
    await settle(parts, async () => (await resultWithin(collector.emptyJournal(), drainLimitMs)) === true);
    if (failures.length > 0) throw failures[0];
  });

export const startErasures = (parts: StoreParts, collector: ErasureCollector): Poller =>
  startPoller(
    async goesOn => {
      await runErasures(parts, collector, goesOn);
    },
    {
      log: parts.log,
      failed: 'Visitors could not be erased; retrying.',
      every: LOOK_EVERY_MS,
      task: { part: 'jobs', name: 'erasures' },
    },
  );
