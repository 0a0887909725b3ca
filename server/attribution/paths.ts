import type { Parts } from '../parts.ts';
import { dropDerived, measuredProducts } from '../store/clickhouse/derived.ts';
import type { CreditTable } from '../store/clickhouse/paths.ts';
import { trackedProducts } from '../store/postgres/costs.ts';
import { aloneDeriving } from '../store/postgres/deriving.ts';
import { changedProducts, forgetChangesOf } from '../store/postgres/result-news.ts';
import { deriveProduct } from './derive.ts';
import { DECAY_PERCENT, DECAY_ROWS, decayTable, decayUnits, UNITS } from './models.ts';
import { countingRules } from './rules.ts';

/** The numbers of the models, for queries. */
export const creditTable: CreditTable = { units: UNITS, decay: decayUnits, rows: DECAY_ROWS, stored: true };

/** The same where a contact weighs so many percent less than the one after it. */
export const creditTableOf = (percent: number): CreditTable => (percent === DECAY_PERCENT ? creditTable : { units: UNITS, ...decayTable(percent), stored: false });

export interface Paths {
  /**
   * Brings what is derived up to what is loaded. Calls during a run share one further run, so nothing loaded before the call is missed.
   *
   * @param rest what belongs to the run when all is derived: until it ends nobody else derives, and reports wait for what comes next. It is to end when the signal is aborted. Of calls that share a run the first one says it.
   * @returns false: another process is at it, which may not have seen what was loaded last
   */
  refresh(rest?: (closing: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Drops all that is derived and makes it again. */
  rebuild(): Promise<void>;
  /** Ends after the step under way; the next start goes on. */
  close(): Promise<void>;
}

/** The background maker of derived paths and sums, over all products. Of several processes one at a time makes them. */
export const createPaths = (parts: Pick<Parts, 'columnar' | 'db' | 'ids' | 'log'>): Paths => {
  const closing = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let queued: Promise<boolean> | null = null;

  const deriveAll = async (): Promise<void> => {
    const measured = new Set(await measuredProducts(parts.columnar));
    await forgetChangesOf(parts.db, (await changedProducts(parts.db)).filter(id => !measured.has(id)));
    for (const product of await trackedProducts(parts.db)) {
      if (closing.signal.aborted) return;
      if (!measured.has(product.id)) continue;
      try {
        await deriveProduct(parts, countingRules(product.id, product.trackingTerm, product.excludedIps), creditTable, () => closing.signal.aborted);
      } catch (error) {
        // One product must not keep the others back; its reports read the events meanwhile, and the next refresh tries again.
        parts.log.error({ err: error, product: product.id }, 'paths could not be derived');
      }
    }
  };
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
        await deriveAll();
        await rest?.(closing.signal);
      });
    });
    return queued;
  };
  return {
    refresh,
    rebuild: async () => {
      await after(() => aloneDeriving(parts.db, true, async () => {
        await dropDerived(parts.columnar);
        await deriveAll();
      }));
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
};
