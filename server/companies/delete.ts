import type { Dependencies } from '../dependencies.ts';
import { hasRowsOf, removeRowsOf } from '../slices/product-rows.ts';
import { forgetBookmark } from '../store/postgres/engine/bookmarks.ts';
import {
  productIdsOf,
  recordOperatorAction,
  removeCompany,
  removedProductIds,
} from '../store/postgres/companies/companies.ts';
import { allSamples } from '../store/postgres/companies/sample-data.ts';
import { DEMO_COMPANY } from '../seed/people.ts';
import { SEED_BOOKMARK } from '../seed/seed.ts';
import { OperatorError, type OperatorParts, requireCompany } from './operator.ts';

/**
 * Deletes a company with its settings, users, results, events and derived rows. Only the line in the operator's
 * record remains.
 *
 * @param confirmation the company's ID, repeated
 * @returns number of deleted products
 * @throws {OperatorError} the company is in service, or the confirmation differs
 */
export const deleteCompany = async (
  parts: OperatorParts & Pick<Dependencies, 'slices'>,
  code: string,
  confirmation: string,
): Promise<number> => {
  const { db, slices, clock, operator } = parts;
  const found = await requireCompany(db, code);
  if (found.status)
    throw new OperatorError(
      `${found.code} is enabled. Run npm run company -- disable ${found.code} first, so that no events are counted during the deletion.`,
    );
  if (confirmation !== found.code)
    throw new OperatorError(
      `This permanently deletes all events, results and settings of ${found.code}. Add --confirm ${found.code} to confirm.`,
    );
  const productIds = await productIdsOf(db, found.id);
  await db.transaction(async tx => {
    await removeCompany(tx, found);
    // Otherwise the next start would not create the demo company again.
    if (found.code === DEMO_COMPANY) await forgetBookmark(tx, SEED_BOOKMARK);
    await recordOperatorAction(tx, {
      action: 'company_delete',
      companyCode: found.code,
      operator,
      detail: { company_id: found.id, company_name: found.name, product_ids: productIds },
      doneAt: new Date(clock.now()),
    });
  });
  // If this fails, the next start of the program removes the rows.
  if (productIds.length > 0) await removeRowsOf(slices, productIds);
  return productIds.length;
};

/**
 * Removes rows of deleted companies and sample products that were stored after the deletion: events from the journal,
 * and derived rows.
 *
 * @returns whether there were any
 */
export const removeLateRows = async ({
  db,
  slices,
  log,
}: Pick<Dependencies, 'db' | 'slices' | 'log'>): Promise<boolean> => {
  const samples = (await allSamples(db)).filter(({ state }) => state === 'removed');
  const productIds = [...(await removedProductIds(db)), ...samples.map(({ productId }) => productId)];
  if (productIds.length === 0 || !(await hasRowsOf(slices, productIds))) return false;
  await removeRowsOf(slices, productIds);
  log.info('Late events of deleted companies or sample products were deleted.');
  return true;
};
