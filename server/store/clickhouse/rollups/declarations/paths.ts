import { insertBuyers, insertPaths } from '../buyers.ts';
import { insertTransitions, insertCompletePaths } from '../daily-credit.ts';
import { insertNonConvertingTransitions } from '../non-converting-transitions.ts';
import { defineRollup } from '../rollup.ts';
import { insertPassages } from '../contact-sums.ts';

/**
 * Rollups of paths. Times are in milliseconds since 1970. Months are Tokyo months (year * 12 + month - 1);
 * rows of a year have - year in their place. Ad 4294967295 is the beginning before the first contact, and the
 * conversion after the last.
 */
export const PATH_ROLLUPS = [
  // One row per conversion that counts, with all counted contacts before it, in order of time. `elapsed` and
  // `last_ad_id` spare most reports the arrays.
  defineRollup({
    name: 'conversion_path',
    answers: 'drill-downs, filters by conversion, other decays, days beside whole months',
    keys: { ts: "DateTime64(3, 'UTC') CODEC(T64, LZ4)", conversion_id: 'UInt64 CODEC(T64, LZ4)' },
    measures: {
      visitor_id: 'UInt64',
      cv_type: 'UInt8',
      amount: 'UInt64',
      times: "Array(Int64) COMMENT 'milliseconds since 1970'",
      interaction_ids: 'Array(UInt64)',
      ad_ids: 'Array(UInt32)',
      version: 'UInt64',
      page_ids: { added: "Array(UInt64) COMMENT 'where each contact landed'" },
      elapsed: {
        added:
          "Int64 MATERIALIZED if(empty(times), 0, toUnixTimestamp64Milli(ts) - times[1]) COMMENT 'milliseconds from the first contact to the conversion' CODEC(T64, LZ4)",
      },
      last_ad_id: { added: "UInt32 MATERIALIZED ad_ids[-1] COMMENT '0: no contact'" },
      agent_ids: { added: "Array(UInt64) COMMENT 'what each contact came with'" },
      landing_ids: { added: "Array(UInt64) COMMENT 'the address that each contact came to'" },
      first_cv: {
        added:
          "Int64 COMMENT 'when its visitor had made his first last conversion, in ms; 0: not before this one' CODEC(T64, LZ4)",
      },
    },
    engine: 'ReplacingMergeTree(version)',
    partition: 'month',
    filledBy: { paths: insertPaths },
  }),
  // Visitors with a conversion, and all their counted contacts: paths are slices of these arrays.
  defineRollup({
    name: 'buyer',
    answers: 'paths under another tracking term; later paths, transitions and results derive from it',
    keys: { visitor_id: 'UInt64' },
    measures: {
      times: 'Array(Int64)',
      ad_ids: 'Array(UInt32)',
      lasts: "Array(Int64) COMMENT 'last conversions'",
      middles: "Array(Int64) COMMENT 'middle ones'",
      version: 'UInt64',
      interaction_ids: { added: 'Array(UInt64)' },
      page_ids: { added: "Array(UInt64) COMMENT 'where each contact landed'" },
      agent_ids: { added: 'Array(UInt64)' },
      landing_ids: { added: 'Array(UInt64)' },
    },
    engine: 'ReplacingMergeTree(version)',
    partition: 'product',
    filledBy: { buyers: insertBuyers },
  }),
  defineRollup({
    name: 'monthly_step',
    answers: 'transitions on paths of whole months, for the Markov chain',
    keys: { month: 'Int32', cv_type: 'UInt8', came_ad: 'UInt32', ad_id: 'UInt32' },
    measures: { times: 'Int64' },
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: { credit: insertTransitions },
  }),
  defineRollup({
    name: 'monthly_way',
    answers: 'complete paths of whole months: path analysis, Shapley value, assists of groups of ads',
    keys: { month: 'Int32', cv_type: 'UInt8', ad_ids: 'Array(UInt32)' },
    measures: {
      times: 'Int64',
      amount: "Int64 COMMENT 'yen'",
      elapsed: "Int64 COMMENT 'milliseconds'",
    },
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: { credit: insertCompletePaths },
  }),
  // `sold_before` is the month of the visitor's conversion before the contact (0: none), `sold_after` of the
  // one after it (2147483647: none): a period between the two has no conversion of his. `came_month` 0 has
  // all transitions; other months repeat those whose first contact is in an earlier month.
  defineRollup({
    name: 'monthly_lull',
    answers: 'transitions without a conversion, for the Markov chain',
    keys: {
      month: 'Int32',
      sold_before: 'Int32',
      sold_after: 'Int32',
      came_month: 'Int32',
      came_ad: 'UInt32',
      ad_id: 'UInt32',
    },
    measures: {
      without_middle: "Int64 COMMENT 'between middle conversions'",
      without_last: "Int64 COMMENT 'between last ones'",
    },
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: { contacts: insertPassages, paths: insertNonConvertingTransitions },
  }),
] as const;
