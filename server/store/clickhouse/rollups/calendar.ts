import { DAY, TOKYO } from '../events/eligible.ts';
import { ofProduct, type Scope } from '../queries/scope.ts';

/**
 * Tokyo's days, and the months and years that sums keep beside them. A day is its number since 1970, a month
 * year * 12 + month - 1. In columns of months a year is - year;
 * in columns of days a month is - month, and a year - year too: there are more months than years. A period is
 * read as few lines as it can be: years, months, and the days beside them.
 */

export type Period = Pick<Scope, 'from' | 'until'>;

/** The lines that a day's amounts are summed up in, as an array. @param day a column */
export const linesOfDay = (day: string): string => {
  const date = `toDate32(${day})`;
  return `[${day}, toInt32(1 - 12 * toYear(${date}) - toMonth(${date})), toInt32(- toYear(${date}))]`;
};

export const monthAt = (ms: number): number => {
  const date = new Date(ms + TOKYO);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const firstDay = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12) / DAY;
/** When a day begins, in ms. */
const beginOf = (day: number): number => day * DAY - TOKYO;
/** Whole months as a period. */
export const periodOfMonths = (first: number, last: number): Period => ({
  from: beginOf(firstDay(first)),
  until: beginOf(firstDay(last + 1)),
});
export const dayAt = (ms: number): number => Math.floor((ms + TOKYO) / DAY);

/**
 * What makes up a period of whole days: years, months that are in none of them, and stretches of days that
 * are in neither.
 */
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

/** The lines of sums by month and year that lie in a period: whole years, and the months beside them. */
export const linesWithin = (period: Period): readonly number[] => {
  const { years, months } = spansOf(period);
  return [...years.map(year => -year), ...months];
};

/** The whole months of a period, those of whole years included. */
export const monthsWithin = (period: Period): readonly number[] => {
  const { years, months } = spansOf(period);
  return [...years.flatMap(year => Array.from({ length: 12 }, (_, index) => year * 12 + index)), ...months];
};

/**
 * What of a period lies beside its whole months, as a condition over a column of days or of instants; null:
 * nothing.
 */
export const besideMonths = (period: Period, column: 'day' | 'ts'): string | null => {
  const { days } = spansOf(period);
  const at = (day: number) =>
    column === 'day' ? String(day) : `fromUnixTimestamp64Milli(toInt64(${beginOf(day)}), 'UTC')`;
  return days.length === 0
    ? null
    : `(${days.map(([from, until]) => `${column} >= ${at(from)} AND ${column} < ${at(until)}`).join(' OR ')})`;
};

/** The derived lines that make up a period, of sums by day that have lines of months and years beside. */
export const derivedSpans = (period: Period): string => {
  const { years, months, days } = spansOf(period);
  const storedKeys = [...years, ...months].map(number => -number);
  const parts = [
    ...(storedKeys.length === 0 ? [] : [`day IN (${storedKeys.join(', ')})`]),
    ...days.map(([from, until]) => `day >= ${from} AND day < ${until}`),
  ];
  return `${ofProduct} AND (${parts.length === 0 ? '0' : parts.join(' OR ')})`;
};

/** The same of its months, of a period of whole ones. */
export const derivedMonths = ({ from, until }: Period): string =>
  `${ofProduct} AND day > ${-monthAt(until)} AND day <= ${-monthAt(from)}`;
