import {
  outsideMonths,
  dayAt,
  linesWithin,
  monthAt,
  monthsWithin,
  periodOfMonths,
  spansOf,
  type Period,
} from '../rollups/calendar.ts';
import type { Columnar } from '../engine/columnar.ts';
import { DAY, dayOf, TOKYO } from '../events/eligible.ts';
import { rowsOf } from '../engine/query.ts';
import { bound, type Scope } from './scope.ts';
import { ofProduct } from '../rollups/rollup.ts';

/** The part of a period that monthly and yearly sums answer, for queries that need no days. */

/**
 * The first and last whole month of a period as the sums store them: whole years (- year) and the months
 * outside whole years; and the days of the period outside whole months.
 */
export interface Months {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly number[];
  /** A condition on a column of instants; null: no days. */
  readonly remainingDays: string | null;
}

/** The rows of the sums of a product for these months. */
export const inMonths = ({ lines }: Pick<Months, 'lines'>): string =>
  `${ofProduct} AND month IN (${lines.join(', ')})`;

const isMidnightOfMonth = (ms: number): boolean =>
  (ms + TOKYO) % DAY === 0 && new Date(ms + TOKYO).getUTCDate() === 1;

/** The period extended to whole months where the rest of its first and last month has no events. */
const extendToWholeMonths = async (columnar: Columnar, scope: Scope): Promise<Period> => {
  const [begins, ends] = [isMidnightOfMonth(scope.from), isMidnightOfMonth(scope.until)];
  if (begins && ends) return scope;
  const day = (ms: string) => `toDate32(${dayOf(ms)})`;
  const [before, after] = [
    `day >= toInt32(toStartOfMonth(${day('{from: Int64}')})) AND day < ${dayOf('{from: Int64}')}`,
    `day >= ${dayOf('{until: Int64}')} AND day < toInt32(addMonths(toStartOfMonth(${day('{until: Int64} - 1')}), 1))`,
  ];
  const outside = (table: string, amount: string) =>
    `SELECT sumIf(${amount}, ${before}) AS before, sumIf(${amount}, ${after}) AS after FROM ${table} WHERE ${ofProduct} AND (${before} OR ${after})`;
  const [found] = await rowsOf<{ came_before: string; came_after: string }>(
    columnar,
    `
    SELECT sum(before) AS came_before, sum(after) AS came_after FROM (${outside('daily_credit', 'cv + cv_middle')} UNION ALL ${outside('daily_contact', 'clicks')})`,
    bound(scope),
    scope.signal,
  );
  const { from } = periodOfMonths(monthAt(scope.from), monthAt(scope.from));
  const { until } = periodOfMonths(monthAt(scope.until - 1), monthAt(scope.until - 1));
  return {
    from: found?.came_before === '0' ? from : scope.from,
    until: found?.came_after === '0' ? until : scope.until,
  };
};

/**
 * The minimum number of days in whole months for each day outside them. The visitors of the days outside
 * are looked up in the complete period, which otherwise takes as long as reading all of it.
 */
const MIN_MONTH_DAYS_PER_DAY_OUTSIDE = 4;

/**
 * The whole months of a period that sums can answer, and the days outside them; null: no or too few whole
 * months.
 */
export const wholeMonths = async (columnar: Columnar, scope: Scope): Promise<Months | null> => {
  const period = await extendToWholeMonths(columnar, scope);
  const months = monthsWithin(period).toSorted((a, b) => a - b);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return null;
  const days = dayAt(period.until) - dayAt(period.from);
  const dayCountOutside = spansOf(period).days.reduce((sum, [from, until]) => sum + until - from, 0);
  return dayCountOutside * MIN_MONTH_DAYS_PER_DAY_OUTSIDE > days - dayCountOutside
    ? null
    : { first, last, lines: linesWithin(period), remainingDays: outsideMonths(period, 'ts') };
};
