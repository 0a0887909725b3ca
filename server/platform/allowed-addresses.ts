import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address without what only its way of arriving added: IPv4 inside IPv6, and the zone. */
const plain = (address: string): string => {
  const [bare = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  return mapped ?? bare;
};

/**
 * What counts as one caller when tries are counted: an IPv4 address, or the 64 leading bits of an IPv6 one,
 * because whoever has one of those has them all.
 */
export const networkOf = (address: string): string => {
  const from = plain(address);
  if (isIP(from) !== 6) return from;
  const groups = ipaddr.IPv6.parse(from).parts.slice(0, 4);
  return `${groups.map(group => group.toString(16)).join(':')}::/64`;
};

const family = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * Reads a list of addresses and CIDR ranges once, for callers that look up many addresses; an empty list
 * allows every address.
 *
 * An entry that cannot be read allows nobody: a typo must not open the door.
 */
export const createAllowList = (allowed: readonly string[]): ((address: string) => boolean) => {
  if (allowed.length === 0) return () => true;
  const list = new BlockList();
  for (const entry of allowed) {
    const [start = '', prefix] = entry.trim().split('/');
    const base = plain(start);
    if (isIP(base) === 0) continue;
    if (prefix === undefined) list.addAddress(base, family(base));
    // A range of mapped addresses counts its 96 leading bits.
    else if (/^\d{1,3}$/.test(prefix)) {
      const bits = Number(prefix) - (isIP(start) === 6 && isIPv4(base) ? 96 : 0);
      if (bits >= 0 && bits <= (isIPv4(base) ? 32 : 128)) list.addSubnet(base, bits, family(base));
    }
  }
  return address => {
    const from = plain(address);
    return isIP(from) !== 0 && list.check(from, family(from));
  };
};

/** Whether an address is in a list of addresses and CIDR ranges; an empty list allows every address. */
export const isAddressAllowed = (allowed: readonly string[], address: string): boolean =>
  createAllowList(allowed)(address);
