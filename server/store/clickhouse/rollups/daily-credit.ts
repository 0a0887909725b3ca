import { NO_CONTACT, type Grouping } from '../queries/row-layout.ts';
import { derivedSpans, linesOfDay } from './calendar.ts';
import type { Scope } from '../queries/scope.ts';
import { dayOf, monthOf } from '../events/eligible.ts';
import { rowInSql } from '../queries/journeys.ts';
import { unitsInSql, type CreditModel, type CreditTable } from './paths.ts';
import type { FillStatement, StageInputs } from './rollup.ts';

/**
 * Credit of conversions by Tokyo day and ad (0: no contact), summed as paths are written. All sums are
 * integers, so that the order of additions and subtractions does not change them.
 */

/** Models whose units are summed: the others give a conversion to one contact. */
const SHARED = ['linear', 'decay', 'touch_point'] as const;
const LENGTHS = [1, 2, 3, 4, 5, 6] as const;

/** In the place of an ad: the beginning before the first contact of a path, and the conversion after its last. */
export const NO_AD = 2 ** 32 - 1;

/**
 * The units of a contact under each of these models, as columns. The decay table is long, so a statement
 * contains it once.
 */
export const unitColumns = (table: CreditTable): string => {
  const units = unitsInSql(table);
  return `${units.path}, ${SHARED.map(model => `${units[model]} AS ${model}`).join(', ')}`;
};
const shared = (model: (typeof SHARED)[number]): Readonly<Record<'cv' | 'middle' | 'sales', string>> => ({
  cv: `sum(lasts * toInt64(${model}))`,
  middle: `sum(middles * toInt64(${model}))`,
  sales: `sum(toInt128(yen) * toInt128(${model}))`,
});

/**
 * The measures of `daily_credit` in their order, as sums over the columns lasts and middles (signed
 * conversions), yen (signed), took (ms), n and i (number of contacts, and position), fresh (1: the first
 * contact of its row on its path), and those of the units.
 *
 * @param other condition: the last contact of the path is of another row
 */
export const creditColumns = (
  other: string,
): string => `sumIf(lasts, i >= n), sumIf(middles, i >= n), sumIf(yen, i >= n), sumIf(lasts * took, i = n), sumIf(lasts * n, i = n),
        ${LENGTHS.map(length => `sumIf(lasts, i = n AND ${length < 6 ? 'n =' : 'n >='} ${length})`).join(', ')},
        sumIf(lasts, fresh = 1 AND ${other}), sumIf(lasts, i = 1 AND ${other}), sumIf(lasts, i <= 1), sumIf(middles, i <= 1), sumIf(yen, i <= 1),
        ${SHARED.map(shared)
          .map(({ cv, middle, sales }) => [cv, middle, sales].join(', '))
          .join(', ')}`;

/** The sign of conversions that are added or subtracted, as SQL. */
export const signOf = (change: StageInputs['credit']['change']): string =>
  `toInt64(${change === 'add' ? 1 : -1})`;

const MS = 'toUnixTimestamp64Milli(ts)';

export const insertDailyCredit: FillStatement<'credit'> = (_, { change, paths, table }, into) => {
  const sign = signOf(change);
  return `
      INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, arrayJoin(${linesOfDay('day')}), ad, ${creditColumns('ad != last_ad')}
      FROM (
        SELECT day, lasts, middles, lasts * toInt64(amount) AS yen, took, toUInt32(length(ads)) AS n, i, ad, ads[n] AS last_ad, fresh, ${unitColumns(table)}
        FROM (SELECT ${dayOf(MS)} AS day, ${sign} * (cv_type = 1) AS lasts, ${sign} * (cv_type = 0) AS middles, amount, elapsed AS took, ad_ids AS ads FROM ${paths})
        LEFT ARRAY JOIN ads AS ad, arrayEnumerate(ads) AS i, arrayEnumerateUniq(ads) AS fresh
      ) GROUP BY day, ad`;
};

export const insertDailyPageCredit: FillStatement<'credit'> = (_, { change, paths, table }, into) => {
  const sign = signOf(change);
  return `
      INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, arrayJoin(${linesOfDay('day')}), page, sumIf(lasts, i >= n), sumIf(yen, i >= n), sumIf(lasts, i <= 1), sumIf(yen, i <= 1),
        ${SHARED.map(shared)
          .map(({ cv, sales }) => [cv, sales].join(', '))
          .join(', ')}
      FROM (
        SELECT day, ${sign} AS lasts, ${sign} * toInt64(amount) AS yen, toUInt32(length(pages)) AS n, i, page, ${unitColumns(table)}
        FROM (SELECT ${dayOf(MS)} AS day, cv_type, amount, page_ids AS pages FROM ${paths}) LEFT ARRAY JOIN pages AS page, arrayEnumerate(pages) AS i WHERE cv_type = 1
      ) GROUP BY day, page`;
};

export const insertTransitions: FillStatement<'credit'> = (_, { change, paths }, into) => `
      INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, span, type, came, went, times FROM (
        SELECT month, type, came, went, sum(${signOf(change)}) AS times FROM (SELECT ${monthOf(MS)} AS month, cv_type AS type, ad_ids AS ads FROM ${paths})
        ARRAY JOIN arrayPushFront(ads, toUInt32(${NO_AD})) AS came, arrayPushBack(ads, toUInt32(${NO_AD})) AS went WHERE notEmpty(ads) GROUP BY month, type, came, went
      ) ARRAY JOIN [month, -intDiv(month, 12)] AS span`;

export const insertCompletePaths: FillStatement<'credit'> = (_, { change, paths }, into) => {
  const sign = signOf(change);
  return `
      INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, span, type, ads, times, yen, took FROM (
        SELECT ${monthOf(MS)} AS month, cv_type AS type, ad_ids AS ads, sum(${sign}) AS times, sum(${sign} * toInt64(amount)) AS yen, sum(${sign} * elapsed) AS took FROM ${paths} GROUP BY month, type, ads
      ) ARRAY JOIN [month, -intDiv(month, 12)] AS span`;
};

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
  scope: Scope,
  grouping: Grouping,
  table: CreditTable,
  models: readonly CreditModel[],
): string => `
  SELECT ${rowOf(grouping)} AS row, uniqExact(d.ad_id) AS ads, ${pathCountColumns(table, models)} FROM daily_credit AS d WHERE ${derivedSpans(scope)} GROUP BY row ORDER BY row`;

/**
 * Last conversions by page over the days of a period, and their credit under a model: page, cv, yen, parts and
 * sold.
 */
export const creditByPage = (scope: Scope, { units }: CreditTable, model: CreditModel): string => {
  const { cv, sales } = divisionOf(model, units);
  return `SELECT d.page AS page, sum(d.cv) AS cv, sum(d.amount) AS yen, ${cv} AS parts, ${sales} AS sold FROM daily_page_credit AS d WHERE ${derivedSpans(scope)} GROUP BY page ORDER BY page`;
};

/** The assists of each ad over the days of a period. */
export const assistsByAd = (scope: Scope): string => `
  SELECT toInt64(d.ad_id) AS row, sum(d.assists) AS assists, sum(d.assists_first) AS assists_first FROM daily_credit AS d WHERE ${derivedSpans(scope)} GROUP BY row ORDER BY row`;
