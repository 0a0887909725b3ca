import type { Dependencies } from '../dependencies.ts';
import { isCurrent } from '../store/clickhouse/rollups/derived.ts';
import { dropDerived } from '../store/clickhouse/rollups/removal.ts';
import { createEnding, type Ending } from '../store/clickhouse/engine/cancellation.ts';
import type { CreditTable } from '../store/clickhouse/rollups/paths.ts';
import { readAllWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import { answersOf } from '../store/clickhouse/engine/settle-all.ts';
import { trackedProducts } from '../store/postgres/reports/costs.ts';
import { withDerivationLock } from '../store/postgres/reports/derivation-lock.ts';
import { changedProducts, forgetChangesOf } from '../store/postgres/results/result-changes-feed.ts';
import { deriveProduct } from './derive-product.ts';
import { DECAY_PERCENT, DECAY_ROWS, decayTable, decayUnits, UNITS } from '../attribution/models.ts';
import { countingRules } from '../attribution/rules.ts';

/** The numbers of the models, for queries. */
export const creditTable: CreditTable = { units: UNITS, decay: decayUnits, rows: DECAY_ROWS, stored: true };

/** The same for a decay in percent from each contact to the one before it. */
export const creditTableOf = (percent: number): CreditTable =>
  percent === DECAY_PERCENT ? creditTable : { units: UNITS, ...decayTable(percent), stored: false };

export interface Paths {
  /**
   * Updates derived rows to the loaded events. Calls during a run share one later run, so no event loaded
   * before the call is missed.
   *
   * @param rest work of the run after the derivation: until it ends no other process derives, and reports
   *   wait for later events. It must end when the signal is aborted. Of calls that share a run the first one
   *   decides it.
   * @returns false: another process is deriving, which may not have seen the last loaded events
   */
  refresh(rest?: (closing: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Drops all derived rows and rebuilds them. */
  rebuild(): Promise<void>;
  /** Aborts the present step, but not the move of rows; the next start resumes. */
  close(): Promise<void>;
}

type DeriverParts = Pick<Dependencies, 'columnar' | 'db' | 'ids' | 'log'>;

/** Derives the new events of every product, one by one, until it is aborted. */
const deriveAll = async (parts: DeriverParts, ending: Ending): Promise<void> => {
  const [measured, changed, tracked] = await answersOf(
    readAllWatermarks(parts.columnar),
    changedProducts(parts.db),
    trackedProducts(parts.db),
  );
  await forgetChangesOf(
    parts.db,
    changed.filter(id => !measured.has(id)),
  );
  let isLate = false;
  for (const product of tracked) {
    if (ending.isDue()) return;
    const found = measured.get(product.id);
    if (found === undefined) continue;
    const rules = countingRules(product.id, product.trackingTerm, product.excludedIps);
    // Most products have no new events. Products that waited for another are checked again, so that events
    // loaded meanwhile need not wait for the next run.
    if (isCurrent(found.derived, found.filled, rules) && !changed.includes(product.id)) continue;
    try {
      isLate =
        (await deriveProduct(parts, rules, creditTable, { ending, ...(!isLate && { found }) })) || isLate;
    } catch (error) {
      if (ending.isDue()) return;
      // A failing product must not block the others; its reports read the events meanwhile, and the next
      // refresh retries.
      parts.log.error({ err: error, product: product.id }, 'The paths of a product could not be derived.');
    }
  }
};

/**
 * The background derivation of paths and sums, over all products. Only one of several processes derives at a
 * time.
 */
export const createPaths = (parts: DeriverParts): Paths => {
  const closing = new AbortController();
  const ending = createEnding(parts.columnar, closing.signal);
  let running: Promise<unknown> = Promise.resolve();
  let queued: Promise<boolean> | null = null;

  const after = (work: () => Promise<boolean>): Promise<boolean> => {
    const next = running.then(work);
    running = next.catch(() => undefined); // reported to the caller of that run, not to the next one
    return next;
  };
  const refresh: Paths['refresh'] = rest => {
    if (closing.signal.aborted) return Promise.resolve(true);
    queued ??= after(() => {
      queued = null;
      return withDerivationLock(parts.db, false, async () => {
        await deriveAll(parts, ending);
        await rest?.(closing.signal);
      });
    });
    return queued;
  };
  return {
    refresh,
    rebuild: async () => {
      await after(() =>
        withDerivationLock(parts.db, true, async () => {
          await dropDerived(parts.columnar);
          await deriveAll(parts, ending);
        }),
      );
    },
    close: async () => {
      closing.abort();
      await ending.end(running);
    },
  };
};
