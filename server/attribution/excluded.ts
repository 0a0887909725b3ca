import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isFullAddress } from '../platform/event-address.ts';
import type { AddressRange } from './measurement-rules.ts';

const { IPv4, parse } = ipaddr;

/**
 * An address as 128 bits, IPv4 mapped to IPv6. Only for addresses that node:net accepts: ipaddr.js also accepts
 * 010.1, and reads `::10.0.0.1`, which is no mapped address, as one unless a group precedes it.
 */
const bitsOf = (address: string): bigint => {
  const read = parse(address.replace(/^::(?=\d+\.)/, '0::'));
  const { parts } = read instanceof IPv4 ? read.toIPv4MappedAddress() : read;
  return parts.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
};

const textOf = (value: bigint): string =>
  value
    .toString(16)
    .padStart(32, '0')
    .replace(/(.{4})(?=.)/g, '$1:');

/**
 * Parses an entry to the first and last address of its range; null: neither an address nor a CIDR range in strict
 * notation.
 */
const rangeOf = (entry: string): readonly [bigint, bigint] | null => {
  const [address = '', prefix, ...more] = entry.trim().split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || more.length > 0 || (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)))
    return null;
  const width = family === 4 ? 32 : 128;
  const bits = prefix === undefined ? width : Number(prefix);
  if (bits > width) return null;
  const free = BigInt(width - bits);
  const first = (bitsOf(address) >> free) << free;
  return [first, first | ((1n << free) - 1n)];
};

/** A range without `::`, which marks an unknown address: unknown addresses are never excluded. */
const withoutUnknown = ([first, last]: readonly [bigint, bigint]): readonly [bigint, bigint] => [
  first === 0n ? 1n : first,
  last,
];

/** Whether an entry of a product's excluded IPs is valid: an address, or a range as `address/bits`. */
export const isAddressRange = (entry: string): boolean => rangeOf(entry) !== null;

/**
 * Parses a product's excluded IPs to sorted ranges, and joins adjacent ones, so that equal rules have one form. IPv4
 * is mapped to IPv6, as in events; no range contains `::`. Invalid entries exclude nothing; forms refuse them.
 */
export const excludedRanges = (entries: readonly string[]): AddressRange[] => {
  const found = entries
    .map(rangeOf)
    .filter(range => range !== null)
    .map(withoutUnknown)
    .filter(([first, last]) => first <= last)
    .toSorted((a, b) => Number(a[0] > b[0]) - Number(a[0] < b[0]));
  const joined: [bigint, bigint][] = [];
  for (const [first, last] of found) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1n) before[1] = before[1] > last ? before[1] : last;
    else joined.push([first, last]);
  }
  return joined.map(([first, last]) => ({ first: textOf(first), last: textOf(last) }));
};

/**
 * Creates a predicate for the excluded IPs of a product. Addresses that are not known in full are never excluded: the
 * first address of a /48 network may be in a range that its sender was not in.
 *
 * @param entries IP addresses and CIDR ranges as they were entered
 */
export const createExcluded = (entries: readonly string[]): ((ip: string) => boolean) => {
  const ranges = excludedRanges(entries);
  if (ranges.length === 0) return () => false;
  return ip => {
    if (!isFullAddress(ip)) return false;
    // A single address is parsed as a range of one, in a notation whose text order is the order of addresses.
    const [own] = excludedRanges([ip]);
    return own !== undefined && ranges.some(({ first, last }) => first <= own.first && own.first <= last);
  };
};
