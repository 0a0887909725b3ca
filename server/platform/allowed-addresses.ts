import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Removes the zone of an address, and the IPv6 prefix of a mapped IPv4 address. */
const plain = (address: string): string => {
  const [bare = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  return mapped ?? bare;
};

/**
 * Network by which attempts are counted: an IPv4 address, or the first 64 bits of an IPv6 address, because one caller
 * usually owns all addresses of a /64 network.
 */
export const networkOf = (address: string): string => {
  const from = plain(address);
  if (isIP(from) !== 6) return from;
  const groups = ipaddr.IPv6.parse(from).parts.slice(0, 4);
  return `${groups.map(group => group.toString(16)).join(':')}::/64`;
};

const family = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * Parses a list of IP addresses and CIDR ranges once, for many lookups. An empty list allows every address; an
 * invalid entry allows none, so that a typing error grants no access.
 */
export const createAllowList = (allowed: readonly string[]): ((address: string) => boolean) => {
  if (allowed.length === 0) return () => true;
  const list = new BlockList();
  for (const entry of allowed) {
    const [start = '', prefix] = entry.trim().split('/');
    const base = plain(start);
    if (isIP(base) === 0) continue;
    if (prefix === undefined) list.addAddress(base, family(base));
    // The prefix length of a range of mapped addresses includes the 96 bits of the IPv6 prefix.
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
