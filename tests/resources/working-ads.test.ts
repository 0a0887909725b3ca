import { expect, test } from 'vitest';
import { countedOf, emptyTally } from '../../server/attribution/counted.ts';
import { measure } from '../../server/attribution/metrics.ts';
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

test('an ad is listed with its figures for any order of the report, and with zeros if it has no contact', () => {
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

test('an ad without a contact has the figures that the server computes for no events', () => {
  const [row] = withFigures([ad(1)], []);
  expect(Object.fromEntries(FIGURES.map(figure => [figure, row?.[figure]]))).toEqual(
    measure(countedOf(emptyTally()), FIGURES),
  );
});
