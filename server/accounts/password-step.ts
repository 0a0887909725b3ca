import { randomUUID } from 'node:crypto';
import type { Client } from '../http/client.ts';
import { Failure } from '../http/failures.ts';
import { isAddressAllowed, networkOf } from '../platform/allowed-addresses.ts';
import { findAccount, type Account } from '../store/postgres/accounts/accounts.ts';
import { isEmergencyUser, providerOfCode } from '../store/postgres/accounts/identity-providers.ts';
import { beginSession, type SignInMethod } from '../store/postgres/accounts/refresh-tokens.ts';
import { knownClients } from '../store/postgres/accounts/sign-in-attempts.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { addressSubject, countAttempts, forgetAttempts } from './counted-attempts.ts';
import { accountSubject, knownClientSubject } from './login-throttle.ts';
import { makeRefreshToken, noteSession } from './new-session.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { beginSecondStep, findSecondStep, type StepParts } from './second-step.ts';
import type { Sessions } from './sessions.ts';
import { recordRefusedSignIn, type RefusedSignIn } from './sign-in-log.ts';
import { newToken, sha256 } from './tokens.ts';

/**
 * Finds the subject of a client that the owner of an account uses: its address had a session of the user within 30 days,
 * or its browser is remembered. Both queries run for unknown accounts, too, so that the duration discloses nothing.
 */
const findKnownSubject = async (
  { db }: StepParts,
  typed: { readonly companyCode: string; readonly email: string },
  { address, at }: Pick<Client, 'address'> & { readonly at: Date },
  deviceOf: (userId: number) => string | null,
): Promise<string | null> => {
  const userId = (await findAccount(db, typed))?.userId ?? 0;
  const device = deviceOf(userId);
  const network = networkOf(address);
  const known = await knownClients(db, userId, { at, device: device === null ? null : sha256(device) });
  const account = accountSubject('account', typed.companyCode, typed.email);
  if (device !== null && known.isRemembered)
    return knownClientSubject(account, sha256(device).toString('base64url'));
  return known.addresses.some(one => networkOf(one) === network)
    ? knownClientSubject(account, network)
    : null;
};

/** Why an account may not sign in; null: it may. */
const refusalOf = (found: Account, isRight: boolean, address: string): RefusedSignIn | null => {
  if (!isRight) return 'password';
  if (!found.active) return 'inactive';
  return isAddressAllowed(found.loginAllowedIps, address) ? null : 'address';
};

/**
 * Refuses passwords where the company forces single sign-on, except those of administrators for emergencies. Every
 * refusal is the same, so that it does not name them.
 *
 * @param account whose password is right; null: none
 * @throws {Failure} `single_sign_on_required`
 */
const requirePasswords = async (
  db: Database,
  { companyCode, email }: { readonly companyCode: string; readonly email: string },
  account: Account | null,
): Promise<void> => {
  const provider = await providerOfCode(db, companyCode);
  if (provider?.forced !== true) return;
  if (account?.base !== 'admin' || !isEmergencyUser(provider, email))
    throw new Failure('single_sign_on_required');
};

/** Creates the first step of a sign-in: company, email address and password. */
export const createSignIn = (parts: StepParts): Sessions['signIn'] => {
  const { db, clock } = parts;
  // Hash that is verified where no account exists, so that a refusal takes equally long.
  const nobody = hashPassword(newToken());
  // A rejection is handled where the hash is awaited.
  nobody.catch(() => undefined);

  return async ({ companyCode, email, password }, client, deviceOf) => {
    const { address } = client;
    const at = new Date(clock.now());
    const account = accountSubject('account', companyCode, email);
    const subject = await countAttempts(db, at, addressSubject(address), account, () =>
      findKnownSubject(parts, { companyCode, email }, { address, at }, deviceOf),
    );

    const found = await findAccount(db, { companyCode, email });
    const right = await verifyPassword(found?.password ?? (await nobody), password);
    const refusal = found && refusalOf(found, right, address);
    if (found !== null && refusal !== null)
      await recordRefusedSignIn(db, found, account, { at, ...client }, refusal);
    await requirePasswords(db, { companyCode, email }, refusal === null ? found : null);
    if (found === null || refusal !== null) throw new Failure('signin_refused');
    const { userId, companyId } = found;
    const counted = { userId, companyId, place: addressSubject(address), subjects: [account, subject] };
    const step = await findSecondStep(parts, found, { at, ...client }, deviceOf(userId));
    if (typeof step === 'object') {
      const challenge = await beginSecondStep(parts, found, found.password, step);
      if (challenge === null) throw new Failure('signin_refused');
      await forgetAttempts(db, at, counted);
      return challenge;
    }
    const { refresh, stored } = makeRefreshToken(at, client);
    const grant = { userId, companyId, family: randomUUID() };
    const method: SignInMethod = step === 'remembered' ? 'password, remembered_device' : 'password';
    const row = { ...grant, ...stored, createdAt: at, startedAt: at, method };
    if (!(await beginSession(db, row, found.password))) throw new Failure('signin_refused');
    await forgetAttempts(db, at, counted);
    await noteSession(db, found.userId, at);
    return { ...grant, refresh };
  };
};
