import { isFiner, NO_CONTACT } from '../../store/clickhouse/queries/row-layout.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import { summedCourses } from '../../store/clickhouse/queries/courses.ts';
import { contactTrends, saleTrends, type Slices } from '../../store/clickhouse/queries/trends.ts';
import { dayText } from '../../platform/time.ts';
import type { Period } from '../parse/period.ts';
import type { ReportParts } from '../parse/query.ts';
import { keyOf, outerOf, type Rows } from './rows.ts';

/** The trend of each row over the period, coarse enough to be drawn within a cell. */

const MAX_SLICES = 31;

/** Contacts and last conversions of a row, by slice. */
export interface Course {
  readonly clicks: number[];
  readonly cv: number[];
}

export const slicesOf = ({ fromDay, untilDay }: Period): Slices => ({
  fromDay,
  days: untilDay - fromDay,
  count: Math.min(MAX_SLICES, untilDay - fromDay),
});

/** The first day of each slice. */
export const firstDays = ({ fromDay, days, count }: Slices): string[] =>
  Array.from({ length: count }, (_, slice) => dayText(fromDay + Math.ceil((slice * days) / count)));

/** Amounts per slice of facts known by ad or, where rows are finer, by row. */
interface Part {
  readonly row: number;
  readonly of: keyof Course;
  readonly slices: readonly number[];
  readonly amounts: readonly number[];
}

const partsOf = async (
  { columnar }: ReportParts,
  scope: Scope,
  { grouping }: Rows,
  slices: Slices,
): Promise<Part[]> => {
  const summed = isFiner(grouping) ? null : await summedCourses(columnar, scope, slices);
  if (summed !== null) {
    const every = Array.from({ length: slices.count }, (_, slice) => slice);
    return summed.flatMap(({ ad, clicks, cv }) =>
      (['clicks', 'cv'] as const).map(of => ({
        row: ad === 0 ? NO_CONTACT : ad,
        of,
        slices: every,
        amounts: of === 'cv' ? cv : clicks,
      })),
    );
  }
  const [contacts, sales] = await Promise.all([
    contactTrends(columnar, scope, grouping, slices),
    saleTrends(columnar, scope, grouping, slices),
  ]);
  return [
    ...contacts.map(trend => ({ ...trend, of: 'clicks' as const })),
    ...sales.map(trend => ({ ...trend, of: 'cv' as const })),
  ];
};

/**
 * Contacts and last conversions of each row by slice, by the row's key; outer rows have the sums of their
 * inner ones.
 */
export const coursesOf = async (
  parts: ReportParts,
  scope: Scope,
  rows: Rows,
  slices: Slices,
): Promise<{ readonly courses: ReadonlyMap<string, Course>; readonly flat: number[] }> => {
  const { grouping, rowOf, read } = rows;
  const nothing = () => Array.from({ length: slices.count }, () => 0);
  const courses = new Map<string, Course>();
  for (const { row, of, slices: which, amounts } of await partsOf(parts, scope, rows, slices)) {
    const at = read(isFiner(grouping) ? row : rowOf(row === NO_CONTACT ? null : row));
    for (const one of [at, outerOf(at)]) {
      if (one === null) continue;
      const key = keyOf(one);
      const course = courses.get(key) ?? { clicks: nothing(), cv: nothing() };
      courses.set(key, course);
      const line = course[of];
      for (let index = 0; index < which.length; index += 1) {
        const slice = which[index] ?? 0;
        line[slice] = (line[slice] ?? 0) + (amounts[index] ?? 0);
      }
    }
  }
  return { courses, flat: nothing() };
};
