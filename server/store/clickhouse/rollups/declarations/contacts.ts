import { defineRollup } from '../rollup.ts';
import { KIND_TYPE } from '../kinds.ts';
import {
  insertContactLines,
  insertDailyContacts,
  insertDailyLandings,
  insertLandingPages,
  insertLeftOut,
  insertSeenTexts,
} from '../contact-sums.ts';

/**
 * Rollups of contacts. Days are Tokyo days since 1970. `daily_contact` and `daily_left_out` also have a row
 * per Tokyo month (day: - (year * 12 + month - 1)) and year (day: - year): readers bound their days below.
 */

const COUNTS = { clicks: 'Int64', first_touches: 'Int64' } as const;

export const CONTACT_ROLLUPS = [
  defineRollup({
    name: 'daily_contact',
    answers: 'contacts and their costs by ad or group of ads, and their trends',
    keys: { day: 'Int32', ad_id: 'UInt32' },
    measures: { ...COUNTS, cost: "Int64 COMMENT '1/100 yen'" },
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: { contacts: insertDailyContacts },
  }),
  // Almost no two lines are equal: sorting by all columns would take long and merge little. A correction adds
  // a negative line.
  defineRollup({
    name: 'contact_line',
    answers: 'contacts by ad and several of device, address, hour, weekday, visitor state',
    keys: {
      day: 'Int32',
      hour: 'UInt8',
      ad_id: 'UInt32',
      agent: 'UInt64',
      landing: 'UInt64',
      existing: 'UInt8',
    },
    measures: { clicks: 'Int32', first_touches: 'Int32', cost: 'Int64' },
    sortedBy: ['day', 'ad_id'],
    engine: 'MergeTree',
    partition: 'product',
    filledBy: { contacts: insertContactLines },
  }),
  defineRollup({
    name: 'daily_agent',
    answers: 'contacts by ad, device and visitor state, without hours and addresses',
    keys: { day: 'Int32', ad_id: 'UInt32', agent: 'UInt64', existing: 'UInt8' },
    measures: { ...COUNTS, cost: 'Int64' },
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: {
      view: 'agents_of_lines',
      reads: 'contact_line',
      select:
        staging => `SELECT product_id, generation, day, ad_id, agent, existing, sum(l.clicks) AS clicks, sum(l.first_touches) AS first_touches, sum(l.cost) AS cost
  FROM ${staging} AS l GROUP BY product_id, generation, day, ad_id, agent, existing`,
    },
  }),
  // Tokyo months (year * 12 + month - 1). Only rows of agents distinguish visitor states.
  defineRollup({
    name: 'monthly_contact',
    answers: 'contacts of whole months by ad and one of device, address, hour, weekday',
    keys: { month: 'Int32', kind: KIND_TYPE, value: 'UInt64', ad_id: 'UInt32', existing: 'UInt8' },
    measures: { ...COUNTS, cost: 'Int64' },
    sortedBy: ['kind', 'month', 'ad_id', 'value', 'existing'],
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: {
      view: 'months_of_lines',
      reads: 'contact_line',
      select:
        staging => `SELECT product_id, generation, month, multiIf(grouping(agent) = 0, 'agent', grouping(landing) = 0, 'landing', grouping(hour) = 0, 'hour', 'weekday') AS kind,
    agent + landing + hour + weekday AS value, ad_id, existing, sum(c) AS clicks, sum(f) AS first_touches, sum(y) AS cost
  FROM (
    SELECT product_id, generation, toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, ad_id, existing, agent, landing, hour, toUInt8((day + 4) % 7) AS weekday, clicks AS c, first_touches AS f, cost AS y
    FROM ${staging}
  )
  GROUP BY GROUPING SETS (
    (product_id, generation, month, ad_id, existing, agent), (product_id, generation, month, ad_id, landing), (product_id, generation, month, ad_id, hour), (product_id, generation, month, ad_id, weekday)
  ) SETTINGS force_grouping_standard_compatibility = 1`,
    },
  }),
  // Of an agent the first three texts are set, of a landing address the last one.
  defineRollup({
    name: 'contact_seen',
    answers: 'the texts of the numbers of agents and landing addresses in other rollups',
    keys: { seen: 'UInt64' },
    measures: {
      device: 'String',
      os: 'String',
      browser: 'String',
      landing_page: 'String CODEC(ZSTD(1))',
    },
    engine: 'ReplacingMergeTree',
    partition: 'product',
    filledBy: { texts: insertSeenTexts },
  }),
  // Contacts by ad, each under the first of the three reasons; conversions in the rows of ad 0.
  defineRollup({
    name: 'daily_left_out',
    answers: 'contacts and conversions that do not count, by reason',
    keys: { day: 'Int32', ad_id: 'UInt32' },
    measures: { bots: 'Int64', repeats: 'Int64', addresses: 'Int64', conversions: 'Int64' },
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: { events: insertLeftOut },
  }),
  defineRollup({
    name: 'daily_landing',
    answers: 'contacts by landing page',
    keys: { day: 'Int32', page: 'UInt64' },
    measures: {
      example:
        "SimpleAggregateFunction(min, String) COMMENT 'where a contact of an LPO entry landed' CODEC(ZSTD(1))",
      clicks: 'Int64',
    },
    engine: 'SummingMergeTree(clicks)',
    partition: 'product',
    filledBy: { events: insertDailyLandings },
  }),
  // Separate from the sums, so that reports do not read addresses by the day.
  defineRollup({
    name: 'landing_page',
    answers: 'ad, redirect, LPO entry and address of a landing page',
    keys: { page: 'UInt64' },
    measures: { ad_id: 'UInt32', redirect_id: 'UInt32', lpo_number: 'UInt8', url: 'String CODEC(ZSTD(1))' },
    engine: 'ReplacingMergeTree',
    partition: 'product',
    filledBy: { texts: insertLandingPages },
  }),
] as const;
