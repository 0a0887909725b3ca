import { randomInt } from 'node:crypto';

/**
 * Without characters that are mistaken for one another when they are copied from paper: 24 of these are 118
 * bits and more.
 */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export const newPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
