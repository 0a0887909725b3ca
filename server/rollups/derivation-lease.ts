import type { ProductDependencies } from '../dependencies.ts';
import { takeOverArea } from '../store/clickhouse/rollups/ddl.ts';
import type { StagingArea } from '../store/clickhouse/rollups/rollup.ts';
import {
  withDerivationLock,
  type ProductHold,
  type WithProductLock,
} from '../store/postgres/reports/derivation-lock.ts';

/**
 * The right to make the batches of a queue of a slice, which one process has at a time: two would count sums twice.
 *
 * @param area the tables in which this process makes them
 */
export const createLease = (
  { db, slice, columnar }: Pick<ProductDependencies, 'db' | 'slice' | 'columnar'>,
  area: StagingArea,
) => {
  interface Grant {
    readonly withProduct: WithProductLock;
    readonly release: () => void;
    /** Rejects where the connection to PostgreSQL broke, which releases the locks. */
    readonly ended: Promise<unknown>;
  }
  let granted: Grant | null = null;
  const take = (isPatient: boolean): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const ended = withDerivationLock(
        db,
        { queue: area.queue, slice },
        isPatient,
        withProduct =>
          new Promise<void>(release => {
            granted = { withProduct, release, ended };
            resolve(true);
          }),
      );
      ended.then(resolve, reject);
    });
  const release = async (): Promise<void> => {
    const last = granted;
    granted = null;
    last?.release();
    await last?.ended;
  };
  return {
    /** @param isPatient waits for another process @returns whether this process has it */
    take: async (isPatient: boolean): Promise<boolean> => {
      if (granted !== null) return true;
      if (!(await take(isPatient))) return false;
      if (area.owner === null) return true;
      try {
        await takeOverArea(columnar, area);
      } catch (error) {
        await release();
        throw error;
      }
      return true;
    },
    /**
     * Runs work on a product under its lock.
     *
     * @param isPatient waits for another queue
     * @returns null: another queue derives the product, or it was deleted
     */
    withProduct: async <Answer>(
      productId: number,
      work: (hold: ProductHold) => Promise<Answer>,
      isPatient = false,
    ): Promise<Answer | null> => (granted === null ? null : granted.withProduct(productId, work, isPatient)),
    release,
  };
};

export type Lease = ReturnType<typeof createLease>;
