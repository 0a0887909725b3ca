import { describe, expect, it } from 'vitest';
import { isWithin } from '../../server/collector/hosts.ts';
import { dynamicTarget } from '../../server/collector/landing.ts';
import { tamedReferrer } from '../../server/collector/text.ts';

describe('a host', () => {
  it.each([
    ['shop.example', 'shop.example', true], ['www.shop.example', 'shop.example', true], ['evilshop.example', 'shop.example', false], ['shop.example.evil.example', 'shop.example', false],
    ['example', 'shop.example', false], ['', 'shop.example', false], ['evil.example.', '', false], ['evil.example', '', false], ['', '', false],
  ])('%j is within %j: %j', (host, domain, within) => {
    expect(isWithin(host, domain)).toBe(within);
  });

  it('that ends in dots is nobody\'s where a product has no domain, so no redirect follows it', () => {
    expect(dynamicTarget('https://evil.example../', '')).toBeNull();
  });
});

describe('a dynamic landing page', () => {
  const page = 'https://shop.example/';
  const long = (length: number) => page + 'x'.repeat(length - page.length);
  // Encoded, each of these letters has nine characters.
  const encoded = (length: number) => `${page}${'日'.repeat(200)}${'x'.repeat(length - page.length - 1_800)}`;

  it.each([
    ['2,048 characters', long(2_048), 2_048], ['2,049 characters', long(2_049), undefined],
    ['2,048 encoded characters', encoded(2_048), 2_048], ['2,049 encoded characters', encoded(2_049), undefined],
  ])('of %s is followed up to 2,048', (_, asked, length) => {
    expect(dynamicTarget(asked, 'shop.example')?.length).toBe(length);
  });
});

describe('a referrer that is too long', () => {
  const long = 'x'.repeat(3_000);
  it.each([
    [`https://shop.example:8443/${long}?q=é`, 'https://shop.example:8443/'], [`http://bücher.example/${long}`, 'http://xn--bcher-kva.example/'],
    [`data:text/html,${long}`, ''], [`javascript:${long}`, ''], [long, ''],
  ])('is cut to its origin, where it has one', (referrer, kept) => {
    expect(tamedReferrer(referrer)).toBe(kept);
  });
});
