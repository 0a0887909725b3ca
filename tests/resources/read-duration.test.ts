import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import en from '../../src/messages/en.json' with { type: 'json' };
import ja from '../../src/messages/ja.json' with { type: 'json' };
import zh from '../../src/messages/zh-CN.json' with { type: 'json' };
import { readDuration } from '../../src/screens/list/read-duration.ts';
import { durationText } from '../../src/screens/list/use-filters.ts';

describe('a typed duration', () => {
  test.each([
    ['2日', 172_800],
    ['1.5時間', 5_400],
    ['90分', 5_400],
    ['30秒', 30],
    ['1日 12時間 30分', 131_400],
    ['2天3小时4分钟', 183_840],
    ['2 Days', 172_800],
    ['36 h', 129_600],
    ['1 d 12 hr', 129_600],
    ['90 min', 5_400],
    ['0.001s', 0.001],
    ['0日', 0],
  ])('%s is read', (text, seconds) => {
    expect(readDuration(text)).toBe(seconds);
  });

  test.each([
    '',
    ' ',
    '日',
    '2',
    '2日3',
    '-1日',
    '2ヶ月',
    '2日と3時間',
    '1,5時間',
    '1.2345分',
    '2日前',
    '1e3秒',
  ])('%o is none', text => {
    expect(readDuration(text)).toBeNull();
  });
});

test.each([
  ['ja', ja],
  ['en', en],
  ['zh-CN', zh],
] as const)('in %s, a condition is edited as what it was typed as', (locale, messages) => {
  const intl = createIntl({ locale, messages });
  for (const seconds of [0, 0.001, 1, 59, 60, 5_400, 7_200, 100_001, 86_400, 172_800, 86_400_000])
    expect(readDuration(durationText(intl, seconds)), `${seconds} seconds`).toBe(seconds);
});
