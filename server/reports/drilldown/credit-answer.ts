import { importedCostDays } from '../count/imported-costs.ts';
import { decidingContacts } from '../../results/derive.ts';
import type { ContactFact } from '../../store/clickhouse/drilldown/credit.ts';
import { DAY, tokyoDay } from '../../platform/time.ts';
import { DECAY_PERCENT } from '../../attribution/models.ts';
import { overriddenRules } from '../parse/query.ts';
import { REPEAT_SECONDS } from '../shape/answer-rules.ts';
import type { Circumstances, CreditedConversion } from './credit-data.ts';
import { judgementsOf } from './judgements.ts';
import type { Weight } from './weights.ts';

/** The parts of an explanation of credit, as answers represent them. */

/** The name of an ad; empty: the viewer may not see it. */
type NameOf = (adId: number | null) => string;

const detailsOf = ({
  interaction_id,
  ad_id,
  click_cost,
  landing_url,
  referrer,
  device,
  os,
  browser,
}: ContactFact) => ({
  interaction_id: interaction_id as string | null,
  ad_id: ad_id as number | null,
  click_cost: click_cost as number | null,
  landing_url,
  referrer,
  device,
  os,
  browser,
});
/** Another agency's contact shows only its position, time and weight. */
const HIDDEN = {
  interaction_id: null,
  ad_id: null,
  click_cost: null,
  landing_url: '',
  referrer: '',
  device: '',
  os: '',
  browser: '',
} as const;

/** The contacts at some positions of a path, with their weights. */
export const showContacts = (
  { path, seen }: CreditedConversion,
  { facts, resultRules, bills }: Circumstances,
  places: readonly number[],
  weights: readonly (readonly Weight[])[],
  nameOf: NameOf,
) => {
  const hasImportedCost = importedCostDays(bills);
  const { last, performance } = decidingContacts(
    path.ads.map(adId => ({ adId })),
    resultRules.ads,
  );
  return places.map(index => {
    const adId = path.ads[index] ?? 0;
    const fact = facts.get(path.ids[index] ?? '0');
    const own = seen(adId);
    const ms = fact?.ms ?? 0;
    return {
      place: index + 1,
      ...(own && fact !== undefined ? detailsOf(fact) : HIDDEN),
      hidden: !own,
      ad_name: nameOf(adId),
      reference_time: new Date(ms).toISOString(),
      first: index === 0,
      last: index === last,
      performance: index === performance,
      billed: own && hasImportedCost(tokyoDay(ms), adId),
      weights: [...(weights[index] ?? [])],
    };
  });
};

/** A result of the conversion with the last entry of its ledger. */
export const showResult = (
  { result, aspName, rule, reason, decidedAt, decidedBy }: Circumstances['made'][number],
  resultRules: Circumstances['resultRules'],
  nameOf: NameOf,
) => ({
  result_id: result.id,
  asp_id: result.aspId,
  asp_name: aspName,
  result_type: result.resultType,
  cv_ad_id: result.cvAdId,
  cv_ad_name: nameOf(result.cvAdId),
  interaction_id: result.interactionId,
  interaction_number: result.interactionNumber,
  approval_status: result.approvalStatus,
  version: result.version,
  cv_cost: result.cvCost,
  rule: rule ?? '',
  reason: reason ?? '',
  decided_by: decidedBy ?? '',
  decided_at: (decidedAt ?? result.createdAt).toISOString(),
  judgements: [...judgementsOf(result, resultRules)],
});

export const showRules = ({ parameters, rules, conversion }: CreditedConversion) => ({
  product_id: rules.id,
  tracking_term: rules.trackingTerm,
  excluded_ips: [...rules.excludedIps],
  model: rules.attributionModel,
  ad_cost_linkage: rules.adCostLinkage,
  repeat: parameters.repeat ?? REPEAT_SECONDS,
  decay: parameters.decay ?? DECAY_PERCENT,
  overridden: overriddenRules(parameters),
  window_from: new Date(conversion.ms - rules.trackingTerm * DAY).toISOString(),
  time_zone: 'Asia/Tokyo',
});

/** What identifies the conversion and its visitor to the site: hidden from viewers of other ads. */
const HIDDEN_VALUES = {
  ip_address: '',
  args: '',
  user_id: '',
  other_key1: '',
  other_key2: '',
  other_key3: '',
  url: '',
  referrer: '',
} as const;

/**
 * The values that the site sent are visible to the agency whose ad brought the conversion, and to
 * unrestricted users.
 *
 * @param setting the name of the conversion's setting; null: it has none
 */
export const showConversion = (
  { conversion, because, path, visible, seen }: CreditedConversion,
  setting: string | null,
) => {
  const { ms, bot, ip, excluded, cv_setting_id, ...fact } = conversion;
  const showsValues = visible === 'all' || seen(path.ads.at(-1) ?? null);
  return {
    ...fact,
    cv_time: new Date(ms).toISOString(),
    cv_setting_id: cv_setting_id === 0 ? null : cv_setting_id,
    cv_setting_name: setting ?? '',
    bot,
    excluded,
    left_out_because: because,
    ...(showsValues ? { ip_address: ip } : HIDDEN_VALUES),
  };
};

/** The contacts of the visitor that the path leaves out, each with the first rule that excludes it. */
export const showLeftOut = ({ contacts }: Circumstances['left'], nameOf: NameOf) =>
  contacts.map(({ reason, ...fact }) => ({
    ...detailsOf(fact),
    ad_name: nameOf(fact.ad_id),
    reference_time: new Date(fact.ms).toISOString(),
    reason,
  }));
