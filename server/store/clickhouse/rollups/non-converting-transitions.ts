import { NO_AD } from './daily-credit.ts';
import { eventCounts, monthOf } from '../events/eligible.ts';
import { eventsOf, isRebuildBatch } from './batch.ts';
import { stagingName, type FillStatement } from './rollup.ts';

/**
 * Transitions from contact to contact without a conversion: the Markov chain takes them for journeys without
 * one, in any period of whole months. Of visitors without a conversion all transitions count, of buyers those
 * in months between two conversions.
 */

/** In the place of the months of the conversions before and after, where there are none. */
export const NO_EARLIER_CONVERSION = 0;
export const NO_LATER_CONVERSION = 2 ** 31 - 1;

/**
 * The keys of a transition, as an array: its month and, where no conversion lies in its year, the year (-
 * year). A transition whose first contact is in the same year has no row of the year, because no period that
 * contains the year begins between the two contacts.
 *
 * @param within columns of the months of the conversions before and after
 */
export const nonConvertingSpans = (
  month: string,
  came: string,
  within?: { readonly before: string; readonly after: string },
): string => {
  const january = `intDiv(${month}, 12) * 12`;
  const conditions = [
    `${came} < ${january}`,
    ...(within === undefined ? [] : [`${within.before} < ${january}`, `${within.after} > ${january} + 11`]),
  ];
  return `if(${conditions.join(' AND ')}, [${month}, -intDiv(${month}, 12)], [${month}])`;
};

/**
 * Transitions of buyers in months between two conversions: the present ones less those before the batch. It
 * reads the buyers that the batch staged.
 */
export const insertNonConvertingTransitions: FillStatement<'paths'> = (batch, { which }, into) => {
  const written = stagingName('buyer', batch.area);
  const sold = (type: 0 | 1) => `arraySort(groupArrayIf(toUnixTimestamp64Milli(ts), cv_type = ${type}))`;
  const known = (column: string) =>
    `arrayFilter((value, id) -> id <= {contact_after: UInt64}, b.${column}, b.interaction_ids)`;
  const now = `SELECT toInt64(1) AS sign, times, ad_ids, lasts, middles FROM ${written} WHERE ${which}`;
  const before = `SELECT toInt64(-1), ${known('times')}, ${known('ad_ids')}, s.lasts, s.middles FROM (SELECT visitor_id, times, ad_ids, interaction_ids FROM ${written} WHERE ${which}) AS b
    INNER JOIN (SELECT visitor_id, ${sold(1)} AS lasts, ${sold(0)} AS middles FROM conversion WHERE ${eventsOf('conversion', 'after')} AND ${eventCounts(batch.rules)} AND ${which} GROUP BY visitor_id) AS s ON s.visitor_id = b.visitor_id`;
  return `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, span, sold_before, sold_after, came_month, came, ad, sum(sign * (type = 0)) AS without_middle, sum(sign * (type = 1)) AS without_last FROM (
      SELECT sign, type, month, ad, arrayLast(one -> one < month, sold) AS sold_before, arrayFirst(one -> one > month, sold) AS next, if(next = 0, toInt32(${NO_LATER_CONVERSION}), next) AS sold_after,
        before_month > sold_before AS follows, if(follows, before_ad, toUInt32(${NO_AD})) AS came,
        arrayJoin(if(follows AND before_month != month, [toInt32(0), before_month], [toInt32(0)])) AS came_month, arrayJoin(${nonConvertingSpans('month', 'came_month', { before: 'sold_before', after: 'sold_after' })}) AS span
      FROM (
        SELECT sign, type, sold, month, before_month, ad, before_ad FROM (
          SELECT sign, type, arrayMap(at -> ${monthOf('at')}, sold_at) AS sold, arrayMap(at -> ${monthOf('at')}, times) AS months, ad_ids AS ads
          FROM (${isRebuildBatch(batch) ? now : `${now} UNION ALL ${before}`}) ARRAY JOIN [toUInt8(1), toUInt8(0)] AS type, [lasts, middles] AS sold_at WHERE notEmpty(sold_at) AND notEmpty(times)
        ) ARRAY JOIN months AS month, arrayPushFront(arrayPopBack(months), toInt32(0)) AS before_month, ads AS ad, arrayPushFront(arrayPopBack(ads), toUInt32(${NO_AD})) AS before_ad
        WHERE NOT has(sold, month)
      )
    ) GROUP BY span, sold_before, sold_after, came_month, came, ad HAVING without_middle != 0 OR without_last != 0`;
};
