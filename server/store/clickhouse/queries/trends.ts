import type { Columnar } from '../engine/columnar.ts';
import { isFiner, layoutParameters, NO_CONTACT, type Layout } from './row-layout.ts';
import { bound, type Scope } from './scope.ts';
import { dayOf } from '../events/eligible.ts';
import { rowsOf } from '../engine/query.ts';

/**
 * The distribution of contacts and conversions over a period: counts by row and slice, for the small
 * charts in table cells.
 */

/** Tokyo days (since 1970), divided into this number of slices of nearly equal length. */
export interface Slices {
  readonly fromDay: number;
  readonly days: number;
  readonly count: number;
}

/**
 * Counts of a row by slice; slices without events are omitted. Where rows are no finer than ads, `row` is
 * the number of an ad, or -1 for no ad.
 */
export interface Trend {
  readonly row: number;
  readonly slices: readonly number[];
  readonly amounts: readonly number[];
}

export const sliceOf = (day: string, { fromDay, days, count }: Slices): string =>
  `toUInt8(intDiv((${day} - ${fromDay}) * ${count}, ${days}))`;

/** @param lines columns `row`, `day` and `amount` */
const read = async (
  columnar: Columnar,
  scope: Scope,
  layout: Layout,
  slices: Slices,
  lines: string,
): Promise<Trend[]> =>
  (
    await rowsOf<{ at: string | number; slices: number[]; amounts: string[] }>(
      columnar,
      `
    SELECT row AS at, groupArray(slice) AS slices, groupArray(total) AS amounts FROM (
      SELECT row, ${sliceOf('day', slices)} AS slice, sum(amount) AS total FROM (${lines}) GROUP BY row, slice ORDER BY row, slice
    ) GROUP BY row ORDER BY row`,
      { ...bound(scope), ...layoutParameters(layout) },
      scope.signal,
    )
  ).map(({ at, slices: which, amounts }) => ({
    row: Number(at),
    slices: which,
    amounts: amounts.map(Number),
  }));

/** Contacts, one by one or summed, by row and day. */
const contactLines = (scope: Scope, layout: Layout): string =>
  isFiner(layout)
    ? scope.source.dailyCellContacts(scope, layout)
    : `SELECT ad_id AS row, day, clicks AS amount FROM (${scope.source.dailyContacts(scope)})`;

/** Last conversions one by one, by the row of their last contact and by day. */
const saleLines = (scope: Scope, layout: Layout): string =>
  isFiner(layout)
    ? `SELECT row, day, 1 AS amount FROM (${scope.source.cellSales(scope, layout)})`
    : `SELECT if(empty(ad_ids), ${NO_CONTACT}, toInt64(ad_ids[-1])) AS row, ${dayOf('converted')} AS day, 1 AS amount FROM (${scope.source.selectedPaths(scope)}) WHERE cv_type = 1`;

/** Contacts. */
export const contactTrends = (
  columnar: Columnar,
  scope: Scope,
  layout: Layout,
  slices: Slices,
): Promise<Trend[]> => read(columnar, scope, layout, slices, contactLines(scope, layout));

/** Last conversions, by the row of their last contact; from their paths. */
export const saleTrends = (
  columnar: Columnar,
  scope: Scope,
  layout: Layout,
  slices: Slices,
): Promise<Trend[]> => read(columnar, scope, layout, slices, saleLines(scope, layout));
