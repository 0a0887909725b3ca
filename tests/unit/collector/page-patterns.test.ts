import { describe, expect, it } from 'vitest';
import { hasIgnoredFragment, matchesPage, readPattern } from '../../../server/collector/pages.ts';

describe('a CV setting with a query in its page', () => {
  const counts = (setting: string, page: string) => matchesPage(readPattern(setting), new URL(page));

  it.each([
    ['', false],
    ['?step=', false],
    ['?step=do', false],
    ['?Step=done', false],
    ['?other=done', false],
    ['?step=done', true],
    ['?a=1&step=done&b=2', true],
    ['?step=form&step=done', true],
  ])('counts a page with %j: %s', (query, expected) => {
    expect(counts('shop.example/thanks?step=done', `https://shop.example/thanks${query}`)).toBe(expected);
  });

  it('counts a page that has all of its parameters, and no page that lacks one', () => {
    const setting = '/thanks?step=done&kind=*';
    expect(counts(setting, 'https://shop.example/thanks?kind=a&step=done')).toBe(true);
    expect(counts(setting, 'https://shop.example/thanks?kind=&step=done')).toBe(true);
    expect(counts(setting, 'https://shop.example/thanks?step=done')).toBe(false);
    expect(counts(setting, 'https://shop.example/thanks?kind=a')).toBe(false);
  });
});

describe('a CV setting without a query', () => {
  const counts = (setting: string, page: string) => matchesPage(readPattern(setting), new URL(page));

  it.each([
    ['', 'https://shop.example/', false],
    [' #done ', 'https://shop.example/', false],
    ['shop.example', 'https://shop.example/', true],
    ['shop.example', 'https://shop.example', true],
    ['shop.example', 'https://shop.example/thanks', false],
    [' HTTPS://shop.example/thanks ', 'http://shop.example/thanks', true],
    ['shop.example/thanks#done', 'https://shop.example/thanks#top', true],
    ['shop.example/thanks', 'https://shop.example/thanks//?step=form', true],
    ['shop.example/thanks/', 'https://shop.example/thanks', true],
    ['shop.example/thanks', 'https://shop.example/Thanks', false],
    ['shop.example/thanks', 'https://shop.example/thanks%2F', false],
    ['shop.example/go/https://net.example', 'https://shop.example/go/https://net.example', true],
    ['shop.example/注文', 'https://shop.example/%E6%B3%A8%E6%96%87', true],
    ['192.168.*/thanks', 'http://192.168.0.1/thanks', true],
    ['*.お花.example', 'https://www.xn--t8j449v.example/', true],
    ['*.お花.example', 'https://www.example/', false],
  ])('%j counts %s: %s', (setting, page, expected) => {
    expect(counts(setting, page)).toBe(expected);
  });

  it.each([
    ['shop.example:443', 'https://shop.example/', true],
    ['shop.example:443', 'http://shop.example/', false],
    ['shop.example:80', 'http://shop.example/', true],
    ['shop.example:80', 'https://shop.example/', false],
    ['shop.example:8443', 'https://shop.example:8443/', true],
    ['shop.example:8443', 'https://shop.example/', false],
    ['shop.example', 'https://shop.example:8443/', true],
  ])('%j counts %s by its port: %s', (setting, page, expected) => {
    expect(counts(setting, page)).toBe(expected);
  });
});

describe('a CV setting with a fragment', () => {
  const counts = (setting: string, page: string) => matchesPage(readPattern(setting), new URL(page));

  it.each([
    ['/app#/thanks', '', false],
    ['/app#/thanks', '#/', false],
    ['/app#/thanks', '#/home', false],
    ['/app#/thanks', '#/Thanks', false],
    ['/app#/thanks', '#/thanks/now', false],
    ['/app#/thanks', '#thanks', false],
    ['/app#/thanks', '#!/thanks', false],
    ['/app#/thanks', '#/thanks', true],
    ['/app#/thanks', '?a=1#/thanks/?order=1', true],
    ['/app#/thanks/', '#/thanks', true],
    ['/app#!/thanks', '#!/thanks', true],
    ['/app#!/thanks', '#/thanks', false],
    ['/app#/', '#/', true],
    ['/app#/', '', false],
    ['/app#/*', '#/thanks', true],
    ['/app#/order/*/done', '#/order/7/done', true],
    ['/app#/注文', '#/%E6%B3%A8%E6%96%87', true],
    ['/app#/thanks?step=done', '#/thanks', false],
    ['/app#/thanks?step=done', '?step=done#/thanks', false],
    ['/app#/thanks?step=done', '#/thanks?a=1&step=done', true],
    ['/app?step=done#/thanks', '#/thanks?step=done', false],
    ['/app?step=done#/thanks', '?step=done#/thanks', true],
    // Any other fragment is no page, and is ignored.
    ['/app#thanks', '#home', true],
    ['/app#?step=done', '#/home', true],
    ['/app', '#/home', true],
  ])('%j counts /app%s: %s', (setting, rest, expected) => {
    expect(counts(setting, `https://shop.example/app${rest}`)).toBe(expected);
  });

  it('names the page at the root of a site by its fragment', () => {
    expect(counts('#/thanks', 'https://shop.example/#/thanks')).toBe(true);
    expect(counts('shop.example#/thanks', 'https://shop.example/#/thanks')).toBe(true);
    expect(counts('#/thanks', 'https://shop.example/app#/thanks')).toBe(false);
    expect(counts('#/thanks', 'https://shop.example/')).toBe(false);
  });

  it.each([
    ['/app', false],
    ['/app#', false],
    ['/app#/a#b', false],
    ['/app#!/a', false],
    ['/app#a/b', true],
    ['/app#!', true],
    ['#top', true],
  ])('%j has one that is ignored: %s', (setting, expected) => {
    expect(hasIgnoredFragment(setting)).toBe(expected);
  });
});
