import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, before, daysOf, lengthOf, readDay, today } from '../../src/components/days.ts';
import { readPeriod } from '../../src/screens/period.ts';

// 00:30 of 1 March 2024 in Tokyo, which is still 29 February in London and Los Angeles.
const NOW = Date.parse('2024-02-29T15:30:00Z');

test('today is the present day in Tokyo', () => expect(today(NOW)).toBe('2024-03-01'));

describe('a period', () => {
  test('of seven days ends today', () =>
    expect(daysOf('7', {}, today(NOW), 0)).toEqual({ from: '2024-02-24', to: '2024-03-01' }));
  test('of this month begins on the first day of the month', () =>
    expect(daysOf('this-month', {}, today(NOW), 0)).toEqual({ from: '2024-03-01', to: '2024-03-01' }));
  test('of last month has the days of a leap year', () =>
    expect(daysOf('last-month', {}, today(NOW), 0)).toEqual({ from: '2024-02-01', to: '2024-02-29' }));
  test('of last month in January is December of the year before', () =>
    expect(daysOf('last-month', {}, '2026-01-15', 0)).toEqual({ from: '2025-12-01', to: '2025-12-31' }));
  // 1 March 2024 is a Friday.
  test.each([
    ['today', 0, '2024-03-01', '2024-03-01'],
    ['yesterday', 0, '2024-02-29', '2024-02-29'],
    ['this-week', 0, '2024-02-25', '2024-03-01'],
    ['this-week', 1, '2024-02-26', '2024-03-01'],
    ['last-week', 0, '2024-02-18', '2024-02-24'],
    ['last-week', 1, '2024-02-19', '2024-02-25'],
  ] as const)('named %s with weeks from day %i is %s to %s', (period, weekStart, from, to) =>
    expect(daysOf(period, {}, today(NOW), weekStart)).toEqual({ from, to }),
  );
  test.each([
    [0, '2024-03-03', '2024-03-03'],
    [1, '2024-03-03', '2024-02-26'],
    [1, '2024-03-04', '2024-03-04'],
  ] as const)('of this week with weeks from day %i begins on %s at %s', (weekStart, end, from) =>
    expect(daysOf('this-week', {}, end, weekStart)).toEqual({ from, to: end }),
  );
  test('in reverse order is swapped', () =>
    expect(daysOf('custom', { from: '2026-02-02', to: '2026-02-01' }, today(NOW), 0)).toEqual({
      from: '2026-02-01',
      to: '2026-02-02',
    }));
  test('is preceded by a period of as many days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.integer({ min: 0, max: 800 }),
        (start, length) => {
          const from = addDays('2020-01-01', start);
          const days = { from, to: addDays(from, length) };
          const previous = before(days);
          expect([lengthOf(previous), addDays(previous.to, 1)]).toEqual([lengthOf(days), days.from]);
        },
      ),
    );
  });
});

describe('a typed day', () => {
  test.each([
    '2026/2/3',
    '2026-02-03',
    '20260203',
    '2026.2.3',
    '2026年2月3日',
    '２０２６／０２／０３',
    '２０２６ー２ー３',
    ' 2026/02/03 ',
  ])('%s is accepted', typed => expect(readDay(typed)).toBe('2026-02-03'));
  test.each(['', '2026/2/30', '2026/13/1', '26/2/3', 'きのう', '2026/02/03 10:00', '２０２６／'])(
    '%s is refused',
    typed => expect(readDay(typed)).toBeNull(),
  );
});

describe('the period of an address', () => {
  test('is the default if it is absent or invalid', () =>
    expect([
      readPeriod({}, '30'),
      readPeriod({ period: 'x' }, '30'),
      readPeriod({ period: 'custom', from: 'x' }, '30'),
    ]).toEqual([{ period: '30' }, { period: '30' }, { period: '30' }]));
  test('may be two days without a name', () =>
    expect(readPeriod({ from: '2026-01-01', to: '2026-01-31' }, '30')).toEqual({
      period: 'custom',
      from: '2026-01-01',
      to: '2026-01-31',
    }));
  test('given by name moves on with the days', () =>
    expect(readPeriod({ period: 'last-month', from: '2026-01-01', to: '2026-01-31' }, '30')).toEqual({
      period: 'last-month',
    }));
});
