import { hash, verify } from '@node-rs/argon2';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { Fault, FaultCode } from '../http/failures.ts';

/**
 * Cost of argon2id as OWASP recommends: 19 MiB, two passes, one thread; about 27 ms. Algorithm 2 is argon2id; the
 * package's const enum cannot be imported.
 */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const MIN_PASSWORD_LENGTH = 12;
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

let estimator: ZxcvbnFactory | undefined;
/** The estimator of guesses, with lists of common passwords. It is made on first use, as it takes 30 ms and 8 MB. */
const estimatorOfGuesses = (): ZxcvbnFactory =>
  (estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }));

/** Lowest accepted score of a password: at least 10^8 guesses. */
const MIN_SCORE = 3;
/**
 * Number of leading characters of which the score is estimated. The time grows with their square: about 75 ms for 64
 * hostile ones.
 */
const ESTIMATED_LENGTH = 64;

/** Whether a password is a common one or follows a simple pattern, such as a date, a sequence or a repetition. */
const isGuessable = (password: string, words: readonly string[]): boolean =>
  estimatorOfGuesses().check(normal(password).slice(0, ESTIMATED_LENGTH), [...words]).score < MIN_SCORE;

/**
 * Finds the faults of a new password: its length in characters, that it equals the owner's name or email address, or
 * that it is easy to guess.
 */
export const faultsOfPassword = (
  password: string,
  owner: { readonly name: string; readonly email: string },
): readonly (Fault | FaultCode)[] => {
  // Length in code points, as JSON Schema counts it.
  const { length } = Array.from(normal(password));
  if (length < MIN_PASSWORD_LENGTH) return [{ code: 'too_short', values: { min: MIN_PASSWORD_LENGTH } }];
  if (length > MAX_PASSWORD_LENGTH) return [{ code: 'too_long', values: { max: MAX_PASSWORD_LENGTH } }];
  const known = [owner.name, owner.email, owner.email.split('@')[0] ?? '']
    .map(bare)
    .filter(word => word !== '');
  if (known.includes(bare(password))) return ['too_personal'];
  return isGuessable(password, known) ? ['too_common'] : [];
};
