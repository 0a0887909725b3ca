import { derivedDays, NO_CONTACT, type Grouping } from './counts.ts';
import { dayOf } from './eligible.ts';
import { rowInSql } from './journeys.ts';
import { unitsInSql, type CreditModel, type CreditTable } from './paths.ts';

/**
 * The sums of what conversions give, by Tokyo day and ad, ad 0 being none: kept as paths are written, read instead of them. All are integers, so that
 * whatever is added and taken away in whatever order, and over whatever ads, leaves the same.
 */

/** Models whose units are summed: what the others give is whole conversions. */
const SHARED = ['linear', 'decay', 'touch_point'] as const;
const LENGTHS = [1, 2, 3, 4, 5, 6] as const;

/**
 * Adds what paths give, or takes away what those gave that are written anew.
 *
 * @param paths those of conversion_path, from there on: `conversion_path WHERE …`
 * @param into daily_credit, or a table like it
 */
export const changeCredit = (change: 'add' | 'take', paths: string, table: CreditTable, into: string): string => {
  const units = unitsInSql(table);
  const sign = `toInt64(${change === 'add' ? 1 : -1})`;
  const shared = (model: (typeof SHARED)[number]) => `sum(lasts * ${model}_units) AS ${model}_cv, sum(middles * ${model}_units) AS ${model}_middle, sum(toInt128(yen) * ${model}_units) AS ${model}_sales`;
  return `
  INSERT INTO ${into} SELECT {product: UInt32}, {rules: UInt64}, day, ad, sumIf(lasts, i >= n), sumIf(middles, i >= n), sumIf(yen, i >= n), sumIf(lasts * took, i = n), sumIf(lasts * n, i = n),
    ${LENGTHS.map(length => `sumIf(lasts, i = n AND ${length < 6 ? 'n =' : 'n >='} ${length})`).join(', ')},
    sumIf(lasts, fresh = 1 AND ad != last_ad), sumIf(lasts, i = 1 AND ad != last_ad), sumIf(lasts, i <= 1), sumIf(middles, i <= 1), sumIf(yen, i <= 1), ${SHARED.map(shared).join(', ')}
  FROM (
    SELECT day, lasts, middles, lasts * toInt64(amount) AS yen, took, toUInt32(length(ads)) AS n, i, ad, ads[n] AS last_ad, fresh, ${units.path}, ${SHARED.map(model => `toInt64(${units[model]}) AS ${model}_units`).join(', ')}
    FROM (SELECT ${dayOf('toUnixTimestamp64Milli(ts)')} AS day, ${sign} * (cv_type = 1) AS lasts, ${sign} * (cv_type = 0) AS middles, amount, elapsed AS took, ad_ids AS ads FROM ${paths})
    LEFT ARRAY JOIN ads AS ad, arrayEnumerate(ads) AS i, arrayEnumerateUniq(ads) AS fresh
  ) GROUP BY day, ad`;
};

/** The row of an ad, or of none. */
const rowOf = (grouping: Grouping): string => `if(d.ad_id = 0, toInt32(${NO_CONTACT}), ${rowInSql(grouping, 'd.ad_id')})`;

/** The columns of `PathCounts` by row over a period's days, with how many ads are in each row; what they helped is that of single ads. */
export const creditByRow = (grouping: Grouping, { units }: CreditTable, models: readonly CreditModel[]): string => {
  const parts = (model: CreditModel): readonly [cv: string, middle: string, sales: string] => {
    switch (model) {
      case 'ending_point': return [`sum(d.cv) * ${units}`, `sum(d.cv_middle) * ${units}`, `toInt128(sum(d.amount)) * ${units}`];
      case 'starting_point': return [`sum(d.starts) * ${units}`, `sum(d.starts_middle) * ${units}`, `toInt128(sum(d.starts_sales)) * ${units}`];
      default: return [`sum(d.${model}_cv)`, `sum(d.${model}_middle)`, `sum(d.${model}_sales)`];
    }
  };
  const divided = models.map(model => [model, parts(model)] as const).map(([model, [cv, middle, sales]]) => `, ${cv} AS ${model}_cv, ${middle} AS ${model}_middle, toString(${sales}) AS ${model}_sales`);
  return `
  SELECT ${rowOf(grouping)} AS row, uniqExact(d.ad_id) AS ads, sum(d.cv) AS cv, sum(d.cv_middle) AS cv_middle, sum(d.amount) AS amount_sum, sum(d.elapsed) AS elapsed_sum, sum(d.touches) AS touches,
    ${LENGTHS.map(length => `sum(d.length_${length}) AS length_${length}`).join(', ')}, sum(d.assists) AS assists, sum(d.assists_first) AS assists_first${divided.join('')}
  FROM daily_credit AS d WHERE ${derivedDays()} GROUP BY row ORDER BY row`;
};

/** What each ad helped over a period's days. */
export const helpedByAd = `
  SELECT toInt64(d.ad_id) AS row, sum(d.assists) AS assists, sum(d.assists_first) AS assists_first FROM daily_credit AS d WHERE ${derivedDays()} GROUP BY row ORDER BY row`;
