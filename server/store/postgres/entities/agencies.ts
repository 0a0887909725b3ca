import { and, count, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { Failure } from '../../../http/failures.ts';
import type { Database } from '../engine/database.ts';
import type { Guard } from './entity-write-plan.ts';
import { agency, agencyProduct, user } from '../schema/index.ts';

/** Agencies: their granted products, and the constraint on their removal. */

/** Ids of the products granted to an agency, ascending. */
export const grantsOf: SQL<number[]> = sql<number[]>`array(
  select g.product_id from agency_product g where g.agency_id = ${agency.id} and g.company_id = ${agency.companyId} order by g.product_id
)`;

/** Replaces the products granted to an agency. Call in a transaction that has locked the agency. */
export const writeGrants = async (
  tx: Database,
  companyId: number,
  agencyId: number,
  value: unknown,
): Promise<void> => {
  const wanted = value as readonly number[];
  const own = and(eq(agencyProduct.companyId, companyId), eq(agencyProduct.agencyId, agencyId));
  await tx
    .delete(agencyProduct)
    .where(wanted.length === 0 ? own : and(own, sql`not ${inArray(agencyProduct.productId, [...wanted])}`));
  if (wanted.length > 0)
    await tx
      .insert(agencyProduct)
      .values(wanted.map(productId => ({ companyId, agencyId, productId })))
      .onConflictDoNothing();
};

/**
 * Rejects the removal of an agency with users, who would see nothing without knowing why. A concurrent assignment waits
 * for the agency's row, and then finds the agency deleted.
 * @throws {Failure} `agency_in_use`
 */
export const requireNoUsers: Guard = async (tx, { id, action }) => {
  if (action !== 'remove') return;
  const [assigned] = await tx
    .select({ users: count() })
    .from(user)
    .where(and(eq(user.agencyId, id), user.status));
  if ((assigned?.users ?? 0) > 0) throw new Failure('agency_in_use');
};
