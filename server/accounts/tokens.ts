import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Creates a random token: 256 bits, 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Hashes a token for storage; a reader of the store cannot use the hash as a token. */
export const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The token that follows a refresh token of a cookie: the same one each time, and not to be guessed without the key of
 * the installation. It has the form of a new token.
 */
export const successorOf = (token: string, installationKey: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', installationKey, '', 'touchpath refresh token', 32)))
    .update(token)
    .digest('base64url');
