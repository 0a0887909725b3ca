import { and, eq, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import {
  allChangedCosts,
  allCostingResults,
  unsettled,
  type ResultLines,
  type ResultPage,
} from './result-lines.ts';
import { resultNews } from '../schema/index.ts';

/**
 * How what is changed of results comes into the engine: a step of deriving marks what there is with its
 * number and takes it over; once the engine's sums say that they hold what steps
 * up to this one took, the lines go. Whoever reads adds to the sums what is not in them yet, so that no
 * change is missed or counted twice, whatever is cut off. One process at a time
 * takes over (derivation-lock.ts), and whoever changes results waits for nobody.
 */

/** Lines that are taken over at once: they stand in the text of a statement. */
const AT_ONCE = 40_000;
/**
 * So many lines that are gone are cleared up at once: readers would go through them until the store does it
 * by itself.
 */
const WORTH_CLEARING = 1_000;

/** The products of which something was changed. */
export const changedProducts = async (db: Database): Promise<number[]> =>
  (await db.selectDistinct({ id: resultNews.productId }).from(resultNews).orderBy(resultNews.productId)).map(
    ({ id }) => id,
  );

/**
 * Whether something of a product was changed that is not in sums which hold what steps up to `settled` took;
 * what was left of that is removed.
 */
export const hasChanges = async (db: Database, productId: number, settled: string): Promise<boolean> => {
  const of = (which: SQL | undefined) =>
    sql`exists (select from ${resultNews} where ${and(eq(resultNews.productId, productId), which)})`;
  const {
    rows: [found],
  } = await db.execute<{ due: boolean; left: boolean }>(
    sql`select ${of(unsettled(settled))} as due, ${of(lte(resultNews.step, BigInt(settled)))} as left`,
  );
  if (found?.left === true) await forgetChanges(db, productId, settled);
  return found?.due === true;
};

const eachPage = async (
  read: (page: ResultPage) => Promise<ResultLines | null>,
  note: (lines: string) => Promise<void>,
): Promise<number> => {
  let count = 0;
  for (let page = await read({ after: null, limit: AT_ONCE }); page !== null;) {
    count += page.count;
    // While one is noted, the next is read.
    const [next] = await Promise.all([
      page.count < AT_ONCE ? null : read({ after: page.last, limit: AT_ONCE }),
      note(page.text),
    ]);
    page = next;
  }
  return count;
};
const mark = (db: Database, productId: number, settled: string, step: string) =>
  db
    .update(resultNews)
    .set({ step: BigInt(step) })
    .where(and(eq(resultNews.productId, productId), unsettled(settled)));

/**
 * Hands over what was changed of a product's results since a step.
 *
 * @param step a number above `settled`
 * @param note takes lines, as `ResultLines` has them
 * @returns how many lines
 */
export const takeChanges = async (
  db: Database,
  productId: number,
  settled: string,
  step: string,
  note: (lines: string) => Promise<void>,
): Promise<number> => {
  // What a step took that was cut off is taken again.
  await mark(db, productId, settled, step);
  return eachPage(page => allChangedCosts(db, productId, settled, page), note);
};

/**
 * Hands over all of a product's results, as they are at one state of the store; what was changed up to it is
 * in them.
 */
export const takeResults = (
  db: Database,
  productId: number,
  step: string,
  note: (lines: string) => Promise<void>,
): Promise<number> =>
  db.transaction(
    async tx => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await mark(tx, productId, '0', step);
      return eachPage(page => allCostingResults(tx, productId, page), note);
    },
    { isolationLevel: 'repeatable read' },
  );

const clear = async (db: Database, deletedLines: number | null): Promise<void> => {
  if ((deletedLines ?? 0) >= WORTH_CLEARING) await db.execute(sql`vacuum (truncate false) ${resultNews}`);
};

/** Removes what steps up to this one took: the sums hold it. */
export const forgetChanges = async (db: Database, productId: number, step: string): Promise<void> =>
  clear(
    db,
    (
      await db
        .delete(resultNews)
        .where(and(eq(resultNews.productId, productId), lte(resultNews.step, BigInt(step))))
    ).rowCount,
  );

/**
 * Removes what was changed of products of which nothing is derived: all of their results are read when it
 * will be.
 */
export const forgetChangesOf = async (db: Database, productIds: readonly number[]): Promise<void> => {
  if (productIds.length > 0)
    await clear(
      db,
      (await db.delete(resultNews).where(inArray(resultNews.productId, [...productIds]))).rowCount,
    );
};
