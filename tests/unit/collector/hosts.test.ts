import { describe, expect, it } from 'vitest';
import { hostOf, isWithin, webUrl } from '../../../server/collector/hosts.ts';
import {
  choosePage,
  dynamicTarget,
  visitorHash,
  withToken,
  type Page,
} from '../../../server/collector/landing.ts';
import { sanitizedReferrer } from '../../../server/collector/text.ts';

describe('a host', () => {
  it.each([
    ['shop.example', 'shop.example', true],
    ['www.shop.example', 'shop.example', true],
    ['evilshop.example', 'shop.example', false],
    ['shop.example.evil.example', 'shop.example', false],
    ['example', 'shop.example', false],
    ['', 'shop.example', false],
    ['evil.example.', '', false],
    ['evil.example', '', false],
    ['', '', false],
  ])('%j is within %j: %j', (host, domain, within) => {
    expect(isWithin(host, domain)).toBe(within);
  });

  it('consisting of dots belongs to no product, so no redirect follows it', () => {
    expect(dynamicTarget('https://evil.example../', '')).toBeNull();
  });
});

describe('the host of an entered domain', () => {
  it.each([
    ['shop.example', 'shop.example'],
    [' Shop.Example. ', 'shop.example'],
    ['https://shop.example/', 'shop.example'],
    ['HTTPS://shop.example:8443/a', 'shop.example'],
    ['shop.example/https://net.example', 'shop.example'],
    ['shop.example:8080', 'shop.example'],
    ['a+b-1.c://net.example', 'net.example'],
    ['お花.example', 'xn--t8j449v.example'],
    ['', null],
    ['https://', null],
    ['foo bar', null],
    ['.', null],
  ])('%j is %j', (text, host) => {
    expect(hostOf(text)).toBe(host);
  });
});

describe('a URL for a redirect', () => {
  it.each([
    ['https://shop.example/', true],
    ['http://shop.example/', true],
    ['ftp://shop.example/', false],
    ['/thanks', false],
    ['https://user@shop.example/', false],
    ['https://:secret@shop.example/', false],
  ])('%j: %s', (text, allowed) => {
    expect(webUrl(text)?.href).toBe(allowed ? text : undefined);
  });
});

describe('a landing page with LPO', () => {
  const page = (number: number, rate: number): Page => ({
    number,
    rate,
    href: `https://shop.example/${number}`,
  });

  it('is chosen by a hash of visitor and redirect that never changes', () => {
    const hashes = [
      ['1', 1],
      ['1', 2],
      ['2', 1],
      ['4294967296', 1],
      ['18446744073709551615', 4_294_967_295],
    ] as const;
    expect(hashes.map(([visitor, redirect]) => visitorHash(visitor, redirect))).toEqual([
      2_980_047_484, 232_174_035, 2_117_216_093, 3_390_830_866, 2_674_118_386,
    ]);
  });

  it('is chosen in proportion to the rates, and null without pages', () => {
    const pages = [page(1, 50), page(3, 30), page(5, 20)];
    const chosen = Array.from({ length: 2_000 }, (_, n) => choosePage(pages, String(n + 1), 7)?.number);
    const shares = [1, 3, 5].map(number => chosen.filter(one => one === number).length / 20);
    for (const [index, rate] of [50, 30, 20].entries())
      expect(Math.abs(shares[index]! - rate)).toBeLessThan(4);
    expect(choosePage([], '1', 7)).toBeNull();
    // This visitor's hash is exactly half of 2^32, where the second page begins.
    expect(visitorHash('759349431', 7)).toBe(2 ** 31);
    expect(choosePage([page(1, 50), page(3, 50)], '759349431', 7)?.number).toBe(3);
    expect(choosePage([page(2, 0.5)], '1', 7)).toEqual(page(2, 0.5));
  });
});

describe('the click token', () => {
  it.each([
    ['https://shop.example/', 'https://shop.example/?xclid=T'],
    ['https://shop.example/?', 'https://shop.example/?xclid=T'],
    ['https://shop.example/?a=1&b', 'https://shop.example/?a=1&b&xclid=T'],
    ['https://shop.example/#top?a=1', 'https://shop.example/?xclid=T#top?a=1'],
    ['https://shop.example/?a=1#', 'https://shop.example/?a=1&xclid=T#'],
    ['https://shop.example/?xclid=old', 'https://shop.example/?xclid=T'],
    [
      'https://shop.example/?a=1&xclid=old&axclid=2&xclid=older#b',
      'https://shop.example/?a=1&axclid=2&xclid=T#b',
    ],
  ])('follows the query of %s', (href, expected) => {
    expect(withToken(href, 'T')).toBe(expected);
  });
});

describe('a dynamic landing page', () => {
  it.each([
    ['https://www.shop.example/a?b=c#d', 'https://www.shop.example/a?b=c#d'],
    ['https://shop.example./a', 'https://shop.example./a'],
    [`https://shop.example/${'../'.repeat(1_100)}`, null],
    ['https://net.example/', null],
    ['javascript:alert(1)', null],
    ['https://user@shop.example/', null],
    [null, null],
  ])('%j leads to %j', (requested, target) => {
    expect(dynamicTarget(requested, 'shop.example')).toBe(target);
  });

  const page = 'https://shop.example/';
  const long = (length: number) => page + 'x'.repeat(length - page.length);
  // Each of these letters has nine characters when encoded.
  const encoded = (length: number) => `${page}${'日'.repeat(200)}${'x'.repeat(length - page.length - 1_800)}`;

  it.each([
    ['2,048 characters', long(2_048), 2_048],
    ['2,049 characters', long(2_049), undefined],
    ['2,048 encoded characters', encoded(2_048), 2_048],
    ['2,049 encoded characters', encoded(2_049), undefined],
  ])('of %s is followed up to 2,048', (_, requested, length) => {
    expect(dynamicTarget(requested, 'shop.example')?.length).toBe(length);
  });
});

describe('a referrer that is too long', () => {
  const long = 'x'.repeat(3_000);
  it.each([
    [`https://shop.example:8443/${long}?q=é`, 'https://shop.example:8443/'],
    [`http://bücher.example/${long}`, 'http://xn--bcher-kva.example/'],
    [`data:text/html,${long}`, ''],
    [`javascript:${long}`, ''],
    [long, ''],
  ])('is cut to its origin if it has one', (referrer, expected) => {
    expect(sanitizedReferrer(referrer)).toBe(expected);
  });
});
