import { hash, verify } from '@node-rs/argon2';
import type { Fault, FaultCode } from '../http/failures.ts';

/**
 * Cost of argon2id as OWASP recommends: 19 MiB, two passes, one thread; about 27 ms. Algorithm 2 is argon2id; the
 * package's const enum cannot be imported.
 */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * Normalizes a password, so that composed and decomposed characters and full-width letters of input methods are
 * equal.
 */
const normal = (password: string): string => password.normalize('NFKC');

/** Hashes a password for storage (argon2id, encoded). */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST);

/** Whether a password matches a stored hash (argon2id, encoded). */
export const verifyPassword = (storedHash: string, password: string): Promise<boolean> =>
  verify(storedHash, normal(password));

const bare = (text: string): string => normal(text).toLowerCase().replaceAll(/\s/g, '');

/**
 * Finds the faults of a new password: its length in characters, or that it equals the owner's name or email address.
 */
export const faultsOfPassword = (
  password: string,
  owner: { readonly name: string; readonly email: string },
): readonly (Fault | FaultCode)[] => {
  // Length in code points, as JSON Schema counts it.
  const { length } = Array.from(normal(password));
  if (length < MIN_PASSWORD_LENGTH) return [{ code: 'too_short', values: { min: MIN_PASSWORD_LENGTH } }];
  if (length > MAX_PASSWORD_LENGTH) return [{ code: 'too_long', values: { max: MAX_PASSWORD_LENGTH } }];
  const known = [owner.name, owner.email, owner.email.split('@')[0] ?? ''].map(bare);
  return known.includes(bare(password)) ? ['too_personal'] : [];
};
