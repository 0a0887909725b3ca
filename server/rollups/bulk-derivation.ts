import pLimit, { type LimitFunction } from 'p-limit';
import type { Ending } from '../store/clickhouse/engine/cancellation.ts';
import { dropDerived, dropDerivedOf, productsWithDerived } from '../store/clickhouse/rollups/removal.ts';
import { whileNotDerived, whileRebuilding } from '../store/postgres/reports/derivation-lock.ts';
import type { LargeQueue } from './large-queue.ts';
import type { SmallQueue } from './small-queue.ts';
import { findStaleProducts, type DeriverDependencies, type StaleProduct } from './stale-products.ts';

/** The derivation of all products: first those of small batches, then, without their lease, those of large ones. */
export const createBulkDerivation = (
  parts: DeriverDependencies,
  ending: Ending,
  small: SmallQueue,
  large: LargeQueue,
) => {
  /** Derives products of small batches, one by one, until it is aborted. @returns those of large batches, and failed ones */
  const deriveSmall = async (products: readonly StaleProduct[]) => {
    const left: StaleProduct[] = [];
    const failed: number[] = [];
    for (const product of products) {
      if (ending.isDue()) return { left: [], failed };
      const outcome = product.queue === 'large' ? 'large' : await small.derive(product);
      if (outcome === 'large') left.push(product);
      if (outcome === 'failed') failed.push(product.rules.productId);
    }
    return { left, failed };
  };
  /** Derives products of large batches. It takes minutes and therefore runs without the lease of the small queue. */
  const deriveLarge = async (products: readonly StaleProduct[]) => {
    const failed: number[] = [];
    let isFree = true;
    for (const product of products) {
      if (ending.isDue()) break;
      const outcome = await large.derive(product);
      if (outcome === null) isFree = false;
      if (outcome === 'failed') failed.push(product.rules.productId);
    }
    return { isFree, failed };
  };
  return {
    /** Derives the products of small batches under the lease. @returns those of large ones; null: another process has it */
    deriveSmall: (): Promise<readonly StaleProduct[] | null> =>
      small.within(async () => (await deriveSmall(await findStaleProducts(parts, null))).left),
    deriveLarge,
    /**
     * Derives all products of small batches anew.
     *
     * @returns those of large batches, failed ones, and others that have rows
     */
    rebuildSmall: async () => {
      try {
        await small.await();
        const before = await productsWithDerived(parts.columnar);
        const all = await findStaleProducts(parts, null, true);
        const found = new Set(all.map(({ rules }) => rules.productId));
        return { others: before.filter(id => !found.has(id)), ...(await deriveSmall(all)) };
      } finally {
        await small.release();
      }
    },
    /** The large queue is waited for first, since that may take minutes. */
    drop: async (prepare: () => Promise<void>): Promise<void> => {
      try {
        await large.exclude(async () => {
          await small.await();
          await dropDerived(parts.columnar);
          await prepare();
        });
      } finally {
        await small.release();
      }
    },
  };
};

type BulkDerivation = ReturnType<typeof createBulkDerivation>;

/**
 * Removes the derived rows of products that were not rebuilt, since they have no events, were deleted, or are on another
 * slice.
 */
const removeRowsOf = async (
  { columnar, db }: Pick<DeriverDependencies, 'columnar' | 'db'>,
  products: readonly number[],
): Promise<void> => {
  for (const productId of products)
    await whileNotDerived(db, productId, () => dropDerivedOf(columnar, productId));
};

/** The rebuild of all products by command. @param smallWork runs work of the small queue */
export const createRebuild = (
  parts: DeriverDependencies,
  ending: Ending,
  all: BulkDerivation,
  smallWork: LimitFunction,
) => {
  const rebuilds = pLimit(1);
  const rebuild = async (): Promise<readonly number[]> => {
    const inSmall = await smallWork(all.rebuildSmall);
    const inLarge = await all.deriveLarge(inSmall.left);
    if (!ending.isDue()) await removeRowsOf(parts, inSmall.others);
    return [...inSmall.failed, ...inLarge.failed];
  };
  return {
    rebuild: () => rebuilds(() => whileRebuilding(parts.db, parts.slice, rebuild)),
    rebuildEnded: (): Promise<void> => rebuilds(() => undefined),
  };
};
