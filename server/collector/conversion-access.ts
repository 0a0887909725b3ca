import { hash, timingSafeEqual } from 'node:crypto';
import { createAllowList } from '../platform/allowed-addresses.ts';
import type { Reason } from './reasons.ts';

/** The HTTP header in which a caller of `/cv` sends the product's conversion key. */
export const CONVERSION_KEY_HEADER = 'x-conversion-key';

/** A key as its SHA-256: comparing digests takes the same time for any input. */
interface AcceptedKey {
  readonly digest: Buffer;
  /** Milliseconds since 1970; infinite for the current key. */
  readonly until: number;
}

/** Which callers may report conversions of a product to `/cv`. */
export interface ConversionAccess {
  readonly keyRequired: boolean;
  readonly keys: readonly AcceptedKey[];
  readonly isAddressAllowed: (address: string) => boolean;
}

/** Digests are hexadecimal. */
interface ConversionAccessRow {
  readonly conversionKeyDigest: string;
  readonly previousConversionKeyDigest: string | null;
  readonly previousConversionKeyUntilMs: number | null;
  readonly conversionKeyRequired: boolean;
  readonly conversionAddresses: readonly string[];
}

const acceptedKey = (digest: string, until: number): AcceptedKey => ({
  digest: Buffer.from(digest, 'hex'),
  until,
});

/** Parses a product's settings once, so that a call parses and hashes only its own input. */
export const planConversionAccess = (row: ConversionAccessRow): ConversionAccess => ({
  keyRequired: row.conversionKeyRequired,
  keys: [
    acceptedKey(row.conversionKeyDigest, Number.POSITIVE_INFINITY),
    ...(row.previousConversionKeyDigest === null || row.previousConversionKeyUntilMs === null
      ? []
      : [acceptedKey(row.previousConversionKeyDigest, row.previousConversionKeyUntilMs)]),
  ],
  isAddressAllowed: createAllowList(row.conversionAddresses),
});

/**
 * Whether a caller proved by a key that it is the product's server, or the reason of the refusal.
 *
 * A key is checked even where none is required: a sender with a wrong key sees the error before the key
 * becomes required.
 *
 * @param caller `address` as resolved by TRUST_PROXY; `key` is empty if none was sent
 * @param now milliseconds since 1970
 */
export const proveCaller = (
  access: ConversionAccess,
  caller: { readonly address: string; readonly key: string },
  now: number,
): boolean | Reason => {
  if (!access.isAddressAllowed(caller.address)) return 'caller_address_not_allowed';
  if (caller.key === '') return access.keyRequired ? 'conversion_key_missing' : false;
  const sent = hash('sha256', caller.key, 'buffer');
  let isKnown = false;
  for (const { digest, until } of access.keys)
    if (timingSafeEqual(digest, sent) && now < until) isKnown = true;
  return isKnown ? true : 'conversion_key_wrong';
};
