import { createHash, randomBytes } from 'node:crypto';

/** Creates a random token: 256 bits, 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Hashes a token for storage; a reader of the store cannot use the hash as a token. */
export const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();
