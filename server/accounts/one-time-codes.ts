import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECOND } from '../platform/time.ts';
import type { StoredRecoveryCodes } from '../store/postgres/accounts/second-factors.ts';

/** Codes of the second step: of an authenticator app (RFC 6238), and recovery codes. */

const STEP_SECONDS = 30;
/** Steps before and after the present one whose codes are accepted, for clocks that differ. */
const STEP_TOLERANCE = 1;
/** 160 bits, which RFC 4226 recommends. */
const SECRET_BYTES = 20;
const ISSUER = 'Touchpath';

export const RECOVERY_CODE_COUNT = 10;
/** 80 bits, 16 characters of base32. */
const RECOVERY_CODE_BYTES = 10;
const SALT_BYTES = 16;

/** SHA-1, six digits and 30 s: other values are not supported by all apps. */
const totpOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });

/** Creates the secret of an authenticator app. */
export const newAppSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The secret as it is typed (base32), and as the address of a QR code. */
export const describeAppSecret = (
  secret: Buffer,
  account: string,
): { readonly key: string; readonly address: string } => {
  const totp = totpOf(secret, account);
  return { key: totp.secret.base32, address: totp.toString() };
};

/**
 * Finds the step of 30 s to which a code belongs: the present one, the one before or the one after.
 *
 * @param now ms since 1970
 * @returns null: the code is wrong
 */
export const stepOfCode = (secret: Buffer, code: string, now: number): number | null => {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: STEP_TOLERANCE });
  return delta === null ? null : Math.floor(now / (STEP_SECONDS * SECOND)) + delta;
};

/** Reads a typed code: without blanks and dashes, letters of an input method as ASCII, in upper case. */
export const readCode = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();

/** Whether a read code is one of an authenticator app; otherwise it is a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Hashes a read recovery code for storage. */
export const hashRecoveryCode = (salt: Buffer, code: string): Buffer =>
  createHash('sha256').update(salt).update(code).digest();

/** Creates a set of recovery codes: as they are shown once (`ABCD-EFGH-IJKL-MNOP`), and as they are stored. */
export const newRecoveryCodes = (): {
  readonly shown: readonly string[];
  readonly stored: StoredRecoveryCodes;
} => {
  const salt = randomBytes(SALT_BYTES);
  const codes = Array.from(
    { length: RECOVERY_CODE_COUNT },
    () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32,
  );
  return {
    shown: codes.map(code => (code.match(/.{4}/g) ?? []).join('-')),
    stored: { salt, hashes: codes.map(code => hashRecoveryCode(salt, code)) },
  };
};
