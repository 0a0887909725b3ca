import { and, eq, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import {
  allChangedCosts,
  allCostingResults,
  unsettled,
  type ResultLines,
  type ResultPage,
} from './result-lines.ts';
import { resultCostChange } from '../schema/index.ts';

/**
 * Feed of result changes into the columnar store. A deriving step marks pending lines with its number and copies them;
 * they are deleted once the published sums include that step. Readers add the remaining lines to the sums, so no change
 * is lost or counted twice after a crash. One process at a time derives (derivation-lock.ts); writers never wait.
 */

/** Maximum number of lines per copy: they are part of the text of one statement. */
const MAX_CHANGES_PER_READ = 40_000;
/** Minimum number of deleted lines for a vacuum: until then readers scan dead rows. */
const MIN_ROWS_TO_CLEAR = 1_000;

/** Ids of products with pending changes. */
export const changedProducts = async (db: Database): Promise<number[]> =>
  (
    await db
      .selectDistinct({ id: resultCostChange.productId })
      .from(resultCostChange)
      .orderBy(resultCostChange.productId)
  ).map(({ id }) => id);

/** Whether a product has changes that the sums up to step `settled` do not include. Included ones are deleted. */
export const hasChanges = async (db: Database, productId: number, settled: string): Promise<boolean> => {
  const of = (which: SQL | undefined) =>
    sql`exists (select from ${resultCostChange} where ${and(eq(resultCostChange.productId, productId), which)})`;
  const {
    rows: [found],
  } = await db.execute<{ due: boolean; left: boolean }>(
    sql`select ${of(unsettled(settled))} as due, ${of(lte(resultCostChange.step, BigInt(settled)))} as left`,
  );
  if (found?.left === true) await forgetChanges(db, productId, settled);
  return found?.due === true;
};

const eachPage = async (
  read: (page: ResultPage) => Promise<ResultLines | null>,
  note: (lines: string) => Promise<void>,
): Promise<number> => {
  let count = 0;
  for (let page = await read({ after: null, limit: MAX_CHANGES_PER_READ }); page !== null;) {
    count += page.count;
    // The next page is read while the present one is written.
    const [next] = await Promise.all([
      page.count < MAX_CHANGES_PER_READ ? null : read({ after: page.last, limit: MAX_CHANGES_PER_READ }),
      note(page.text),
    ]);
    page = next;
  }
  return count;
};
const mark = (db: Database, productId: number, settled: string, step: string) =>
  db
    .update(resultCostChange)
    .set({ step: BigInt(step) })
    .where(and(eq(resultCostChange.productId, productId), unsettled(settled)));

/**
 * Copies the changes of a product's results since a step.
 * @param step number above `settled`, with which the lines are marked
 * @param note writes lines in the form of `ResultLines`
 * @returns number of lines
 */
export const takeChanges = async (
  db: Database,
  productId: number,
  settled: string,
  step: string,
  note: (lines: string) => Promise<void>,
): Promise<number> => {
  // Lines of an interrupted step are marked again.
  await mark(db, productId, settled, step);
  return eachPage(page => allChangedCosts(db, productId, settled, page), note);
};

/** Copies all results of a product in one snapshot, which includes all earlier changes. */
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
  if ((deletedLines ?? 0) >= MIN_ROWS_TO_CLEAR)
    await db.execute(sql`vacuum (truncate false) ${resultCostChange}`);
};

/** Deletes the changes of steps up to this one, which the sums include. */
export const forgetChanges = async (db: Database, productId: number, step: string): Promise<void> =>
  clear(
    db,
    (
      await db
        .delete(resultCostChange)
        .where(and(eq(resultCostChange.productId, productId), lte(resultCostChange.step, BigInt(step))))
    ).rowCount,
  );

/** Deletes the changes of products without rollups: their first derivation reads all results. */
export const forgetChangesOf = async (db: Database, productIds: readonly number[]): Promise<void> => {
  if (productIds.length > 0)
    await clear(
      db,
      (await db.delete(resultCostChange).where(inArray(resultCostChange.productId, [...productIds])))
        .rowCount,
    );
};
