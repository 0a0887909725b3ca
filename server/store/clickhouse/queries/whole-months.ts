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
import { bound, ofProduct, type Scope } from './scope.ts';

/** What of a period sums by month and year answer, where what is asked about knows no days. */

/**
 * The first and last whole month of a period, as what the sums have it: whole years (- year), and the months
 * beside them; and what of the period lies beside these.
 */
export interface Months {
  readonly first: number;
  readonly last: number;
  readonly lines: readonly number[];
  /** As a condition over a column of instants; null: nothing. */
  readonly beside: string | null;
}

/** The lines of a product's sums of these months. */
export const inMonths = ({ lines }: Pick<Months, 'lines'>): string =>
  `${ofProduct} AND month IN (${lines.join(', ')})`;

const isMidnightOfMonth = (ms: number): boolean =>
  (ms + TOKYO) % DAY === 0 && new Date(ms + TOKYO).getUTCDate() === 1;

/** A period with what its first and last month have beyond it, where nothing happened there. */
const extended = async (columnar: Columnar, scope: Scope): Promise<Period> => {
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
 * So many days of whole months have to be there for one beside them: whoever came in those is looked for in
 * all of the period, which else takes as long as to read it.
 */
const WORTH = 4;

/**
 * The whole months of a period where sums can answer them, and what lies beside; null: there are none, or too
 * few.
 */
export const wholeMonths = async (columnar: Columnar, scope: Scope): Promise<Months | null> => {
  if (!scope.source.hasSummedCredit(scope)) return null;
  const period = await extended(columnar, scope);
  const months = monthsWithin(period).toSorted((a, b) => a - b);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return null;
  const days = dayAt(period.until) - dayAt(period.from);
  const beside = spansOf(period).days.reduce((sum, [from, until]) => sum + until - from, 0);
  return beside * WORTH > days - beside
    ? null
    : { first, last, lines: linesWithin(period), beside: outsideMonths(period, 'ts') };
};
