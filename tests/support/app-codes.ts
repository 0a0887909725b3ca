import { createHmac } from 'node:crypto';

/** A naive authenticator app, written from RFC 4226 and RFC 6238. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const bytesOf = (base32: string): Buffer => {
  const bits = Array.from(base32, letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
};

/**
 * The code of an app at a time.
 * @param key secret in base32
 * @param now ms since 1970
 */
export const appCode = (key: string, now: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest();
  const offset = mac[19]! & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
};
