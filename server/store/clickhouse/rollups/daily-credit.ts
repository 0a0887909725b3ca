import { linesOfDay } from './calendar.ts';
import { dayOf, monthOf } from '../events/eligible.ts';
import { unitsInSql, type CreditTable } from './paths.ts';
import type { FillStatement, StageInputs } from './rollup.ts';

/**
 * Credit of conversions by Tokyo day and ad (0: no contact), summed as paths are written. All sums are
 * integers, so that the order of additions and subtractions does not change them.
 */

/** Models whose units are summed: the others give a conversion to one contact. */
const SHARED = ['linear', 'decay', 'touch_point'] as const;
/** Lengths of paths that are counted separately; 6 stands for longer ones too. */
export const LENGTHS = [1, 2, 3, 4, 5, 6] as const;

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
      INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, arrayJoin(${linesOfDay('day')}), ad, ${creditColumns('ad != last_ad')}
      FROM (
        SELECT day, lasts, middles, lasts * toInt64(amount) AS yen, took, toUInt32(length(ads)) AS n, i, ad, ads[n] AS last_ad, fresh, ${unitColumns(table)}
        FROM (SELECT ${dayOf(MS)} AS day, ${sign} * (cv_type = 1) AS lasts, ${sign} * (cv_type = 0) AS middles, amount, elapsed AS took, ad_ids AS ads FROM ${paths})
        LEFT ARRAY JOIN ads AS ad, arrayEnumerate(ads) AS i, arrayEnumerateUniq(ads) AS fresh
      ) GROUP BY day, ad`;
};

export const insertDailyPageCredit: FillStatement<'credit'> = (_, { change, paths, table }, into) => {
  const sign = signOf(change);
  return `
      INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, arrayJoin(${linesOfDay('day')}), page, sumIf(lasts, i >= n), sumIf(yen, i >= n), sumIf(lasts, i <= 1), sumIf(yen, i <= 1),
        ${SHARED.map(shared)
          .map(({ cv, sales }) => [cv, sales].join(', '))
          .join(', ')}
      FROM (
        SELECT day, ${sign} AS lasts, ${sign} * toInt64(amount) AS yen, toUInt32(length(pages)) AS n, i, page, ${unitColumns(table)}
        FROM (SELECT ${dayOf(MS)} AS day, cv_type, amount, page_ids AS pages FROM ${paths}) LEFT ARRAY JOIN pages AS page, arrayEnumerate(pages) AS i WHERE cv_type = 1
      ) GROUP BY day, page`;
};

export const insertTransitions: FillStatement<'credit'> = (_, { change, paths }, into) => `
      INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, span, type, came, went, times FROM (
        SELECT month, type, came, went, sum(${signOf(change)}) AS times FROM (SELECT ${monthOf(MS)} AS month, cv_type AS type, ad_ids AS ads FROM ${paths})
        ARRAY JOIN arrayPushFront(ads, toUInt32(${NO_AD})) AS came, arrayPushBack(ads, toUInt32(${NO_AD})) AS went WHERE notEmpty(ads) GROUP BY month, type, came, went
      ) ARRAY JOIN [month, -intDiv(month, 12)] AS span`;

export const insertCompletePaths: FillStatement<'credit'> = (_, { change, paths }, into) => {
  const sign = signOf(change);
  return `
      INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, span, type, ads, times, yen, took FROM (
        SELECT ${monthOf(MS)} AS month, cv_type AS type, ad_ids AS ads, sum(${sign}) AS times, sum(${sign} * toInt64(amount)) AS yen, sum(${sign} * elapsed) AS took FROM ${paths} GROUP BY month, type, ads
      ) ARRAY JOIN [month, -intDiv(month, 12)] AS span`;
};
