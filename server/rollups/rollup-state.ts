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

/** Requests the rollups of a product. @returns whether this process derives it, or another that derives at the moment */
export const isBeingDerived = async (
  { db, slice }: Pick<ProductDependencies, 'db' | 'slice'>,
  productId: number,
): Promise<boolean> => {
  if (reportDemandOf(db).request(productId)) return true;
  for (let checks = 1; !(await isDeriving(db, slice)); checks += 1) {
    if (checks === FRESHNESS.inactivityChecks) return false;
    await setTimeout(FRESHNESS.inactivityPollMs);
  }
  return true;
};
