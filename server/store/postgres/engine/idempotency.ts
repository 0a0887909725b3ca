import { and, eq, lt } from 'drizzle-orm';
import type { Creation } from '../../../http/idempotency.ts';
import { Failure } from '../../../http/failures.ts';
import { DAY } from '../../../platform/time.ts';
import type { Author } from './audit-log.ts';
import type { Database } from './database.ts';
import { creationRequest } from '../schema/index.ts';

/** Forms that may come twice, since their answer was lost on the way: the second time they make nothing. */

/** How long a creation request is stored: no client repeats one after a day. */
const IDEMPOTENCY_RETENTION_MS = DAY;

/**
 * Makes a row inside of a transaction unless the same form made it before. Whoever sends the same at the same
 * time waits here for the first one's end.
 *
 * @param creation null: the asker gave no key, so each form makes a row
 * @param make makes the row and answers its number
 * @returns the row's number, of this time or of the first
 * @throws {Failure} `already_made`: the key made a row of a form that said something else
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
  if (known === undefined || known.rowId === null) throw new Error('a form was begun and made no row');
  if (known.digest !== digest) throw new Failure('already_made', { values: { id: known.rowId } });
  return known.rowId;
};
