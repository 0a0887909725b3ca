import type { Dependencies } from '../dependencies.ts';
import { withDerivationLock } from '../store/postgres/reports/derivation-lock.ts';

/** The right to derive, which one process has at a time: two would count sums twice. */
export const createLease = (db: Dependencies['db']) => {
  interface Grant {
    readonly release: () => void;
    /** Rejects where the connection to PostgreSQL broke, which releases the lock. */
    readonly ended: Promise<unknown>;
  }
  let granted: Grant | null = null;
  const take = (isPatient: boolean): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const ended = withDerivationLock(
        db,
        isPatient,
        () =>
          new Promise<void>(release => {
            granted = { release, ended };
            resolve(true);
          }),
      );
      ended.then(resolve, reject);
    });
  return {
    /** @param isPatient waits for another process @returns whether this process has it */
    take: async (isPatient: boolean): Promise<boolean> => granted !== null || take(isPatient),
    release: async (): Promise<void> => {
      const last = granted;
      granted = null;
      last?.release();
      await last?.ended;
    },
  };
};

export type Lease = ReturnType<typeof createLease>;
