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
])('this machine and its network are refused, spelled http://%s', async host => {
  const before = calls;
  expect(await call(`http://${host}:${port}/`)).toMatchObject({
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

const never: Lookup = () => {
  throw new Error('looked up');
};

test('reserved names are never resolved', async () => {
  for (const host of ['network-1.example', 'example.com', 'www.example.org', 'a.invalid', 'EXAMPLE.NET.']) {
    expect(await call(`https://${host}/`, never, true)).toMatchObject({ success: false, final: true });
  }
  expect(isReservedName('example.com.attacker.net', false)).toBe(false);
  expect(isReservedName('myexample.com', false)).toBe(false);
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
