import pLimit from 'p-limit';
import { recordTask } from '../platform/tasks.ts';
import { productsOn } from '../slices/slices.ts';
import { createEnding } from '../store/clickhouse/engine/cancellation.ts';
import type { Queue } from '../store/clickhouse/rollups/rollup.ts';
import { createBulkDerivation, createRebuild } from './bulk-derivation.ts';
import type { TaskOutcome } from './derive-stale-product.ts';
import { createLargeQueue } from './large-queue.ts';
import { createSmallQueue } from './small-queue.ts';
import type { DeriverDependencies, StaleProduct } from './stale-products.ts';

/** The background derivation of the rollups of a slice. */
export interface Deriver {
  /**
   * Finds the products whose rollups are behind. From then on until `release` or the next search no other process makes
   * small batches.
   *
   * @param only ids of the products to search; null: all
   * @returns null: another process is deriving, which may not have seen the last loaded events
   */
  findStale(only: ReadonlySet<number> | null): Promise<readonly StaleProduct[] | null>;
  /**
   * Updates the rollups of a product. A batch of each queue is made at a time.
   *
   * @param onPublished runs as soon as reports have the rows of the batch, which then clears up
   * @throws where PostgreSQL is unavailable
   */
  derive(stale: StaleProduct, queue: Queue, onPublished?: () => void): Promise<TaskOutcome>;
  /** Those of the products that are on the slice. */
  onSlice(productIds: ReadonlySet<number>): Promise<ReadonlySet<number>>;
  /** Lets other processes make small batches. */
  release(): Promise<void>;
  isClosed(): boolean;
  /**
   * Updates the rollups of all products to the loaded events: first those of small batches, then, while other processes
   * make small batches, those of large ones.
   *
   * @returns false: another process is deriving
   */
  refresh(): Promise<boolean>;
  /**
   * Makes a new generation of the rows of each product, in the order of `refresh`, while reports read the present one;
   * then removes rows that no report reads.
   *
   * @returns the products that could not be rebuilt, which is logged; their reports read the present rows
   */
  rebuild(): Promise<readonly number[]>;
  /**
   * The same for rows that are lost or wrong: all are dropped before, so that reports read the events meanwhile.
   *
   * @param prepare runs in between, while no process derives
   */
  dropAndRebuild(prepare: () => Promise<void>): Promise<readonly number[]>;
  /** Aborts the present batches, but not the move of rows; the next start resumes. */
  close(): Promise<void>;
}

/**
 * The background derivation of paths and sums, over all products of a slice: small batches one by one, and at the
 * same time large ones, such as rebuilds. Only one of several processes makes the batches of a queue at a time.
 */
export const createDeriver = (parts: DeriverDependencies): Deriver => {
  const closing = new AbortController();
  const ending = createEnding(parts.columnar, closing.signal);
  const searches = recordTask('derivation', 'search');
  const batches = recordTask('derivation', 'rollups');
  const small = createSmallQueue({ ...parts, batches }, ending);
  const large = createLargeQueue({ ...parts, batches }, ending);
  const all = createBulkDerivation(parts, ending, small, large);
  const smallWork = pLimit(1);
  const { rebuild, rebuildEnded } = createRebuild(parts, ending, all, smallWork);
  let queued: Promise<boolean> | null = null;
  const refreshAll = async (): Promise<boolean> => {
    const left = await smallWork(() => {
      queued = null;
      return all.deriveSmall();
    });
    return left !== null && (await all.deriveLarge(left)).isFree;
  };
  return {
    findStale: async only => {
      try {
        const found = await smallWork(() => small.findStale(only));
        searches.succeeded();
        return found;
      } catch (error) {
        searches.failed();
        throw error;
      }
    },
    derive: async (stale, queue, onPublished) => {
      if (queue === 'small') return smallWork(() => small.derive(stale, onPublished));
      return (await large.derive(stale, onPublished)) ?? 'failed';
    },
    onSlice: productIds => productsOn(parts.slices, parts.slice, productIds),
    release: () => smallWork(small.release),
    isClosed: () => closing.signal.aborted,
    refresh: () => {
      if (closing.signal.aborted) return Promise.resolve(true);
      queued ??= refreshAll();
      return queued;
    },
    rebuild,
    dropAndRebuild: async prepare => {
      await smallWork(() => all.drop(prepare));
      return rebuild();
    },
    close: async () => {
      closing.abort();
      await ending.end(Promise.all([rebuildEnded(), smallWork(() => undefined), large.ended()]));
      await small.release();
      searches.close();
      batches.close();
    },
  };
};
