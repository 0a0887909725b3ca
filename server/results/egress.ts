import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { Agent, buildConnector } from 'undici';

/** An address to which no notification may be sent; a retry cannot succeed. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** IPv4 ranges outside the public internet: loopback, private, link-local, translation and reserved ranges. */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
// IPv4-mapped addresses (::ffff:a.b.c.d) need no range: BlockList checks them against the IPv4 ranges, and a range of
// all mapped addresses would deny all of IPv4.
const PRIVATE_V6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
const denied = new BlockList();
for (const [address, bits] of PRIVATE_V4) denied.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of PRIVATE_V6) denied.addSubnet(address, bits, 'ipv6');

/** Whether an IP address is outside the public internet; a text that is no IP address counts as private. */
export const isPrivateAddress = (ip: string): boolean => {
  const bare = ip.split('%')[0]!; // the zone of an IPv6 address is local to this machine
  const family = isIP(bare);
  return family === 0 || denied.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6');
};

/** Reserved names of RFC 2606 and RFC 6761, used in examples and tests; no public server answers at them. */
const RESERVED = /(^|\.)(example|invalid|test|localhost|local|internal|onion|example\.(com|net|org))\.?$/i;
/** Reserved names that a private network may use. */
const OF_PRIVATE_NETWORKS = /(^|\.)(test|localhost|local|internal)\.?$/i;

export const isReservedName = (host: string, allowPrivate: boolean): boolean =>
  RESERVED.test(host) && !(allowPrivate && OF_PRIVATE_NETWORKS.test(host));

export type Lookup = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface EgressOptions {
  /** Whether private and loopback addresses may be called (`settings.webhookAllowPrivate`). */
  readonly allowPrivate: boolean;
  /** Name resolution; default: that of the operating system. Tests replace it. */
  readonly lookup?: Lookup;
  /** Connection timeout in milliseconds; default 10,000. */
  readonly connectTimeout?: number;
}

/**
 * HTTP agent of webhook deliveries: checks every address of a name and connects to the checked address, so that
 * neither DNS rebinding nor a mixed DNS answer reaches a private network. Redirects are not followed.
 */
export const createEgress = ({
  allowPrivate,
  lookup = systemLookup,
  connectTimeout = 10_000,
}: EgressOptions): Agent => {
  const connect = buildConnector({
    timeout: connectTimeout,
    lookup: (host, options, done) =>
      lookup(host, { all: true }, (error, addresses) => {
        if (error !== null) return done(error, [], 0);
        const refused = allowPrivate ? undefined : addresses.find(({ address }) => isPrivateAddress(address));
        if (refused !== undefined || addresses.length === 0)
          return done(new RefusedAddress(`${host} resolves to a private address`), [], 0);
        return options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family);
      }),
  });
  return new Agent({
    connect: (options, done) => {
      // Without the brackets of an IPv6 address, which the client removes.
      const host = options.hostname;
      if (isReservedName(host, allowPrivate))
        return done(new RefusedAddress(`${host} is a reserved host name`), null);
      // A literal address is connected to without name resolution, so it is checked here.
      if (isIP(host) !== 0 && !allowPrivate && isPrivateAddress(host))
        return done(new RefusedAddress(`${host} is a private address`), null);
      return connect(options, done);
    },
    connections: 8,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 16_384,
  });
};
