import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { MINUTE } from '../platform/time.ts';
import { lockUser } from '../store/postgres/accounts/refresh-tokens.ts';
import { useRememberedDevice } from '../store/postgres/accounts/remembered-devices.ts';
import {
  listPasskeys,
  notePasskeyUse,
  storePasskeyChallenge,
  takePasskeyChallenge,
} from '../store/postgres/accounts/passkeys.ts';
import {
  findMethods,
  findSecondFactor,
  spendRecoveryCode,
  spendStep,
  type Owner,
} from '../store/postgres/accounts/second-factors.ts';
import { storeChallenge } from '../store/postgres/accounts/sign-in-challenges.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { hashRecoveryCode, isAppCode, readCode, stepOfCode } from './one-time-codes.ts';
import {
  boundToSignIn,
  PASSKEY_CHALLENGE_LIFETIME_MS,
  requestAssertion,
  requireRelyingParty,
  verifyAssertion,
} from './passkeys.ts';
import { openSecret } from '../platform/sealed-secret.ts';
import { newToken, sha256 } from './tokens.ts';

/** The second step of a sign-in: whether it is needed, its challenge, and the check of its code or passkey. */

export type StepParts = Pick<Dependencies, 'db' | 'clock' | 'secrets' | 'settings'>;

/** Time in which the code or passkey must follow the password. */
const CHALLENGE_LIFETIME_MS = 10 * MINUTE;

/** Answer to a right password whose user has a second factor. */
export interface Challenge {
  readonly token: string;
  readonly lifetimeMs: number;
  readonly methods: Methods;
}

/** What can answer a challenge, besides recovery codes. */
export interface Methods {
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
}

/** Owner under which the secret of a user is sealed. */
export const sealOwner = ({ companyId, userId }: Owner): string => `${companyId}/${userId}`;

/** Opens the secret of an authenticator app; null: the keys of the installation have changed since. */
export const openAppSecret = (
  { secrets }: Pick<StepParts, 'secrets'>,
  who: Owner,
  sealed: Buffer,
): Buffer | null => openSecret(secrets.jwt, sealOwner(who), sealed);

/**
 * What the second step asks for. `remembered`: the user has a second factor, and the browser is remembered; `none`: the
 * user has no second factor.
 */
export const findSecondStep = async (
  { db }: StepParts,
  who: Owner,
  client: { readonly at: Date; readonly address: string; readonly userAgent: string },
  device: string | null,
): Promise<Methods | 'remembered' | 'none'> => {
  const methods = await findMethods(db, who);
  if (!methods.hasApp && !methods.hasPasskey) return 'none';
  const isRemembered =
    device !== null && (await useRememberedDevice(db, who, { hash: sha256(device), ...client }));
  return isRemembered ? 'remembered' : methods;
};

/**
 * Begins the second step of a sign-in.
 *
 * @param password password hash that was verified
 * @param methods what can answer it
 * @returns null: the password has changed since it was verified
 */
export const beginSecondStep = async (
  { db, clock }: StepParts,
  { companyId, userId }: Owner,
  password: string,
  methods: Methods,
): Promise<Challenge | null> => {
  const token = newToken();
  const at = clock.now();
  const isStored = await db.transaction(async tx => {
    if (!(await lockUser(tx, { companyId, userId }, password))) return false;
    await storeChallenge(tx, {
      companyId,
      userId,
      hash: sha256(token),
      at: new Date(at),
      expiresAt: new Date(at + CHALLENGE_LIFETIME_MS),
    });
    return true;
  });
  return isStored ? { token, lifetimeMs: CHALLENGE_LIFETIME_MS, methods } : null;
};

/**
 * Checks a typed code, of the app or a recovery code.
 *
 * @returns spends the code in the transaction of the session that begins
 * @throws {Failure} `challenge_ended`: the user no longer has a second factor; `code_refused`, also by the returned
 *   function, if the code was used meanwhile
 */
export const checkCode = async (
  parts: StepParts,
  who: Owner,
  typed: string,
  { ip, at }: { readonly ip: string; readonly at: Date },
): Promise<(tx: Database) => Promise<void>> => {
  const factor = await findSecondFactor(parts.db, who);
  if (factor === null) throw new Failure('challenge_ended');
  const code = readCode(typed);
  const requireSpent = (isSpent: boolean): void => {
    if (!isSpent) throw new Failure('code_refused');
  };
  if (isAppCode(code)) {
    const { secret: sealed, confirmedAt } = factor;
    const secret = sealed === null || confirmedAt === null ? null : openAppSecret(parts, who, sealed);
    const step = secret === null ? null : stepOfCode(secret, code, at.getTime());
    if (step === null) throw new Failure('code_refused');
    return async tx => requireSpent(await spendStep(tx, who, step));
  }
  const hash = hashRecoveryCode(factor.recoverySalt ?? Buffer.alloc(0), code);
  return async tx => requireSpent(await spendRecoveryCode(tx, { ...who, ip, at }, hash));
};

/**
 * Asks for a passkey at the second step.
 *
 * @param hash hash of the sign-in's challenge
 * @returns options for the browser, as JSON
 * @throws {Failure} `passkeys_unavailable`; `challenge_ended`: the user has no passkey
 */
export const askForPasskey = async (
  { db, settings }: StepParts,
  { companyId, userId }: Owner,
  { hash, at }: { readonly hash: Buffer; readonly at: Date },
): Promise<string> => {
  const party = requireRelyingParty(settings);
  const passkeys = await listPasskeys(db, { companyId, userId });
  if (passkeys.length === 0) throw new Failure('challenge_ended');
  const { options, challenge } = await requestAssertion(party, passkeys);
  const expiresAt = new Date(at.getTime() + PASSKEY_CHALLENGE_LIFETIME_MS);
  const boundTo = boundToSignIn(hash);
  await storePasskeyChallenge(db, { companyId, userId, boundTo, challenge, at, expiresAt });
  return options;
};

/**
 * Checks the answer of a browser that was asked for a passkey.
 *
 * @param credential JSON of the credential
 * @returns notes the use of the passkey in the transaction of the session that begins
 * @throws {Failure} `passkeys_unavailable`; `passkey_refused`, also by the returned function, if an equal answer was
 *   accepted meanwhile
 */
export const checkPasskey = async (
  { db, settings }: StepParts,
  { companyId, userId }: Owner,
  credential: string,
  { hash, at }: { readonly hash: Buffer; readonly at: Date },
): Promise<(tx: Database) => Promise<void>> => {
  const party = requireRelyingParty(settings);
  const who = { companyId, userId };
  const challenge = await takePasskeyChallenge(db, { ...who, boundTo: boundToSignIn(hash), at });
  const used =
    challenge === null
      ? null
      : await verifyAssertion(party, challenge, credential, await listPasskeys(db, who));
  if (used === null) throw new Failure('passkey_refused');
  return async tx => {
    if (!(await notePasskeyUse(tx, who, { ...used, at }))) throw new Failure('passkey_refused');
  };
};
