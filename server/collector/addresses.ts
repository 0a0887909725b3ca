import { isIPv4, isIPv6 } from 'node:net';

/** Stands where an address is not known: a server reports a conversion and does not say whose browser it was. */
export const NO_ADDRESS = '::';

/** An address as the store keeps it: IPv6, an IPv4 address mapped; a zone (`fe80::1%eth0`) is cut off. Null where it is no address. */
export const storedAddress = (text: string): string | null => {
  if (isIPv4(text)) return `::ffff:${text}`;
  const zone = text.indexOf('%');
  const plain = zone === -1 ? text : text.slice(0, zone);
  return isIPv6(plain) ? plain : null;
};
