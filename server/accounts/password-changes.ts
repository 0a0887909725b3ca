import { Failure } from '../http/failures.ts';
import type { Parts } from '../parts.ts';
import { countTry, forgetTries } from '../store/postgres/accounts.ts';
import { ownerById, setPassword } from '../store/postgres/passwords.ts';
import { faultsOfPassword, hashPassword, verifyPassword } from './passwords.ts';
import { ACCOUNT } from './tries.ts';
import type { Viewers } from './viewers.ts';
import type { Viewer } from './visibility.ts';

/**
 * Gives a user a new password; whoever does it proves with his own current one that it is he.
 *
 * One's own: the other sessions end, this one goes on. An administrator's for somebody else: all of that user's sessions end.
 *
 * @param by who changes it, and the session that he does it in
 * @throws {Failure} `not_found`, also for who may see himself only; `forbidden`; `invalid`: the current password is wrong, or the new one not good enough;
 *   `too_many_requests`: the current password was guessed at
 */
export const changePassword = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>, viewers: Viewers, by: { viewer: Viewer; family: string }, userId: number, form: { password: string; current: string },
): Promise<void> => {
  const { viewer, family } = by;
  const own = userId === viewer.userId;
  if (!own && viewer.base === 'agency') throw new Failure('not_found');
  const [owner, changer] = await Promise.all([ownerById(db, { userId, companyId: viewer.companyId }), ownerById(db, viewer)]);
  if (owner === null || changer === null) throw new Failure('not_found');
  if (!own && viewer.base !== 'admin') throw new Failure('forbidden');

  const at = new Date(clock.now());
  const subject = `password:${viewer.userId}`;
  const wait = await countTry(db, subject, at, ACCOUNT);
  if (wait > 0) throw new Failure('too_many_requests', { values: { seconds: wait } });
  if (!await verifyPassword(changer.password, form.current)) throw new Failure('invalid', { fields: { current_password: ['wrong_password'] } });
  await forgetTries(db, subject);
  const faults = faultsOfPassword(form.password, owner);
  if (faults.length > 0) throw new Failure('invalid', { fields: { password: faults } });

  const kept = await hashPassword(form.password);
  await db.transaction(tx => setPassword(tx, owner, { password: kept, at, keep: own ? family : null }));
  viewers.forget(viewer.companyId);
};
