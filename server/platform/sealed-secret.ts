import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

/**
 * Sealing of secrets that the store keeps and the program needs in clear, by the present key of the installation
 * (`secrets.jwt`). Secrets under its earlier keys are opened until these are removed.
 */

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', 'touchpath second factor', KEY_BYTES));

/**
 * Encrypts a secret. The owner is authenticated with it, so that a stored secret cannot be moved to another user.
 *
 * @returns nonce, authentication tag and ciphertext
 */
export const sealSecret = (keys: KeyRing, owner: string, secret: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(keys.current()), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** Encrypts a text of an owner, for a text column; an empty text stays empty. */
export const sealText = (keys: KeyRing, owner: string, text: string): string =>
  text === '' ? '' : sealSecret(keys, owner, Buffer.from(text)).toString('base64');

/** Decrypts what {@link sealText} made; null: its key was removed, or it is another owner's. */
export const openText = (keys: KeyRing, owner: string, sealed: string): string | null =>
  sealed === '' ? '' : (openSecret(keys, owner, Buffer.from(sealed, 'base64'))?.toString() ?? null);

const openBy = (key: string, owner: string, sealed: Buffer): Buffer | null => {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(key), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
};

/** Decrypts a sealed secret; null: its key was removed, or the secret is another owner's. */
export const openSecret = (keys: KeyRing, owner: string, sealed: Buffer): Buffer | null => {
  for (const key of keys.accepted()) {
    const secret = openBy(key, owner, sealed);
    if (secret !== null) return secret;
  }
  return null;
};
