import type { Database } from '../store/postgres/engine/database.ts';
import { productRules } from '../store/postgres/reports/costs.ts';
import type { ImportContext, ImportKind } from './plan.ts';

/**
 * @returns whether reports leave out the costs of an import, because the product's cost linkage is off now
 */
export const areCostsUnused = async (
  db: Database,
  { companyId, productId }: Pick<ImportContext, 'companyId' | 'productId'>,
  kind: ImportKind,
): Promise<boolean> =>
  kind === 'costs' && (await productRules(db, companyId, productId))?.adCostLinkage === false;
