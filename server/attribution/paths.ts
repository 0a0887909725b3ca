import type { Parts } from '../parts.ts';
import {
  derivedOf, derivePaths, dropDerived, dropSums, filledOf, isCurrent, measuredProducts, onlyAppended, removeStale, touchedMonths, writeState, type Derived, type Filled,
} from '../store/clickhouse/derived.ts';
import { deriveSums } from '../store/clickhouse/sums.ts';
import type { CreditTable } from '../store/clickhouse/paths.ts';
import type { CountingRules } from '../store/clickhouse/rules.ts';
import { trackedProducts } from '../store/postgres/costs.ts';
import { aloneDeriving } from '../store/postgres/deriving.ts';
import { DECAY_PERCENT, DECAY_ROWS, decayTable, decayUnits, UNITS } from './models.ts';
import { countingRules } from './rules.ts';

/** The numbers of the models, for queries. */
export const creditTable: CreditTable = { units: UNITS, decay: decayUnits, rows: DECAY_ROWS, stored: true };

/** The same where a contact weighs so many percent less than the one after it. */
export const creditTableOf = (percent: number): CreditTable => (percent === DECAY_PERCENT ? creditTable : { units: UNITS, ...decayTable(percent), stored: false });

const NOTHING: Filled = { contact_id: '0', contacts: '0', conversion_id: '0', conversions: '0' };

/**
 * Keeps the derived rows of one product at what is loaded and at its rules: only what is new is worked on, or all of it where the rules changed,
 * where events of the past were added, or where an earlier run was cut off.
 *
 * While rows are written the state says so, and reports read the events instead; so whenever this is cut off, no report is wrong.
 */
export const deriveProduct = async ({ columnar, ids }: Pick<Parts, 'columnar' | 'ids'>, rules: CountingRules, closing: () => boolean = () => false): Promise<void> => {
  const [upTo, before] = await Promise.all([filledOf(columnar, rules.productId), derivedOf(columnar, rules.productId)]);
  if (isCurrent(before, upTo, rules)) return;
  const version = String(ids.next());
  const changed = before !== null && before.rules !== rules.fingerprint;
  const known: Filled = before === null || changed || before.ready === 0 ? NOTHING : before;
  const appended = known === NOTHING || await onlyAppended(columnar, { rules, after: known, upTo, version });
  const step = { rules, after: appended ? known : NOTHING, upTo, version };
  const state = (ready: 0 | 1, filled: Filled): Derived => ({ ...filled, rules: rules.fingerprint, ready, version: ready === 0 ? version : String(ids.next()) });
  await writeState(columnar, rules.productId, state(0, step.after));
  if (step.after === NOTHING) await dropSums(columnar, rules);
  for (const month of await touchedMonths(columnar, step)) {
    if (closing()) return;
    await derivePaths(columnar, step, month, creditTable);
  }
  await deriveSums(columnar, step, closing);
  if (closing()) return;
  await writeState(columnar, rules.productId, state(1, upTo));
  if (changed) await removeStale(columnar, rules);
};

export interface Paths {
  /** Brings what is derived up to what is loaded. Calls during a run share one further run, so nothing loaded before the call is missed. */
  refresh(): Promise<void>;
  /** Drops all that is derived and makes it again. */
  rebuild(): Promise<void>;
  /** Ends after the step under way; the next start goes on. */
  close(): Promise<void>;
}

/** The background maker of derived paths and sums, over all products. Of several processes one at a time makes them. */
export const createPaths = (parts: Pick<Parts, 'columnar' | 'db' | 'ids' | 'log'>): Paths => {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | null = null;

  const deriveAll = async (): Promise<void> => {
    const measured = new Set(await measuredProducts(parts.columnar));
    for (const product of await trackedProducts(parts.db)) {
      if (closed) return;
      if (!measured.has(product.id)) continue;
      try {
        await deriveProduct(parts, countingRules(product.id, product.trackingTerm, product.excludedIps), () => closed);
      } catch (error) {
        // One product must not keep the others back; its reports read the events meanwhile, and the next refresh tries again.
        parts.log.error({ err: error, product: product.id }, 'paths could not be derived');
      }
    }
  };
  const after = (work: () => Promise<void>): Promise<void> => {
    const next = running.then(work);
    running = next.catch(() => undefined); // told to whoever asked for it, not to who comes next
    return next;
  };
  const refresh = (): Promise<void> => {
    if (closed) return Promise.resolve();
    queued ??= after(() => {
      queued = null;
      return aloneDeriving(parts.db, false, deriveAll);
    });
    return queued;
  };
  return {
    refresh,
    rebuild: () => after(() => aloneDeriving(parts.db, true, async () => {
      await dropDerived(parts.columnar);
      await deriveAll();
    })),
    close: async () => {
      closed = true;
      await running;
    },
  };
};
