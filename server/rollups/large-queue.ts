import pLimit from 'p-limit';
import type { Ending } from '../store/clickhouse/engine/cancellation.ts';
import type { StagingArea } from '../store/clickhouse/rollups/rollup.ts';
import type { ProductHold } from '../store/postgres/reports/derivation-lock.ts';
import { createLease } from './derivation-lease.ts';
import { deriveStaleProduct, type BatchDependencies, type TaskOutcome } from './derive-stale-product.ts';
import { findStaleProducts, type StaleProduct } from './stale-products.ts';

/** The queue `large`: one batch at a time, which is found anew when its turn comes, since it may have waited long. */
export const createLargeQueue = (parts: BatchDependencies, ending: Ending) => {
  const area: StagingArea = { queue: 'large', owner: parts.stagingOwner ?? null };
  const lease = createLease(parts, area);
  const sequence = pLimit(1);
  /** @param isPatient waits for the large batch of another process */
  const within = async <Answer>(
    isPatient: boolean,
    work: () => Promise<Answer>,
    refused: Answer,
  ): Promise<Answer> => {
    if (ending.isDue() || !(await lease.take(isPatient))) return refused;
    try {
      return await work();
    } finally {
      await lease.release();
    }
  };
  const deriveLarge = async (
    hold: ProductHold,
    isRebuild: boolean,
    onPublished: (() => void) | undefined,
  ): Promise<TaskOutcome> => {
    const [stale] = await findStaleProducts(parts, new Set([hold.productId]), isRebuild);
    return stale === undefined
      ? 'done'
      : deriveStaleProduct(parts, ending, { ...stale, hold, onPublished }, area);
  };
  return {
    /** @returns null: another process makes a large batch, or derives the product; or the product was deleted */
    derive: (
      { rules: { productId }, isRebuild }: StaleProduct,
      onPublished?: () => void,
    ): Promise<TaskOutcome | null> =>
      sequence(() =>
        within<TaskOutcome | null>(
          isRebuild,
          () => lease.withProduct(productId, hold => deriveLarge(hold, isRebuild, onPublished), isRebuild),
          null,
        ),
      ),
    /** Runs work while no process makes a large batch. */
    exclude: (work: () => Promise<void>): Promise<void> => sequence(() => within(true, work, undefined)),
    /** Waits for the present batch and those that wait. */
    ended: (): Promise<void> => sequence(() => undefined),
  };
};

export type LargeQueue = ReturnType<typeof createLargeQueue>;
