import type { Dependencies } from '../dependencies.ts';
import { dropDerived, isCurrent } from '../store/clickhouse/rollups/derived.ts';
import { createEnding, type Ending } from '../store/clickhouse/engine/cancellation.ts';
import type { CreditTable } from '../store/clickhouse/rollups/paths.ts';
import { readAllWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import { answersOf } from '../store/clickhouse/engine/settle-all.ts';
import { trackedProducts } from '../store/postgres/reports/costs.ts';
import { aloneDeriving } from '../store/postgres/reports/derivation-lock.ts';
import { changedProducts, forgetChangesOf } from '../store/postgres/results/result-changes-feed.ts';
import { deriveProduct } from './derive-product.ts';
import { DECAY_PERCENT, DECAY_ROWS, decayTable, decayUnits, UNITS } from '../attribution/models.ts';
import { countingRules } from '../attribution/rules.ts';

/** The numbers of the models, for queries. */
export const creditTable: CreditTable = { units: UNITS, decay: decayUnits, rows: DECAY_ROWS, stored: true };

/** The same where a contact weighs so many percent less than the one after it. */
export const creditTableOf = (percent: number): CreditTable =>
  percent === DECAY_PERCENT ? creditTable : { units: UNITS, ...decayTable(percent), stored: false };

export interface Paths {
  /**
   * Brings what is derived up to what is loaded. Calls during a run share one further run, so nothing loaded
   * before the call is missed.
   *
   * @param rest what belongs to the run when all is derived: until it ends nobody else derives, and reports
   *   wait for what comes next. It is to end when the signal is aborted. Of calls that share a run the first
   *   one says it.
   * @returns false: another process is at it, which may not have seen what was loaded last
   */
  refresh(rest?: (closing: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Drops all that is derived and makes it again. */
  rebuild(): Promise<void>;
  /** Cuts off the step under way, but not while rows move; the next start goes on. */
  close(): Promise<void>;
}

type DeriverParts = Pick<Dependencies, 'columnar' | 'db' | 'ids' | 'log'>;

/** Derives what is new of every product, one by one, until it is to end. */
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
    // Of most there is nothing new. Those who waited for another are asked about again: what came meanwhile
    // need not wait for the next run.
    if (isCurrent(found.derived, found.filled, rules) && !changed.includes(product.id)) continue;
    try {
      isLate =
        (await deriveProduct(parts, rules, creditTable, { ending, ...(!isLate && { found }) })) || isLate;
    } catch (error) {
      if (ending.isDue()) return;
      // One product must not keep the others back; its reports read the events meanwhile, and the next
      // refresh tries again.
      parts.log.error({ err: error, product: product.id }, 'paths could not be derived');
    }
  }
};

/**
 * The background maker of derived paths and sums, over all products. Of several processes one at a time makes
 * them.
 */
export const createPaths = (parts: DeriverParts): Paths => {
  const closing = new AbortController();
  const ending = createEnding(parts.columnar, closing.signal);
  let running: Promise<unknown> = Promise.resolve();
  let queued: Promise<boolean> | null = null;

  const after = (work: () => Promise<boolean>): Promise<boolean> => {
    const next = running.then(work);
    running = next.catch(() => undefined); // told to whoever asked for it, not to who comes next
    return next;
  };
  const refresh: Paths['refresh'] = rest => {
    if (closing.signal.aborted) return Promise.resolve(true);
    queued ??= after(() => {
      queued = null;
      return aloneDeriving(parts.db, false, async () => {
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
        aloneDeriving(parts.db, true, async () => {
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
