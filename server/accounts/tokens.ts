import { createHash, randomBytes } from 'node:crypto';

/** A token that cannot be guessed: 256 bits, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token: whoever reads the store cannot use it. */
export const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();
