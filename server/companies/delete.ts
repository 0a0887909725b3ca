import type { Dependencies } from '../dependencies.ts';
import { hasProductRows, removeProductRows } from '../store/clickhouse/events/products.ts';
import { forgetBookmark } from '../store/postgres/engine/bookmarks.ts';
import {
  productIdsOf,
  recordOperatorAction,
  removeCompany,
  removedProductIds,
} from '../store/postgres/companies/companies.ts';
import { DEMO_COMPANY } from '../seed/people.ts';
import { SEED_BOOKMARK } from '../seed/seed.ts';
import { OperatorError, type OperatorParts, requireCompany } from './operator.ts';

/**
 * Removes a company for good: its settings, people, results and decisions, its events, and all that was
 * derived of them. What is left is the line about it in the
 * record of the operator.
 *
 * @param confirmation the company's ID once more
 * @returns how many products went with it
 * @throws {OperatorError} it is in service, or the confirmation is another word
 */
export const deleteCompany = async (
  parts: OperatorParts & Pick<Dependencies, 'columnar'>,
  code: string,
  confirmation: string,
): Promise<number> => {
  const { db, columnar, clock, operator } = parts;
  const found = await requireCompany(db, code);
  if (found.status)
    throw new OperatorError(
      `${found.code} is in service: npm run company -- disable ${found.code} first, so that nothing of it is counted while it is removed.`,
    );
  if (confirmation !== found.code)
    throw new OperatorError(
      `This removes every event, result and setting of ${found.code} for good: add --confirm ${found.code}.`,
    );
  const productIds = await productIdsOf(db, found.id);
  await db.transaction(async tx => {
    await removeCompany(tx, found);
    // Else the next start with the demo would take it for made.
    if (found.code === DEMO_COMPANY) await forgetBookmark(tx, SEED_BOOKMARK);
    await recordOperatorAction(tx, {
      action: 'company_delete',
      companyCode: found.code,
      operator,
      detail: { company_id: found.id, company_name: found.name, product_ids: productIds },
      doneAt: new Date(clock.now()),
    });
  });
  // What fails here is made up for at the next start of the program.
  if (productIds.length > 0) await removeProductRows(columnar, productIds);
  return productIds.length;
};

/**
 * Removes what came of removed companies after they were removed: events that the journal still held, and
 * rows that were being derived.
 *
 * @returns whether there was anything
 */
export const removeLateRows = async ({
  db,
  columnar,
  log,
}: Pick<Dependencies, 'db' | 'columnar' | 'log'>): Promise<boolean> => {
  const productIds = await removedProductIds(db);
  if (productIds.length === 0 || !(await hasProductRows(columnar, productIds))) return false;
  await removeProductRows(columnar, productIds);
  log.info('Events of removed companies that arrived late were removed.');
  return true;
};
