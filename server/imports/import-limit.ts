import { Failure } from '../http/failures.ts';

/**
 * Concurrent imports, and imports that may wait. Each has a file of up to 10 MB, which may unfold to more, and uses a
 * database connection while it writes.
 */
const MAX_CONCURRENT_IMPORTS = 4;
const MAX_WAITING = 24;
/** Waiting imports per company. A company runs one import at a time, so that one company does not block others. */
const MAX_WAITING_PER_COMPANY = 8;

export interface ImportLimit {
  /**
   * Runs a task when the limit permits.
   *
   * @param patient waits however long the queue is: for tasks that no client could retry
   * @throws {Failure} `overloaded`: too many imports wait
   */
  run<Answer>(companyId: number, work: () => Promise<Answer>, patient?: boolean): Promise<Answer>;
}

export const createImportLimit = (): ImportLimit => {
  const working = new Set<number>();
  const waiting: { readonly companyId: number; readonly go: () => void }[] = [];
  const startNext = (): void => {
    const next =
      working.size < MAX_CONCURRENT_IMPORTS
        ? waiting.findIndex(({ companyId }) => !working.has(companyId))
        : -1;
    if (next < 0) return;
    const [{ companyId, go }] = waiting.splice(next, 1) as [(typeof waiting)[number]];
    working.add(companyId);
    go();
  };
  return {
    run: async (companyId, work, patient = false) => {
      if (working.size < MAX_CONCURRENT_IMPORTS && !working.has(companyId)) working.add(companyId);
      else {
        const own = waiting.filter(one => one.companyId === companyId).length;
        if (!patient && (waiting.length >= MAX_WAITING || own >= MAX_WAITING_PER_COMPANY))
          throw new Failure('overloaded');
        await new Promise<void>(go => {
          waiting.push({ companyId, go });
        });
      }
      try {
        return await work();
      } finally {
        working.delete(companyId);
        startNext();
      }
    },
  };
};
