import { dayNumber, dayText, tokyoDay } from '../platform/time.ts';
import { bucketOf } from '../reports/parse/period.ts';

/** The days of a saved view, as the console reads them of its address. */

/** Tokyo days, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

type Search = ReadonlyMap<string, string>;
/** What relative periods depend on. */
export interface Today {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** First day of the week: 0 Sunday, 1 Monday. */
  readonly weekStart: number;
}

const DEFAULT_PERIOD_DAYS = 30;

/** A stored day; null: it is none. */
const readDay = (text = ''): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumber(text)) && dayText(dayNumber(text)) === text
    ? text
    : null;

const inOrder = (from: string, to: string): Days => (from <= to ? { from, to } : { from: to, to: from });

/** Two days of an address; null: one of them is missing. */
const readDays = (search: Search, first: string, last: string): Days | null => {
  const [from, to] = [readDay(search.get(first)), readDay(search.get(last))];
  return from === null || to === null ? null : inOrder(from, to);
};

const numbered = (from: number, to: number): Days => ({ from: dayText(from), to: dayText(to) });

/** The days of a relative period that ends today. */
const relativeDays = (period: string | undefined, { now, weekStart }: Today): Days => {
  const today = tokyoDay(now);
  const week = bucketOf(today, 'week', weekStart);
  const month = bucketOf(today, 'month', weekStart);
  switch (period) {
    case 'today':
      return numbered(today, today);
    case 'yesterday':
      return numbered(today - 1, today - 1);
    case 'this-week':
      return numbered(week, today);
    case 'last-week':
      return numbered(week - 7, week - 1);
    case 'this-month':
      return numbered(month, today);
    case 'last-month':
      return numbered(bucketOf(month - 1, 'month', weekStart), month - 1);
    case '7':
    case '90':
      return numbered(today + 1 - Number(period), today);
    default:
      return numbered(today + 1 - DEFAULT_PERIOD_DAYS, today);
  }
};

const periodOf = (search: Search, today: Today): Days => {
  const period = search.get('period');
  const custom = readDays(search, 'from', 'to');
  return custom !== null && (period === 'custom' || period === undefined)
    ? custom
    : relativeDays(period, today);
};

/** The first day of the month that is some months before the month of a day. */
const monthsBefore = (day: string, months: number): string => {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
};

/** Whole months of one or two years up to today; null: the report has the days of its period. */
const yearsOf = (search: Search): 1 | 2 | null => {
  const display = search.get('display');
  if (display === '1' || display === '2') return display === '1' ? 1 : 2;
  return display === 'custom' || search.has('from') ? null : 1;
};

/** The days of a saved view. Pure. */
export const savedDays = (search: Search, over: 'items' | 'time', today: Today): Days => {
  const years = over === 'time' ? yearsOf(search) : null;
  if (years === null) return periodOf(search, today);
  const to = dayText(tokyoDay(today.now));
  return { from: monthsBefore(to, 12 * years), to };
};

/** The comparison of a saved view as the query of a report; empty: none. Pure. */
export const savedComparison = (search: Search): Readonly<Record<string, string>> => {
  const compare = search.get('compare');
  if (compare === 'previous_period' || compare === 'previous_year') return { compare };
  const days = compare === 'custom' ? readDays(search, 'compare_from', 'compare_to') : null;
  return days === null ? {} : { compare: 'custom', compare_from: days.from, compare_to: days.to };
};
