import { KIND_TYPE } from '../kinds.ts';
import { insertPlacedResults } from '../placed-results.ts';
import { defineRollup } from '../rollup.ts';

/**
 * Rollups of the cost of results, in 1/100 yen. Day (Tokyo days since 1970) and time (`at`, ms) are those of
 * the conversion.
 *
 * `placed` is 1 where the contact that the result was created for is on the path of the conversion: agent,
 * address, hour and weekday are then that contact's, else the cost belongs to the ad only. `past` says when
 * the visitor had converted before. 0: never, 1: only since the last contact of the path, 2: since this
 * contact, 3: before it; of results that are not placed, 1: before the conversion.
 */
export const RESULT_ROLLUPS = [
  defineRollup({
    name: 'result_line',
    answers: 'costs of results by ad and several of device, address, hour, weekday, visitor state',
    keys: {
      day: 'Int32',
      conversion_id: 'UInt64',
      at: 'Int64',
      interaction_id: 'UInt64',
      own_ad: 'UInt32',
      placed: 'UInt8',
      ad_id: 'UInt32',
      agent: 'UInt64',
      landing: 'UInt64',
      hour: 'UInt8',
      weekday: 'UInt8',
      past: 'UInt8',
    },
    measures: { approved: 'Int64', pending: 'Int64' },
    primaryKey: ['day', 'conversion_id'],
    engine: 'SummingMergeTree((approved, pending))',
    partition: 'product',
    filledBy: { results: insertPlacedResults },
  }),
  // By Tokyo month of the conversion (year * 12 + month - 1) and by year (- year).
  defineRollup({
    name: 'monthly_result',
    answers: 'costs of results of whole months by ad and one of device, address, hour, weekday',
    keys: {
      month: 'Int32',
      kind: KIND_TYPE,
      value: 'UInt64',
      placed: 'UInt8',
      past: 'UInt8',
      ad_id: 'UInt32',
    },
    measures: { approved: 'Int64', pending: 'Int64' },
    sortedBy: ['kind', 'month', 'ad_id', 'value', 'placed', 'past'],
    engine: 'SummingMergeTree((approved, pending))',
    partition: 'product',
    filledBy: {
      view: 'months_of_results',
      reads: 'result_line',
      select:
        staging => `SELECT product_id, generation, span AS month, kind, value, placed, past, ad_id, approved, pending FROM (
    SELECT product_id, generation, month, kind, value, placed, past, ad_id, sum(a) AS approved, sum(p) AS pending FROM (
      SELECT product_id, generation, toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, placed, past, ad_id, approved AS a, pending AS p,
        [agent, landing, toUInt64(hour), toUInt64(weekday)] AS those
      FROM ${staging}
    ) ARRAY JOIN those AS value, ['agent', 'landing', 'hour', 'weekday'] AS kind
    GROUP BY product_id, generation, month, kind, value, placed, past, ad_id HAVING approved != 0 OR pending != 0
  ) ARRAY JOIN [month, -intDiv(month, 12)] AS span`,
    },
  }),
] as const;
