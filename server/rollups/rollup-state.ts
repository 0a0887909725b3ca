import { setTimeout } from 'node:timers/promises';
import type { ProductDependencies } from '../dependencies.ts';
import { FRESHNESS } from './freshness.ts';
import { reportDemandOf } from './report-demand.ts';
import { readProductWatermarks, type ProductWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import { isDeriving } from '../store/postgres/reports/derivation-lock.ts';

const runningReads = new WeakMap<ProductDependencies['columnar'], Map<number, Promise<ProductWatermarks>>>();
/**
 * Reads the watermarks of a product. Concurrent reports, such as those of a dashboard, share one read: it takes as
 * long as many of the reports themselves.
 */
export const readSharedWatermarks = (
  columnar: ProductDependencies['columnar'],
  productId: number,
): Promise<ProductWatermarks> => {
  const of = runningReads.get(columnar) ?? new Map<number, Promise<ProductWatermarks>>();
  runningReads.set(columnar, of);
  const read =
    of.get(productId) ?? readProductWatermarks(columnar, productId).finally(() => of.delete(productId));
  of.set(productId, read);
  return read;
};

/** Whether a process derives at the moment, or this one will, because a report requests it. */
export const isBeingDerived = async ({
  db,
  slice,
}: Pick<ProductDependencies, 'db' | 'slice'>): Promise<boolean> => {
  if (reportDemandOf(db).request()) return true;
  for (let checks = 1; !(await isDeriving(db, slice)); checks += 1) {
    if (checks === FRESHNESS.inactivityChecks) return false;
    await setTimeout(FRESHNESS.derivationPollMs);
  }
  return true;
};
