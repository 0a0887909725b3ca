import type { Columnar } from './columnar.ts';
import { NOBODY } from './daily-credit.ts';
import { contactCounts, dayOf, eventCounts, excluded, monthOf, termOf } from './eligible.ts';
import { changeOf } from './gathered.ts';
import { pageId, pageUrl } from './page.ts';
import { run } from './query.ts';
import { stagedName } from './staging.ts';
import { boundStep, eventsOf, newOf, type Reach, type Step } from './step.ts';
import { together } from './together.ts';

/**
 * The derived sums: contacts by day, what is left out, landing pages, passages from contact to contact.
 *
 * What new events change is added: of each visitor that something is new of, what there is now less what there was. So keeping the sums costs what is new
 * and not what there is, and whoever came late, or converted at last, takes away what he stood for before.
 */

/** Makes the sums of contacts out of the gathered ones. */
export const sumContacts = (columnar: Columnar, step: Step, table: string): Promise<void> => run(columnar, `
  INSERT INTO ${stagedName('daily_contact')} SELECT {product: UInt32}, {rules: UInt64}, ${dayOf('at')} AS day, ad_id, sum(sign) AS clicks,
    sum(sign * (at - came_at > ${termOf(step.rules)})) AS first_touches, sum(sign * cost) AS costs
  FROM (${changeOf(step, table)}) GROUP BY day, ad_id HAVING clicks != 0 OR first_touches != 0 OR costs != 0`, boundStep(step));

/** Makes the sums of passages out of the gathered contacts of the visitors that `which` chooses. */
export const sumPassages = (columnar: Columnar, step: Step, which: string, table: string): Promise<void> => {
  const never = (type: 0 | 1, reach: Reach) => `(visitor_id NOT IN (SELECT visitor_id FROM conversion WHERE ${eventsOf('conversion', reach)} AND cv_type = ${type} AND ${eventCounts(step.rules)} AND ${which}))`;
  return run(columnar, `
    INSERT INTO ${stagedName('monthly_sequence')} SELECT {product: UInt32}, {rules: UInt64}, came_month, month, came_ad, ad_id, sum(sign * no_middle) AS without_middle, sum(sign * no_last) AS without_last FROM (
      SELECT ${monthOf('at')} AS month, if(came_at = 0, month, ${monthOf('came_at')}) AS before, if(came_at = 0, toUInt32(${NOBODY}), came_ad) AS came_ad, ad_id, sign, no_middle, no_last
      FROM (${changeOf(step, table, reach => `${never(0, reach)} AS no_middle, ${never(1, reach)} AS no_last`)}) WHERE no_middle OR no_last
    ) ARRAY JOIN if(before = month, [toInt32(0)], [toInt32(0), before]) AS came_month
    GROUP BY came_month, month, came_ad, ad_id HAVING without_middle != 0 OR without_last != 0`, boundStep(step));
};

/** Adds what new events of a month do not count. */
export const sumLeftOut = (columnar: Columnar, step: Step, month: string): Promise<void> => {
  const { rules } = step;
  const day = dayOf('toUnixTimestamp64Milli(ts)');
  return run(columnar, `
    INSERT INTO ${stagedName('daily_left_out')} SELECT {product: UInt32}, {rules: UInt64}, day, ad, sum(bots), sum(repeats), sum(addresses), sum(conversions) FROM (
      SELECT ${day} AS day, ad_id AS ad, toInt64(bot = 1) AS bots, toInt64(bot = 0 AND repeated = 1) AS repeats, toInt64(bot = 0 AND repeated = 0 AND ${excluded(rules)}) AS addresses, toInt64(0) AS conversions
      FROM contact WHERE ${newOf('contact')} AND ${month} AND NOT (${contactCounts(rules)})
      UNION ALL SELECT ${day} AS day, toUInt32(0), toInt64(0), toInt64(0), toInt64(0), toInt64(1) FROM conversion WHERE ${newOf('conversion')} AND ${month} AND NOT (${eventCounts(rules)})
    ) GROUP BY day, ad`, boundStep(step));
};

/** Adds where new contacts of a month landed. */
export const sumPages = (columnar: Columnar, step: Step, month: string): Promise<void> => {
  const fresh = `${newOf('contact')} AND ${month} AND ${contactCounts(step.rules)}`;
  return together([`
    INSERT INTO ${stagedName('daily_landing')} SELECT {product: UInt32}, {rules: UInt64}, ${dayOf('toUnixTimestamp64Milli(ts)')} AS day, ${pageId} AS page, minIf(landing_url, lpo_number > 0), toInt64(count())
    FROM contact WHERE ${fresh} GROUP BY day, page`, `
    INSERT INTO ${stagedName('landing_page')} SELECT {product: UInt32}, {rules: UInt64}, ${pageId} AS page, any(c.ad_id), any(c.redirect_id), any(c.lpo_number), any(${pageUrl})
    FROM contact AS c WHERE ${fresh} GROUP BY page`].map(query => run(columnar, query, boundStep(step))));
};
