import type { Conditions } from './conditions.ts';
import { dayOf, instant } from '../events/eligible.ts';
import type { Bound } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';

/** What is counted: by which rules, of which days, up to which event, and out of what. */
export interface Scope {
  readonly rules: CountingRules;
  /** Milliseconds since 1970 of Tokyo midnights, `until` not included. */
  readonly from: number;
  readonly until: number;
  /** The last event id that counts, a decimal string. */
  readonly mark: string;
  readonly source: 'events' | 'derived';
  /** The last step whose changes of results are in derived rows, a decimal string; left out: none. */
  readonly results?: string;
  /** Only conversions that meet these count: conditions over the events, whatever is read. */
  readonly made?: Conditions;
  /** Whether there are any impressions; left out: there may be. */
  readonly impressions?: boolean;
  readonly signal?: AbortSignal;
}

/** The values of what every query of a scope binds. */
export const bound = ({ rules, from, until, mark, made }: Scope): Bound => ({
  product: rules.productId,
  rules: rules.fingerprint,
  from,
  until,
  mark,
  ...made?.params,
});
export const period = `ts >= ${instant('from')} AND ts < ${instant('until')}`;
/** The derived lines of a product under its rules. */
export const ofProduct = 'product_id = {product: UInt32} AND rules = {rules: UInt64}';
export const derivedPeriod = `${ofProduct} AND ${period}`;

/** The derived lines of a period's days, and of so many days before it. */
export const derivedDays = (before = 0): string =>
  `${ofProduct} AND day >= ${dayOf('{from: Int64}')} - ${before} AND day < ${dayOf('{until: Int64}')}`;
