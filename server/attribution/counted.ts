/** The counted numbers of a row, from which all metrics are computed. Pure. */

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
export const fill = (into: Filled, tally: Tally, approval: Approval): Counted => {
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
export const unfilled = (): Filled => ({
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
