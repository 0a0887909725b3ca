import { NO_CONTACT, type Grouping } from '../queries/row-layout.ts';
import { derivedSpans, linesOfDay } from './calendar.ts';
import type { Scope } from '../queries/scope.ts';
import { dayOf, monthOf } from '../events/eligible.ts';
import { rowInSql } from '../queries/journeys.ts';
import { unitsInSql, type CreditModel, type CreditTable } from './paths.ts';

/**
 * The sums of what conversions give, by Tokyo day and ad, ad 0 being none: kept as paths are written, read
 * instead of them. All are integers, so that
 * whatever is added and taken away in whatever order, and over whatever ads, leaves the same.
 */

/** Models whose units are summed: what the others give is whole conversions. */
const SHARED = ['linear', 'decay', 'touch_point'] as const;
const LENGTHS = [1, 2, 3, 4, 5, 6] as const;

/** What stands in the place of an ad before the first and after the last contact of a path. */
export const NOBODY = 2 ** 32 - 1;

/** The sums that paths give to. */
export const PATH_SUMS = ['daily_credit', 'daily_page_credit', 'monthly_step', 'monthly_way'] as const;

/**
 * The units of a contact under each of these models, as columns: the table of decay is long, and is told
 * once.
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
 * What contacts of paths are given, in the order of the columns of `daily_credit` from `cv` on: sums over
 * columns lasts and middles (signed conversions), yen (signed), took (ms), n, i
 * (contacts, and which of them), fresh (1: the first of its row on its path), and those of the units.
 *
 * @param other whether the last contact of the path is of another row
 */
export const givenTo = (
  other: string,
): string => `sumIf(lasts, i >= n), sumIf(middles, i >= n), sumIf(yen, i >= n), sumIf(lasts * took, i = n), sumIf(lasts * n, i = n),
        ${LENGTHS.map(length => `sumIf(lasts, i = n AND ${length < 6 ? 'n =' : 'n >='} ${length})`).join(', ')},
        sumIf(lasts, fresh = 1 AND ${other}), sumIf(lasts, i = 1 AND ${other}), sumIf(lasts, i <= 1), sumIf(middles, i <= 1), sumIf(yen, i <= 1),
        ${SHARED.map(shared)
          .map(({ cv, middle, sales }) => [cv, middle, sales].join(', '))
          .join(', ')}`;

/**
 * Adds what paths give, or takes away what those gave that are written anew.
 *
 * @param paths those of conversion_path, from there on: `conversion_path WHERE …`
 * @param into the sum, or a table like it
 */
export const changeCredit = (
  change: 'add' | 'take',
  paths: string,
  table: CreditTable,
  sum: (typeof PATH_SUMS)[number],
  into: string,
): string => {
  const sign = `toInt64(${change === 'add' ? 1 : -1})`;
  const ms = 'toUnixTimestamp64Milli(ts)';
  switch (sum) {
    case 'daily_credit':
      return `
      INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, arrayJoin(${linesOfDay('day')}), ad, ${givenTo('ad != last_ad')}
      FROM (
        SELECT day, lasts, middles, lasts * toInt64(amount) AS yen, took, toUInt32(length(ads)) AS n, i, ad, ads[n] AS last_ad, fresh, ${unitColumns(table)}
        FROM (SELECT ${dayOf(ms)} AS day, ${sign} * (cv_type = 1) AS lasts, ${sign} * (cv_type = 0) AS middles, amount, elapsed AS took, ad_ids AS ads FROM ${paths})
        LEFT ARRAY JOIN ads AS ad, arrayEnumerate(ads) AS i, arrayEnumerateUniq(ads) AS fresh
      ) GROUP BY day, ad`;
    case 'daily_page_credit':
      return `
      INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, arrayJoin(${linesOfDay('day')}), page, sumIf(lasts, i >= n), sumIf(yen, i >= n), sumIf(lasts, i <= 1), sumIf(yen, i <= 1),
        ${SHARED.map(shared)
          .map(({ cv, sales }) => [cv, sales].join(', '))
          .join(', ')}
      FROM (
        SELECT day, ${sign} AS lasts, ${sign} * toInt64(amount) AS yen, toUInt32(length(pages)) AS n, i, page, ${unitColumns(table)}
        FROM (SELECT ${dayOf(ms)} AS day, cv_type, amount, page_ids AS pages FROM ${paths}) LEFT ARRAY JOIN pages AS page, arrayEnumerate(pages) AS i WHERE cv_type = 1
      ) GROUP BY day, page`;
    case 'monthly_step':
      return `
      INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, span, type, came, went, times FROM (
        SELECT month, type, came, went, sum(${sign}) AS times FROM (SELECT ${monthOf(ms)} AS month, cv_type AS type, ad_ids AS ads FROM ${paths})
        ARRAY JOIN arrayPushFront(ads, toUInt32(${NOBODY})) AS came, arrayPushBack(ads, toUInt32(${NOBODY})) AS went WHERE notEmpty(ads) GROUP BY month, type, came, went
      ) ARRAY JOIN [month, -intDiv(month, 12)] AS span`;
    case 'monthly_way':
      return `
      INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, span, type, ads, times, yen, took FROM (
        SELECT ${monthOf(ms)} AS month, cv_type AS type, ad_ids AS ads, sum(${sign}) AS times, sum(${sign} * toInt64(amount)) AS yen, sum(${sign} * elapsed) AS took FROM ${paths} GROUP BY month, type, ads
      ) ARRAY JOIN [month, -intDiv(month, 12)] AS span`;
  }
};

/** The row of an ad, or of none. */
const rowOf = (grouping: Grouping): string =>
  `if(d.ad_id = 0, toInt32(${NO_CONTACT}), ${rowInSql(grouping, 'd.ad_id')})`;

/**
 * What lines `d` of sums give under a model: last and middle conversions in units, sales in yen times units.
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

/** The columns of `PathCounts` over lines `d` of sums, whatever they are summed by. */
export const givenIn = ({ units }: Pick<CreditTable, 'units'>, models: readonly CreditModel[]): string => {
  const divided = (model: CreditModel): string => {
    const { cv, middle, sales } = divisionOf(model, units);
    return `, ${cv} AS ${model}_cv, ${middle} AS ${model}_middle, ${sales} AS ${model}_sales`;
  };
  // Counts are whole numbers far below 2^53: as such they need not be told as text.
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
 * These by row over a period's days, with how many ads are in each row; what they helped is that of single
 * ads.
 */
export const creditByRow = (
  scope: Scope,
  grouping: Grouping,
  table: CreditTable,
  models: readonly CreditModel[],
): string => `
  SELECT ${rowOf(grouping)} AS row, uniqExact(d.ad_id) AS ads, ${givenIn(table, models)} FROM daily_credit AS d WHERE ${derivedSpans(scope)} GROUP BY row ORDER BY row`;

/**
 * Last conversions by page over a period's days, and what they give to it under a model: page, cv, yen, parts
 * and sold.
 */
export const creditByPage = (scope: Scope, { units }: CreditTable, model: CreditModel): string => {
  const { cv, sales } = divisionOf(model, units);
  return `SELECT d.page AS page, sum(d.cv) AS cv, sum(d.amount) AS yen, ${cv} AS parts, ${sales} AS sold FROM daily_page_credit AS d WHERE ${derivedSpans(scope)} GROUP BY page ORDER BY page`;
};

/** What each ad helped over a period's days. */
export const helpedByAd = (scope: Scope): string => `
  SELECT toInt64(d.ad_id) AS row, sum(d.assists) AS assists, sum(d.assists_first) AS assists_first FROM daily_credit AS d WHERE ${derivedSpans(scope)} GROUP BY row ORDER BY row`;
