import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  breakDownChange,
  contributionsTo,
  roundToSum,
  type ChangeBreakdown,
  type ComparedRow,
} from '../../src/analyses/change-breakdown.ts';
import { CHANGE_METRICS, type ChangeMetric } from '../../src/analyses/dashboard.ts';

type Counts = readonly [clicks: number, cv: number, sales: number, cost: number];

const countsOf = ([clicks, cv, sales, cost]: Counts) => ({
  clicks,
  cv,
  amount_sum: sales,
  ad_cost: cost,
});
const rowOf = (key: string, before: Counts | null, now: Counts): ComparedRow => ({
  key,
  label: `広告é ${key}`,
  ...countsOf(now),
  compared: before && countsOf(before),
});
const NONE: Counts = [0, 0, 0, 0];

const shown = (metric: ChangeMetric, rows: readonly ComparedRow[]): ChangeBreakdown => {
  const breakdown = breakDownChange(metric, rows);
  if (typeof breakdown === 'string') throw new Error(breakdown);
  return breakdown;
};
const exact = (metric: ChangeMetric, rows: readonly ComparedRow[]) => {
  const found = contributionsTo(metric, rows);
  if (typeof found === 'string') throw new Error(found);
  return found.contributions;
};
const brief = ({ rows }: ChangeBreakdown) =>
  rows.map(({ key, change, volume, rate }) => [key, change, volume, rate]);

describe('a change of CV', () => {
  test('is divided into contacts at the mean CVR and CVR at the mean number of contacts', () => {
    // 100 → 200 contacts at 10 % → 20 %: 100 × 15 % by contacts, 150 × 10 % by CVR.
    const rows = [rowOf('1', [100, 10, 0, 0], [200, 40, 0, 0])];
    expect(shown('cv', rows)).toMatchObject({
      before: 10,
      now: 40,
      total: { change: 30, volume: 15, rate: 15 },
      rows: [{ kind: 'ad', key: '1', label: '広告é 1', change: 30, volume: 15, rate: 15 }],
    });
  });

  test.each([
    ['a new ad', NONE, [50, 5, 0, 0], 5],
    ['an ad that ended', [50, 5, 0, 0], NONE, -5],
    ['an ad whose contacts came before the period', [0, 2, 0, 0], [10, 3, 0, 0], 1],
  ] as const)('of %s is by contacts', (_, before, now, change) => {
    const rows = [rowOf('1', before, now), rowOf('2', [1, 1, 0, 0], [1, 1, 0, 0])];
    expect(brief(shown('cv', rows))).toEqual([['1', change, change, 0]]);
  });

  test('has parts of one decimal that sum to whole CVs', () => {
    // Exactly 0.75 by contacts and 0.25 by CVR; halves of a decimal are rounded once.
    const rows = [rowOf('1', [2, 1, 0, 0], [4, 2, 0, 0]), rowOf('2', [4, 1, 0, 0], [3, 2, 0, 0])];
    const { rows: found, total } = shown('cv', rows);
    for (const { change, volume, rate } of found) {
      expect(Number((volume + rate).toFixed(1))).toBe(change);
      expect(Number(volume.toFixed(1))).toBe(volume);
    }
    expect(total.change).toBe(2);
  });
});

test('a change of sales is divided into the number of CVs and the sales per CV', () => {
  // 2 → 3 CVs of 1,000 → 800 yen: 1 × 900 by CVs, 2.5 × −200 by sales per CV.
  const rows = [rowOf('1', [9, 2, 2000, 0], [9, 3, 2400, 0])];
  expect(brief(shown('amount_sum', rows))).toEqual([['1', 400, 900, -500]]);
  expect(
    brief(shown('amount_sum', [rowOf('1', [9, 0, 0, 0], [9, 3, 2400, 0]), rowOf('2', [1, 0, 0, 0], NONE)])),
  ).toEqual([['1', 2400, 2400, 0]]);
});

describe('a change of CPA', () => {
  test('is of the exact sums of costs', () => {
    // As binary fractions, 0.03 + 0.29 + 0.18 is less than half a yen.
    const rows = [
      rowOf('1', [0, 1, 0, 1], [0, 1, 0, 0.03]),
      rowOf('2', NONE, [0, 0, 0, 0.29]),
      rowOf('3', NONE, [0, 0, 0, 0.18]),
    ];
    expect(shown('cpa', rows)).toMatchObject({ before: 1, now: 1 });
  });

  test('is divided into the mix of the ads and the cost per CV of each ad', () => {
    // Ad 1 keeps its CPA of 100 and grows, ad 2 rises from 300 to 400: (1000+3000)/20 = 200 → (3000+4000)/40 = 175.
    const rows = [
      rowOf('1', [0, 10, 0, 1000], [0, 30, 0, 3000]),
      rowOf('2', [0, 10, 0, 3000], [0, 10, 0, 4000]),
    ];
    expect(shown('cpa', rows)).toMatchObject({ before: 200, now: 175, total: { change: -25 } });
    // Ad 1: (2000 × 60 − 20 × 11000) / 1600 = −62.5; ad 2: 1000 × 60 / 1600 = 37.5, all by its own CPA.
    const [first, second] = exact('cpa', rows);
    expect(first).toEqual({ change: -62.5, volume: -62.5, rate: 0 });
    expect(second).toEqual({ change: 37.5, volume: 0, rate: 37.5 });
    expect(brief(shown('cpa', rows)).map(([key]) => key)).toEqual(['1', '2']);
  });

  test('of ads with as many CVs in both periods is by their own CPA, however it is rounded', () => {
    // Each ad contributes half a yen, and the total rises by one.
    const rows = [1, 2].map(ad => rowOf(String(ad), [0, 1, 0, 100], [0, 1, 0, 101]));
    expect(brief(shown('cpa', rows))).toEqual([
      ['1', 1, 0, 1],
      ['2', 0, 0, 0],
    ]);
  });

  test('of an ad without CV in a period is by the mix, however its contribution is rounded', () => {
    const rows = [rowOf('1', NONE, [0, 1, 0, 0]), rowOf('2', [0, 2, 0, 101], [0, 2, 0, 101])];
    // 101/2 = 50.5 → 51, and 101/3 = 33.7 → 34.
    const { rows: found, total } = shown('cpa', rows);
    expect(found.map(({ key, change, rate }) => [key, change, rate])).toEqual([['1', -17, 0]]);
    expect(total).toEqual({ change: -17, volume: -17, rate: 0 });
  });

  test.each([
    [
      [0, 0, 0, 100],
      [0, 3, 0, 100],
    ],
    [
      [0, 3, 0, 100],
      [0, 0, 0, 100],
    ],
  ] as const)('has no breakdown where a period has no CV', (before, now) => {
    expect(breakDownChange('cpa', [rowOf('1', before, now)])).toBe('no_conversion');
    expect(breakDownChange('cv', [rowOf('1', before, now)])).not.toBeTypeOf('string');
  });

  test('is the difference of the two values in whole yen', () => {
    // 100/3 = 33.3 → 33 and 200/3 = 66.7 → 67: the rows sum to 34, not to 33.3.
    const rows = [1, 2].map(ad => rowOf(String(ad), [0, 3, 0, 100], [0, 3, 0, 200]));
    expect(shown('cpa', rows)).toMatchObject({ before: 33, now: 67, total: { change: 34 } });
  });
});

test.each([
  ['no_data', []],
  ['no_data', [rowOf('1', null, NONE)]],
  ['no_previous', [rowOf('1', null, [1, 0, 0, 0])]],
  ['no_previous', [rowOf('1', NONE, [1, 1, 1, 1])]],
] as const)('a comparison without data is %s', (reason, rows) => {
  for (const metric of CHANGE_METRICS) expect(breakDownChange(metric, rows)).toBe(reason);
});

test('the five largest changes each way have rows, all others are one row, and no contact is the last', () => {
  const ad = (key: string, change: number) => rowOf(key, [1, 100, 0, 0], [1, 100 + change, 0, 0]);
  const changes = [3, -8, 20, 0, -1, 7, 6, -2, 9, -5, 4, -4, 5, -3];
  const rows = [
    rowOf('no_contact', [0, 1, 0, 0], [0, 3, 0, 0]),
    ...changes.map((change, index) => ad(String(index + 1), change)),
  ];
  const found = shown('cv', rows);
  expect(found.rows.map(({ kind, ads, change }) => [kind, ads, change])).toEqual([
    ...[20, 9, 7, 6, 5].map(change => ['ad', 1, change]),
    ...[-2, -3, -4, -5, -8].map(change => ['ad', 1, change]),
    // +3, +4 and −1; an unchanged ad is not counted.
    ['other', 3, 6],
    ['no_contact', 1, 2],
  ]);
  expect(found.total.change).toBe(found.now - found.before);
  // Where the total fell, the falls come first.
  const fallen = shown('cv', [ad('1', 2), ad('2', -9), ad('3', 5), ad('4', -4)]);
  expect(fallen.rows.map(({ change }) => change)).toEqual([-9, -4, 2, 5]);
});

test.each([
  [[0.5, 0.5], 1, [1, 0]],
  [[-0.5, -0.5], -1, [0, -1]],
  [[1.2, 2.7, -3.4], 1, [1, 3, -3]],
  [[1, 2], 4, [2, 2]],
  [[1, 2], 2, [1, 1]],
  [[0.1 + 0.2, 0.7], 1, [0, 1]],
  [[2.999_999_999_9], 3, [3]],
  [[], 0, []],
] as const)('%j are rounded to integers with the sum %i', (values, sum, rounded) => {
  const found = roundToSum(values, sum);
  expect(found.reduce((total, one) => total + one, 0)).toBe(sum);
  expect(found).toEqual(rounded);
});

const counts = fc.tuple(
  fc.nat({ max: 2000 }),
  fc.nat({ max: 60 }),
  fc.nat({ max: 900_000 }),
  fc.nat({ max: 9_000_000 }).map(hundredths => hundredths / 100),
);
const report = fc
  .array(fc.tuple(counts, counts), { minLength: 1, maxLength: 40 })
  .map(ads =>
    ads.map(([before, now], index) => rowOf(index === 0 ? 'no_contact' : String(index), before, now)),
  );
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const cents = (value: number) => Math.round(value * 10);

describe.each(CHANGE_METRICS)('for any ads, of a change of %s', metric => {
  const valueOf = (rows: readonly ComparedRow[], period: 'now' | 'before'): number => {
    const of = rows.map(row => (period === 'now' ? row : row.compared));
    const total = (field: 'cv' | 'amount_sum' | 'ad_cost') => sum(of.map(one => one?.[field] ?? 0));
    return metric === 'cpa' ? total('ad_cost') / total('cv') : total(metric);
  };
  const isComparable = (rows: readonly ComparedRow[]) => typeof breakDownChange(metric, rows) !== 'string';

  test('the parts sum to the contributions and these to the change', () => {
    fc.assert(
      fc.property(report.filter(isComparable), rows => {
        const found = exact(metric, rows);
        for (const { change, volume, rate } of found) expect(volume + rate).toBeCloseTo(change, 6);
        const change = valueOf(rows, 'now') - valueOf(rows, 'before');
        expect(sum(found.map(one => one.change))).toBeCloseTo(change, 6);
      }),
    );
  });

  test('the shown rows and their parts sum exactly to the shown change', () => {
    fc.assert(
      fc.property(report.filter(isComparable), rows => {
        const found = shown(metric, rows);
        expect(found.before).toBe(Math.round(valueOf(rows, 'before')));
        expect(found.now).toBe(Math.round(valueOf(rows, 'now')));
        expect(found.total.change).toBe(found.now - found.before);
        for (const part of ['change', 'volume', 'rate'] as const)
          expect(sum(found.rows.map(row => cents(row[part])))).toBe(cents(found.total[part]));
        for (const row of [...found.rows, found.total])
          expect(cents(row.volume) + cents(row.rate)).toBe(cents(row.change));
      }),
    );
  });

  test('a shown row is at most one unit from its exact contribution', () => {
    const unit = metric === 'cv' ? 0.1 : 1;
    fc.assert(
      fc.property(report.filter(isComparable), rows => {
        const contributions = exact(metric, rows);
        for (const { key, change, volume, rate } of shown(metric, rows).rows) {
          if (key === 'other') continue;
          const one = contributions[key === 'no_contact' ? 0 : Number(key)]!;
          expect(Math.abs(change - one.change)).toBeLessThan(unit + 1e-6);
          expect(Math.abs(rate - one.rate)).toBeLessThan(unit + 1e-6);
          expect(Math.abs(volume - one.volume)).toBeLessThan(1.5 * unit + 1e-6);
          if (one.rate === 0) expect(rate).toBe(0);
        }
      }),
    );
  });

  test('exchanging the periods negates each part', () => {
    fc.assert(
      fc.property(report.filter(isComparable), rows => {
        const exchanged = rows.map(({ key, label, compared, ...now }) => ({
          key,
          label,
          ...compared!,
          compared: now,
        }));
        const [there, back] = [exact(metric, rows), contributionsTo(metric, exchanged)];
        if (typeof back === 'string') return;
        for (const [index, one] of there.entries())
          for (const part of ['change', 'volume', 'rate'] as const)
            expect(back.contributions[index]![part]).toBeCloseTo(-one[part], 6);
      }),
    );
  });
});
