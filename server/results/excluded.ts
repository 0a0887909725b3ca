import { BlockList, isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
/** An IPv4 address without its IPv6 coat. */
const plain = (ip: string): string => MAPPED.exec(ip)?.[1] ?? ip;

/**
 * Whether an address is among a product's excluded ones.
 *
 * @param ranges addresses and CIDR ranges as they were entered; what is neither excludes nothing (the entry form refuses it)
 */
export const createExcluded = (ranges: readonly string[]): ((ip: string) => boolean) => {
  const list = new BlockList();
  for (const entry of ranges) {
    const [address = '', length] = entry.trim().split('/');
    const bare = plain(address);
    const family = isIPv4(bare) ? 'ipv4' : isIPv6(bare) ? 'ipv6' : null;
    if (family === null) continue;
    // A mapped range counts its bits from the IPv6 form.
    const bits = length === undefined ? null : Number(length) - (bare === address ? 0 : 96);
    if (bits === null) list.addAddress(bare, family);
    else if (Number.isInteger(bits) && bits >= 0 && bits <= (family === 'ipv4' ? 32 : 128)) list.addSubnet(bare, bits, family);
  }
  return ip => {
    const bare = plain(ip);
    return list.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6');
  };
};
