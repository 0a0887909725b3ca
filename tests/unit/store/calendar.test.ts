import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  dayAt,
  derivedMonths,
  derivedSpans,
  linesOfDay,
  linesWithin,
  monthsWithin,
  outsideMonths,
  periodOfMonths,
  spansOf,
} from '../../../server/store/clickhouse/rollups/calendar.ts';
import { ofProduct } from '../../../server/store/clickhouse/rollups/rollup.ts';

const DAY = 86_400_000;
/** Midnight in Tokyo of a day since 1970. */
const midnight = (day: number) => day * DAY - 9 * 3_600_000;
const daysOf = (year: number, months: number) =>
  [Date.UTC(year, 0) / DAY, Date.UTC(year, months) / DAY] as const;
const range = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => from + index);

const period = (from: string, until: string) => ({
  from: Date.parse(`${from}T00:00:00+09:00`),
  until: Date.parse(`${until}T00:00:00+09:00`),
});

it('a period is divided into whole years, months outside of these, and remaining days', () => {
  const of = (from: string, until: string) => spansOf(period(from, until));
  expect(of('2026-01-01', '2027-01-01')).toEqual({ years: [2026], months: [], days: [] });
  expect(of('2024-02-01', '2024-03-01')).toEqual({ years: [], months: [2024 * 12 + 1], days: [] });
  expect(of('2024-11-30', '2026-02-02')).toEqual({
    years: [2025],
    months: [2024 * 12 + 11, 2026 * 12],
    days: [
      [Date.UTC(2024, 10, 30) / DAY, Date.UTC(2024, 11, 1) / DAY],
      [Date.UTC(2026, 1, 1) / DAY, Date.UTC(2026, 1, 2) / DAY],
    ],
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 18_000, max: 22_000 }),
      fc.integer({ min: 0, max: 1500 }),
      (from, length) => {
        const { years, months, days } = spansOf({ from: midnight(from), until: midnight(from + length) });
        const found = [
          ...years.flatMap(year => range(...daysOf(year, 12))),
          ...months.flatMap(month =>
            range(
              Date.UTC(Math.floor(month / 12), month % 12) / DAY,
              Date.UTC(Math.floor(month / 12), (month % 12) + 1) / DAY,
            ),
          ),
          ...days.flatMap(([first, end]) => range(first, end)),
        ];
        expect(found.toSorted((a, b) => a - b)).toEqual(range(from, from + length));
        expect(
          months.filter(
            month => months.filter(other => Math.floor(other / 12) === Math.floor(month / 12)).length === 12,
          ),
        ).toEqual([]);
      },
    ),
  );
});

it('sums are read by the keys of years, months and days, each day once', () => {
  const [december, january] = [2024 * 12 + 11, 2026 * 12];
  const over = period('2024-11-30', '2026-02-02');
  expect(linesWithin(over)).toEqual([-2025, december, january]);
  expect(monthsWithin(over)).toEqual([...range(2025 * 12, 2026 * 12), december, january]);
  expect(outsideMonths(over, 'day')).toBe('(day >= 20057 AND day < 20058 OR day >= 20485 AND day < 20486)');
  expect([dayAt(Date.parse('2024-11-29T15:00Z')), dayAt(Date.parse('2026-01-31T14:59:59.999Z'))]).toEqual([
    20_057, 20_484,
  ]);
  expect(derivedSpans(over)).toBe(
    `${ofProduct} AND (day IN (-2025, -${december}, -${january}) OR day >= 20057 AND day < 20058 OR day >= 20485 AND day < 20486)`,
  );
  const day = period('2026-02-01', '2026-02-02');
  expect(derivedSpans(day)).toBe(`${ofProduct} AND (day >= 20485 AND day < 20486)`);
  expect(outsideMonths(day, 'ts')).toBe(
    "(ts >= fromUnixTimestamp64Milli(toInt64(1769871600000), 'UTC') AND ts < fromUnixTimestamp64Milli(toInt64(1769958000000), 'UTC'))",
  );
  const nothing = period('2026-02-01', '2026-02-01');
  expect(derivedSpans(nothing)).toBe(`${ofProduct} AND (0)`);
  for (const none of [nothing, period('2026-02-01', '2026-03-01')])
    expect(outsideMonths(none, 'ts')).toBeNull();
});

it('whole months are a period, whose rows have the keys after its end up to its first month', () => {
  const months = periodOfMonths(2025 * 12 + 11, 2026 * 12);
  expect(months).toEqual(period('2025-12-01', '2026-02-01'));
  expect(derivedMonths(months)).toBe(`${ofProduct} AND day > -24313 AND day <= -24311`);
  expect(linesOfDay('d')).toBe(
    '[d, toInt32(1 - 12 * toYear(toDate32(d)) - toMonth(toDate32(d))), toInt32(- toYear(toDate32(d)))]',
  );
});
