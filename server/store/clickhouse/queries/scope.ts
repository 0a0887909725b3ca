import type { Conditions } from './conditions.ts';
import { dayOf, instant } from '../events/eligible.ts';
import type { Bound, Columns } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { ofProduct } from '../rollups/rollup.ts';
import type { ReportSource } from './report-source.ts';

/** What a query counts: the rules, the period, the last event and the source. */
export interface Scope {
  readonly rules: CountingRules;
  /** Milliseconds since 1970 of Tokyo midnights, `until` not included. */
  readonly from: number;
  readonly until: number;
  /** The last event id that counts, a decimal string. */
  readonly watermark: string;
  readonly source: ReportSource;
  /** The rows of rollups, and the version of results that they contain; decimal strings; omitted: events. */
  readonly generation?: string;
  readonly results?: string;
  /** Conditions on conversions, over the columns of the events for both sources; omitted: all count. */
  readonly conversionFilter?: Conditions;
  /** Whether there are any impressions; omitted: unknown. */
  readonly impressions?: boolean;
  readonly signal?: AbortSignal;
  /** Answers of statements that several figures of one count share, by statement and period; omitted: none are shared. */
  readonly shared?: Map<string, Promise<Columns>>;
}

/** The values that every query of a scope binds. */
export const bound = ({
  rules,
  generation = '0',
  from,
  until,
  watermark,
  conversionFilter,
}: Scope): Bound => ({
  product: rules.productId,
  generation,
  from,
  until,
  watermark,
  ...conversionFilter?.params,
});
export const period = `ts >= ${instant('from')} AND ts < ${instant('until')}`;
export const derivedPeriod = `${ofProduct} AND ${period}`;

/** The derived rows of the days of a period, and of a number of days before it. */
export const derivedDays = (before = 0): string =>
  `${ofProduct} AND day >= ${dayOf('{from: Int64}')} - ${before} AND day < ${dayOf('{until: Int64}')}`;
