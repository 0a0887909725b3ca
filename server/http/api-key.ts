import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Secrets of API keys: `tp_`, 43 random characters, and 6 characters of a checksum. The fixed prefix, length and
 * alphabet let secret scanners find a secret that was published by mistake (`\btp_[0-9A-Za-z]{49}\b`), and the checksum
 * tells it from other text without a query. The underscore occurs in no access token, and a double click selects all.
 */
export const API_KEY_PREFIX = 'tp_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 exceeds 2^256. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = /^tp_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
/** Number of random characters that the console shows, so that people recognise a secret; 37 remain secret. */
const SHOWN_LENGTH = 6;

const checksumOf = (random: string): string => {
  let rest = crc32(random);
  let text = '';
  for (let at = 0; at < CHECKSUM_LENGTH; at++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
};

/** Creates a secret with 256 random bits. */
export const newApiKeySecret = (): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('');
  return `${API_KEY_PREFIX}${random}${checksumOf(random)}`;
};

/** Whether a text has the form of a secret, including the checksum. */
export const isApiKeySecret = (text: string): boolean => {
  const [, random, checksum] = FORM.exec(text) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
};

/** The part of a secret that is stored and shown. */
export const shownPrefixOf = (secret: string): string =>
  secret.slice(0, API_KEY_PREFIX.length + SHOWN_LENGTH);
