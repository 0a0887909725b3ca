import { isIPv4, isIPv6 } from 'node:net';

/** A range of addresses as the store compares them: IPv6 with the number of leading bits that are fixed. */
export interface Range { readonly address: string; readonly bits: number }

/**
 * The ranges of a product's excluded addresses (`203.0.113.0/24`, `2001:db8::1`). IPv4 is mapped into IPv6, as events carry it.
 * An entry that cannot be read excludes nobody: it was refused when it was entered, so there is none but by hand.
 */
export const rangesOf = (entries: readonly string[]): Range[] => entries.flatMap(entry => {
  const [address = '', prefix] = entry.trim().split('/');
  const width = isIPv4(address) ? 32 : isIPv6(address) ? 128 : null;
  if (width === null || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return [];
  const bits = prefix === undefined ? width : Number(prefix);
  if (bits > width) return [];
  return [width === 32 ? { address: `::ffff:${address}`, bits: bits + 96 } : { address, bits }];
});
