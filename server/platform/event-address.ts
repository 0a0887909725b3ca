import { isIPv4, isIPv6 } from 'node:net';

/**
 * The unknown address, in the stores: a server reports a conversion and does not pass on whose browser it
 * was. Rules by address (duplicates, exclusions) do not apply to it, and it is shown as an empty text.
 */
export const NO_ADDRESS = '::';

/** What servers pass on where they know no address themselves. */
const UNSPECIFIED = new Set(['0.0.0.0', '::ffff:0.0.0.0', '::ffff:0:0']);

/**
 * An address as the stores keep it: IPv6, an IPv4 address mapped, without a zone (`fe80::1%eth0`).
 *
 * @returns null where the text is no address
 */
export const storedAddress = (text: string): string | null => {
  if (UNSPECIFIED.has(text)) return NO_ADDRESS;
  if (isIPv4(text)) return `::ffff:${text}`;
  const zone = text.indexOf('%');
  const plain = zone === -1 ? text : text.slice(0, zone);
  return isIPv6(plain) ? plain : null;
};

/** Whether a stored address, in the store's own spelling, is known. */
export const isKnownAddress = (stored: string): boolean => stored !== NO_ADDRESS;

/** A stored address as people write it; empty: unknown. */
export const shownAddress = (stored: string): string =>
  isKnownAddress(stored) ? stored.replace(/^::ffff:(?=\d+\.)/, '') : '';
