import { recordChanges } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { takeUncheckedAttempts } from '../store/postgres/accounts/sign-in-attempts.ts';
import type { Client } from '../http/client.ts';

/**
 * Lines of the audit log about refused sign-ins of existing users. The throttle bounds the checked attempts of a user, and
 * with them the lines; attempts that it refuses unchecked are summed up in the next line of the user.
 */

/** Why a checked sign-in was refused, as the audit log states it. */
export const REFUSED_SIGN_INS = ['password', 'code', 'passkey', 'inactive', 'address'] as const;
export type RefusedSignIn = (typeof REFUSED_SIGN_INS)[number];
/** States that all attempts of a line were refused unchecked. */
export const THROTTLED = 'throttled';

interface Owner {
  readonly companyId: number;
  readonly userId: number;
}

/** Records a refused sign-in. @param subject subject of the throttle */
export const recordRefusedSignIn = (
  db: Database,
  { companyId, userId }: Owner,
  subject: string,
  { address, userAgent, at }: Client & { readonly at: Date },
  reason: RefusedSignIn,
): Promise<void> =>
  db.transaction(async tx => {
    const unchecked = await takeUncheckedAttempts(tx, subject, userId);
    await recordChanges(tx, { companyId, userId: null, ip: address, userAgent, at }, 'users', [
      {
        rowId: userId,
        action: 'sign_in_refused',
        before: null,
        after: { reason, ...(unchecked > 0 && { unchecked }) },
      },
    ]);
  });

/** Records attempts that were refused unchecked, from any addresses. Nothing is recorded for none. */
export const recordUncheckedAttempts = async (
  db: Database,
  { companyId, userId, unchecked }: Owner & { readonly unchecked: number },
  at: Date,
): Promise<void> => {
  if (unchecked === 0) return;
  await recordChanges(db, { companyId, userId: null, ip: '', at }, 'users', [
    {
      rowId: userId,
      action: 'sign_in_refused',
      before: null,
      after: { reason: THROTTLED, unchecked },
    },
  ]);
};
