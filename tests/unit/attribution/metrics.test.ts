import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import {
  addTallies,
  COUNTED,
  countedOf,
  emptyTally,
  type CountedKey,
  type Tally,
} from '../../../server/attribution/counted.ts';
import {
  columnsOf,
  countedFor,
  measure,
  measurer,
  METRICS,
  metrics,
  type MetricKey,
} from '../../../server/attribution/metrics.ts';
import { DECAY_ROWS, UNITS } from '../../../server/attribution/models.ts';
import { countingRules, DERIVATION_VERSION } from '../../../server/attribution/rules.ts';

/** A tally with another number in each place; the differences of the numbers differ as well. */
const tally = (factor: bigint): Tally =>
  Object.fromEntries(COUNTED.map((key, at) => [key, factor * BigInt((at + 1) ** 3 + 7)])) as Tally;
const ROW = tally(1_000_000_000n);

describe('counted numbers', () => {
  it('of several rows are added, each by itself', () => {
    expect(addTallies([])).toEqual(emptyTally());
    expect(addTallies([tally(1n)])).toEqual(tally(1n));
    expect(addTallies([tally(1n), tally(20n), tally(300n)])).toEqual(tally(321n));
    expect(COUNTED).toHaveLength(21);
    for (const key of COUNTED) expect(emptyTally()[key]).toBe(0n);
  });

  it('are read in whole yen, conversions and seconds', () => {
    const units: Partial<Record<CountedKey, number>> = {
      division: 1e9,
      middle_division: 1e9,
      cost: 100,
      cost_unapproved: 100,
      elapsed: 1_000,
    };
    const counted = countedOf(ROW);
    for (const key of COUNTED) expect(counted[key], key).toBe(Number(ROW[key]) / (units[key] ?? 1));
  });

  it('have the cost of approved results, or that of pending ones as well', () => {
    const counted = countedOf(ROW);
    expect(counted.spent).toBe(counted.cost);
    expect(countedOf(ROW, 'approved').spent).toBe(counted.cost);
    expect(countedOf(ROW, 'unapproved').spent).toBe(counted.cost_unapproved);
    expect(counted.cost).not.toBe(counted.cost_unapproved);
  });
});

describe('metrics', () => {
  const counted = countedOf(ROW);
  const every = measure(counted, METRICS);
  const isFormula = (key: MetricKey) =>
    /[/(]|^\w+ - \w+$/.test(metrics[key].text) && !/[A-Z]/.test(metrics[key].text);

  /** The value of a formula of names with one division, or of one sum or difference. */
  const valueOf = (formula: string): number => {
    const [, part, total] = /^(.+) \/ (.+)$/.exec(formula) ?? [];
    if (part !== undefined && total !== undefined) return valueOf(part) / valueOf(total);
    const [, left, sign, right] = /^\(?(\w+) ([-+]) (\w+)\)?$/.exec(formula) ?? [];
    if (left === undefined || right === undefined) return every[formula as MetricKey] ?? Number.NaN;
    return valueOf(left) + (sign === '+' ? 1 : -1) * valueOf(right);
  };
  test.each(METRICS.filter(isFormula))('%s is what its formula says', key => {
    expect(every[key]).toBeCloseTo(valueOf(metrics[key].text), 6);
    expect(every[key]).not.toBe(0);
  });

  test.each<[MetricKey, CountedKey]>([
    ['impressions', 'impressions'],
    ['clicks', 'clicks'],
    ['first_touch_count', 'first_touches'],
    ['cv', 'cv'],
    ['cv_total_middle', 'cv_middle'],
    ['cv_division', 'division'],
    ['cv_middle_division', 'middle_division'],
    ['amount_sum', 'amount'],
    ['amount_division', 'amount_division'],
    ['ad_cost', 'cost'],
    ['ad_cost_unapproved', 'cost_unapproved'],
    ['indirect_cv', 'assists'],
    ['indirect_first', 'assists_first'],
    ['ad_touch_1', 'length_1'],
    ['ad_touch_2', 'length_2'],
    ['ad_touch_3', 'length_3'],
    ['ad_touch_4', 'length_4'],
    ['ad_touch_5', 'length_5'],
    ['ad_touch_6', 'length_6'],
  ])('%s is the counted number %s', (key, field) => {
    expect(every[key]).toBe(counted[field]);
  });

  it('of mean lengths and times count conversions with a path only', () => {
    const paths =
      counted.length_1 +
      counted.length_2 +
      counted.length_3 +
      counted.length_4 +
      counted.length_5 +
      counted.length_6;
    expect(every.ad_touch_avg).toBe(counted.touches / paths);
    expect(every.attr_avg).toBe(counted.elapsed / paths);
  });

  it('are all tested above', () => {
    expect(METRICS.filter(isFormula)).toHaveLength(13);
    expect(METRICS).toHaveLength(13 + 19 + 2);
  });

  it('without a divisor have no value, and others are zero', () => {
    const none = measure(countedOf(emptyTally()), METRICS);
    for (const key of METRICS)
      expect(none[key], key).toBe(
        ['ratio', 'seconds'].includes(metrics[key].unit) || / \/ |^Mean/.test(metrics[key].text) ? null : 0,
      );
  });

  it('of money have no errors of floating-point numbers', () => {
    const row = countedOf({ ...emptyTally(), amount: 1n, cost: 90n });
    expect(measure(row, ['profit'])).toEqual({ profit: 0.1 });
    expect(1 - 0.9).not.toBe(0.1);
  });

  it('that are absent are null, and no other is computed', () => {
    expect(measure(counted, ['cv', 'clicks'], new Set(['cv']))).toEqual({ cv: null, clicks: counted.clicks });
    expect(measurer(['cv', 'cpa'], 'unapproved', new Set(['cv']))(ROW, { name: 'é' })).toEqual({
      name: 'é',
      cv: null,
      cpa: counted.cost_unapproved / counted.cv,
    });
  });

  it('of a row do not stay for the next row', () => {
    const read = measurer(['cv', 'ad_cost'], 'approved');
    expect(read(ROW, {})).toEqual({ cv: counted.cv, ad_cost: counted.cost });
    expect(read(emptyTally(), {})).toEqual({ cv: 0, ad_cost: 0 });
  });

  it('name the counted numbers that they need, and their units', () => {
    expect([...countedFor(['cpa', 'clicks'])].toSorted()).toEqual(['clicks', 'cv', 'spent']);
    expect(countedFor([]).size).toBe(0);
    expect(columnsOf(['cpa', 'attr_avg'])).toEqual([
      { key: 'cpa', unit: 'yen' },
      { key: 'attr_avg', unit: 'seconds' },
    ]);
    expect(METRICS.filter(key => metrics[key].text === '')).toEqual([]);
    const unitOf = (unit: string) => METRICS.filter(key => metrics[key].unit === unit);
    expect(unitOf('count')).toHaveLength(METRICS.length - 7 - 10 - 1);
    expect(unitOf('seconds')).toEqual(['attr_avg']);
    expect(unitOf('ratio')).toEqual([
      'cvr',
      'cvr_division',
      'roas',
      'roi',
      'indirect_ratio',
      'attr_cvr',
      'attributed_roas',
    ]);
    expect(unitOf('yen')).toEqual([
      'amount_sum',
      'amount_avg',
      'amount_division',
      'ad_cost',
      'ad_cost_unapproved',
      'cpa',
      'profit',
      'indirect_cost',
      'indirect_cost_unapproved',
      'attributed_cpa',
    ]);
  });
});

describe('the rules by which a product counts', () => {
  it('have one fingerprint for the same settings, and another for each other setting', () => {
    const rules = countingRules(7, 30, ['192.0.2.1']);
    expect(rules).toMatchObject({ productId: 7, trackingTerm: 30 });
    expect(rules).not.toHaveProperty('repeatMs');
    expect(rules.excluded).toHaveLength(1);
    expect(rules.fingerprint).toMatch(/^\d{15,20}$/);
    // Another form would make all derived tables of an installation stale.
    const { first, last } = rules.excluded[0]!;
    const text = JSON.stringify([DERIVATION_VERSION, UNITS, DECAY_ROWS, 30, [[first, last]]]);
    const digest = createHash('sha256').update(text).digest();
    expect(rules.fingerprint).toBe(digest.readBigUInt64BE().toString());
    expect(countingRules(8, 30, ['192.0.2.1']).fingerprint).toBe(rules.fingerprint);
    const others = [
      countingRules(7, 31, ['192.0.2.1']),
      countingRules(7, 30, []),
      countingRules(7, 30, ['192.0.2.0/31']),
      countingRules(7, 30, ['192.0.2.1'], 0),
      countingRules(7, 30, ['192.0.2.1'], 5),
    ].map(({ fingerprint }) => fingerprint);
    expect(new Set([rules.fingerprint, ...others]).size).toBe(6);
  });

  it('have the interval of repeated contacts in milliseconds, for one answer', () => {
    expect(countingRules(7, 30, [], 5).repeatMs).toBe(5_000);
    expect(countingRules(7, 30, [], 0).repeatMs).toBe(0);
  });
});
