import { insertDailyCredit, insertDailyPageCredit } from '../daily-credit.ts';
import { KIND_TYPE } from '../kinds.ts';
import { insertMonthlyCredit } from '../monthly-credit.ts';
import { defineRollup } from '../rollup.ts';

/**
 * Rollups of the credit of conversions. Credit is in units (`cv`, `middle`) and in yen times units (`sales`).
 * `cv_middle` and `…_middle` are of middle conversions, all else of last ones. Counts up to `assists` are in
 * the row of a path's last contact, `starts` in that of its first, and conversions without contact in ad 0.
 * The sums of days also have rows of Tokyo months and years, as those of contacts do.
 */

const LENGTHS = {
  length_1: 'Int64',
  length_2: 'Int64',
  length_3: 'Int64',
  length_4: 'Int64',
  length_5: 'Int64',
  length_6: "Int64 COMMENT '6 or more contacts'",
} as const;

const CREDIT_MEASURES = {
  cv: 'Int64',
  cv_middle: 'Int64',
  amount: "Int64 COMMENT 'yen'",
  elapsed: "Int64 COMMENT 'milliseconds'",
  touches: 'Int64',
  ...LENGTHS,
  assists: 'Int64',
  assists_first: 'Int64',
  starts: 'Int64',
  starts_middle: 'Int64',
  starts_sales: 'Int64',
  linear_cv: 'Int64',
  linear_middle: 'Int64',
  linear_sales: 'Int128',
  decay_cv: 'Int64',
  decay_middle: 'Int64',
  decay_sales: 'Int128',
  touch_point_cv: 'Int64',
  touch_point_middle: 'Int64',
  touch_point_sales: 'Int128',
} as const;

export const CREDIT_ROLLUPS = [
  defineRollup({
    name: 'daily_credit',
    answers: 'conversions and credit under every model by ad or group of ads, and their trends',
    keys: { day: 'Int32', ad_id: 'UInt32' },
    measures: {
      ...CREDIT_MEASURES,
      assists: "Int64 COMMENT 'conversions that the ad is on the path of, and not its end'",
    },
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: { credit: insertDailyCredit },
  }),
  // By month (year * 12 + month - 1) and year (- year). `agent` is the agent of all contacts of a path, 1
  // where it has several; `course` says whether its visitor had converted before. 0: never, 1: only since the
  // last contact, 2: before the first one, 3: in between; of other kinds 0. Assists are by ad and value.
  defineRollup({
    name: 'monthly_credit',
    answers: 'conversions and credit of whole months by ad and one of device, address, hour, weekday',
    keys: { month: 'Int32', kind: KIND_TYPE, value: 'UInt64', course: 'UInt8', ad_id: 'UInt32' },
    measures: CREDIT_MEASURES,
    sortedBy: ['kind', 'month', 'ad_id', 'value', 'course'],
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: { credit: insertMonthlyCredit },
  }),
  // Last conversions only; page 0: no contact.
  defineRollup({
    name: 'daily_page_credit',
    answers: 'conversions and credit by landing page',
    keys: { day: 'Int32', page: 'UInt64' },
    measures: {
      cv: 'Int64',
      amount: 'Int64',
      starts: 'Int64',
      starts_sales: 'Int64',
      linear_cv: 'Int64',
      linear_sales: 'Int128',
      decay_cv: 'Int64',
      decay_sales: 'Int128',
      touch_point_cv: 'Int64',
      touch_point_sales: 'Int128',
    },
    engine: 'SummingMergeTree',
    partition: 'product',
    filledBy: { credit: insertDailyPageCredit },
  }),
] as const;
