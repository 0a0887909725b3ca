import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addressShownAs,
  isFullAddress,
  NO_ADDRESS,
  shortenedAddress,
  shownAddress,
  storedAddress,
} from '../../../server/platform/event-address.ts';

const stored = (text: string): string => storedAddress(text) ?? 'no address';
const shortened = (text: string): string => shortenedAddress(stored(text));

describe('the stored form of an address', () => {
  test.each([
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['::ffff:192.0.2.7%eth0', '::ffff:192.0.2.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['0.0.0.0', NO_ADDRESS],
    ['::ffff:0:0', NO_ADDRESS],
    ['192.0.2.0/24', 'no address'],
    ['010.0.0.1', 'no address'],
    ['', 'no address'],
  ])('of %j is %j', (text, expected) => {
    expect(stored(text)).toBe(expected);
  });

  test.each([
    '::ffff:0:192.0.2.7',
    '::ffff:0:c000:200',
    '::FFFF:0:C000:0200',
    '0:0:0:0:ffff:0:c000:200',
    '0000:0000:0000:0000:ffff:0000:c000:0200',
    '::ffff:0:0:0',
    '0:0:0:0:ffff::',
    '::ffff:0:192.0.2.0%eth0',
  ])('of a sender that claims the prefix of shortened addresses is unknown: %s', text => {
    expect(stored(text)).toBe(NO_ADDRESS);
  });

  test.each(['::ffff:0:5:1:2', '0:0:0:1:ffff:0:c000:200', '::ffff:1:c000:200', '::ffff:c000:200'])(
    'of a similar address is the address: %s',
    text => {
      expect(stored(text)).toBe(text);
    },
  );
});

describe('a shortened address', () => {
  test.each([
    ['192.0.2.0', '::ffff:0:c000:200', '192.0.2.0/24'],
    ['192.0.2.255', '::ffff:0:c000:200', '192.0.2.0/24'],
    ['192.0.3.0', '::ffff:0:c000:300', '192.0.3.0/24'],
    ['192.0.1.255', '::ffff:0:c000:100', '192.0.1.0/24'],
    ['10.0.0.1', '::ffff:0:a00:0', '10.0.0.0/24'],
    ['255.255.255.255', '::ffff:0:ffff:ff00', '255.255.255.0/24'],
    ['::ffff:192.0.2.7', '::ffff:0:c000:200', '192.0.2.0/24'],
    ['::ffff:c000:207', '::ffff:0:c000:200', '192.0.2.0/24'],
    ['0:0:0:0:0:FFFF:192.0.2.7%eth0', '::ffff:0:c000:200', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', '2001:db8:1::/48'],
    ['2001:DB8:1:ffff:ffff:ffff:ffff:ffff', '2001:db8:1::', '2001:db8:1::/48'],
    ['2001:db8:2::', '2001:db8:2::', '2001:db8:2::/48'],
    ['2001:db8::7', '2001:db8::', '2001:db8::/48'],
    ['2001:db8:0:1::7', '2001:db8::', '2001:db8::/48'],
    ['2001::7', '2001::', '2001::/48'],
    ['2001:0:5:1::7', '2001:0:5::', '2001:0:5::/48'],
    ['0:db8:1::7', '0:db8:1::', '0:db8:1::/48'],
    ['0:0:1::7', '0:0:1::', '0:0:1::/48'],
    ['0:0:1:2:3:ffff:c000:207', '0:0:1::', '0:0:1::/48'],
    ['fe80::1%eth0', 'fe80::', 'fe80::/48'],
    // The network of a 6to4 address contains an IPv4 address in full.
    ['2002:c000:207:1::7', '::ffff:0:c000:200', '192.0.2.0/24'],
    // The network of these is that of the unknown address.
    ['::1', NO_ADDRESS, ''],
    ['::192.0.2.7', NO_ADDRESS, ''],
    ['0.0.0.0', NO_ADDRESS, ''],
  ])('of %s is stored as %s and shown as %j', (text, expected, shown) => {
    const address = shortened(text);
    expect([address, shownAddress(address)]).toEqual([expected, shown]);
    expect(isFullAddress(address)).toBe(false);
    expect(shortenedAddress(address)).toBe(address);
  });

  it('is never the address of a sender', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), text => {
        const full = stored(text);
        expect(isFullAddress(shortenedAddress(full))).toBe(false);
      }),
    );
  });
});

describe('a full address', () => {
  test.each([
    ['192.0.2.0', '192.0.2.0'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1::7', '2001:db8:1::7'],
    ['2001:db8:1:1::', '2001:db8:1:1::'],
    ['1:2:3:4:5:6:7:0', '1:2:3:4:5:6:7:0'],
    ['::1', '::1'],
    ['::ffff:1:c000:200', '::ffff:1:c000:200'],
  ])('%s is shown as %s', (text, shown) => {
    expect([isFullAddress(stored(text)), shownAddress(stored(text))]).toEqual([true, shown]);
  });

  it('is none if it is unknown, or ends as the address of a network of 48 bits', () => {
    expect(['::', '2001:db8:1::', '::ffff:0:c000:200'].map(isFullAddress)).toEqual([false, false, false]);
    expect(['2001::ffff:0:c000:200', '::ffff:0:c000:200:1'].map(isFullAddress)).toEqual([true, true]);
  });
});

describe('the address that is shown as a text', () => {
  it('is found by the text, in full or shortened', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), text => {
        const network = shortened(text);
        fc.pre(network !== '::ffff:0:0:0'); // 0.0.0.0 is no address
        expect(addressShownAs(shownAddress(network))).toBe(network);
      }),
    );
    expect(addressShownAs('192.0.2.7')).toBe('::ffff:192.0.2.7');
    expect(addressShownAs('2001:db8::7')).toBe('2001:db8::7');
    expect(addressShownAs('')).toBe(NO_ADDRESS);
    expect(addressShownAs('192.0.2.7/24')).toBe('::ffff:0:c000:200');
  });

  test.each([
    '192.0.2.0/25',
    '192.0.2.0/',
    '192.0.2.0/24/24',
    '2001:db8:1::/24',
    '2001:db8:1::/64',
    '192.0.2.0/48',
    '::/48',
    '0.0.0.0',
    '::',
    '::ffff:0:c000:200',
    'x',
    '/24',
  ])('is none for %j', text => {
    expect(addressShownAs(text)).toBeNull();
  });
});
