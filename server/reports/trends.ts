import { isFiner, NO_CONTACT, type Scope } from '../store/clickhouse/counts.ts';
import { contactTrends, saleTrends, type Slices, type Trend } from '../store/clickhouse/trends.ts';
import { dayText, type Period } from './period.ts';
import type { ReportParts } from './question.ts';
import { keyOf, outerOf, type Rows } from './rows.ts';
import type { Course } from './shape.ts';

/** The course of each row over the period, coarse enough to be drawn within a cell. */

const MOST_SLICES = 31;

export const slicesOf = ({ fromDay, untilDay }: Period): Slices => ({ fromDay, days: untilDay - fromDay, count: Math.min(MOST_SLICES, untilDay - fromDay) });

/** The first day of each slice. */
export const firstDays = ({ fromDay, days, count }: Slices): string[] => Array.from({ length: count }, (_, slice) => dayText(fromDay + Math.ceil((slice * days) / count)));

/** Contacts and last conversions of each row by slice, by the row's key; of outer rows the sums of their inner ones. */
export const coursesOf = async ({ columnar }: ReportParts, scope: Scope, { grouping, rowOf, read }: Rows, slices: Slices): Promise<{ readonly courses: ReadonlyMap<string, Course>; readonly flat: number[] }> => {
  const [contacts, sales] = await Promise.all([contactTrends(columnar, scope, grouping, slices), saleTrends(columnar, scope, grouping, slices)]);
  const nothing = () => Array.from({ length: slices.count }, () => 0);
  const courses = new Map<string, Course>();
  const add = (of: keyof Course, { row, slices: which, amounts }: Trend) => {
    const at = read(isFiner(grouping) ? row : rowOf(row === NO_CONTACT ? null : row));
    for (const one of [at, outerOf(at)]) {
      if (one === null) continue;
      const key = keyOf(one);
      const course = courses.get(key) ?? { clicks: nothing(), cv: nothing() };
      courses.set(key, course);
      for (const [index, slice] of which.entries()) course[of][slice] = (course[of][slice] ?? 0) + (amounts[index] ?? 0);
    }
  };
  for (const trend of contacts) add('clicks', trend);
  for (const trend of sales) add('cv', trend);
  return { courses, flat: nothing() };
};
