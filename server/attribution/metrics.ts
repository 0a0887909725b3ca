/**
 * Definitions of all metrics (docs/decisions/0004-metrics-axes-and-items.md). Pure. Counted numbers are additive over
 * rows; derived metrics are functions of counted numbers, so totals derive from totals. A derived metric of an
 * unknown number does not compile.
 */

// The fields are written out, because these functions run for thousands of rows per answer: access by computed key
// takes longer than the arithmetic, and objects that grow key by key are slow to copy.
const NOTHING = {
  impressions: 0n,
  clicks: 0n,
  first_touches: 0n,
  cv: 0n,
  cv_middle: 0n,
  division: 0n,
  middle_division: 0n,
  amount: 0n,
  amount_division: 0n,
  cost: 0n,
  cost_unapproved: 0n,
  assists: 0n,
  assists_first: 0n,
  length_1: 0n,
  length_2: 0n,
  length_3: 0n,
  length_4: 0n,
  length_5: 0n,
  length_6: 0n,
  touches: 0n,
  elapsed: 0n,
};
/** Names of the counted numbers of a row. */
export type CountedKey = keyof typeof NOTHING;
export const COUNTED = Object.keys(NOTHING) as readonly CountedKey[];
/** Counted numbers in their smallest unit: 1/100 yen of cost, 10^-9 of an attributed CV, milliseconds. */
export type Tally = Readonly<Record<CountedKey, bigint>>;
/** Results whose costs count in cost metrics: approved ones only, or pending ones as well. */
export const APPROVALS = ['approved', 'unapproved'] as const;
export type Approval = (typeof APPROVALS)[number];
/** Counted numbers in whole CVs, yen and seconds; `spent` is the cost by the chosen approval. */
export type Counted = Readonly<Record<CountedKey | 'spent', number>>;

export const emptyTally = (): Record<CountedKey, bigint> => ({ ...NOTHING });
const plain = (amount: bigint): number => (amount === 0n ? 0 : Number(amount));

type Filled = { -readonly [Key in keyof Counted]: Counted[Key] };
const fill = (into: Filled, tally: Tally, approval: Approval): Counted => {
  into.impressions = plain(tally.impressions);
  into.clicks = plain(tally.clicks);
  into.first_touches = plain(tally.first_touches);
  into.cv = plain(tally.cv);
  into.cv_middle = plain(tally.cv_middle);
  into.division = plain(tally.division) / 1e9;
  into.middle_division = plain(tally.middle_division) / 1e9;
  into.amount = plain(tally.amount);
  into.amount_division = plain(tally.amount_division);
  into.cost = plain(tally.cost) / 100;
  into.cost_unapproved = plain(tally.cost_unapproved) / 100;
  into.assists = plain(tally.assists);
  into.assists_first = plain(tally.assists_first);
  into.length_1 = plain(tally.length_1);
  into.length_2 = plain(tally.length_2);
  into.length_3 = plain(tally.length_3);
  into.length_4 = plain(tally.length_4);
  into.length_5 = plain(tally.length_5);
  into.length_6 = plain(tally.length_6);
  into.touches = plain(tally.touches);
  into.elapsed = plain(tally.elapsed) / 1000;
  into.spent = approval === 'approved' ? into.cost : into.cost_unapproved;
  return into;
};
const unfilled = (): Filled => ({
  impressions: 0,
  clicks: 0,
  first_touches: 0,
  cv: 0,
  cv_middle: 0,
  division: 0,
  middle_division: 0,
  amount: 0,
  amount_division: 0,
  cost: 0,
  cost_unapproved: 0,
  assists: 0,
  assists_first: 0,
  length_1: 0,
  length_2: 0,
  length_3: 0,
  length_4: 0,
  length_5: 0,
  length_6: 0,
  touches: 0,
  elapsed: 0,
  spent: 0,
});
export const countedOf = (tally: Tally, approval: Approval = 'approved'): Counted =>
  fill(unfilled(), tally, approval);
const sumOf = (a: Tally, b: Tally): Tally => ({
  impressions: a.impressions + b.impressions,
  clicks: a.clicks + b.clicks,
  first_touches: a.first_touches + b.first_touches,
  cv: a.cv + b.cv,
  cv_middle: a.cv_middle + b.cv_middle,
  division: a.division + b.division,
  middle_division: a.middle_division + b.middle_division,
  amount: a.amount + b.amount,
  amount_division: a.amount_division + b.amount_division,
  cost: a.cost + b.cost,
  cost_unapproved: a.cost_unapproved + b.cost_unapproved,
  assists: a.assists + b.assists,
  assists_first: a.assists_first + b.assists_first,
  length_1: a.length_1 + b.length_1,
  length_2: a.length_2 + b.length_2,
  length_3: a.length_3 + b.length_3,
  length_4: a.length_4 + b.length_4,
  length_5: a.length_5 + b.length_5,
  length_6: a.length_6 + b.length_6,
  touches: a.touches + b.touches,
  elapsed: a.elapsed + b.elapsed,
});
export const addTallies = (tallies: readonly Tally[]): Tally => tallies.reduce(sumOf, NOTHING);

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
