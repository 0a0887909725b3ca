import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEgress,
  isPrivateAddress,
  isReservedName,
  type Lookup,
} from '../../../server/results/egress.ts';
import { send } from '../../../server/results/send.ts';

let calls = 0;
const server = createServer((_, response) => {
  calls++;
  response.end('SECRET');
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>(done => {
    server.listen(0, done);
  }); // every address of this machine, IPv6 too
  port = (server.address() as AddressInfo).port;
});
afterAll(
  () =>
    new Promise(done => {
      server.close(done);
      server.closeAllConnections();
    }),
);

const call = async (url: string, lookup?: Lookup, allowPrivate = false) => {
  const dispatcher = createEgress({ allowPrivate, ...(lookup && { lookup }) });
  try {
    return await send(url, 1, { dispatcher, timeout: 3_000, now: 0 });
  } finally {
    await dispatcher.destroy();
  }
};
const resolving = (...answers: { address: string; family: 4 | 6 }[][]): Lookup => {
  let n = 0;
  return (_, __, done) => {
    done(null, answers[Math.min(n++, answers.length - 1)]!);
  };
};
const never: Lookup = () => {
  throw new Error('looked up');
};
const LOOPBACK = { address: '127.0.0.1', family: 4 } as const;
const PUBLIC = { address: '192.0.43.7', family: 4 } as const;

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '①②⑦.0.0.1',
  '127。0。0。1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  '169.254.169.254',
  '10.0.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '[fe80::1]',
  '[fd00::1]',
])('this machine and its network are refused without a look-up, spelled http://%s', async host => {
  const before = calls;
  expect(await call(`http://${host}:${port}/`, never)).toMatchObject({
    success: false,
    httpStatus: null,
    final: true,
  });
  expect(calls).toBe(before);
});

test('a name that resolves to this machine is refused, also together with a public address', async () => {
  const before = calls;
  for (const lookup of [
    resolving([LOOPBACK]),
    resolving([PUBLIC, LOOPBACK]),
    resolving([{ address: '::ffff:127.0.0.1', family: 6 }]),
    resolving([]),
  ]) {
    expect(await call(`http://innocent.invalid-tld-for-tests:${port}/`, lookup)).toMatchObject({
      success: false,
      final: true,
    });
  }
  expect(calls).toBe(before);
});

test('a name that cannot be resolved now is called again later', async () => {
  const lookup: Lookup = (host, _, done) => {
    done(Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), { code: 'EAI_AGAIN' }), []);
  };
  expect(await call('https://innocent.invalid-tld-for-tests/', lookup)).toMatchObject({
    success: false,
    failure: 'unreachable',
    answer: 'getaddrinfo EAI_AGAIN innocent.invalid-tld-for-tests',
    final: false,
  });
});

test('a name is looked up once for a connection, so that it cannot change between the check and the call', async () => {
  let lookups = 0;
  const counting: Lookup = (_, __, done) => {
    lookups++;
    done(null, [LOOPBACK]);
  };
  expect(await call(`http://innocent.invalid-tld-for-tests:${port}/`, counting, true)).toMatchObject({
    success: true,
  });
  expect(lookups).toBe(1);
});

test('private addresses are called if the configuration allows it', async () => {
  expect(await call(`http://127.0.0.1:${port}/`, undefined, true)).toMatchObject({
    success: true,
    answer: 'SECRET',
  });
  expect(await call(`http://localhost:${port}/`, undefined, true)).toMatchObject({ success: true });
});

test('reserved names are never resolved', async () => {
  for (const host of ['network-1.example', 'example.com', 'www.example.org', 'a.invalid', 'EXAMPLE.NET.']) {
    expect(await call(`https://${host}/`, never, true)).toMatchObject({ success: false, final: true });
  }
  expect(isReservedName('example.com.attacker.net', false)).toBe(false);
  expect(isReservedName('myexample.com', false)).toBe(false);
  // A private network may have names below `test`, and none below `example`.
  expect(isReservedName('receiver.test.example', true)).toBe(true);
  expect(
    ['receiver.test', 'host.internal'].map(host => [isReservedName(host, false), isReservedName(host, true)]),
  ).toEqual([
    [true, false],
    [true, false],
  ]);
});

test.each([
  '',
  'nonsense',
  'file:///etc/passwd',
  'ftp://net.example/',
  'javascript:alert(1)',
  'http://',
  'http://[',
  '//net.example/',
])('an invalid web address is refused: %j', async url => {
  expect(await call(url)).toMatchObject({ success: false, httpStatus: null, final: true });
});

test('public addresses are not private', () => {
  expect(
    ['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2001:4860:4860::8888', '100.128.0.1', '172.32.0.1'].filter(
      isPrivateAddress,
    ),
  ).toEqual([]);
  expect(['::ffff:8.8.8.8', '::ffff:808:808'].filter(isPrivateAddress)).toEqual([]);
  expect(
    [
      '::ffff:7f00:1',
      '::ffff:169.254.169.254',
      '010.0.0.1',
      'nonsense',
      '',
      '::ffff:10.0.0.1',
      'fe80::1%eth0',
    ].every(isPrivateAddress),
  ).toBe(true);
});

test.each([
  ['0.0.0.0', '0.255.255.255', '', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', ''],
  ['::', '::ffff:ffff', '', '::1:0:0'],
  ['64:ff9b::', '64:ff9b::ffff:ffff', '64:ff9a:ffff::', '64:ff9b::1:0:0'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:0:ffff::', '64:ff9b:2::'],
  ['100::', '100::ffff:ffff:ffff:ffff', 'ff:ffff::', '100:0:0:1::'],
  ['2001::', '2001:1ff:ffff::', '2000:ffff::', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff::', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff::', '2001:ffff::', '2003::'],
  ['3fff::', '3fff:fff:ffff::', '3ffe:ffff::', '3fff:1000::'],
  ['5f00::', '5f00:ffff::', '5eff:ffff::', '5f01::'],
  ['fc00::', 'fdff:ffff::', 'fbff:ffff::', 'fe00::'],
  ['fe80::', 'feff:ffff::', 'fe7f:ffff::', ''],
  ['ff00::', 'ffff:ffff::', '', ''],
])('private are the addresses from %s to %s, not %j and %j', (first, last, before, after) => {
  expect([first, last].filter(isPrivateAddress)).toEqual([first, last]);
  expect([before, after].filter(ip => ip !== '' && isPrivateAddress(ip))).toEqual([]);
});
