import { expect, test } from 'vitest';
import { folded, score } from '../../src/layout/palette-search.ts';

test('widths, case, accents and the two kinds of kana make no difference to a search', () => {
  expect(folded('ｱﾄﾘﾋﾞｭｰｼｮﾝ')).toBe(folded('アトリビューション'));
  expect(folded('あとりびゅーしょん')).toBe(folded('アトリビューション'));
  expect(folded('ＲÉＳＥＡＵ')).toBe('reseau');
  expect(folded('か゛')).not.toBe(folded('か'));
});

test('an exact name is found before the beginning of a word, that before the middle of one, that before scattered letters', () => {
  const points = ['ログ', 'ログ 一覧', 'リファレンスログ'].map(text => score('ろぐ', text));
  expect(points).toEqual(points.toSorted((a, b) => b - a));
  expect(new Set(points).size).toBe(3);
  expect(score('dshb', 'Dashboard')).toBeGreaterThan(0);
  expect(score('dshb', 'Dashboard')).toBeLessThan(score('board', 'Dashboard'));
});

test('every word that was typed must be found, and what is not there is not found', () => {
  expect(score('夏 検索', '検索広告「夏のセール」')).toBeGreaterThan(0);
  expect(score('夏 冬', '検索広告「夏のセール」')).toBe(0);
  expect(score('zz', 'Dashboard')).toBe(0);
  expect(score('', 'Dashboard')).toBe(1);
});
