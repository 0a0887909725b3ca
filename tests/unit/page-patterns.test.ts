import { describe, expect, it } from 'vitest';
import { matchesPage, readPattern } from '../../server/collector/pages.ts';

describe('a CV setting whose page has a query', () => {
  const counts = (setting: string, page: string) => matchesPage(readPattern(setting), new URL(page));

  it.each([
    ['', false], ['?step=', false], ['?step=do', false], ['?Step=done', false], ['?other=done', false],
    ['?step=done', true], ['?a=1&step=done&b=2', true], ['?step=form&step=done', true],
  ])('counts a page with %j: %s', (query, expected) => {
    expect(counts('shop.example/thanks?step=done', `https://shop.example/thanks${query}`)).toBe(expected);
  });

  it('counts a page that has all of its parameters, and none that lacks one', () => {
    const setting = '/thanks?step=done&kind=*';
    expect(counts(setting, 'https://shop.example/thanks?kind=a&step=done')).toBe(true);
    expect(counts(setting, 'https://shop.example/thanks?kind=&step=done')).toBe(true);
    expect(counts(setting, 'https://shop.example/thanks?step=done')).toBe(false);
    expect(counts(setting, 'https://shop.example/thanks?kind=a')).toBe(false);
  });
});
