import { randomInt } from 'node:crypto';

/** Characters without those that are easily confused: 24 of them have more than 118 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export const newPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 6 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
