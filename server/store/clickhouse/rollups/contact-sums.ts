import { linesOfDay } from './calendar.ts';
import { NO_AD } from './daily-credit.ts';
import { contactCounts, dayOf, eventCounts, excluded, monthOf, termOf, TOKYO } from '../events/eligible.ts';
import { changeOf } from './scratch-tables.ts';
import {
  nonConvertingSpans,
  NO_LATER_CONVERSION,
  NO_EARLIER_CONVERSION,
} from './non-converting-transitions.ts';
import { landingPage, pageUrl } from '../events/landing-page.ts';
import { isRebuildBatch, newOf, type Batch } from './batch.ts';
import type { FillStatement } from './rollup.ts';

/**
 * Statements that fill the rollups of contacts. Rows are differences: for each visitor with new events the
 * present values less the previous ones. A batch therefore costs in proportion to what is new, and late events
 * and later conversions subtract what no longer holds.
 */

const freshIn = ({ rules }: Batch): string => `at - came_at > ${termOf(rules)}`;
const changesIn = (batch: Batch): string =>
  `sum(sign) AS clicks, sum(sign * (${freshIn(batch)})) AS first_touches, sum(sign * cost) AS costs`;
const CHANGED = 'HAVING clicks != 0 OR first_touches != 0 OR costs != 0';

export const insertDailyContacts: FillStatement<'contacts'> = (batch, { contacts }, into) => `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, arrayJoin(${linesOfDay('day')}), ad_id, clicks, first_touches, costs FROM (
      SELECT ${dayOf('at')} AS day, ad_id, ${changesIn(batch)} FROM (${changeOf(batch, contacts)}) GROUP BY day, ad_id ${CHANGED})`;

export const insertContactLines: FillStatement<'contacts'> = (batch, { contacts }, into) => {
  const line = `${dayOf('at')} AS day, toUInt8(intDiv(at + ${TOKYO}, 3600000) % 24) AS hour, ad_id, agent, landing, existing`;
  return `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, ${
      isRebuildBatch(batch)
        ? `${line}, 1, ${freshIn(batch)}, cost FROM ${contacts}`
        : `${line}, ${changesIn(batch)} FROM (${changeOf(batch, contacts)}) GROUP BY day, hour, ad_id, agent, landing, existing ${CHANGED}`
    }`;
};

/** Transitions of visitors who have no conversion of a type at any time. */
export const insertPassages: FillStatement<'contacts'> = (batch, { contacts }, into) => `
  INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, span, ${NO_EARLIER_CONVERSION}, ${NO_LATER_CONVERSION}, came_month, came_ad, ad_id, without_middle, without_last FROM (
    SELECT came_month, month, came_ad, ad_id, sum(sign * (1 - had_middle)) AS without_middle, sum(sign * (1 - had_last)) AS without_last FROM (
      SELECT ${monthOf('at')} AS month, if(came_at = 0, month, ${monthOf('came_at')}) AS before, if(came_at = 0, toUInt32(${NO_AD}), came_ad) AS came_ad, ad_id, sign, had_middle, had_last
      FROM (${changeOf(batch, contacts)}) WHERE had_middle = 0 OR had_last = 0
    ) ARRAY JOIN if(before = month, [toInt32(0)], [toInt32(0), before]) AS came_month
    GROUP BY came_month, month, came_ad, ad_id HAVING without_middle != 0 OR without_last != 0
  ) ARRAY JOIN ${nonConvertingSpans('month', 'came_month')} AS span`;

export const insertLeftOut: FillStatement<'events'> = ({ rules }, { month }, into) => {
  const day = dayOf('toUnixTimestamp64Milli(ts)');
  return `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, arrayJoin(${linesOfDay('day')}), ad, sum(bots), sum(repeats), sum(addresses), sum(conversions) FROM (
      SELECT ${day} AS day, ad_id AS ad, toInt64(bot = 1) AS bots, toInt64(bot = 0 AND repeated = 1) AS repeats, toInt64(bot = 0 AND repeated = 0 AND ${excluded(rules)}) AS addresses, toInt64(0) AS conversions
      FROM contact WHERE ${newOf('contact')} AND ${month} AND NOT (${contactCounts(rules)})
      UNION ALL SELECT ${day} AS day, toUInt32(0), toInt64(0), toInt64(0), toInt64(0), toInt64(1) FROM conversion WHERE ${newOf('conversion')} AND ${month} AND NOT (${eventCounts(rules)})
    ) GROUP BY day, ad`;
};

/** The new contacts of a month that count, as a condition. */
export const newContacts = ({ rules }: Batch, month: string): string =>
  `${newOf('contact')} AND ${month} AND ${contactCounts(rules)}`;

export const insertDailyLandings: FillStatement<'events'> = (batch, { month }, into) => `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, ${dayOf('toUnixTimestamp64Milli(ts)')} AS day, page_id AS page, minIf(landing_url, lpo_number > 0), toInt64(count())
    FROM contact WHERE ${newContacts(batch, month)} GROUP BY day, page`;

export const insertLandingPages: FillStatement<'texts'> = (batch, { month }, into) => `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, page_id AS page, any(c.ad_id), any(c.redirect_id), any(c.lpo_number), any(${pageUrl})
    FROM contact AS c WHERE ${newContacts(batch, month)} GROUP BY page`;

export const insertSeenTexts: FillStatement<'texts'> = (batch, { month }, into) => `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, one.1, one.2, one.3, one.4, one.5 FROM (
      SELECT arrayJoin([(agent, made, system, browsing, ''), (landing, '', '', '', address)]) AS one FROM (
        SELECT agent_id AS agent, landing_id AS landing, toString(any(device)) AS made, toString(any(os)) AS system, toString(any(browser)) AS browsing, any(${landingPage}) AS address FROM contact WHERE ${newContacts(batch, month)} GROUP BY agent, landing
      ))`;
