import type { Dependencies } from '../dependencies.ts';
import { isCurrent } from '../store/clickhouse/rollups/derived.ts';
import { dropDerived } from '../store/clickhouse/rollups/removal.ts';
import { createEnding, type Ending } from '../store/clickhouse/engine/cancellation.ts';
import type { CreditTable } from '../store/clickhouse/rollups/paths.ts';
import { readAllWatermarks, type ProductWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import { answersOf } from '../store/clickhouse/engine/settle-all.ts';
import { trackedProducts } from '../store/postgres/reports/costs.ts';
import { changedProducts, forgetChangesOf } from '../store/postgres/results/result-changes-feed.ts';
import { createLease, type Lease } from './derivation-lease.ts';
import { deriveProduct } from './derive-product.ts';
import { DECAY_PERCENT, DECAY_ROWS, decayTable, decayUnits, UNITS } from '../attribution/models.ts';
import { countingRules } from '../attribution/rules.ts';
import type { CountingRules } from '../attribution/measurement-rules.ts';

/** The numbers of the models, for queries. */
export const creditTable: CreditTable = { units: UNITS, decay: decayUnits, rows: DECAY_ROWS, stored: true };

/** The same for a decay in percent from each contact to the one before it. */
export const creditTableOf = (percent: number): CreditTable =>
  percent === DECAY_PERCENT ? creditTable : { units: UNITS, ...decayTable(percent), stored: false };

/** A product whose rollups lack events, changes of results or its present rules, as it was found. */
export interface StaleProduct {
  readonly rules: CountingRules;
  readonly found: ProductWatermarks;
}

export interface Paths {
  /**
   * Finds the products whose rollups are behind. From then on until `rest` or the next search no other process derives.
   *
   * @param only ids of the products to look at; null: all
   * @returns null: another process is deriving, which may not have seen the last loaded events
   */
  findStale(only: ReadonlySet<number> | null): Promise<readonly StaleProduct[] | null>;
  /**
   * Updates the rollups of a product.
   *
   * @returns false: it failed, which is logged, or another process is deriving
   * @throws where PostgreSQL is unavailable
   */
  derive(stale: StaleProduct): Promise<boolean>;
  /** Lets other processes derive. */
  rest(): Promise<void>;
  isClosed(): boolean;
  /**
   * Updates the rollups of all products to the loaded events.
   *
   * @returns false: another process is deriving
   */
  refresh(): Promise<boolean>;
  /** Drops all derived rows and rebuilds them. */
  rebuild(): Promise<void>;
  /** Aborts the present step, but not the move of rows; the next start resumes. */
  close(): Promise<void>;
}

type DeriverParts = Pick<Dependencies, 'columnar' | 'db' | 'ids' | 'log'>;

/** @param only ids of the products to look at; null: all */
const findStaleProducts = async (
  { columnar, db }: DeriverParts,
  only: ReadonlySet<number> | null,
): Promise<readonly StaleProduct[]> => {
  const [measured, changed, tracked] = await answersOf(
    readAllWatermarks(columnar, only),
    changedProducts(db),
    trackedProducts(db),
  );
  if (only === null)
    await forgetChangesOf(
      db,
      changed.filter(id => !measured.has(id)),
    );
  return tracked.flatMap(({ id, trackingTerm, excludedIps }) => {
    const found = measured.get(id);
    if (found === undefined) return [];
    const rules = countingRules(id, trackingTerm, excludedIps);
    // Most products have no new events.
    return isCurrent(found.derived, found.filled, rules) && !changed.includes(id) ? [] : [{ rules, found }];
  });
};

/**
 * Derives one product. A failure is logged and must not block the others: its reports read the events meanwhile.
 *
 * @param found absent: the watermarks are read again
 */
const deriveOne = async (
  parts: DeriverParts,
  ending: Ending,
  { rules, found }: Partial<StaleProduct> & Pick<StaleProduct, 'rules'>,
): Promise<boolean> => {
  try {
    await deriveProduct(parts, rules, creditTable, { ending, ...(found !== undefined && { found }) });
    return true;
  } catch (error) {
    if (!ending.isDue())
      parts.log.error(
        { err: error, product: rules.productId },
        'The paths of a product could not be derived.',
      );
    return false;
  }
};

/** Derives the new events of every product, one by one, until it is aborted. */
const deriveAll = async (parts: DeriverParts, ending: Ending): Promise<void> => {
  const stale = await findStaleProducts(parts, null);
  for (const [index, { rules, found }] of stale.entries()) {
    if (ending.isDue()) return;
    // Those that waited for another are checked again, so that events loaded meanwhile need not wait for the next run.
    await deriveOne(parts, ending, index === 0 ? { rules, found } : { rules });
  }
};

/** The steps of the scheduler: a search, and one product at a time, while this process has the lease. */
const createSteps = (parts: DeriverParts, ending: Ending, lease: Lease) => {
  /** Found by the last search, before anything changed rollups: their watermarks need not be read again. */
  let unchanged: readonly StaleProduct[] = [];
  const rest = (): Promise<void> => {
    unchanged = [];
    return lease.release();
  };
  return {
    findStale: async (only: ReadonlySet<number> | null): Promise<readonly StaleProduct[] | null> => {
      // Taken anew, so that a broken connection is noticed and other processes have their turn.
      await rest();
      if (ending.isDue() || !(await lease.take(false))) return null;
      unchanged = await findStaleProducts(parts, only);
      return unchanged;
    },
    derive: async (stale: StaleProduct): Promise<boolean> => {
      const isUnchanged = unchanged.includes(stale);
      unchanged = [];
      if (ending.isDue() || !(await lease.take(false))) return false;
      return deriveOne(parts, ending, isUnchanged ? stale : { rules: stale.rules });
    },
    rest,
    /** Runs work on rollups under the lease. @returns false: another process has it */
    within: async (isPatient: boolean, work: () => Promise<void>): Promise<boolean> => {
      if (!(await lease.take(isPatient))) return false;
      try {
        await work();
      } finally {
        await rest();
      }
      return true;
    },
  };
};

/**
 * The background derivation of paths and sums, over all products. Only one of several processes derives at a
 * time.
 */
export const createPaths = (parts: DeriverParts): Paths => {
  const closing = new AbortController();
  const ending = createEnding(parts.columnar, closing.signal);
  const { findStale, derive, rest, within } = createSteps(parts, ending, createLease(parts.db));
  let running: Promise<unknown> = Promise.resolve();
  let queued: Promise<boolean> | null = null;

  const after = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const next = running.then(work);
    running = next.catch(() => undefined); // reported to the caller of that run, not to the next one
    return next;
  };
  return {
    findStale: only => after(() => findStale(only)),
    derive: stale => after(() => derive(stale)),
    rest: () => after(rest),
    isClosed: () => closing.signal.aborted,
    refresh: () => {
      if (closing.signal.aborted) return Promise.resolve(true);
      queued ??= after(() => {
        queued = null;
        return within(false, () => deriveAll(parts, ending));
      });
      return queued;
    },
    rebuild: async () => {
      await after(() =>
        within(true, async () => {
          await dropDerived(parts.columnar);
          await deriveAll(parts, ending);
        }),
      );
    },
    close: async () => {
      closing.abort();
      await ending.end(running);
      await rest();
    },
  };
};
