import { and, eq, lt } from 'drizzle-orm';
import type { Creation } from '../../../http/idempotency.ts';
import { Failure } from '../../../http/failures.ts';
import { DAY } from '../../../platform/time.ts';
import type { Author } from './audit-log.ts';
import type { Database } from './database.ts';
import { creationRequest } from '../schema/index.ts';

/** Idempotency of forms: a form that is sent again after a lost answer creates nothing. */

/** Retention of idempotency keys in ms: no client repeats a form after a day. */
const IDEMPOTENCY_RETENTION_MS = DAY;

/**
 * Creates a row once per idempotency key, in a transaction. A concurrent request with the same key waits for it.
 * @param creation null: no key was sent, so each request creates a row
 * @param make creates the row and resolves to its id
 * @returns the id of the row created now or by the earlier request
 * @throws {Failure} `already_made`: the key was used for a form with other content
 */
export const makeOnce = async (
  tx: Database,
  { companyId, userId, at }: Author,
  creation: Creation | null,
  make: () => Promise<number>,
): Promise<number> => {
  if (creation === null || userId === null) return make();
  const { key, digest } = creation;
  const own = and(eq(creationRequest.companyId, companyId), eq(creationRequest.userId, userId));
  await tx
    .delete(creationRequest)
    .where(and(own, lt(creationRequest.createdAt, new Date(at.getTime() - IDEMPOTENCY_RETENTION_MS))));
  const { rowCount } = await tx
    .insert(creationRequest)
    .values({ companyId, userId, key, digest, createdAt: at })
    .onConflictDoNothing();
  const ofKey = and(own, eq(creationRequest.key, key));
  if (rowCount === 1) {
    const rowId = await make();
    await tx.update(creationRequest).set({ rowId }).where(ofKey);
    return rowId;
  }
  const [known] = await tx
    .select({ digest: creationRequest.digest, rowId: creationRequest.rowId })
    .from(creationRequest)
    .where(ofKey);
  if (known === undefined || known.rowId === null)
    throw new Error('a creation was started but stored no row');
  if (known.digest !== digest) throw new Failure('already_made', { values: { id: known.rowId } });
  return known.rowId;
};
