import { hash, verify } from '@node-rs/argon2';
import type { Fault, FaultCode } from '../http/failures.ts';

/**
 * OWASP's choice for argon2id: 19 MiB, two passes, one lane; about 27 ms. Algorithm 2 is argon2id (the
 * package's enum cannot be imported here).
 */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * The same characters, however the keyboard composed them: é of one or two, full-width letters of a Japanese
 * input method.
 */
const normal = (password: string): string => password.normalize('NFKC');

/** A password as it is kept. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST);

/** Whether a password is the one that was kept as `kept` (argon2, encoded). */
export const verifyPassword = (storedHash: string, password: string): Promise<boolean> =>
  verify(storedHash, normal(password));

const bare = (text: string): string => normal(text).toLowerCase().replaceAll(/\s/g, '');

/**
 * What is wrong with a new password: its length in characters, or that it is what everybody knows of its
 * owner.
 */
export const faultsOfPassword = (
  password: string,
  owner: { readonly name: string; readonly email: string },
): readonly (Fault | FaultCode)[] => {
  // Code points, as the contract counts them.
  const { length } = Array.from(normal(password));
  if (length < MIN_PASSWORD_LENGTH) return [{ code: 'too_short', values: { min: MIN_PASSWORD_LENGTH } }];
  if (length > MAX_PASSWORD_LENGTH) return [{ code: 'too_long', values: { max: MAX_PASSWORD_LENGTH } }];
  const known = [owner.name, owner.email, owner.email.split('@')[0] ?? ''].map(bare);
  return known.includes(bare(password)) ? ['too_personal'] : [];
};
