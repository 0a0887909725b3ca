import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canMatchElement, canMatchPage, MATCHED_TEXTS } from '../../../server/collector/matchable.ts';
import { matchesPage, readPattern } from '../../../server/collector/pages.ts';

describe('a page of a CV setting', () => {
  it.each([
    'https//shop.example/thanks',
    'foo bar',
    'thanks',
    'https:/shop.example/thanks',
    'ftp://shop.example/thanks',
    'mailto:a@shop.example',
    'https://user:pw@shop.example/thanks',
    '//shop.example/thanks',
    'https:////thanks',
    'https://',
    '#done',
    'shop.example:/thanks',
    'shop.example:0443/thanks',
    'shop.example:99999/thanks',
    'shop.example/a/../thanks',
    '/./thanks',
    'shop<1>.example/thanks',
    'shop.example／thanks',
    '日*.example/thanks',
  ])('that no page can match is refused: %j', text => {
    expect(canMatchPage(text)).toBe(false);
  });

  it.each([
    'https://shop.example/thanks',
    'HTTP://Shop.Example',
    'shop.example',
    'shop.example /thanks',
    '/thanks',
    '/',
    '/*',
    '*',
    '*.shop.example/thanks/*',
    'shop.example:8443/thanks',
    ':8443/thanks',
    'localhost/thanks',
    '192.168.*/thanks',
    '*.0.0.1',
    'xn--*.jp/thanks',
    '?step=done',
    '/注文/完了',
    '/%E6%B3%A8%E6%96%87',
    '/100%',
    '/100%25',
    '/日本%',
    '/a b',
    '/a\\b',
    '/a//b',
    'shop.example//thanks',
    'https://shop.example//',
    '/thanks/',
    '/thanks?step=*&kind=a b#top',
    'お花.example/ありがとう',
    '*.お花.example/thanks',
    'https://shop.example/?next=https://shop.example/',
    '#/thanks',
    '#!/thanks/',
    '#!/',
    '#/',
    'shop.example#!/?step=done',
    '/app?a=1#/注文/*?step=*&kind=a b',
    '/app#/100%/a?b',
    '/app#/a%3Fb#c\\d',
  ])('that a page can match is accepted: %j', text => {
    expect(canMatchPage(text)).toBe(true);
  });

  it('is never refused if some page matches it', () => {
    const address = fc.webUrl({
      withQueryParameters: true,
      validSchemes: ['http', 'https'],
      withFragments: true,
    });
    fc.assert(
      fc.property(address, fc.nat(), fc.nat(), (text, from, length) => {
        const page = new URL(text);
        const plain = `${page.host}${page.pathname}${page.search}`;
        const start = from % plain.length;
        const pattern = `${plain.slice(0, start)}*${plain.slice(start + (length % 8))}`;
        const hash = `#${from % 2 === 0 ? '' : '!'}/${page.hash.slice(1)}`;
        const fragment = `${plain}${hash}`;
        for (const one of [text, plain, pattern]) {
          // An encoded slash is compared as a slash, of which URL makes other paths: `/..%2Fa`, `/a%2F`.
          if (matchesPage(readPattern(one), page) && !/%2f/i.test(page.pathname))
            expect([one, canMatchPage(one)]).toEqual([one, true]);
        }
        if (matchesPage(readPattern(fragment), new URL(hash, page)) && canMatchPage(plain))
          expect([fragment, canMatchPage(fragment)]).toEqual([fragment, true]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a selector of a CV setting', () => {
  it.each([
    '###((',
    '',
    'a >',
    '> a',
    '#1',
    'a:hoverr',
    'a::before',
    'button:contains("buy")',
    'a{color:red}',
    'a,',
  ])('that no element can match is refused: %j', selector => {
    expect(canMatchElement(selector)).toBe(false);
  });

  it.each([
    '#buy-button',
    'button.add-to-cart, a[data-x="</script>"]',
    'form:has(> button) a',
    '.a\\:b',
    'a.b:not([href^="#"])',
    '#購入',
    'li:nth-child(2n + 1)',
    'a::before, a',
    '*',
  ])('that browsers accept is accepted: %j', selector => {
    expect(canMatchElement(selector)).toBe(true);
  });

  it('is parsed at any depth of nesting', () => {
    expect(canMatchElement(':not('.repeat(800))).toBe(false);
    expect(canMatchElement(`${':not('.repeat(500)}a${')'.repeat(500)}`)).toBe(true);
  });
});

it('a page needs its address, a page of a route both addresses, and a button its selector', () => {
  expect(MATCHED_TEXTS.map(({ field, usedBy, requiredBy }) => [field, usedBy, requiredBy])).toEqual([
    ['cv_page_url', [1, 2, 3], [1, 2]],
    ['route_page_url', [2], [2]],
    ['button_selector', [3], [3]],
  ]);
  expect(MATCHED_TEXTS.map(({ canMatch }) => [canMatch('/a,b'), canMatch('#done')])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
});
