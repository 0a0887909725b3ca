import type { Static } from '@fastify/type-provider-typebox';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import { countAttempt, removeAttempts } from '../store/postgres/accounts/sign-in-attempts.ts';
import type { Creation } from '../http/idempotency.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import { ownerById, type PasswordOwner } from '../store/postgres/accounts/passwords.ts';
import { insertUser, updateUser, type UserValues } from '../store/postgres/accounts/users.ts';
import { orderCredentialMail } from './credential-mail.ts';
import { faultsOfPassword, hashPassword, verifyPassword } from './passwords.ts';
import type { UserChange, UserForm } from './schemas.ts';
import { ACCOUNT } from './login-throttle.ts';
import type { Viewer } from '../http/visibility.ts';
import type { Locale } from '../wording/words.ts';

/** Creates and changes users, with the rules on who may change what. */

type Stores = Pick<Dependencies, 'db' | 'clock'>;
type Change = Static<(typeof UserChange)['schema']>;

/** A user's name without surrounding spaces. @throws {Failure} `invalid`: it is empty or spaces */
export const nameOf = (input: string): string => {
  const name = input.trim();
  if (name === '') throw new Failure('invalid', { fields: { user_name: ['required'] } });
  return name;
};

/** Checks and hashes a new password. @throws {Failure} `invalid`: the password has faults */
const hashAllowedPassword = (password: string, owner: { name: string; email: string }): Promise<string> => {
  const faults = faultsOfPassword(password, owner);
  if (faults.length > 0) throw new Failure('invalid', { fields: { password: faults } });
  return hashPassword(password);
};

/** Creates a user, once per idempotency key. @returns the user's id @throws {Failure} `invalid` */
export const makeUser = async (
  { db }: Stores,
  author: Author,
  form: Static<(typeof UserForm)['schema']>,
  creation: Creation | null,
): Promise<number> => {
  const { password, ...fields } = form;
  const values: UserValues = {
    ...fields,
    user_name: nameOf(fields.user_name),
    agency: fields.agency ?? null,
  };
  return insertUser(
    db,
    author,
    values,
    await hashAllowedPassword(password, { name: values.user_name, email: values.email }),
    creation,
  );
};

/** The author of a change and the session in which it is made. */
interface Changer {
  readonly viewer: Viewer;
  readonly family: string;
  readonly author: Author;
  /** Language of the mails about the change. */
  readonly locale: Locale;
}

/**
 * Changes a user. A new password requires the caller's current one. A new role, agency or password ends the user's
 * sessions, except the session of a change of oneself. Mails tell the user of a new password, and the former address of
 * a new one.
 *
 * @throws {Failure} `not_found`, also where the caller may see only himself; `forbidden`; `conflict`;
 *   `last_administrator`; `invalid`: the current password is wrong or a field has faults; `too_many_requests`: too
 *   many wrong current passwords
 */
export const changeUser = async (
  stores: Stores,
  by: Changer,
  userId: number,
  form: Change,
): Promise<void> => {
  const { db } = stores;
  const { viewer, family, author, locale } = by;
  const own = userId === viewer.userId;
  if (!own && viewer.base === 'agency') throw new Failure('not_found');
  const [owner, changer] = await Promise.all([
    ownerById(db, { userId, companyId: viewer.companyId }),
    ownerById(db, viewer),
  ]);
  if (owner === null || changer === null) throw new Failure('not_found');
  const { password, current_password: current, updated_at: seen, ...fields } = form;
  requirePermission(viewer, own, fields);
  requireComplete(form);

  const values: Partial<UserValues> = {
    ...fields,
    ...(fields.user_name !== undefined && { user_name: nameOf(fields.user_name) }),
  };
  const passwordHash =
    password === undefined || current === undefined
      ? null
      : await provenPassword(stores, changer, current, password, {
          name: values.user_name ?? owner.name,
          email: values.email ?? owner.email,
        });
  await db.transaction(async tx => {
    await updateUser(tx, author, userId, {
      values,
      seen: seen === undefined ? null : new Date(seen),
      password: passwordHash,
      keep: own ? family : null,
    });
    if (passwordHash !== null) await orderCredentialMail(tx, author, 'password_changed', { userId, locale });
    if (values.email !== undefined && values.email !== owner.email)
      await orderCredentialMail(tx, author, 'email_changed', { userId, locale, email: owner.email });
  });
};

/**
 * Administrators may change every field of every user; other users only their own name and password.
 *
 * @throws {Failure} `forbidden`
 */
const requirePermission = (
  viewer: Viewer,
  isOwn: boolean,
  { email, role, agency }: Pick<Change, 'email' | 'role' | 'agency'>,
): void => {
  const touchesAccess = email !== undefined || role !== undefined || agency !== undefined;
  if (viewer.base !== 'admin' && (!isOwn || touchesAccess)) throw new Failure('forbidden');
};

/** Requires the fields that depend on each other. @throws {Failure} `invalid` */
const requireComplete = ({
  password,
  current_password: current,
  updated_at: seen,
  ...fields
}: Change): void => {
  const missing = [
    ...(password !== undefined && current === undefined ? ['current_password'] : []),
    ...(password === undefined && current !== undefined ? ['password'] : []),
    ...(Object.keys(fields).length > 0 && seen === undefined ? ['updated_at'] : []),
  ];
  if (missing.length > 0)
    throw new Failure('invalid', {
      fields: Object.fromEntries(missing.map(field => [field, ['required'] as const])),
    });
};

/**
 * Verifies the caller's current password, because an unattended session must not change the access of an account.
 *
 * @throws {Failure} `invalid`: it is wrong; `too_many_requests`: too many wrong ones
 */
export const requireCurrentPassword = async (
  { db, clock }: Stores,
  changer: PasswordOwner,
  current: string,
): Promise<void> => {
  const subject = `password:${changer.userId}`;
  const wait = await countAttempt(db, subject, new Date(clock.now()), ACCOUNT);
  if (wait > 0) throw new Failure('too_many_requests', { values: { seconds: wait } });
  if (!(await verifyPassword(changer.password, current)))
    throw new Failure('invalid', { fields: { current_password: ['wrong_password'] } });
  await removeAttempts(db, subject);
};

/**
 * Verifies the caller's current password, then checks and hashes the new one.
 *
 * @throws {Failure} `invalid`, `too_many_requests`
 */
const provenPassword = async (
  stores: Stores,
  changer: PasswordOwner,
  current: string,
  password: string,
  owner: { name: string; email: string },
): Promise<string> => {
  await requireCurrentPassword(stores, changer, current);
  return hashAllowedPassword(password, owner);
};
