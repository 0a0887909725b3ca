import { DECAY_PERCENT } from '../../attribution/models.ts';
import { dayText } from '../../platform/time.ts';
import type { Period } from '../parse/period.ts';
import type { BaseReportQuery, AuthorizedQuery, ResolvedQuery } from '../parse/query.ts';

/**
 * The repeat interval in seconds: a contact of the same visitor and redirect within it is a repeat, by the
 * rule of the collector.
 */
export const REPEAT_SECONDS = 1;

/** The rules that every answer states. Days are Tokyo days, both included. */
export interface AnalysisRules {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly where: string;
  readonly tracking_term: number;
  readonly excluded_ips: string[];
  readonly ad_cost_linkage: boolean;
  /** When the rules of the product changed, where this answer follows the previous ones; else null. */
  readonly rebuilding_since: string | null;
  readonly time_zone: 'Asia/Tokyo';
}

/** @param days the days of the answer, where it extends the requested ones to whole months */
export const analysisRules = (
  { rules, period }: Pick<AuthorizedQuery, 'rules' | 'period'>,
  where = '',
  days: Pick<Period, 'fromDay' | 'untilDay'> = period,
): AnalysisRules => ({
  product_id: rules.id,
  from: dayText(days.fromDay),
  to: dayText(days.untilDay - 1),
  where,
  tracking_term: rules.trackingTerm,
  excluded_ips: [...rules.excludedIps],
  ad_cost_linkage: rules.adCostLinkage,
  rebuilding_since: rules.rebuildingSince?.toISOString() ?? null,
  time_zone: 'Asia/Tokyo',
});

/** The rules that a report of metrics states in addition. */
export interface MetricRules extends AnalysisRules {
  readonly approval: string;
  readonly compare: string | null;
  readonly compare_from: string | null;
  readonly compare_to: string | null;
  readonly repeat: number;
  readonly decay: number;
  readonly overridden: string[];
}

export const metricRules = (
  query: ResolvedQuery,
  { where, compare, repeat, decay }: Pick<BaseReportQuery, 'where' | 'compare' | 'repeat' | 'decay'>,
): MetricRules => ({
  ...analysisRules(query, where),
  approval: query.approval,
  compare: compare ?? null,
  compare_from: query.compared && dayText(query.compared.fromDay),
  compare_to: query.compared && dayText(query.compared.untilDay - 1),
  repeat: repeat ?? REPEAT_SECONDS,
  decay: decay ?? DECAY_PERCENT,
  overridden: [...query.overridden],
});
