import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { countAttempt, removeAttempts } from '../store/postgres/accounts/sign-in-attempts.ts';
import { ownerById, type PasswordOwner } from '../store/postgres/accounts/passwords.ts';
import { endSessionsOf } from '../store/postgres/accounts/refresh-tokens.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findMethods,
  findSecondFactor,
  lockFactorsOf,
  removeApp,
  removeSecondFactor,
  replaceRecoveryCodes,
  type Owner,
} from '../store/postgres/accounts/second-factors.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import type { Locale } from '../wording/words.ts';
import { orderCredentialMail } from './credential-mail.ts';
import { ACCOUNT } from './login-throttle.ts';
import {
  describeAppSecret,
  isAppCode,
  newAppSecret,
  newRecoveryCodes,
  readCode,
  stepOfCode,
} from './one-time-codes.ts';
import { sealSecret } from '../platform/sealed-secret.ts';
import { openAppSecret, sealOwner } from './second-step.ts';
import { requireCurrentPassword } from './user-changes.ts';

/** Set-up, renewal and removal of second factors. Each needs the current password of the user who does it. */

type Parts = Pick<Dependencies, 'db' | 'clock' | 'secrets'>;
/** `locale`: language of the mail about the change. */
export type OwnAuthor = Author & Owner & { readonly locale: Locale };

/**
 * Requires the current password of the author.
 *
 * @throws {Failure} `unauthenticated`: the user was deleted meanwhile; `invalid`, `too_many_requests`
 */
export const requireOwner = async (
  parts: Pick<Parts, 'db' | 'clock'>,
  who: Owner,
  password: string,
): Promise<PasswordOwner> => {
  const owner = await ownerById(parts.db, who);
  if (owner === null) throw new Failure('unauthenticated');
  await requireCurrentPassword(parts, owner, password);
  return owner;
};

/**
 * Begins the set-up of an authenticator app.
 *
 * @returns the secret to be typed, and as the address of a QR code; it is shown only here
 * @throws {Failure} `second_factor_exists`; `invalid`: the password is wrong; `too_many_requests`
 */
export const setUpApp = async (
  parts: Parts,
  { companyId, userId, at }: OwnAuthor,
  password: string,
): Promise<{ readonly key: string; readonly address: string }> => {
  const owner = await requireOwner(parts, { companyId, userId }, password);
  const secret = newAppSecret();
  const sealed = sealSecret(parts.secrets.jwt, sealOwner({ companyId, userId }), secret);
  if (!(await beginSecondFactor(parts.db, { companyId, userId }, sealed, at)))
    throw new Failure('second_factor_exists');
  return describeAppSecret(secret, `${owner.email} (${owner.companyCode})`);
};

/**
 * Finishes the set-up with a code of the app.
 *
 * @returns the recovery codes, which are shown only here; empty: the user has some already
 * @throws {Failure} `second_factor_absent`: no set-up has begun; `second_factor_exists`; `invalid`: the code is wrong;
 *   `too_many_requests`
 */
export const confirmApp = async (
  parts: Parts,
  author: OwnAuthor,
  typed: string,
): Promise<readonly string[]> => {
  const { db } = parts;
  const subject = `second-factor-setup:${author.userId}`;
  const wait = await countAttempt(db, subject, author.at, ACCOUNT);
  if (wait > 0) throw new Failure('too_many_requests', { values: { seconds: wait } });
  const factor = await findSecondFactor(db, author);
  const sealed = factor?.secret ?? null;
  const secret = sealed === null ? null : openAppSecret(parts, author, sealed);
  if (sealed === null || secret === null) throw new Failure('second_factor_absent');
  const code = readCode(typed);
  const step = isAppCode(code) ? stepOfCode(secret, code, author.at.getTime()) : null;
  if (step === null) throw new Failure('invalid', { fields: { code: ['wrong_code'] } });
  const codes = newRecoveryCodes();
  const confirmation = await db.transaction(async tx => {
    const made = await confirmSecondFactor(tx, author, { secret: sealed, step, codes: codes.stored });
    if (made !== 'refused') await orderCredentialMail(tx, author, 'app_added', author);
    return made;
  });
  if (confirmation === 'refused') throw new Failure('second_factor_exists');
  await removeAttempts(db, subject);
  return confirmation === 'confirmed' ? [] : codes.shown;
};

/**
 * Makes new recovery codes, which end the former ones.
 *
 * @returns the recovery codes, which are shown only here
 * @throws {Failure} `second_factor_absent`; `invalid`: the password is wrong; `too_many_requests`
 */
export const renewRecoveryCodes = async (
  parts: Parts,
  author: OwnAuthor,
  password: string,
): Promise<readonly string[]> => {
  await requireOwner(parts, author, password);
  const codes = newRecoveryCodes();
  await parts.db.transaction(async tx => {
    if (!(await replaceRecoveryCodes(tx, author, codes.stored))) throw new Failure('second_factor_absent');
    await orderCredentialMail(tx, author, 'recovery_codes_renewed', author);
  });
  return codes.shown;
};

/** Removes the second factor and tells the user. @throws {Failure} `second_factor_absent` */
export const removeFactor = async (tx: Database, author: OwnAuthor): Promise<void> => {
  if (!(await removeSecondFactor(tx, author, author))) throw new Failure('second_factor_absent');
  await orderCredentialMail(tx, author, 'second_factor_removed', author);
};

/**
 * Removes the author's app. Without a passkey beside it, this removes the second factor.
 *
 * @throws {Failure} `second_factor_absent`; `invalid`: the password is wrong; `too_many_requests`
 */
export const removeOwnApp = async (parts: Parts, author: OwnAuthor, password: string): Promise<void> => {
  await requireOwner(parts, author, password);
  await parts.db.transaction(async tx => {
    await lockFactorsOf(tx, author);
    const { hasApp, hasPasskey } = await findMethods(tx, author);
    if (!hasApp) throw new Failure('second_factor_absent');
    if (hasPasskey) {
      await removeApp(tx, author);
      await orderCredentialMail(tx, author, 'app_removed', author);
    } else await removeFactor(tx, author);
  });
};

/**
 * Removes the author's second factor: app, passkeys and recovery codes.
 *
 * @throws {Failure} `second_factor_absent`; `invalid`: the password is wrong; `too_many_requests`
 */
export const removeOwnFactor = async (parts: Parts, author: OwnAuthor, password: string): Promise<void> => {
  await requireOwner(parts, author, password);
  await parts.db.transaction(tx => removeFactor(tx, author));
};

/** What an administrator states to reset the second factor of a user. */
export interface FactorReset {
  readonly userId: number;
  /** Current password of the administrator. */
  readonly password: string;
  readonly locale: Locale;
  /** Session of the administrator, which goes on if the account is the administrator's own. */
  readonly family: string;
}

/**
 * Removes the second factor of a user who lost it, ends the user's sessions, and tells the user by mail.
 *
 * @throws {Failure} `not_found`; `second_factor_absent`; `invalid`: the password is wrong; `too_many_requests`
 */
export const resetFactor = async (
  parts: Parts,
  author: OwnAuthor,
  { userId, password, locale, family }: FactorReset,
): Promise<void> => {
  const { companyId, at } = author;
  const owner = await ownerById(parts.db, { userId, companyId });
  if (owner === null) throw new Failure('not_found');
  await requireOwner(parts, author, password);
  await parts.db.transaction(async tx => {
    if (!(await removeSecondFactor(tx, author, { userId, companyId })))
      throw new Failure('second_factor_absent');
    await endSessionsOf(tx, [userId], at, userId === author.userId ? family : null);
    await orderCredentialMail(tx, author, 'second_factor_reset', { userId, locale });
  });
};
