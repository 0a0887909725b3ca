import { describe, expect, it, test } from 'vitest';
import { createAllowList, isAddressAllowed, networkOf } from '../../../server/platform/allowed-addresses.ts';
import { hashPassword, verifyPassword } from '../../../server/accounts/passwords.ts';
import { newToken, sha256 } from '../../../server/accounts/tokens.ts';
import { ACCOUNT, accountSubject, ADDRESS, LINK_MAILS } from '../../../server/accounts/login-throttle.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7%eth0', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8::a:b:c:d:e', '2001:db8:0:a::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['a::ffff:192.0.2.7', 'a:0:0:0::/64'],
  ['a::b:c:d:e:192.0.2.7', 'a:0:b:c::/64'],
  ['::ffff:203.113.101.214', '203.113.101.214'],
  ['::ffff:192.0.2.7x', '::ffff:192.0.2.7x'],
  ['unknown', 'unknown'],
  ['', ''],
])('the network of %j for limits is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('a list of allowed addresses', () => {
  test.each<[readonly string[], readonly string[], readonly string[]]>([
    [[], ['192.0.2.7', '::1', 'unknown'], []],
    [['192.0.2.7'], ['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.7%eth0'], ['192.0.2.8', '::1', 'unknown', '']],
    [
      [' 192.0.2.0/25 ', '2001:db8::/32'],
      ['192.0.2.0', '192.0.2.127', '::ffff:192.0.2.127', '2001:db8:ffff::1'],
      ['192.0.2.128', '2001:db9::'],
    ],
    [['::ffff:192.0.2.0/120'], ['192.0.2.0', '192.0.2.255'], ['192.0.3.0', '::1']],
    [['::ffff:0.0.0.0/96'], ['192.0.2.0'], ['::1']],
    [['::ffff:192.0.2.0/95'], [], ['192.0.2.0']],
    [['0.0.0.0/0'], ['192.0.2.0'], ['::1']],
    [['::/0'], ['::1', '2001:db8::1'], []],
    [
      ['192.0.2.7/32', '2001:db8::1/128'],
      ['192.0.2.7', '2001:db8::1'],
      ['192.0.2.6', '2001:db8::2'],
    ],
    ...[
      '192.0.2.7/33',
      '2001:db8::1/129',
      '192.0.2.7/',
      '192.0.2.7/x24',
      '192.0.2.7/24x',
      '192.0.2.7/-1',
      '192.0.2.7/0024',
      '192.0.2',
      'shop.example',
      '',
    ].map(
      entry =>
        [[entry], [], ['192.0.2.7', '2001:db8::1', '::1', 'shop.example']] as [string[], string[], string[]],
    ),
    [['shop.example', '192.0.2.7'], ['192.0.2.7'], ['192.0.2.8']],
  ])('%j allows %j and not %j', (allowed, taken, refused) => {
    const isAllowed = createAllowList(allowed);
    expect([...taken, ...refused].map(isAllowed)).toEqual([
      ...taken.map(() => true),
      ...refused.map(() => false),
    ]);
    expect([...taken, ...refused].map(address => isAddressAllowed(allowed, address))).toEqual([
      ...taken.map(() => true),
      ...refused.map(() => false),
    ]);
  });
});

describe('a password', () => {
  it('is stored by argon2id at the configured cost, and verified in any Unicode composition', async () => {
    const storedHash = await hashPassword('caf\u00e9 ＡＢＣ 123');
    expect(storedHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([
      await verifyPassword(storedHash, 'cafe\u0301 ABC 123'),
      await verifyPassword(storedHash, 'cafe ABC 123'),
    ]).toEqual([true, false]);
  });
});

test('a token is 256 random bits, and its SHA-256 is stored', () => {
  const [first, second] = [newToken(), newToken()];
  expect([first, second, first === second]).toEqual([
    expect.stringMatching(/^[\w-]{43}$/),
    expect.stringMatching(/^[\w-]{43}$/),
    false,
  ]);
  expect(sha256('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('sign-in attempts are counted by company and address regardless of case, separately for sign-in and reset', () => {
  const subject = accountSubject('account', 'Acme', 'É@Shop.example');
  expect(subject).toMatch(/^account:[\w-]{43}$/);
  expect(accountSubject('account', 'aCME', 'é@shop.EXAMPLE')).toBe(subject);
  expect(
    new Set([
      subject,
      accountSubject('reset', 'Acme', 'É@Shop.example'),
      accountSubject('account', 'Acme2', 'É@Shop.example'),
      accountSubject('account', 'Acme', '2É@Shop.example'),
    ]).size,
  ).toBe(4);
});

test('sign-in attempts of names that differ by more than simple case are counted separately', () => {
  expect(
    new Set(
      [
        ['straße', 'a@b.jp'],
        ['strasse', 'a@b.jp'],
        ['x', 'straße@b.jp'],
        ['x', 'strasse@b.jp'],
      ].map(([company, email]) => accountSubject('account', company!, email!)),
    ).size,
  ).toBe(4);
});

test('guesses by account, guesses by address and reset mails are throttled after a free count, up to a longest wait', () => {
  expect({ ACCOUNT, ADDRESS, LINK_MAILS }).toEqual({
    ACCOUNT: { free: 5, maxWaitSeconds: 5 * 60 },
    ADDRESS: { free: 30, maxWaitSeconds: 15 * 60 },
    LINK_MAILS: { free: 3, maxWaitSeconds: 60 * 60 },
  });
});
