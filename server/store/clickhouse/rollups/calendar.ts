import { DAY, TOKYO } from '../events/eligible.ts';
import { ofProduct } from './rollup.ts';

/**
 * Tokyo days, and the months and years that rollups store in addition. A day is its number since 1970, a month
 * year * 12 + month - 1. A column of months holds - year for a year; a column of days holds - month for a month
 * and - year for a year, which do not collide. A period is read as years, months and the remaining days.
 */

/** Milliseconds since 1970 of Tokyo midnights, `until` not included. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** The keys under which the amounts of a day are summed, as an array: day, month, year. @param day a column */
export const linesOfDay = (day: string): string => {
  const date = `toDate32(${day})`;
  return `[${day}, toInt32(1 - 12 * toYear(${date}) - toMonth(${date})), toInt32(- toYear(${date}))]`;
};

export const monthAt = (ms: number): number => {
  const date = new Date(ms + TOKYO);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const firstDay = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12) / DAY;
/** The start of a day, in ms. */
const beginOf = (day: number): number => day * DAY - TOKYO;
/** Whole months as a period. */
export const periodOfMonths = (first: number, last: number): Period => ({
  from: beginOf(firstDay(first)),
  until: beginOf(firstDay(last + 1)),
});
export const dayAt = (ms: number): number => Math.floor((ms + TOKYO) / DAY);

/** The parts of a period of whole days: years, months outside these, and ranges of days outside both. */
interface Spans {
  readonly years: readonly number[];
  readonly months: readonly number[];
  readonly days: readonly (readonly [from: number, until: number])[];
}

export const spansOf = ({ from, until }: Period): Spans => {
  const [years, months, days, end]: [number[], number[], (readonly [number, number])[], number] = [
    [],
    [],
    [],
    dayAt(until),
  ];
  for (let day = dayAt(from); day < end;) {
    const month = monthAt(beginOf(day));
    const isBegun = day === firstDay(month);
    if (isBegun && month % 12 === 0 && firstDay(month + 12) <= end) {
      years.push(month / 12);
      day = firstDay(month + 12);
    } else if (isBegun && firstDay(month + 1) <= end) {
      months.push(month);
      day = firstDay(month + 1);
    } else {
      const next = Math.min(firstDay(month + 1), end);
      days.push([day, next]);
      day = next;
    }
  }
  return { years, months, days };
};

/** The keys of monthly rollups within a period: whole years, and the months outside these. */
export const linesWithin = (period: Period): readonly number[] => {
  const { years, months } = spansOf(period);
  return [...years.map(year => -year), ...months];
};

/** The whole months of a period, those of whole years included. */
export const monthsWithin = (period: Period): readonly number[] => {
  const { years, months } = spansOf(period);
  return [...years.flatMap(year => Array.from({ length: 12 }, (_, index) => year * 12 + index)), ...months];
};

/** The days of a period outside its whole months, as a condition on a column of days or instants; null: none. */
export const outsideMonths = (period: Period, column: 'day' | 'ts'): string | null => {
  const { days } = spansOf(period);
  const at = (day: number) =>
    column === 'day' ? String(day) : `fromUnixTimestamp64Milli(toInt64(${beginOf(day)}), 'UTC')`;
  return days.length === 0
    ? null
    : `(${days.map(([from, until]) => `${column} >= ${at(from)} AND ${column} < ${at(until)}`).join(' OR ')})`;
};

/** The rows of a period in daily rollups that also have rows of months and years, as a condition. */
export const derivedSpans = (period: Period): string => {
  const { years, months, days } = spansOf(period);
  const storedKeys = [...years, ...months].map(number => -number);
  const parts = [
    ...(storedKeys.length === 0 ? [] : [`day IN (${storedKeys.join(', ')})`]),
    ...days.map(([from, until]) => `day >= ${from} AND day < ${until}`),
  ];
  return `${ofProduct} AND (${parts.length === 0 ? '0' : parts.join(' OR ')})`;
};

/** The rows of the months of a period of whole months, as a condition. */
export const derivedMonths = ({ from, until }: Period): string =>
  `${ofProduct} AND day > ${-monthAt(until)} AND day <= ${-monthAt(from)}`;
