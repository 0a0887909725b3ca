import { describe, expect, test } from 'vitest';
import {
  count,
  createFormatter,
  duration,
  NOTHING,
  price,
  ratio,
  share,
  time,
  type DurationTexts,
} from '../../src/components/formats.ts';

const texts: DurationTexts = {
  daysHours: (days, hours) => `${days}日${hours}時間`,
  hoursMinutes: (hours, minutes) => `${hours}時間${minutes}分`,
  minutesSeconds: (minutes, seconds) => `${minutes}分${seconds}秒`,
  seconds: seconds => `${seconds}秒`,
};

const CHOICES: Readonly<Record<string, string>> = {
  'status.true': '有効',
  'status.false': '削除',
  'result.null': '送信待ち',
};
const words = {
  tag: (word: string) => `<${word}>`,
  choice: (field: string, value: string) => CHOICES[`${field}.${value}`] ?? null,
};

describe('numbers', () => {
  test('are grouped by commas in threes', () => expect(count(1234567)).toBe('1,234,567'));
  test('are rounded half up on their decimal digits', () => {
    expect([share(1.005), share(0.125), count(2.5), count(0.5), ratio(0.12345), price(12.345)]).toEqual([
      '1.01',
      '0.13',
      '3',
      '1',
      '12.35%',
      '12.35',
    ]);
  });
  test('are shown as a dash if they are zero or missing', () => {
    const format = createFormatter(texts, words);
    expect([
      format('count', 0),
      format('yen', -0),
      format('percent', 0),
      format('duration', 0),
      format('yen', null),
      format('text', undefined),
      format('text', ''),
    ]).toEqual(Array.from({ length: 7 }, () => NOTHING));
  });
  test('that round to zero are shown as zero without a sign', () =>
    expect([share(0.001), share(-0.001), count(-0.4)]).toEqual(['0.00', '0.00', '0']));
  test('keep the sign of a loss', () => expect(count(-1234.5)).toBe('-1,235'));
  test('that are not numeric are shown as a dash', () =>
    expect([ratio(Number.POSITIVE_INFINITY), count(Number.NaN)]).toEqual(['-', '-']));
});

describe('times', () => {
  test("are shown in Tokyo's time zone in every browser", () =>
    expect(time('2026-01-31T15:00:00.000Z')).toBe('2026/02/01 00:00:00'));
  test('at midnight have the hour 00, not 24', () =>
    expect(time('2024-02-28T15:00:00Z')).toBe('2024/02/29 00:00:00'));
  test('that are invalid are shown as a dash', () => expect(time('soon')).toBe('-'));
});

describe('durations', () => {
  test.each([
    [59.6, '60秒'],
    [60, '60秒'],
    [61, '1分1秒'],
    [3600, '60分0秒'],
    [3601, '1時間0分'],
    [86_400, '24時間0分'],
    [86_401, '1日0時間'],
    [200_000, '2日7時間'],
  ])('of %d seconds are shown as %s', (seconds, text) => expect(duration(seconds, texts)).toBe(text));
});

test('tags are translated one by one', () => {
  const format = createFormatter(texts, words);
  expect([format('word', 'mobile'), format('tags', 'bot,repeated'), format('tags', '')]).toEqual([
    '<mobile>',
    '<bot>, <repeated>',
    '-',
  ]);
});

describe('coded values', () => {
  const format = createFormatter(texts, words);
  test('are shown by the labels of their field', () =>
    expect([format('choice', true, 'status'), format('choice', false, 'status')]).toEqual(['有効', '削除']));
  test('without a label are shown as they are', () =>
    expect([format('choice', 7, 'status'), format('choice', 'new', 'kind')]).toEqual(['7', 'new']));
  test('have a label for null only if null has a meaning', () =>
    expect([
      format('choice', null, 'result'),
      format('choice', null, 'status'),
      format('text', null, 'result'),
    ]).toEqual(['送信待ち', NOTHING, NOTHING]));
});

test('a day is shown without a time zone', () =>
  expect(createFormatter(texts, words)('day', '2024-02-29')).toBe('2024/02/29'));
