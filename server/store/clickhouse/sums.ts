import type { Columnar } from './columnar.ts';
import { monthOf } from './cohorts.ts';
import { boundStep, type Step } from './derived.ts';
import { contactCounts, dayOf, eventCounts, excluded, termOf } from './eligible.ts';
import { pageId, pageUrl } from './page.ts';
import { packing } from './paths.ts';
import { run } from './query.ts';
import type { CountingRules } from './rules.ts';

/**
 * The derived sums: contacts by day, what is left out, landing pages, passages from contact to contact, and the visitors that converted.
 *
 * What new events change is added: of each visitor that something is new of, what there is now less what there was. So keeping the sums costs what is new
 * and not what there is, and whoever came late, or converted at last, takes away what he stood for before.
 */

/** Of many events a part of the visitors at a time, so that time and memory of a query are bounded. */
const CONTACTS_AT_ONCE = 2_000_000n;

/** Up to which events: all, or those that were there before. */
type Reach = 'upto' | 'after';

const event = (name: 'contact' | 'conversion', id: string, reach: Reach) => `product_id = {product: UInt32} AND ${id} <= {${name}_${reach}: UInt64}`;
const isNew = (name: 'contact' | 'conversion', id: string) => `${event(name, id, 'upto')} AND ${id} > {${name}_after: UInt64}`;

const isFirst = ({ after }: Step): boolean => after.contacts === '0' && after.conversions === '0';

/** The visitors of a part as a condition: of a first step a range of them, else those that something is new of. */
const TOUCHED = `visitor_id IN (SELECT visitor_id FROM contact WHERE ${isNew('contact', 'interaction_id')} UNION DISTINCT SELECT visitor_id FROM conversion WHERE ${isNew('conversion', 'conversion_id')})`;
const partsOf = (step: Step): string[] => {
  if (!isFirst(step)) return [TOUCHED];
  const count = BigInt(step.upTo.contacts) / CONTACTS_AT_ONCE + 1n;
  const border = (n: bigint) => (n * (1n << 64n)) / count;
  return Array.from({ length: Number(count) }, (_, n) => `visitor_id >= ${border(BigInt(n))} AND visitor_id <= ${border(BigInt(n) + 1n) - 1n}`);
};

/** The contacts that count, each with the one before it of the same visitor: came_ad, came_at (ms); both 0 where there is none. */
const chains = (rules: CountingRules, which: string, reach: Reach): string => `
  SELECT visitor_id, ad_id, click_cost, toUnixTimestamp64Milli(ts) AS at, lagInFrame(ad_id) OVER w AS came_ad, lagInFrame(toUnixTimestamp64Milli(ts)) OVER w AS came_at
  FROM contact WHERE ${event('contact', 'interaction_id', reach)} AND ${contactCounts(rules)} AND ${which}
  WINDOW w AS (PARTITION BY visitor_id ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;

/** What there is now, less what there was. */
const difference = (step: Step, lines: (reach: Reach) => string): string => {
  const now = `SELECT *, toInt64(1) AS sign FROM (${lines('upto')})`;
  return isFirst(step) ? now : `${now} UNION ALL SELECT *, toInt64(-1) AS sign FROM (${lines('after')})`;
};

const contacts = (step: Step, which: string): string => `
  INSERT INTO daily_contact SELECT {product: UInt32}, {rules: UInt64}, ${dayOf('at')} AS day, ad_id, sum(sign) AS clicks,
    sum(sign * (at - came_at > ${termOf(step.rules)})) AS first_touches, toInt64(sum(click_cost * sign) * 100) AS cost
  FROM (${difference(step, reach => chains(step.rules, which, reach))}) GROUP BY day, ad_id HAVING clicks != 0 OR first_touches != 0 OR cost != 0`;

const passages = (step: Step, which: string): string => {
  const { rules } = step;
  const buyers = (reach: Reach) => `visitor_id NOT IN (SELECT visitor_id FROM conversion WHERE ${event('conversion', 'conversion_id', reach)} AND ${eventCounts(rules)})`;
  return `
  INSERT INTO monthly_passage SELECT {product: UInt32}, {rules: UInt64}, ${monthOf('at')} AS month, if(came_at = 0, 0, ${monthOf('came_at')}) AS came_month, came_ad, ad_id, sum(sign) AS times
  FROM (${difference(step, reach => chains(rules, `${which} AND ${buyers(reach)}`, reach))}) GROUP BY month, came_month, came_ad, ad_id HAVING times != 0`;
};

const buyers = (step: Step, which: string): string => {
  const { rules } = step;
  const counting = `${event('conversion', 'conversion_id', 'upto')} AND ${eventCounts(rules)} AND ${which}`;
  // From 1970 on: the whole of a visitor's history.
  const { pack, time, ad } = packing(rules, { from: termOf(rules), until: 2 ** 45, mark: step.upTo.contact_id });
  const sold = (type: 0 | 1) => `arraySort(groupArrayIf(toUnixTimestamp64Milli(ts), cv_type = ${type}))`;
  return `
  INSERT INTO buyer SELECT {product: UInt32}, {rules: UInt64}, b.visitor_id, k.times, k.ad_ids, b.lasts, b.middles, {version: UInt64}
  FROM (SELECT visitor_id, ${sold(1)} AS lasts, ${sold(0)} AS middles FROM conversion WHERE ${counting} GROUP BY visitor_id) AS b
  LEFT JOIN (
    SELECT visitor_id, arraySort(arrayMap((at, id, ad) -> ${pack}, groupArray(at), groupArray(interaction_id), groupArray(ad_id))) AS contacts,
      arrayMap(x -> ${time}, contacts) AS times, arrayMap(x -> ${ad}, contacts) AS ad_ids
    FROM (SELECT visitor_id, toUnixTimestamp64Milli(ts) AS at, interaction_id, ad_id FROM contact
      WHERE ${event('contact', 'interaction_id', 'upto')} AND ${contactCounts(rules)} AND ${which} AND visitor_id IN (SELECT visitor_id FROM conversion WHERE ${counting})) GROUP BY visitor_id
  ) AS k ON k.visitor_id = b.visitor_id`;
};

const leftOut = ({ rules }: Step): string => {
  const out = excluded(rules);
  return `
  INSERT INTO daily_left_out SELECT {product: UInt32}, {rules: UInt64}, day, ad, sum(bots), sum(repeats), sum(addresses), sum(conversions) FROM (
    SELECT ${dayOf('toUnixTimestamp64Milli(ts)')} AS day, ad_id AS ad, toInt64(bot = 1) AS bots, toInt64(bot = 0 AND repeated = 1) AS repeats, toInt64(bot = 0 AND repeated = 0 AND ${out}) AS addresses, toInt64(0) AS conversions
    FROM contact WHERE ${isNew('contact', 'interaction_id')} AND NOT (${contactCounts(rules)})
    UNION ALL SELECT ${dayOf('toUnixTimestamp64Milli(ts)')} AS day, toUInt32(0), toInt64(0), toInt64(0), toInt64(0), toInt64(1) FROM conversion WHERE ${isNew('conversion', 'conversion_id')} AND NOT (${eventCounts(rules)})
  ) GROUP BY day, ad`;
};

const pages = ({ rules }: Step): string => `
  INSERT INTO daily_page SELECT {product: UInt32}, {rules: UInt64}, ${dayOf('toUnixTimestamp64Milli(ts)')} AS day, ${pageId} AS page, any(c.ad_id), any(c.redirect_id), any(c.lpo_number), any(${pageUrl}),
    minIf(landing_url, c.lpo_number > 0), toInt64(count())
  FROM contact AS c WHERE ${isNew('contact', 'interaction_id')} AND ${contactCounts(rules)} GROUP BY day, page`;

/** Adds to the sums of a product what a step brings. Not to be done twice: a step that was cut off is begun from empty sums. */
export const deriveSums = async (columnar: Columnar, step: Step, closing: () => boolean): Promise<void> => {
  for (const query of [leftOut(step), pages(step), ...partsOf(step).flatMap(which => [contacts, passages, buyers].map(make => make(step, which)))]) {
    if (closing()) return;
    await run(columnar, query, boundStep(step));
  }
};
