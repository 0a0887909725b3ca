import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import {
  countPasskeys,
  deletePasskey,
  listPasskeys,
  storePasskey,
  storePasskeyChallenge,
  takePasskeyChallenge,
} from '../store/postgres/accounts/passkeys.ts';
import { beginRecoveryCodes, findMethods, lockFactorsOf } from '../store/postgres/accounts/second-factors.ts';
import { orderCredentialMail } from './credential-mail.ts';
import { newRecoveryCodes } from './one-time-codes.ts';
import { removeFactor, requireOwner, type OwnAuthor } from './own-second-factor.ts';
import {
  boundToSession,
  PASSKEY_CHALLENGE_LIFETIME_MS,
  requestRegistration,
  requireRelyingParty,
  verifyRegistration,
} from './passkeys.ts';

/** Registration and removal of passkeys. Each needs the current password of the user who does it. */

type Parts = Pick<Dependencies, 'db' | 'clock' | 'secrets' | 'settings'>;
/** The author, and the session in which the passkey is registered. */
type InSession = OwnAuthor & { readonly family: string };

/** Passkeys of one user. */
export const PASSKEY_LIMIT = 20;

/**
 * Begins the registration of a passkey.
 *
 * @returns options for the browser, as JSON
 * @throws {Failure} `passkeys_unavailable`, `too_many_passkeys`; `invalid`: the password is wrong; `too_many_requests`
 */
export const beginPasskey = async (parts: Parts, author: InSession, password: string): Promise<string> => {
  const party = requireRelyingParty(parts.settings);
  const owner = await requireOwner(parts, author, password);
  const { companyId, userId, family, at } = author;
  const present = await listPasskeys(parts.db, author);
  if (present.length >= PASSKEY_LIMIT) throw new Failure('too_many_passkeys');
  const account = `${owner.email} (${owner.companyCode})`;
  const { options, challenge } = await requestRegistration(
    party,
    parts.secrets.jwt.current(),
    { companyId, userId, name: owner.name, account },
    present,
  );
  const expiresAt = new Date(at.getTime() + PASSKEY_CHALLENGE_LIFETIME_MS);
  await storePasskeyChallenge(parts.db, {
    companyId,
    userId,
    boundTo: boundToSession(family),
    challenge,
    at,
    expiresAt,
  });
  return options;
};

/**
 * Finishes the registration of a passkey in the session that began it.
 *
 * @param credential JSON of the credential that the browser made
 * @returns the recovery codes, which are shown only here; empty: the user has some already
 * @throws {Failure} `passkeys_unavailable`, `passkey_not_registered`, `passkey_exists`, `too_many_passkeys`
 */
export const registerPasskey = async (
  parts: Parts,
  author: InSession,
  { name, credential }: { readonly name: string; readonly credential: string },
): Promise<readonly string[]> => {
  const { db } = parts;
  const party = requireRelyingParty(parts.settings);
  const challenge = await takePasskeyChallenge(db, { ...author, boundTo: boundToSession(author.family) });
  const made = challenge === null ? null : await verifyRegistration(party, challenge, credential);
  if (made === null) throw new Failure('passkey_not_registered');
  const codes = newRecoveryCodes();
  return db.transaction(async tx => {
    await lockFactorsOf(tx, author);
    if ((await countPasskeys(tx, author)) >= PASSKEY_LIMIT) throw new Failure('too_many_passkeys');
    if (!(await storePasskey(tx, author, { ...made, name }))) throw new Failure('passkey_exists');
    await orderCredentialMail(tx, author, 'passkey_added', author);
    return (await beginRecoveryCodes(tx, author, codes.stored)) ? codes.shown : [];
  });
};

/**
 * Removes a passkey of the author. The last factor takes recovery codes and remembered devices with it.
 *
 * @throws {Failure} `not_found`; `invalid`: the password is wrong; `too_many_requests`
 */
export const removeOwnPasskey = async (
  parts: Parts,
  author: OwnAuthor,
  { id, password }: { readonly id: number; readonly password: string },
): Promise<void> => {
  await requireOwner(parts, author, password);
  await parts.db.transaction(async tx => {
    await lockFactorsOf(tx, author);
    const { hasApp } = await findMethods(tx, author);
    const present = await listPasskeys(tx, author);
    if (!present.some(one => one.id === id)) throw new Failure('not_found');
    if (hasApp || present.length > 1) {
      await deletePasskey(tx, author, id);
      await orderCredentialMail(tx, author, 'passkey_removed', author);
    } else await removeFactor(tx, author);
  });
};
