import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { MINUTE } from '../platform/time.ts';
import { lockUser } from '../store/postgres/accounts/refresh-tokens.ts';
import { useRememberedDevice } from '../store/postgres/accounts/remembered-devices.ts';
import {
  findSecondFactor,
  spendRecoveryCode,
  spendStep,
  storeChallenge,
  type Owner,
  type SecondFactorRow,
} from '../store/postgres/accounts/second-factors.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { hashRecoveryCode, isAppCode, readCode, stepOfCode } from './one-time-codes.ts';
import { openSecret } from './sealed-secret.ts';
import { newToken, sha256 } from './tokens.ts';

/** The second step of a sign-in: whether it is needed, its challenge, and the check of its code. */

export type StepParts = Pick<Dependencies, 'db' | 'clock' | 'secrets'>;

/** Time in which the code must follow the password. */
const CHALLENGE_LIFETIME_MS = 10 * MINUTE;

/** Answer to a right password whose user has a second factor. */
export interface Challenge {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** Owner under which the secret of a user is sealed. */
export const sealOwner = ({ companyId, userId }: Owner): string => `${companyId}/${userId}`;

/** Opens the secret of an authenticator app; null: the keys of the installation have changed since. */
export const openAppSecret = (parts: StepParts, who: Owner, { secret }: SecondFactorRow): Buffer | null =>
  openSecret(parts.secrets.jwt, sealOwner(who), secret);

/**
 * Whether the second step follows the password. `remembered`: the user has a second factor, and the browser is
 * remembered; `none`: the user has no second factor.
 */
export const findSecondStep = async (
  { db }: StepParts,
  who: Owner,
  client: { readonly at: Date; readonly address: string; readonly userAgent: string },
  device: string | null,
): Promise<'needed' | 'remembered' | 'none'> => {
  const factor = await findSecondFactor(db, who);
  if (factor === null || factor.confirmedAt === null) return 'none';
  const isRemembered =
    device !== null && (await useRememberedDevice(db, who, { hash: sha256(device), ...client }));
  return isRemembered ? 'remembered' : 'needed';
};

/**
 * Begins the second step of a sign-in.
 *
 * @param password password hash that was verified
 * @returns null: the password has changed since it was verified
 */
export const beginSecondStep = async (
  { db, clock }: StepParts,
  { companyId, userId }: Owner,
  password: string,
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
  return isStored ? { token, lifetimeMs: CHALLENGE_LIFETIME_MS } : null;
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
  if (factor === null || factor.confirmedAt === null) throw new Failure('challenge_ended');
  const code = readCode(typed);
  const requireSpent = (isSpent: boolean): void => {
    if (!isSpent) throw new Failure('code_refused');
  };
  if (isAppCode(code)) {
    const secret = openAppSecret(parts, who, factor);
    const step = secret === null ? null : stepOfCode(secret, code, at.getTime());
    if (step === null) throw new Failure('code_refused');
    return async tx => requireSpent(await spendStep(tx, who, step));
  }
  const hash = hashRecoveryCode(factor.recoverySalt ?? Buffer.alloc(0), code);
  return async tx => requireSpent(await spendRecoveryCode(tx, { ...who, ip, at }, hash));
};
