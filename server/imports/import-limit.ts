import { Failure } from '../http/failures.ts';

/**
 * How many imports are worked on at once, and how many more may wait: each is up to 10 MB that unfold to
 * more, and holds a connection to the store while it is written.
 */
const AT_ONCE = 4;
const MAX_WAITING = 24;
/**
 * One import of a company runs at a time, with a limit of waiting ones, so that one company does not block
 * others.
 */
const MAX_WAITING_PER_COMPANY = 8;

export interface ImportLimit {
  /**
   * Runs a task when the limit permits.
   *
   * @param patient waits however long the queue is: for tasks that no client could retry
   * @throws {Failure} `overloaded`
   */
  run<Answer>(companyId: number, work: () => Promise<Answer>, patient?: boolean): Promise<Answer>;
}

export const createImportLimit = (): ImportLimit => {
  const working = new Set<number>();
  const waiting: { readonly companyId: number; readonly go: () => void }[] = [];
  const startNext = (): void => {
    const next = working.size < AT_ONCE ? waiting.findIndex(({ companyId }) => !working.has(companyId)) : -1;
    if (next < 0) return;
    const [{ companyId, go }] = waiting.splice(next, 1) as [(typeof waiting)[number]];
    working.add(companyId);
    go();
  };
  return {
    run: async (companyId, work, patient = false) => {
      if (working.size < AT_ONCE && !working.has(companyId)) working.add(companyId);
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
