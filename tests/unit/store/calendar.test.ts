import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spansOf } from '../../../server/store/clickhouse/rollups/calendar.ts';

const DAY = 86_400_000;
/** Midnight in Tokyo of a day since 1970. */
const midnight = (day: number) => day * DAY - 9 * 3_600_000;
const daysOf = (year: number, months: number) =>
  [Date.UTC(year, 0) / DAY, Date.UTC(year, months) / DAY] as const;
const range = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => from + index);

it('a period is divided into whole years, months outside of these, and remaining days', () => {
  const of = (from: string, until: string) =>
    spansOf({ from: Date.parse(`${from}T00:00:00+09:00`), until: Date.parse(`${until}T00:00:00+09:00`) });
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
