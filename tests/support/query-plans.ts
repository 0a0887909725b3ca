import { sql } from 'drizzle-orm';
import type { Database } from '../../server/store/postgres/engine/database.ts';

const PLANNER_SETTINGS = ['enable_hashjoin', 'enable_hashagg', 'enable_sort', 'enable_material'] as const;

/**
 * Runs `work` with every plan that the relational store may choose as its tables grow, and rolls its changes
 * back each time.
 *
 * @returns the answers, one for each plan
 */
export const answersOfEveryPlan = async <Answer>(
  db: Database,
  work: (tx: Database) => Promise<Answer>,
): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  for (let plan = 0; plan < 2 ** PLANNER_SETTINGS.length; plan += 1) {
    const back = new Error('taken back');
    await db
      .transaction(async tx => {
        for (const [at, way] of PLANNER_SETTINGS.entries())
          if ((plan & (1 << at)) !== 0) await tx.execute(sql.raw(`set local ${way} = off`));
        answers.push(await work(tx));
        throw back;
      })
      .catch((error: unknown) => {
        if (error !== back) throw error;
      });
  }
  return answers;
};
