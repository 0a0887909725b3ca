import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The stored address of events whose IP address is unknown, such as conversions that a server reports without the
 * browser's address. Checks and exclusions by address do not apply to it, and it is displayed as an empty text.
 */
export const NO_ADDRESS = '::';

/** Unspecified addresses, which servers send where they know no address. */
const UNSPECIFIED = new Set(['0.0.0.0', '::ffff:0.0.0.0', '::ffff:0:0']);

/** The eight groups of an IPv6 address. ipaddr.js reads `::10.0.0.1` as mapped unless a group precedes it. */
const groupsOf = (address: string): readonly number[] =>
  ipaddr.IPv6.parse(address.replace(/^::(?=\d+\.)/, '0::')).parts;

/** Whether the first 96 bits are the prefix of shortened IPv4 addresses, `::ffff:0:0:0/96` (RFC 2765). */
const isTranslated = (groups: readonly number[]): boolean =>
  groups.slice(0, 4).every(group => group === 0) && groups[4] === 0xffff && groups[5] === 0;

/**
 * Converts an address to its stored form: IPv6 (IPv4 mapped), without a zone (`fe80::1%eth0`). An address with the
 * prefix of shortened IPv4 addresses is unknown: no sender has it, and it would be taken for a shortened one.
 *
 * @returns null: the text is no IP address
 */
export const storedAddress = (text: string): string | null => {
  if (UNSPECIFIED.has(text)) return NO_ADDRESS;
  if (isIPv4(text)) return `::ffff:${text}`;
  const zone = text.indexOf('%');
  const plain = zone === -1 ? text : text.slice(0, zone);
  if (!isIPv6(plain)) return null;
  return isTranslated(groupsOf(plain)) ? NO_ADDRESS : plain;
};

/** The IPv4 address inside an IPv6 address, as two groups: mapped, or of the network of a 6to4 address. */
const embeddedIpv4 = (groups: readonly number[]): readonly [high: number, low: number] | null => {
  const [first = 0, second = 0, third = 0] = groups;
  if (first === 0x2002) return [second, third];
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff;
  return isMapped ? [groups[6] ?? 0, groups[7] ?? 0] : null;
};

/**
 * Shortens a stored address to the network of its sender: IPv4 to 24 bits, IPv6 to 48. The result shows that it is
 * shortened: IPv4 has the prefix `::ffff:0:0:0/96`, and IPv6 ends in 80 zero bits, which is no address of a sender
 * (RFC 4291, 2.6.1). Addresses of `::/48`, such as `::1`, become unknown.
 *
 * @returns the address as ClickHouse writes it
 */
export const shortenedAddress = (stored: string): string => {
  if (!isFullAddress(stored)) return stored;
  const groups = groupsOf(stored);
  const ipv4 = embeddedIpv4(groups);
  const network =
    ipv4 === null
      ? [...groups.slice(0, 3), 0, 0, 0, 0, 0]
      : [0, 0, 0, 0, 0xffff, 0, ipv4[0], ipv4[1] & 0xff00];
  return new ipaddr.IPv6(network).toString();
};

const SHORTENED_IPV4 = /^::ffff:0:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const SHORTENED_IPV6 = /^(?:[0-9a-f]{1,4}:){1,3}:$/;

/**
 * Whether a stored address, as ClickHouse writes it, is known in full. Only then do two events with the same address
 * have the same sender: an unknown address says nothing, and a shortened one is shared by many.
 */
export const isFullAddress = (stored: string): boolean =>
  stored !== NO_ADDRESS && !SHORTENED_IPV4.test(stored) && !SHORTENED_IPV6.test(stored);

/**
 * Converts a stored address, as ClickHouse writes it, for display: IPv4 where mapped; `192.0.2.0/24` or
 * `2001:db8:1::/48`: shortened; empty: unknown.
 */
export const shownAddress = (stored: string): string => {
  if (stored === NO_ADDRESS) return '';
  const [, high, low] = SHORTENED_IPV4.exec(stored) ?? [];
  if (high !== undefined && low !== undefined) {
    const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return `${first >> 8}.${first & 0xff}.${second >> 8}.0/24`;
  }
  return SHORTENED_IPV6.test(stored) ? `${stored}/48` : stored.replace(/^::ffff:(?=\d+\.)/, '');
};

/** Returns the stored address that is shown as a text; null: none. Of a shortened one the text is any address in it. */
export const addressShownAs = (text: string): string | null => {
  if (text === '') return NO_ADDRESS;
  const [address = ''] = text.split('/', 1);
  const stored = isIP(address) > 0 ? storedAddress(address) : null;
  if (stored === null || stored === NO_ADDRESS) return null;
  if (address === text) return stored;
  const shortened = shortenedAddress(stored);
  return shownAddress(shortened).endsWith(text.slice(address.length)) ? shortened : null;
};
