/**
 * Every metric of the analyses, each defined once (the domain's section 4). Pure.
 *
 * What is counted comes from the stores and adds up over rows; what is derived is a function of what is counted, so a total derives from the
 * totals and never averages averages. A derived metric of a number that nobody counts does not compile.
 */

/** The numbers that are counted for a row. */
export const COUNTED = [
  'impressions', 'clicks', 'first_touches', 'cv', 'cv_middle', 'division', 'middle_division', 'amount', 'amount_division', 'cost', 'cost_unapproved',
  'assists', 'assists_first', 'length_1', 'length_2', 'length_3', 'length_4', 'length_5', 'length_6', 'touches', 'elapsed',
] as const;
export type CountedKey = (typeof COUNTED)[number];
/** Counted exactly, in the smallest part: 1/100 yen of cost, 10^-9 of a divided CV, milliseconds. */
export type Tally = Readonly<Record<CountedKey, bigint>>;
/** Which results' costs what is derived of costs goes by: those of approved ones, or of pending ones too. */
export const APPROVALS = ['approved', 'unapproved'] as const;
export type Approval = (typeof APPROVALS)[number];
/** The same in whole CVs, yen and seconds; `spent` is the cost by the asked approval. */
export type Counted = Readonly<Record<CountedKey | 'spent', number>>;

/** How many of the smallest parts make one. */
const PARTS: Readonly<Partial<Record<CountedKey, number>>> = { division: 1e9, middle_division: 1e9, cost: 100, cost_unapproved: 100, elapsed: 1000 };

// Hundreds of rows are counted for every answer: what follows is done once for each of their numbers, so it is plain loops.
const each = <Value>(valueOf: (key: CountedKey) => Value): Record<CountedKey, Value> => {
  const made: Partial<Record<CountedKey, Value>> = {};
  for (const key of COUNTED) made[key] = valueOf(key);
  return made as Record<CountedKey, Value>;
};
const NOTHING: Tally = each(() => 0n);

export const emptyTally = (): Record<CountedKey, bigint> => ({ ...NOTHING });
export const countedOf = (tally: Tally, approval: Approval = 'approved'): Counted => {
  const counted = each(key => Number(tally[key]) / (PARTS[key] ?? 1));
  return { ...counted, spent: approval === 'approved' ? counted.cost : counted.cost_unapproved };
};
export const addTallies = (tallies: readonly Tally[]): Tally => {
  const sum = emptyTally();
  for (const tally of tallies) for (const key of COUNTED) sum[key] += tally[key];
  return sum;
};

export type Unit = 'count' | 'yen' | 'ratio' | 'seconds';
interface Metric { readonly unit: Unit; readonly of: (counted: Counted) => number | null; readonly text: string }

/** A division by zero has no value. */
const over = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** A difference of money, without the digits that subtracting doubles leaves behind. */
const hundredths = (yen: number): number => Math.round(yen * 100) / 100;

const define = <const Key extends string>(metrics: Readonly<Record<Key, Metric>>) => metrics;

export const metrics = define({
  impressions: { unit: 'count', of: c => c.impressions, text: 'Impressions' },
  clicks: { unit: 'count', of: c => c.clicks, text: 'Contacts' },
  first_touch_count: { unit: 'count', of: c => c.first_touches, text: 'Contacts that are their visitor\'s first within the tracking term' },
  cv: { unit: 'count', of: c => c.cv, text: 'Last CVs whose last contact is the row' },
  cvr: { unit: 'ratio', of: c => over(c.cv, c.clicks), text: 'cv / clicks' },
  cv_total_middle: { unit: 'count', of: c => c.cv_middle, text: 'Middle CVs whose last contact is the row' },
  cv_division: { unit: 'count', of: c => c.division, text: 'Distributed last CVs' },
  cv_middle_division: { unit: 'count', of: c => c.middle_division, text: 'Distributed middle CVs' },
  cvr_division: { unit: 'ratio', of: c => over(c.division, c.clicks), text: 'cv_division / clicks' },
  amount_sum: { unit: 'yen', of: c => c.amount, text: 'Sales of cv' },
  amount_avg: { unit: 'yen', of: c => over(c.amount, c.cv), text: 'amount_sum / cv' },
  amount_division: { unit: 'yen', of: c => c.amount_division, text: 'Distributed sales, whole yen that sum to the sales' },
  ad_cost: { unit: 'yen', of: c => c.cost, text: 'Click cost, or the imported cost of the day where the product links costs, CV cost of approved results and the fee\'s share of the period' },
  ad_cost_unapproved: { unit: 'yen', of: c => c.cost_unapproved, text: 'The same with pending results' },
  cpa: { unit: 'yen', of: c => over(c.spent, c.cv), text: 'ad_cost / cv' },
  roas: { unit: 'ratio', of: c => over(c.amount, c.spent), text: 'amount_sum / ad_cost' },
  roi: { unit: 'ratio', of: c => over(c.amount - c.spent, c.spent), text: '(amount_sum - ad_cost) / ad_cost' },
  profit: { unit: 'yen', of: c => hundredths(c.amount - c.spent), text: 'amount_sum - ad_cost' },
  indirect_cv: { unit: 'count', of: c => c.assists, text: 'Last CVs in whose path the row occurs but is not last' },
  indirect_first: { unit: 'count', of: c => c.assists_first, text: 'Those of indirect_cv in which the row is the first contact' },
  indirect_ratio: { unit: 'ratio', of: c => over(c.assists, c.cv + c.assists), text: 'indirect_cv / (cv + indirect_cv)' },
  indirect_cost: { unit: 'yen', of: c => over(c.spent, c.cv + c.assists), text: 'ad_cost / (cv + indirect_cv)' },
  indirect_cost_unapproved: { unit: 'yen', of: c => over(c.cost_unapproved, c.cv + c.assists), text: 'ad_cost_unapproved / (cv + indirect_cv)' },
  ad_touch_1: { unit: 'count', of: c => c.length_1, text: 'Last CVs of the row after 1 contact' },
  ad_touch_2: { unit: 'count', of: c => c.length_2, text: 'Last CVs of the row after 2 contacts' },
  ad_touch_3: { unit: 'count', of: c => c.length_3, text: 'Last CVs of the row after 3 contacts' },
  ad_touch_4: { unit: 'count', of: c => c.length_4, text: 'Last CVs of the row after 4 contacts' },
  ad_touch_5: { unit: 'count', of: c => c.length_5, text: 'Last CVs of the row after 5 contacts' },
  ad_touch_6: { unit: 'count', of: c => c.length_6, text: 'Last CVs of the row after 6 or more contacts' },
  // Conversions without a contact have no path whose length or time could be meant.
  ad_touch_avg: { unit: 'count', of: c => over(c.touches, paths(c)), text: 'Mean number of contacts before cv' },
  attr_avg: { unit: 'seconds', of: c => over(c.elapsed, paths(c)), text: 'Mean time from the first contact to the conversion, for cv' },
  attr_cvr: { unit: 'ratio', of: c => over(c.division, c.clicks), text: 'cv_division / clicks' },
  attributed_cpa: { unit: 'yen', of: c => over(c.spent, c.division), text: 'ad_cost / cv_division' },
  attributed_roas: { unit: 'ratio', of: c => over(c.amount_division, c.spent), text: 'amount_division / ad_cost' },
});

const paths = (c: Counted): number => c.length_1 + c.length_2 + c.length_3 + c.length_4 + c.length_5 + c.length_6;

export type MetricKey = keyof typeof metrics;
export const METRICS = Object.keys(metrics) as readonly MetricKey[];
export type Measured<Key extends MetricKey = MetricKey> = Readonly<Record<Key, number | null>>;

/** The asked metrics of a row; those that its question cannot have are null. */
export const measure = <Key extends MetricKey>(counted: Counted, keys: readonly Key[], absent: ReadonlySet<MetricKey> = NONE): Measured<Key> => {
  const measured: Partial<Record<Key, number | null>> = {};
  for (const key of keys) measured[key] = absent.has(key) ? null : metrics[key].of(counted);
  return measured as Measured<Key>;
};
const NONE: ReadonlySet<MetricKey> = new Set();

/** The counted numbers that metrics are made of. */
export const countedFor = (keys: readonly MetricKey[]): ReadonlySet<keyof Counted> => {
  const read = new Set<keyof Counted>();
  const told = new Proxy(countedOf(emptyTally()), {
    get: (counted, key: keyof Counted) => {
      read.add(key);
      return counted[key];
    },
  });
  for (const key of keys) metrics[key].of(told);
  return read;
};

/** The columns that an answer with these metrics has. */
export const columnsOf = (keys: readonly MetricKey[]): { key: MetricKey; unit: Unit }[] => keys.map(key => ({ key, unit: metrics[key].unit }));
