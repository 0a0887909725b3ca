import { expect, test } from 'vitest';
import { countedOf, emptyTally, measure } from '../../server/attribution/metrics.ts';
import type { SummaryRow } from '../../src/analyses/dashboard.ts';
import type { ListedAd } from '../../src/resources/ads.ts';
import { FIGURES, withFigures } from '../../src/screens/ads/working-ads.ts';

const ad = (id: number) => ({ id, name: `広告 é${id}`, status: true }) as ListedAd;
const summary = (key: string, clicks: number) =>
  ({
    key,
    label: 'as it was called in the report',
    clicks,
    cv: 1,
    cvr: 0.5,
    amount_sum: 980,
    ad_cost: 10,
    cpa: 10,
    roas: 98,
    profit: 970,
  }) as SummaryRow;

test('an ad stands beside its figures, whatever the order of the report, and one that was not met has none', () => {
  const rows = withFigures(
    [ad(2), ad(11), ad(3)],
    [summary('no_contact', 0), summary('11', 7), summary('2', 5), summary('99', 1)],
  );
  expect(rows.map(({ id, clicks, amount_sum, cvr }) => [id, clicks, amount_sum, cvr])).toEqual([
    [2, 5, 980, 0.5],
    [11, 7, 980, 0.5],
    [3, 0, 0, null],
  ]);
  expect(rows[0]?.name).toBe('広告 é2');
});

test('an ad that was not met has of each figure what the server measures of nothing', () => {
  const [row] = withFigures([ad(1)], []);
  expect(Object.fromEntries(FIGURES.map(figure => [figure, row?.[figure]]))).toEqual(
    measure(countedOf(emptyTally()), FIGURES),
  );
});
