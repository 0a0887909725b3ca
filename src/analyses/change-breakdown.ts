import { AdChangesDocument, type AdChangesQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { NO_CONTACT_KEY, type ChangeMetric } from './dashboard.ts';

/** The figures by ad of a period and of the previous one. */
export const adChanges = AdChangesDocument;

/** Counted numbers of an ad, or of the conversions without a contact, in one period. */
export interface PeriodCounts {
  readonly clicks: number | null;
  readonly cv: number | null;
  readonly amount_sum: number | null;
  /** In yen, with at most two decimals. */
  readonly ad_cost: number | null;
}

/** A row of the report: the period's counts, and those of the comparison period. */
export interface ComparedRow extends PeriodCounts {
  readonly key: string;
  readonly label: string;
  readonly compared?: PeriodCounts | null;
}
type AnsweredRow = Present<Present<AdChangesQuery['report']>['rows']>;
/** Fails to compile where the query lacks a number. */
export const comparedRows = (rows: readonly AnsweredRow[]): readonly ComparedRow[] => rows;

/** What a row contributes to the change of a metric. The two parts sum to the change. */
export interface Contribution {
  readonly change: number;
  /** The part by the number of contacts (CV), by the number of CVs (sales), or by the mix of the ads (CPA). */
  readonly volume: number;
  /** The part by CVR (CV), by sales per CV (sales), or by cost per CV of the ad itself (CPA). */
  readonly rate: number;
}

interface Amounts {
  readonly clicks: number;
  readonly cv: number;
  readonly amount: number;
  readonly cost: number;
}

const NO_AMOUNTS: Amounts = { clicks: 0, cv: 0, amount: 0, cost: 0 };

const amountsOf = (counts: PeriodCounts | null | undefined): Amounts => ({
  clicks: counts?.clicks ?? 0,
  cv: counts?.cv ?? 0,
  amount: counts?.amount_sum ?? 0,
  cost: counts?.ad_cost ?? 0,
});

const sumOf = (all: readonly Amounts[]): Amounts =>
  all.reduce(
    (sum, one) => ({
      clicks: sum.clicks + one.clicks,
      cv: sum.cv + one.cv,
      amount: sum.amount + one.amount,
      // Costs are hundredths of a yen; their sum as a binary fraction would not be.
      cost: Math.round((sum.cost + one.cost) * 100) / 100,
    }),
    NO_AMOUNTS,
  );

/**
 * Divides the change of a product of volume and rate: each factor's change at the mean of the other one. Without
 * volume in one of the periods there is no rate, and the whole change is one of volume.
 */
const splitProduct = (
  volumes: readonly [number, number],
  values: readonly [number, number],
): Contribution => {
  const [n0, n1] = volumes;
  const [v0, v1] = values;
  const change = v1 - v0;
  const volume = n0 === 0 || n1 === 0 ? change : ((n1 - n0) * (v0 / n0 + v1 / n1)) / 2;
  return { change, volume, rate: change - volume };
};

/**
 * The contribution of an ad to the change of the CPA of all ads, C1/V1 − C0/V0, where V is CV and C is cost. Over
 * all ads it sums to that change, because it is linear in the changes of the ad's cost and CV.
 */
const splitCpa = (before: Amounts, now: Amounts, totals: readonly [Amounts, Amounts]): Contribution => {
  const [{ cv: V0, cost: C0 }, { cv: V1, cost: C1 }] = totals;
  const change = ((now.cost - before.cost) * (V0 + V1) - (now.cv - before.cv) * (C0 + C1)) / (2 * V0 * V1);
  const costPerCvChange = before.cv > 0 && now.cv > 0 ? now.cost / now.cv - before.cost / before.cv : 0;
  const rate = ((V0 + V1) / (2 * V0 * V1)) * ((before.cv + now.cv) / 2) * costPerCvChange;
  return { change, volume: change - rate, rate };
};

const contributionOf = (
  metric: ChangeMetric,
  [before, now]: readonly [Amounts, Amounts],
  totals: readonly [Amounts, Amounts],
): Contribution => {
  switch (metric) {
    case 'cv':
      return splitProduct([before.clicks, now.clicks], [before.cv, now.cv]);
    case 'amount_sum':
      return splitProduct([before.cv, now.cv], [before.amount, now.amount]);
    case 'cpa':
      return splitCpa(before, now, totals);
  }
};

/** Decimals of a shown contribution; CVs have one, since the parts of a few CVs would vanish otherwise. */
const DECIMALS: Readonly<Record<ChangeMetric, number>> = { cv: 1, amount_sum: 0, cpa: 0 };
/** Rows of single ads that raised a metric, and as many that lowered it. */
const MAX_ADS_EACH_WAY = 5;

const valueOf = (metric: ChangeMetric, { cv, amount, cost }: Amounts): number => {
  if (metric === 'cpa') return Math.round(cost / cv);
  return metric === 'cv' ? cv : amount;
};

/** Binary fractions of whole numbers are off by less than this. */
const TOLERANCE = 1e-7;

/**
 * Rounds numbers to integers with a given sum: each is rounded down, and the rest goes to the largest remainders,
 * of equal ones to the first.
 */
export const roundToSum = (values: readonly number[], sum: number): readonly number[] => {
  const floors = values.map(Math.floor);
  const order = values
    .map((value, index) => ({ index, remainder: value - (floors[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const missing = sum - floors.reduce((total, floor) => total + floor, 0);
  const step = Math.sign(missing);
  // The smallest remainders are lowered first.
  const served = step < 0 ? order.toReversed() : order;
  for (let turn = 0; turn < Math.abs(missing) && served.length > 0; turn += 1) {
    const index = served[turn % served.length]?.index ?? 0;
    floors[index] = (floors[index] ?? 0) + step;
  }
  // Removes the sign of zero.
  return floors.map(floor => floor + 0);
};

interface Factor extends Contribution {
  readonly kind: 'ad' | 'other' | 'no_contact';
  /** Of an ad: its key and name. */
  readonly key: string;
  readonly label: string;
  /** Number of ads in the row. */
  readonly ads: number;
}

const NO_CONTRIBUTION: Contribution = { change: 0, volume: 0, rate: 0 };
const sumContributions = (all: readonly Contribution[]): Contribution =>
  all.reduce<Contribution>(
    (sum, { change, volume, rate }) => ({
      change: sum.change + change,
      volume: sum.volume + volume,
      rate: sum.rate + rate,
    }),
    NO_CONTRIBUTION,
  );

const isZero = ({ change, volume, rate }: Contribution): boolean =>
  [change, volume, rate].every(value => Math.abs(value) < TOLERANCE);

/**
 * The largest contributions of ads in each direction, those in the direction of the total first; then all other ads
 * as one row, and the conversions without a contact.
 *
 * @param smallest a contribution below this would be displayed as none
 */
const foldFactors = (factors: readonly Factor[], total: number, smallest: number): readonly Factor[] => {
  const direction = total < 0 ? -1 : 1;
  const ads = factors.filter(({ kind }) => kind === 'ad').sort((a, b) => direction * (b.change - a.change));
  const along = ads.filter(({ change }) => direction * change >= smallest);
  const against = ads.filter(({ change }) => direction * change <= -smallest);
  const single = [...along.slice(0, MAX_ADS_EACH_WAY), ...against.slice(-MAX_ADS_EACH_WAY)];
  const others = ads.filter(ad => !single.includes(ad));
  const other: Factor = {
    kind: 'other',
    key: 'other',
    label: '',
    ads: others.length,
    ...sumContributions(others),
  };
  return [
    ...single,
    ...(others.length > 0 ? [other] : []),
    ...factors.filter(({ kind }) => kind === 'no_contact'),
  ];
};

/** A change as it is shown. */
export interface ChangeBreakdown {
  readonly before: number;
  readonly now: number;
  /** The rows sum to it in each of its numbers. */
  readonly total: Contribution;
  readonly rows: readonly Factor[];
}

/** The shown rate of a row. A part that is nothing stays nothing, whichever way the change was rounded. */
const roundRate = ({ volume, rate }: Contribution, shownChange: number, scale: number): number => {
  if (Math.abs(volume) < TOLERANCE) return shownChange;
  return Math.abs(rate) < TOLERANCE ? 0 : Math.round(rate * scale);
};

/** Rounds the rows to what is shown, so that they sum to the difference of the two shown values. */
const roundFactors = (
  factors: readonly Factor[],
  change: number,
  decimals: number,
): ChangeBreakdown['rows'] => {
  const scale = 10 ** decimals;
  const changes = roundToSum(
    factors.map(factor => factor.change * scale),
    Math.round(change * scale),
  );
  return factors.map((factor, index) => {
    const shown = changes[index] ?? 0;
    const rate = roundRate(factor, shown, scale);
    return { ...factor, change: shown / scale, volume: (shown - rate) / scale, rate: rate / scale + 0 };
  });
};

const shownSum = (rows: readonly Contribution[], decimals: number): Contribution => {
  const { change, volume, rate } = sumContributions(rows);
  const rounded = (value: number) => Number(value.toFixed(decimals)) + 0;
  return { change: rounded(change), volume: rounded(volume), rate: rounded(rate) };
};

/** Why a change has no breakdown: nothing in either period, nothing in the previous one, or a CPA without CV. */
export type NoBreakdown = 'no_data' | 'no_previous' | 'no_conversion';

interface ExactBreakdown {
  /** The totals of the previous period and of the shown one. */
  readonly totals: readonly [Amounts, Amounts];
  /** In the order of the rows, unrounded. */
  readonly contributions: readonly Contribution[];
}

/**
 * The contribution of each row to the change of a metric between two periods (docs/analyses.md).
 *
 * @param rows all rows of the report, whose sums are its totals
 */
export const contributionsTo = (
  metric: ChangeMetric,
  rows: readonly ComparedRow[],
): ExactBreakdown | NoBreakdown => {
  const counted = rows.map(row => [amountsOf(row.compared), amountsOf(row)] as const);
  const totals = [sumOf(counted.map(([before]) => before)), sumOf(counted.map(([, now]) => now))] as const;
  const [before, now] = totals;
  const isEmpty = (amounts: Amounts) => Object.values(amounts).every(amount => amount === 0);
  if (isEmpty(before)) return isEmpty(now) ? 'no_data' : 'no_previous';
  if (metric === 'cpa' && (before.cv === 0 || now.cv === 0)) return 'no_conversion';
  return { totals, contributions: counted.map(periods => contributionOf(metric, periods, totals)) };
};

/**
 * Explains the change of a metric by the ads that contributed most, as it is shown: the rows sum to the difference
 * of the two values.
 *
 * @param rows all rows of the report, whose sums are its totals
 */
export const breakDownChange = (
  metric: ChangeMetric,
  rows: readonly ComparedRow[],
): ChangeBreakdown | NoBreakdown => {
  const exact = contributionsTo(metric, rows);
  if (typeof exact === 'string') return exact;
  const [before, now] = [valueOf(metric, exact.totals[0]), valueOf(metric, exact.totals[1])];
  const factors = rows
    .map(({ key, label }, index): Factor => ({
      kind: key === NO_CONTACT_KEY ? 'no_contact' : 'ad',
      key,
      label,
      ads: 1,
      ...(exact.contributions[index] ?? NO_CONTRIBUTION),
    }))
    .filter(factor => !isZero(factor));
  const decimals = DECIMALS[metric];
  const shown = roundFactors(
    foldFactors(factors, now - before, 0.5 / 10 ** decimals),
    now - before,
    decimals,
  );
  return { before, now, total: shownSum(shown, decimals), rows: shown };
};
