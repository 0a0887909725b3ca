import type { MetricKey } from './metrics.ts';

/** Worked examples of the metrics: one sample row of a report and the formulas of the derived metrics. */

/** The counted metrics of the sample row. */
export const EXAMPLE = {
  clicks: 1000,
  cv: 20,
  cv_division: 25,
  indirect_cv: 5,
  amount_sum: 300_000,
  amount_division: 350_000,
  ad_cost: 100_000,
  ad_cost_unapproved: 110_000,
} as const satisfies Partial<Record<MetricKey, number>>;
export type ExampleValue = keyof typeof EXAMPLE;

/** A metric, or the sum or difference of two metrics. */
export type Term = readonly [ExampleValue] | readonly [ExampleValue, '+' | '−', ExampleValue];
/** A dividend and a divisor, or a single term. */
export type Formula = readonly [Term] | readonly [Term, Term];

/** The derived metrics. Each other metric has an example in the message `metric.<key>.example`. */
export const FORMULAS = {
  cvr: [['cv'], ['clicks']],
  cvr_division: [['cv_division'], ['clicks']],
  attr_cvr: [['cv_division'], ['clicks']],
  amount_avg: [['amount_sum'], ['cv']],
  attributed_cpa: [['ad_cost'], ['cv_division']],
  attributed_roas: [['amount_division'], ['ad_cost']],
  indirect_ratio: [['indirect_cv'], ['cv', '+', 'indirect_cv']],
  indirect_cost: [['ad_cost'], ['cv', '+', 'indirect_cv']],
  indirect_cost_unapproved: [['ad_cost_unapproved'], ['cv', '+', 'indirect_cv']],
  cpa: [['ad_cost'], ['cv']],
  roas: [['amount_sum'], ['ad_cost']],
  roi: [['amount_sum', '−', 'ad_cost'], ['ad_cost']],
  profit: [['amount_sum', '−', 'ad_cost']],
} as const satisfies Partial<Record<MetricKey, Formula>>;

export const formulaOf = (key: string): Formula | null =>
  Object.hasOwn(FORMULAS, key) ? FORMULAS[key as keyof typeof FORMULAS] : null;

const evaluated = ([first, sign, second]: Term): number =>
  EXAMPLE[first] + (second === undefined ? 0 : (sign === '+' ? 1 : -1) * EXAMPLE[second]);
/** The result of a formula for the sample row. */
export const resultOf = ([numerator, denominator]: Formula): number =>
  evaluated(numerator) / (denominator === undefined ? 1 : evaluated(denominator));
