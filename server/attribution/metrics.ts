import { type Counted, type Approval, unfilled, type Tally, fill, countedOf, emptyTally } from './counted.ts';

/**
 * Definitions of all metrics (docs/decisions/0004-metrics-axes-and-items.md). Pure. Counted numbers are additive over
 * rows; derived metrics are functions of counted numbers, so totals derive from totals. A derived metric of an
 * unknown number does not compile.
 */

export type Unit = 'count' | 'yen' | 'ratio' | 'seconds';
interface Metric {
  readonly unit: Unit;
  readonly of: (counted: Counted) => number | null;
  readonly text: string;
}

/** A division by zero has no value. */
const over = (part: number, total: number): number | null => (total === 0 ? null : part / total);

/** Rounds a difference of money to 1/100 yen, which removes floating-point errors. */
const hundredths = (yen: number): number => Math.round(yen * 100) / 100;

const define = <const Key extends string>(metrics: Readonly<Record<Key, Metric>>) => metrics;

export const metrics = define({
  impressions: { unit: 'count', of: c => c.impressions, text: 'Number of impressions' },
  clicks: { unit: 'count', of: c => c.clicks, text: 'Number of contacts' },
  first_touch_count: {
    unit: 'count',
    of: c => c.first_touches,
    text: 'Number of contacts that are the first of their visitor within the tracking term',
  },
  cv: { unit: 'count', of: c => c.cv, text: 'Number of last CVs whose last contact belongs to the row' },
  cvr: { unit: 'ratio', of: c => over(c.cv, c.clicks), text: 'cv / clicks' },
  cv_total_middle: {
    unit: 'count',
    of: c => c.cv_middle,
    text: 'Number of middle CVs whose last contact belongs to the row',
  },
  cv_division: { unit: 'count', of: c => c.division, text: 'Attributed last CVs' },
  cv_middle_division: { unit: 'count', of: c => c.middle_division, text: 'Attributed middle CVs' },
  cvr_division: { unit: 'ratio', of: c => over(c.division, c.clicks), text: 'cv_division / clicks' },
  amount_sum: { unit: 'yen', of: c => c.amount, text: 'Sales of the conversions in cv, in yen' },
  amount_avg: { unit: 'yen', of: c => over(c.amount, c.cv), text: 'amount_sum / cv' },
  amount_division: {
    unit: 'yen',
    of: c => c.amount_division,
    text: 'Attributed sales in whole yen; the rows sum to the total sales',
  },
  ad_cost: {
    unit: 'yen',
    of: c => c.cost,
    text: 'Ad cost in yen: click costs (or imported costs with ad_cost_linkage), CV costs of approved results, and the fixed fees of the period',
  },
  ad_cost_unapproved: {
    unit: 'yen',
    of: c => c.cost_unapproved,
    text: 'Ad cost in yen, including the CV costs of pending results',
  },
  cpa: { unit: 'yen', of: c => over(c.spent, c.cv), text: 'ad_cost / cv' },
  roas: { unit: 'ratio', of: c => over(c.amount, c.spent), text: 'amount_sum / ad_cost' },
  roi: {
    unit: 'ratio',
    of: c => over(c.amount - c.spent, c.spent),
    text: '(amount_sum - ad_cost) / ad_cost',
  },
  profit: { unit: 'yen', of: c => hundredths(c.amount - c.spent), text: 'amount_sum - ad_cost' },
  indirect_cv: {
    unit: 'count',
    of: c => c.assists,
    text: 'Number of last CVs whose path contains the row, but not as the last contact',
  },
  indirect_first: {
    unit: 'count',
    of: c => c.assists_first,
    text: 'Number of conversions in indirect_cv whose first contact belongs to the row',
  },
  indirect_ratio: {
    unit: 'ratio',
    of: c => over(c.assists, c.cv + c.assists),
    text: 'indirect_cv / (cv + indirect_cv)',
  },
  indirect_cost: {
    unit: 'yen',
    of: c => over(c.spent, c.cv + c.assists),
    text: 'ad_cost / (cv + indirect_cv)',
  },
  indirect_cost_unapproved: {
    unit: 'yen',
    of: c => over(c.cost_unapproved, c.cv + c.assists),
    text: 'ad_cost_unapproved / (cv + indirect_cv)',
  },
  ad_touch_1: {
    unit: 'count',
    of: c => c.length_1,
    text: 'Number of last CVs of the row with 1 contact on the path',
  },
  ad_touch_2: {
    unit: 'count',
    of: c => c.length_2,
    text: 'Number of last CVs of the row with 2 contacts on the path',
  },
  ad_touch_3: {
    unit: 'count',
    of: c => c.length_3,
    text: 'Number of last CVs of the row with 3 contacts on the path',
  },
  ad_touch_4: {
    unit: 'count',
    of: c => c.length_4,
    text: 'Number of last CVs of the row with 4 contacts on the path',
  },
  ad_touch_5: {
    unit: 'count',
    of: c => c.length_5,
    text: 'Number of last CVs of the row with 5 contacts on the path',
  },
  ad_touch_6: {
    unit: 'count',
    of: c => c.length_6,
    text: 'Number of last CVs of the row with 6 or more contacts on the path',
  },
  // Conversions without a contact have no path, so they do not count in mean lengths and times.
  ad_touch_avg: {
    unit: 'count',
    of: c => over(c.touches, paths(c)),
    text: 'Mean number of contacts on the paths of the conversions in cv',
  },
  attr_avg: {
    unit: 'seconds',
    of: c => over(c.elapsed, paths(c)),
    text: 'Mean time in seconds from the first contact to the conversion, for the conversions in cv',
  },
  attr_cvr: { unit: 'ratio', of: c => over(c.division, c.clicks), text: 'cv_division / clicks' },
  attributed_cpa: { unit: 'yen', of: c => over(c.spent, c.division), text: 'ad_cost / cv_division' },
  attributed_roas: {
    unit: 'ratio',
    of: c => over(c.amount_division, c.spent),
    text: 'amount_division / ad_cost',
  },
});

const paths = (c: Counted): number =>
  c.length_1 + c.length_2 + c.length_3 + c.length_4 + c.length_5 + c.length_6;

export type MetricKey = keyof typeof metrics;
export const METRICS = Object.keys(metrics) as readonly MetricKey[];
export type Measured<Key extends MetricKey = MetricKey> = Readonly<Record<Key, number | null>>;

const NONE: ReadonlySet<MetricKey> = new Set();

type Measuring<Key extends MetricKey> = readonly { readonly key: Key; readonly of: Metric['of'] }[];
const measuring = <Key extends MetricKey>(
  keys: readonly Key[],
  absent: ReadonlySet<MetricKey>,
): Measuring<Key> => keys.map(key => ({ key, of: absent.has(key) ? () => null : metrics[key].of }));
const put = <Key extends MetricKey, Into extends object>(
  made: Measuring<Key>,
  counted: Counted,
  into: Into,
): Into & Measured<Key> => {
  const measured: Partial<Record<Key, number | null>> = into;
  for (const { key, of } of made) measured[key] = of(counted);
  return measured as Into & Measured<Key>;
};

/** Creates a function that computes metrics of a row into an object; absent metrics are null. */
export const measurer = <Key extends MetricKey>(
  keys: readonly Key[],
  approval: Approval,
  absent: ReadonlySet<MetricKey> = NONE,
) => {
  const made = measuring(keys, absent);
  // One object is reused for all rows, because no caller keeps it.
  const counted = unfilled();
  return <Into extends object>(tally: Tally, into: Into): Into & Measured<Key> =>
    put(made, fill(counted, tally, approval), into);
};

/** Computes metrics of a row; absent metrics are null. */
export const measure = <Key extends MetricKey>(
  counted: Counted,
  keys: readonly Key[],
  absent: ReadonlySet<MetricKey> = NONE,
): Measured<Key> => put(measuring(keys, absent), counted, {});

/** Names of the counted numbers from which the metrics are computed. */
export const countedFor = (keys: readonly MetricKey[]): ReadonlySet<keyof Counted> => {
  const read = new Set<keyof Counted>();
  const usedColumns = new Proxy(countedOf(emptyTally()), {
    get: (counted, key: keyof Counted) => {
      read.add(key);
      return counted[key];
    },
  });
  for (const key of keys) metrics[key].of(usedColumns);
  return read;
};

/** Columns of an answer with these metrics. */
export const columnsOf = (keys: readonly MetricKey[]): { key: MetricKey; unit: Unit }[] =>
  keys.map(key => ({ key, unit: metrics[key].unit }));
