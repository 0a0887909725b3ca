import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { AddressRange } from './measurement-rules.ts';

const MAPPED = 0xffffn << 32n;

const ofV4 = (address: string): bigint =>
  address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);

const ofV6 = (address: string): bigint => {
  // An IPv4 tail (::ffff:10.0.0.1) is two groups.
  const tailAt = address.lastIndexOf(':') + 1;
  const tail = address.slice(tailAt);
  const text = isIPv4(tail)
    ? address.slice(0, tailAt) +
      [ofV4(tail) >> 16n, ofV4(tail) & 0xffffn].map(group => group.toString(16)).join(':')
    : address;
  const [head = '', rest] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(rest ?? '')];
  const middle =
    rest === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...middle, ...after].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
};

const textOf = (value: bigint): string =>
  value
    .toString(16)
    .padStart(32, '0')
    .replace(/(.{4})(?=.)/g, '$1:');

/**
 * One entry as a first and a last address; null where it is neither an address nor a CIDR range in the strict
 * spelling.
 */
const rangeOf = (entry: string): readonly [bigint, bigint] | null => {
  const [address = '', prefix, ...more] = entry.trim().split('/');
  const width = isIPv4(address) ? 32 : isIPv6(address) && !address.includes('%') ? 128 : null;
  if (width === null || more.length > 0 || (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)))
    return null;
  const bits = prefix === undefined ? width : Number(prefix);
  if (bits > width) return null;
  // node:net has the last word: what it would refuse is no range.
  new BlockList().addSubnet(address, bits, width === 32 ? 'ipv4' : 'ipv6');
  const free = BigInt(width - bits);
  const value = width === 32 ? MAPPED | ofV4(address) : ofV6(address);
  const first = (value >> free) << free;
  return [first, first | ((1n << free) - 1n)];
};

/** A range without `::`, which stands for an unknown address: an unknown address is never excluded. */
const withoutUnknown = ([first, last]: readonly [bigint, bigint]): readonly [bigint, bigint] => [
  first === 0n ? 1n : first,
  last,
];

/**
 * Whether an entry of a product's excluded addresses can be read: an address, or a range as `address/bits`.
 */
export const isAddressRange = (entry: string): boolean => rangeOf(entry) !== null;

/**
 * The ranges that a product's entries mean, sorted, with those that touch made one: two spellings of the same
 * rule are the same rule.
 * IPv4 is mapped into IPv6, as events carry it. No range holds `::`. An entry that cannot be read excludes
 * nobody; entering one is refused elsewhere.
 */
export const excludedRanges = (entries: readonly string[]): AddressRange[] => {
  const found = entries
    .map(rangeOf)
    .filter(range => range !== null)
    .map(withoutUnknown)
    .filter(([first, last]) => first <= last)
    .toSorted((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  const joined: [bigint, bigint][] = [];
  for (const [first, last] of found) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1n) before[1] = before[1] > last ? before[1] : last;
    else joined.push([first, last]);
  }
  return joined.map(([first, last]) => ({ first: textOf(first), last: textOf(last) }));
};
