import { isIPv4, isIPv6 } from 'node:net';

/**
 * The stored address of events whose IP address is unknown, such as conversions that a server reports without the
 * browser's address. Checks and exclusions by address do not apply to it, and it is displayed as an empty text.
 */
export const NO_ADDRESS = '::';

/** Unspecified addresses, which servers send where they know no address. */
const UNSPECIFIED = new Set(['0.0.0.0', '::ffff:0.0.0.0', '::ffff:0:0']);

/**
 * Converts an address to its stored form: IPv6 (IPv4 mapped), without a zone (`fe80::1%eth0`).
 *
 * @returns null: the text is no IP address
 */
export const storedAddress = (text: string): string | null => {
  if (UNSPECIFIED.has(text)) return NO_ADDRESS;
  if (isIPv4(text)) return `::ffff:${text}`;
  const zone = text.indexOf('%');
  const plain = zone === -1 ? text : text.slice(0, zone);
  return isIPv6(plain) ? plain : null;
};

/** Whether a stored address is known. */
export const isKnownAddress = (stored: string): boolean => stored !== NO_ADDRESS;

/** Converts a stored address for display: IPv4 where mapped; empty: unknown. */
export const shownAddress = (stored: string): string =>
  isKnownAddress(stored) ? stored.replace(/^::ffff:(?=\d+\.)/, '') : '';
