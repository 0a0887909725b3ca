import { expect, test } from 'vitest';
import { folded, score } from '../../src/layout/palette-search.ts';

test('a palette search ignores width, case, accents and the kind of kana', () => {
  expect(folded('ｱﾄﾘﾋﾞｭｰｼｮﾝ')).toBe(folded('アトリビューション'));
  expect(folded('あとりびゅーしょん')).toBe(folded('アトリビューション'));
  expect(folded('ＲÉＳＥＡＵ')).toBe('reseau');
  expect(folded('か゛')).not.toBe(folded('か'));
});

test('a palette search ranks an exact name before the beginning of a word, the middle of a word and scattered letters', () => {
  const points = ['ログ', 'ログ 一覧', 'リファレンスログ'].map(text => score('ろぐ', text));
  expect(points).toEqual(points.toSorted((a, b) => b - a));
  expect(new Set(points).size).toBe(3);
  expect(score('dshb', 'Dashboard')).toBeGreaterThan(0);
  expect(score('dshb', 'Dashboard')).toBeLessThan(score('board', 'Dashboard'));
});

test('a palette search requires every typed word', () => {
  expect(score('夏 検索', '検索広告「夏のセール」')).toBeGreaterThan(0);
  expect(score('夏 冬', '検索広告「夏のセール」')).toBe(0);
  expect(score('zz', 'Dashboard')).toBe(0);
  expect(score('', 'Dashboard')).toBe(1);
});
