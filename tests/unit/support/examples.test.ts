import { expect, test } from 'vitest';
import { countedOf, emptyTally } from '../../../server/attribution/counted.ts';
import { metrics } from '../../../server/attribution/metrics.ts';
import { messagesOf } from '../../../scripts/words.ts';
import { EXAMPLE, formulaOf, resultOf } from '../../../src/analyses/examples.ts';
import { metrics as shown } from '../../../src/analyses/metrics.ts';

// The row of the worked examples, as the server counts it.
const counted = countedOf({
  ...emptyTally(),
  clicks: BigInt(EXAMPLE.clicks),
  cv: BigInt(EXAMPLE.cv),
  division: BigInt(EXAMPLE.cv_division) * 10n ** 9n,
  assists: BigInt(EXAMPLE.indirect_cv),
  amount: BigInt(EXAMPLE.amount_sum),
  amount_division: BigInt(EXAMPLE.amount_division),
  cost: BigInt(EXAMPLE.ad_cost) * 100n,
  cost_unapproved: BigInt(EXAMPLE.ad_cost_unapproved) * 100n,
});

test.each(Object.keys(shown) as (keyof typeof shown)[])(
  'the worked example of %s has the value that a report computes',
  key => {
    const formula = formulaOf(key);
    if (formula === null)
      for (const locale of ['ja', 'en', 'zh-CN'])
        expect(messagesOf(locale)[`metric.${key}.example`], locale).toMatch(/\d/);
    else expect(resultOf(formula)).toBe(metrics[key].of(counted));
  },
);
