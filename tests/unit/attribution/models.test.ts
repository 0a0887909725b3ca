import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExcluded, excludedRanges, isAddressRange } from '../../../server/attribution/excluded.ts';
import {
  creditOf,
  DECAY_PERCENT,
  DECAY_ROWS,
  decayTable,
  decayUnits,
  modelOf,
  MODELS,
  numberOf,
  UNITS,
} from '../../../server/attribution/models.ts';
import { countingRules } from '../../../server/attribution/rules.ts';
import { apportion } from '../../../server/attribution/largest-remainder.ts';
import { eachFee, feeShare } from '../../../server/reports/count/fees.ts';
import { COUNTED, countedOf, emptyTally, type Counted } from '../../../server/attribution/counted.ts';
import { measure, METRICS } from '../../../server/attribution/metrics.ts';
import { allocateNestedYen, sharesByOuter, type Nesting } from '../../../server/reports/count/nested-yen.ts';
import { bucketOf, previousOf, readPeriod } from '../../../server/reports/parse/period.ts';
import { dayNumber, dayText } from '../../../server/platform/time.ts';
import { naiveCredit } from '../../support/naive-credit.ts';

const U = BigInt(UNITS);
const percent = (units: readonly number[]) => units.map(unit => Number(((unit / UNITS) * 100).toFixed(2)));
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

describe('the five models', () => {
  it('give three contacts the documented weights', () => {
    expect(percent(creditOf('linear', 3))).toEqual([33.33, 33.33, 33.33]);
    expect(percent(creditOf('decay', 3))).toEqual([22.37, 31.96, 45.66]);
    expect(percent(creditOf('touch_point', 3))).toEqual([40, 20, 40]);
    expect(percent(creditOf('starting_point', 3))).toEqual([100, 0, 0]);
    expect(percent(creditOf('ending_point', 3))).toEqual([0, 0, 100]);
  });

  it('give a single contact everything, and each of two contacts half under the position-based models', () => {
    for (const model of MODELS) expect(creditOf(model, 1)).toEqual([UNITS]);
    expect(creditOf('touch_point', 2)).toEqual([UNITS / 2, UNITS / 2]);
  });

  it('divide a conversion exactly for paths of any length', () => {
    for (const model of MODELS) {
      for (const n of [
        1, 2, 3, 4, 5, 6, 7, 58, 59, 60, 79, 80, 81, 82, 99, 127, 128, 1_000, 3_333, 9_999, 10_000,
      ]) {
        const units = creditOf(model, n);
        expect(units).toHaveLength(n);
        expect(sum(units)).toBe(UNITS);
        expect(units.every(unit => Number.isInteger(unit) && unit >= 0)).toBe(true);
      }
    }
  });

  it('are the exact fractions, rounded down on the running sum', () => {
    for (const [index, model] of MODELS.entries()) {
      for (const n of [1, 2, 3, 4, 7, 10, 41, 72, 73, 79, 80, 81, 90, 150, 400]) {
        expect(creditOf(model, n).map(BigInt), `${model} over ${n}`).toEqual(
          naiveCredit((index + 1) as 1 | 2 | 3 | 4 | 5, n),
        );
      }
    }
  });
});

describe('a model', () => {
  it('has its published number, 1 to 5, and no other', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(modelOf)).toEqual([
      null,
      'linear',
      'decay',
      'touch_point',
      'starting_point',
      'ending_point',
      null,
    ]);
    expect(MODELS.map(numberOf)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a table of decayed units', () => {
  it('has a row of each length until a contact weighs less than a unit, and each row sums to a conversion', () => {
    for (const [percent, rows] of [
      [10, 269],
      [30, 80],
      [90, 13],
    ] as const) {
      const table = decayTable(percent);
      expect([table.rows, table.decay.length]).toEqual([rows, (rows * (rows + 1)) / 2]);
      for (let n = 1; n <= rows; n += 1)
        expect(sum(table.decay.slice((n * (n - 1)) / 2, (n * (n + 1)) / 2)), `${percent} % over ${n}`).toBe(
          UNITS,
        );
    }
    expect(decayTable(50).decay.slice(0, 6)).toEqual([
      UNITS,
      666_666_667,
      333_333_333,
      571_428_572,
      285_714_286,
      142_857_142,
    ]);
    expect([decayUnits, DECAY_ROWS]).toEqual([decayTable(DECAY_PERCENT).decay, 80]);
  });
});

describe('the yen of nested rows', () => {
  const share = fc.record({
    outer: fc.integer({ min: 0, max: 3 }),
    sales: fc.bigInt({ min: 0n, max: 3_000_000_000n }),
  });

  it('sum to the yen of their outer row, and none is a whole yen away from its share', () => {
    const nesting: Nesting = { outerOf: row => row, roundingRankOf: outer => -outer, outerOfAd: null };
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 20 }), ([first, ...others]) => {
        const rest = others.reduce((sum, { sales }) => sum + sales, 0n) % U;
        const inner = [{ outer: first?.outer ?? 0, sales: U - rest }, ...others];
        const flat = sharesByOuter(nesting, inner);
        expect(flat.map(({ outer }) => outer)).toEqual(
          [...new Set(inner.map(({ outer }) => outer))].toSorted((a, b) => b - a),
        );
        const [outerYen, yen] = [
          apportion(
            flat.map(({ sales }) => sales),
            U,
          ),
          allocateNestedYen(inner, flat),
        ];
        flat.forEach(({ outer }, index) =>
          expect(inner.reduce((sum, one, at) => sum + (one.outer === outer ? (yen[at] ?? 0n) : 0n), 0n)).toBe(
            outerYen[index],
          ),
        );
        inner.forEach(({ sales }, index) => {
          const off = (yen[index] ?? 0n) * U - sales;
          expect(off > -U && off < U).toBe(true);
        });
      }),
    );
  });
});

describe('a fixed fee', () => {
  const registered = new Date('2026-02-28T15:00:00Z'); // 1 March in Tokyo
  const over = (periodFrom: string | null, periodTo: string | null, adFee = 100) => ({
    adFee,
    periodFrom,
    periodTo,
    createdAt: registered,
  });

  it("is spread over the days of the ad's period, and they sum to it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: -5, max: 805 }),
        (cents, length, cut) => {
          const first = dayNumber('2024-02-28');
          const fee = over('2024-02-28', dayText(first + length), cents / 100);
          expect(feeShare(fee, first - 10, first + cut) + feeShare(fee, first + cut, first + 900)).toBe(
            BigInt(cents),
          );
        },
      ),
    );
  });

  it("is reported by day as each day's share", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: -50, max: 850 }),
        fc.integer({ min: 0, max: 60 }),
        (cents, length, from, days) => {
          const first = dayNumber('2024-02-28');
          const fee = over('2024-02-28', dayText(first + length), cents / 100);
          const sharesByDay = new Map<number, bigint>();
          eachFee(fee, first + from, first + from + days, (day, share) =>
            sharesByDay.set(day, BigInt(share)),
          );
          for (let day = first + from; day < first + from + days; day += 1)
            expect(sharesByDay.get(day) ?? 0n).toBe(feeShare(fee, day, day + 1));
          expect([...sharesByDay.keys()].every(day => day >= first + from && day < first + from + days)).toBe(
            true,
          );
        },
      ),
    );
  });

  it('counts on the one day that is known where the period has an open end', () => {
    for (const [fee, day] of [
      [over('2026-01-31', null), '2026-01-31'],
      [over(null, '2026-02-28'), '2026-02-28'],
      [over(null, null), '2026-03-01'],
      [over('2026-05-05', '2026-05-04'), '2026-05-05'],
    ] as const) {
      expect(feeShare(fee, dayNumber(day), dayNumber(day) + 1)).toBe(10_000n);
      expect(feeShare(fee, dayNumber(day) + 1, dayNumber(day) + 400)).toBe(0n);
    }
  });
});

describe('excluded addresses', () => {
  it('are those of the wider of two nested ranges, in whatever order they are entered', () => {
    const wide = excludedRanges(['10.0.0.0/8']);
    for (const entries of [
      ['10.0.0.0/8', '10.1.0.0/16'],
      ['10.1.0.0/16', '10.0.0.0/8'],
      ['10.0.0.0/8', '10.0.0.0/16'],
      ['10.0.0.0/16', '10.0.0.0/8'],
    ]) {
      expect(excludedRanges(entries), entries.join(' ')).toEqual(wide);
    }
  });

  it('are ranges of IPv6, IPv4 mapped, sorted and joined where they touch', () => {
    expect(excludedRanges(['203.0.113.128/25', '203.0.113.0/25', '10.0.0.1', '2001:db8::/32'])).toEqual([
      { first: '0000:0000:0000:0000:0000:ffff:0a00:0001', last: '0000:0000:0000:0000:0000:ffff:0a00:0001' },
      { first: '0000:0000:0000:0000:0000:ffff:cb00:7100', last: '0000:0000:0000:0000:0000:ffff:cb00:71ff' },
      { first: '2001:0db8:0000:0000:0000:0000:0000:0000', last: '2001:0db8:ffff:ffff:ffff:ffff:ffff:ffff' },
    ]);
    expect(excludedRanges(['::ffff:10.0.0.1'])).toEqual(excludedRanges(['10.0.0.1']));
    expect(excludedRanges(['::10.0.0.1'])).toEqual(excludedRanges(['::a00:1']));
    expect(excludedRanges(['2001:db8::a:b'])).toEqual(excludedRanges(['2001:db8:0:0:0:0:a:b/128']));
  });

  it('are those of the other entries if one is invalid', () => {
    expect(excludedRanges(['10.0.0.0/33', '10.0.0.1', 'host.example'])).toEqual(excludedRanges(['10.0.0.1']));
  });

  it('never contain the unknown address', () => {
    expect(excludedRanges(['::', '::/128'])).toEqual([]);
    expect(excludedRanges(['::/0'])).toEqual([
      { first: '0000:0000:0000:0000:0000:0000:0000:0001', last: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' },
    ]);
  });

  it('contain no shortened address, whatever range the network of its sender is in', () => {
    const isExcluded = createExcluded(['::/0', '192.0.2.0/24', '2001:db8:1::/64']);
    expect(['::ffff:192.0.2.7', '2001:db8:1::7', '::1'].map(isExcluded)).toEqual([true, true, true]);
    expect(['::ffff:0:c000:200', '2001:db8:1::', '2001:db8::', '::'].map(isExcluded)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('accept strict notations only', () => {
    for (const entry of [
      '010.0.0.1',
      '10.0.0',
      '10.0.0.1/33',
      '::/129',
      '10.0.0.1/08',
      '10.0.0.1/',
      '10.0.0.1/8/8',
      'fe80::1%eth0',
      '',
      'host.example',
    ])
      expect(isAddressRange(entry), entry).toBe(false);
    for (const entry of ['10.0.0.1', ' 10.0.0.0/8 ', '::1', '::/0', '0.0.0.0/0'])
      expect(isAddressRange(entry), entry).toBe(true);
  });

  it('have one fingerprint for all notations of a rule, and another for another rule', () => {
    const print = (term: number, ips: string[]) => countingRules(1, term, ips).fingerprint;
    expect(print(30, ['10.0.0.0/25', '10.0.0.128/25'])).toBe(print(30, ['10.0.0.7/24']));
    expect(print(30, [])).not.toBe(print(31, []));
    expect(print(30, [])).not.toBe(print(30, ['10.0.0.0/25']));
  });
});

describe('a metric', () => {
  it('has no value where it divides by zero, and zero where nothing was counted', () => {
    const none = measure(countedOf(emptyTally()), METRICS);
    expect(none).toMatchObject({
      clicks: 0,
      cv: 0,
      ad_cost: 0,
      profit: 0,
      cvr: null,
      cpa: null,
      roas: null,
      roi: null,
      indirect_ratio: null,
      ad_touch_avg: null,
      attr_avg: null,
    });
  });

  it('derives from counted values only', () => {
    const counted: Counted = countedOf(emptyTally());
    // @ts-expect-error there is no such count
    expect(counted.hearts).toBeUndefined();
    expect(Object.keys(counted)).toEqual([...COUNTED, 'spent']);
  });
});

describe('a period', () => {
  it('begins and ends at midnight in Tokyo', () => {
    expect(readPeriod({ from: '2024-02-29', to: '2024-02-29' })).toMatchObject({
      from: Date.UTC(2024, 1, 28, 15),
      until: Date.UTC(2024, 1, 29, 15),
    });
  });

  it('is compared with as many days just before', () => {
    const before = previousOf(readPeriod({ from: '2026-03-01', to: '2026-03-31' }));
    expect([dayText(before.fromDay), dayText(before.untilDay - 1)]).toEqual(['2026-01-29', '2026-02-28']);
  });

  it("falls into days, weeks that begin as the product's do, and months", () => {
    const day = dayNumber('2026-03-01'); // a Sunday
    expect(
      [
        bucketOf(day, 'day', 0),
        bucketOf(day, 'week', 0),
        bucketOf(day, 'week', 1),
        bucketOf(day + 30, 'month', 0),
        bucketOf(day - 1, 'month', 0),
      ].map(dayText),
    ).toEqual(['2026-03-01', '2026-03-01', '2026-02-23', '2026-03-01', '2026-02-01']);
  });
});
