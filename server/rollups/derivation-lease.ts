import type { ProductDependencies } from '../dependencies.ts';
import type { Queue } from '../store/clickhouse/rollups/rollup.ts';
import { withDerivationLock, type WithProductLock } from '../store/postgres/reports/derivation-lock.ts';

/** The right to make the batches of a queue of a slice, which one process has at a time: two would count sums twice. */
export const createLease = ({ db, slice }: Pick<ProductDependencies, 'db' | 'slice'>, queue: Queue) => {
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
        { queue, slice },
        isPatient,
        withProduct =>
          new Promise<void>(release => {
            granted = { withProduct, release, ended };
            resolve(true);
          }),
      );
      ended.then(resolve, reject);
    });
  return {
    /** @param isPatient waits for another process @returns whether this process has it */
    take: async (isPatient: boolean): Promise<boolean> => granted !== null || take(isPatient),
    /** Runs work on a product under its lock. @returns null: another queue derives the product, or it was deleted */
    withProduct: async <Answer>(productId: number, work: () => Promise<Answer>): Promise<Answer | null> =>
      granted === null ? null : granted.withProduct(productId, work),
    release: async (): Promise<void> => {
      const last = granted;
      granted = null;
      last?.release();
      await last?.ended;
    },
  };
};

export type Lease = ReturnType<typeof createLease>;
