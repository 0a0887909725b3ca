import { isFiner, NO_CONTACT } from '../../store/clickhouse/queries/row-layout.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import { trendsFromSums } from '../../store/clickhouse/queries/trend-sums.ts';
import { contactTrends, saleTrends, type Slices } from '../../store/clickhouse/queries/trends.ts';
import { dayText } from '../../platform/time.ts';
import type { Period } from '../parse/period.ts';
import type { ReportParts } from '../parse/query.ts';
import { keyOf, outerOf, type Rows } from './rows.ts';

/** The trend of each row over the period, coarse enough to be drawn within a cell. */

const MAX_SLICES = 31;

/** Contacts and last conversions of a row, by slice. */
export interface RowTrends {
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
  readonly of: keyof RowTrends;
  readonly slices: readonly number[];
  readonly amounts: readonly number[];
}

const partsOf = async (
  { columnar }: ReportParts,
  scope: Scope,
  { grouping }: Rows,
  slices: Slices,
): Promise<Part[]> => {
  const summed = isFiner(grouping) ? null : await trendsFromSums(columnar, scope, slices);
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

const addAmounts = (line: number[], { slices, amounts }: Part): void => {
  for (let index = 0; index < slices.length; index += 1) {
    const slice = slices[index] ?? 0;
    line[slice] = (line[slice] ?? 0) + (amounts[index] ?? 0);
  }
};

/**
 * Contacts and last conversions of each row by slice, by the row's key; outer rows have the sums of their
 * inner ones.
 */
export const trendsOfRows = async (
  parts: ReportParts,
  scope: Scope,
  rows: Rows,
  slices: Slices,
): Promise<{ readonly byRow: ReadonlyMap<string, RowTrends>; readonly flat: number[] }> => {
  const { grouping, rowOf, read } = rows;
  const nothing = () => Array.from({ length: slices.count }, () => 0);
  const byRow = new Map<string, RowTrends>();
  for (const part of await partsOf(parts, scope, rows, slices)) {
    const row = read(isFiner(grouping) ? part.row : rowOf(part.row === NO_CONTACT ? null : part.row));
    for (const level of [row, outerOf(row)]) {
      if (level === null) continue;
      const key = keyOf(level);
      const trends = byRow.get(key) ?? { clicks: nothing(), cv: nothing() };
      byRow.set(key, trends);
      addAmounts(trends[part.of], part);
    }
  }
  return { byRow, flat: nothing() };
};
