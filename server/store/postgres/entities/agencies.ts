import { and, count, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { Failure } from '../../../http/failures.ts';
import type { Database } from '../engine/database.ts';
import type { Guard } from './entity-writes.ts';
import { agency, agencyProduct, user } from '../schema/index.ts';

/** Agencies: what is kept beside them, and what must hold. */

/** The numbers of the products granted to an agency, in order. */
export const grantsOf: SQL<number[]> = sql<number[]>`array(
  select g.product_id from agency_product g where g.agency_id = ${agency.id} and g.company_id = ${agency.companyId} order by g.product_id
)`;

/** Grants an agency these products and no others. To be called in a transaction that holds the agency. */
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
 * An agency that users belong to stays: they would see nothing, and nobody would know why. Who is just being
 * given to it waits for the agency's row,
 * and then finds it deleted.
 *
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
