import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Sealing of secrets that the store keeps and the program needs in clear, by a key of the installation. */

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (installationKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', installationKey, '', 'touchpath second factor', KEY_BYTES));

/**
 * Encrypts a secret. The owner is authenticated with it, so that a stored secret cannot be moved to another user.
 *
 * @returns nonce, authentication tag and ciphertext
 */
export const sealSecret = (installationKey: string, owner: string, secret: Buffer): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(installationKey), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** Encrypts a text of an owner, for a text column; an empty text stays empty. */
export const sealText = (installationKey: string, owner: string, text: string): string =>
  text === '' ? '' : sealSecret(installationKey, owner, Buffer.from(text)).toString('base64');

/** Decrypts what {@link sealText} made; null: the installation's key has changed, or another owner's text. */
export const openText = (installationKey: string, owner: string, sealed: string): string | null =>
  sealed === ''
    ? ''
    : (openSecret(installationKey, owner, Buffer.from(sealed, 'base64'))?.toString() ?? null);

/** Decrypts a sealed secret; null: the installation's key has changed, or the secret is another owner's. */
export const openSecret = (installationKey: string, owner: string, sealed: Buffer): Buffer | null => {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(installationKey), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
};
