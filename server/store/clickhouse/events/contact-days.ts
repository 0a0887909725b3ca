import { contactCounts, contactTable, dayOf, instant, termOf } from './eligible.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';

/**
 * SQL of contacts by day in Tokyo and ad: day, ad_id, clicks, first_touches, cost (1/100 yen). It reads one additional
 * tracking term before the period, in the order of the table.
 */
export const contactDays = (rules: CountingRules): string => `
  SELECT ${dayOf('at')} AS day, ad_id, count() AS clicks, countIf(at - before > ${termOf(rules)}) AS first_touches, toInt64(sum(click_cost) * 100) AS cost FROM (
    SELECT ad_id, click_cost, toUnixTimestamp64Milli(ts) AS at,
      lagInFrame(toUnixTimestamp64Milli(ts)) OVER (PARTITION BY visitor_id ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
    FROM ${contactTable(rules)} WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64} AND ${contactCounts(rules)}
  ) WHERE at >= {from: Int64} GROUP BY day, ad_id`;
