import type { Ending } from '../store/clickhouse/engine/cancellation.ts';
import type { StagingArea } from '../store/clickhouse/rollups/rollup.ts';
import { versionOf } from '../store/clickhouse/rollups/watermarks.ts';
import type { ProductHold } from '../store/postgres/reports/derivation-lock.ts';
import { createLease } from './derivation-lease.ts';
import { deriveStaleProduct, type BatchDependencies, type TaskOutcome } from './derive-stale-product.ts';
import { removeLeftGenerations } from './left-generations.ts';
import { findStaleProducts, type StaleProduct } from './stale-products.ts';

/** The queue `small`: a search, and one product at a time, while this process has its lease. */
export const createSmallQueue = (parts: BatchDependencies, ending: Ending) => {
  const area: StagingArea = { queue: 'small', owner: parts.stagingOwner ?? null };
  const lease = createLease(parts, area);
  /** Found by the last search, before anything changed rollups: their watermarks need not be read again. */
  let unchanged: readonly StaleProduct[] = [];
  /** Whether the rows that earlier processes left were removed. */
  let isTidy = false;
  const release = (): Promise<void> => {
    unchanged = [];
    return lease.release();
  };
  /** Whether the rollups are as the search found them: another process may have made a large batch since. */
  const isAsFound = async ({ rules, found }: StaleProduct): Promise<boolean> =>
    (await versionOf(parts.columnar, rules.productId)) === (found.derived?.version ?? '0');
  return {
    findStale: async (only: ReadonlySet<number> | null): Promise<readonly StaleProduct[] | null> => {
      // Taken anew, so that a broken connection is noticed and other processes have their turn.
      await release();
      if (ending.isDue() || !(await lease.take(false))) return null;
      if (!isTidy) await removeLeftGenerations(parts, lease);
      isTidy = true;
      unchanged = await findStaleProducts(parts, only);
      return unchanged;
    },
    derive: async (stale: StaleProduct, onPublished?: () => void): Promise<TaskOutcome> => {
      const { settings, rules, found, isRebuild } = stale;
      const isUnchanged = unchanged.includes(stale);
      unchanged = [];
      if (ending.isDue() || !(await lease.take(false))) return 'failed';
      const deriveHeld = async (hold: ProductHold): Promise<TaskOutcome> => {
        const isTrusted = isUnchanged && (await isAsFound(stale));
        const known = isTrusted ? found : null;
        return deriveStaleProduct(
          parts,
          ending,
          { settings, rules, found: known, isRebuild, hold, onPublished },
          area,
        );
      };
      const outcome = await lease.withProduct(rules.productId, deriveHeld);
      // A rebuild waits for the other process in the queue `large`, which delays fewer products.
      return outcome ?? (isRebuild ? 'large' : 'failed');
    },
    release,
    /** Runs work on rollups under the lease, and then releases it. @returns null: another process has it */
    within: async <Answer>(work: () => Promise<Answer>): Promise<Answer | null> => {
      if (!(await lease.take(false))) return null;
      try {
        return await work();
      } finally {
        await release();
      }
    },
    /** Waits until this process has the lease. */
    await: (): Promise<boolean> => lease.take(true),
  };
};

export type SmallQueue = ReturnType<typeof createSmallQueue>;
