import { DECAY_PERCENT } from '../../attribution/models.ts';
import { dayText } from '../../platform/time.ts';
import type { BaseReportQuery, Read } from '../parse/query.ts';

/**
 * The repeat interval in seconds: a contact of the same visitor and redirect within it is a repeat, by the
 * rule of the collector.
 */
export const REPEAT_SECONDS = 1;

/** The rules that every report states. */
export interface AskedRules {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly where: string;
  readonly approval: string;
  readonly compare: string | null;
  readonly compare_from: string | null;
  readonly compare_to: string | null;
  readonly tracking_term: number;
  readonly excluded_ips: string[];
  readonly ad_cost_linkage: boolean;
  readonly repeat: number;
  readonly decay: number;
  readonly overridden: string[];
  readonly time_zone: 'Asia/Tokyo';
}

export const askedRules = (
  { rules, period, compared, approval, overridden }: Read,
  { where, compare, repeat, decay }: BaseReportQuery,
): AskedRules => ({
  product_id: rules.id,
  from: dayText(period.fromDay),
  to: dayText(period.untilDay - 1),
  where: where ?? '',
  approval,
  compare: compare ?? null,
  compare_from: compared && dayText(compared.fromDay),
  compare_to: compared && dayText(compared.untilDay - 1),
  tracking_term: rules.trackingTerm,
  excluded_ips: [...rules.excludedIps],
  ad_cost_linkage: rules.adCostLinkage,
  repeat: repeat ?? REPEAT_SECONDS,
  decay: decay ?? DECAY_PERCENT,
  overridden: [...overridden],
  time_zone: 'Asia/Tokyo',
});
