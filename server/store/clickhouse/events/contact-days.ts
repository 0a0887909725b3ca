import {
  afterContactBefore,
  contactCounts,
  contactTable,
  dayOf,
  eventCounts,
  instant,
  termOf,
} from './eligible.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';

/**
 * SQL of contacts by ad or by Tokyo day and ad, with first touches: contacts without a counted one of their visitor within
 * the term before. Costs are in 1/100 yen. Each reads one additional tracking term before the period.
 */

/** The contacts of the period and of the term before. */
const contactsRead = (rules: CountingRules): string =>
  `${contactTable(rules)} WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {watermark: UInt64}`;

const contactSums = (rules: CountingRules, key: string): string => `
  SELECT ${key}, count() AS clicks, countIf(owner != visitor_id OR at - before > ${termOf(rules)}) AS first_touches, toInt64(sum(click_cost) * 100) AS cost FROM (
    SELECT visitor_id, ad_id, click_cost, toUnixTimestamp64Milli(ts) AS at, lagInFrame(visitor_id) OVER w AS owner, lagInFrame(toUnixTimestamp64Milli(ts)) OVER w AS before
    FROM ${contactsRead(rules)} AND ${contactCounts(rules)} ${afterContactBefore()}
  ) WHERE at >= {from: Int64}`;

/** Contacts by ad: ad_id, clicks, first_touches, cost. */
export const contactsByAd = (rules: CountingRules): string => `${contactSums(rules, 'ad_id')} GROUP BY ad_id`;

/** Contacts by day and ad: day, ad_id, clicks, first_touches, cost. */
export const contactDays = (rules: CountingRules): string =>
  `${contactSums(rules, `${dayOf('at')} AS day, ad_id`)} GROUP BY day, ad_id`;

/**
 * Contacts by ad with those that are left out, each under the first reason: ad_id, clicks, first_touches, cost, bots,
 * repeats, addresses; and a row of ad 0 with `made`, the conversions that are left out.
 */
export const contactsWithLeftOut = (rules: CountingRules): string => `
  SELECT ad_id, countIf(counts) AS clicks, countIf(counts AND NOT (is_after_counted AND owner = visitor_id AND at - before <= ${termOf(rules)})) AS first_touches, toInt64(sumIf(click_cost, counts) * 100) AS cost,
    countIf(bot = 1) AS bots, countIf(bot = 0 AND repeated = 1) AS repeats, countIf(bot = 0 AND repeated = 0 AND NOT counts) AS addresses, toUInt64(0) AS made FROM (
    SELECT *, lagInFrame(visitor_id) OVER w AS owner, lagInFrame(counts) OVER w AS is_after_counted, lagInFrame(at) OVER w AS before
    FROM (SELECT visitor_id, ts, interaction_id, ad_id, click_cost, bot, repeated, toUnixTimestamp64Milli(ts) AS at, toUInt8(${contactCounts(rules)}) AS counts FROM ${contactsRead(rules)})
    ${afterContactBefore('counts, ')}
  ) WHERE at >= {from: Int64} GROUP BY ad_id
  UNION ALL SELECT toUInt32(0) AS ad_id, toUInt64(0) AS clicks, toUInt64(0) AS first_touches, toInt64(0) AS cost, toUInt64(0) AS bots, toUInt64(0) AS repeats, toUInt64(0) AS addresses, count() AS made
  FROM conversion WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND conversion_id <= {watermark: UInt64} AND NOT (${eventCounts(rules)})`;
