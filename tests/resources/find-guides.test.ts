import { describe, expect, test } from 'vitest';
import { parseGuide } from '../../scripts/parse-guide.ts';
import { findGuides } from '../../src/layout/find-guides.ts';
import { screenGuide } from '../../src/layout/guide-names.ts';

const guides = [
  parseGuide(
    'lists',
    '# 一覧の操作\n\n行を探す方法です。\n\n## 使い方\n\n1. **ダウンロード**で**CSV**を保存します。\n',
  ),
  parseGuide(
    'ad-setting',
    '# 広告設定\n\n広告の遷移先を設定します。\n\n### Café の広告を追加する\n\n1. URLを入力します。\n',
  ),
  parseGuide('ad-ad', '# 広告\n\n日々の作業用の画面です。広告のURLをコピーします。\n'),
];
const found = (query: string) => findGuides(guides, query).map(({ guide, line }) => [guide.name, line]);

describe('the search over guides', () => {
  test('ignores width, case, accents and kana', () => {
    for (const query of ['ダウンロード', 'ﾀﾞｳﾝﾛｰﾄﾞ', 'だうんろーど', 'ｃｓｖ', 'csv'])
      expect(found(query), query).toEqual([['lists', 'ダウンロードでCSVを保存します。']]);
    expect(found('cafe')).toEqual([['ad-setting', 'Café の広告を追加する']]);
  });

  test('needs all words, also in different lines, and shows the line with the most', () => {
    expect(found('広告 url')).toEqual([
      ['ad-setting', '広告の遷移先を設定します。'],
      ['ad-ad', '日々の作業用の画面です。広告のURLをコピーします。'],
    ]);
    expect(found('広告 csv')).toEqual([]);
  });

  test('ranks titles before headings before text', () => {
    expect(found('広告').map(([name]) => name)).toEqual(['ad-setting', 'ad-ad']);
    expect(found('設定').map(([name]) => name)).toEqual(['ad-setting']);
    expect(found('一覧')).toEqual([['lists', null]]);
  });

  test('finds nothing without words', () => {
    expect([found(''), found('　 ')]).toEqual([[], []]);
  });
});

test.each([
  ['/dashboard', '/dashboard', 'dashboard'],
  ['/ad/setting/12', '/ad/setting', 'ad-setting'],
  ['/analyze/custom/item-2', '/analyze/custom/item-2', 'analyze-custom'],
  ['/log/cv', '/log/cv', 'log-cv'],
  ['/log/cv/81', '/log/cv', 'credit'],
  ['/log/visitor/7', '/log/reference', 'visitor-path'],
  ['/log/result-recompute', '/log/result', 'result-recompute'],
])('the guide of %s is that of its screen', (path, to, name) => {
  expect(screenGuide(path, { to })).toBe(name);
});

test('a screen outside of the menu has no guide', () => {
  expect(screenGuide('/dev/machines', null)).toBeNull();
});
