import { derivedSpans } from '../rollups/calendar.ts';
import { LENGTHS } from '../rollups/daily-credit.ts';
import type { CreditModel, CreditTable } from '../rollups/paths.ts';
import { rowInSql } from './journeys.ts';
import type { CreditByDay } from './report-source.ts';
import { NO_CONTACT, type Grouping } from './row-layout.ts';
import type { Scope } from './scope.ts';

/** Sums of credit over the days of a period, read from the rollups by day. */

/** The row of an ad, or of none. */
const rowOf = (grouping: Grouping): string =>
  `if(d.ad_id = 0, toInt32(${NO_CONTACT}), ${rowInSql(grouping, 'd.ad_id')})`;

/**
 * The credit under a model in rows `d` of sums: last and middle conversions in units, sales in yen times units.
 */
const divisionOf = (
  model: CreditModel,
  units: number,
): Readonly<Record<'cv' | 'middle' | 'sales', string>> => {
  switch (model) {
    case 'ending_point':
      return {
        cv: `sum(d.cv) * ${units}`,
        middle: `sum(d.cv_middle) * ${units}`,
        sales: `toString(toInt128(sum(d.amount)) * ${units})`,
      };
    case 'starting_point':
      return {
        cv: `sum(d.starts) * ${units}`,
        middle: `sum(d.starts_middle) * ${units}`,
        sales: `toString(toInt128(sum(d.starts_sales)) * ${units})`,
      };
    default:
      return {
        cv: `sum(d.${model}_cv)`,
        middle: `sum(d.${model}_middle)`,
        sales: `toString(sum(d.${model}_sales))`,
      };
  }
};

/** The columns of `PathCounts` over rows `d` of sums, for any grouping. */
export const pathCountColumns = (
  { units }: Pick<CreditTable, 'units'>,
  models: readonly CreditModel[],
): string => {
  const divided = (model: CreditModel): string => {
    const { cv, middle, sales } = divisionOf(model, units);
    return `, ${cv} AS ${model}_cv, ${middle} AS ${model}_middle, ${sales} AS ${model}_sales`;
  };
  // Counts are integers far below 2^53, so they need not be sent as text.
  const counted = [
    'cv',
    'cv_middle',
    'touches',
    ...LENGTHS.map(length => `length_${length}`),
    'assists',
    'assists_first',
  ].map(column => `toFloat64(sum(d.${column})) AS ${column}`);
  return `${counted.join(', ')}, sum(d.amount) AS amount_sum, sum(d.elapsed) AS elapsed_sum${models.map(divided).join('')}`;
};

/**
 * The columns of `PathCounts` by row over the days of a period, and the number of ads in each row. Assists are
 * those of single ads.
 */
export const creditByRow = (
  credit: CreditByDay,
  grouping: Grouping,
  table: CreditTable,
  models: readonly CreditModel[],
): string => `
  SELECT ${rowOf(grouping)} AS row, uniqExact(d.ad_id) AS ads, ${pathCountColumns(table, models)} FROM ${credit.sums} GROUP BY row ORDER BY row`;

/**
 * Last conversions by page over the days of a period, and their credit under a model: page, cv, yen, parts and
 * sold.
 */
export const creditByPage = (scope: Scope, { units }: CreditTable, model: CreditModel): string => {
  const { cv, sales } = divisionOf(model, units);
  return `SELECT d.page AS page, sum(d.cv) AS cv, sum(d.amount) AS yen, ${cv} AS parts, ${sales} AS sold FROM daily_page_credit AS d WHERE ${derivedSpans(scope)} GROUP BY page ORDER BY page`;
};

/** The assists of each ad over the days of a period. */
export const assistsByAd = (credit: CreditByDay): string => `
  SELECT toInt64(d.ad_id) AS row, sum(d.assists) AS assists, sum(d.assists_first) AS assists_first FROM ${credit.sums} GROUP BY row ORDER BY row`;
