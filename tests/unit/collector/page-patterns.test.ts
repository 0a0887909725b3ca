import { describe, expect, it } from 'vitest';
import { matchesPage, readPattern } from '../../../server/collector/pages.ts';

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
