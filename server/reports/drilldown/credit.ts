import { visibleAds, visibleProducts, type Viewer } from '../../http/visibility.ts';
import { countingRules } from '../../attribution/rules.ts';
import { Failure } from '../../http/failures.ts';
import { billedDays } from '../count/imported-costs.ts';
import type { ReportParts } from '../parse/query.ts';
import { decidingContacts } from '../../results/derive.ts';
import {
  contactFacts,
  contactsBefore,
  contactsElsewhere,
  contactsLeftOut,
  conversionFact,
  pathOf,
  type ContactFact,
  type ConversionFact,
} from '../../store/clickhouse/drilldown/credit.ts';
import { filledOf } from '../../store/clickhouse/rollups/derived.ts';
import { importedCosts, productRules, reportAds } from '../../store/postgres/reports/costs.ts';
import { cvSettingName, resultsOfConversion } from '../../store/postgres/results/result-credit.ts';
import { readResultRules } from '../../store/postgres/results/results.ts';
import { costsOf } from './costs.ts';
import { judgementsOf } from './judgements.ts';
import { sumWeights, weightsOf, type Weight } from './weights.ts';
import { upTo } from '../plan/watermark.ts';
import { DAY, tokyoDay } from '../../platform/time.ts';

export interface CreditParameters {
  readonly product_id: number;
  readonly conversion_id: string;
}

/**
 * Number of contacts of a path that the answer lists individually: of a longer path the first and the last
 * ones, with the sum of those between.
 */
const MAX_CONTACTS_SHOWN = 500;
const LEFT_OUT_TOLD = 200;

type LeftOutBecause = 'bot' | 'excluded_ip' | null;
/** The first rule that excludes a conversion from reports; null: it counts. */
const leftOutBecause = ({ bot, excluded }: ConversionFact): LeftOutBecause => {
  if (bot) return 'bot';
  return excluded ? 'excluded_ip' : null;
};

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

/**
 * The conversion with its path and the rules that count it.
 *
 * @throws {Failure} `not_found`, `invalid`, `no_permission_for_data`
 */
const readConversion = async (
  { db, columnar }: ReportParts,
  viewer: Viewer,
  { product_id, conversion_id }: CreditParameters,
) => {
  const visible = visibleAds(viewer, product_id);
  if (BigInt(conversion_id) >= 2n ** 64n)
    throw new Failure('invalid', { fields: { conversion_id: ['format'] } });
  const rules = await productRules(db, viewer.companyId, product_id);
  if (rules === null) throw new Failure('no_permission_for_data');
  const counting = countingRules(rules.id, rules.trackingTerm, rules.excludedIps);
  const { mark } = await filledOf(columnar, rules.id);
  const conversion = await conversionFact(columnar, counting, conversion_id);
  if (conversion === null) throw new Failure('not_found');
  const because = leftOutBecause(conversion);
  const path =
    because === null
      ? await pathOf(columnar, counting, conversion, mark)
      : await contactsBefore(columnar, counting, conversion, mark);
  const seen = (adId: number | null): adId is number =>
    adId !== null && (visible === 'all' || visible.includes(adId));
  if (visible !== 'all' && !path.ads.some(seen)) throw new Failure('not_found');
  return { rules, counting, mark, conversion, because, path, visible, seen };
};
type CreditedConversion = Awaited<ReturnType<typeof readConversion>>;

/** The positions of a path that the answer lists individually, from 0. */
const shownPlaces = (length: number): readonly number[] =>
  Array.from({ length }, (_, index) => index).filter(
    index =>
      length <= MAX_CONTACTS_SHOWN ||
      index < MAX_CONTACTS_SHOWN / 2 ||
      index >= length - MAX_CONTACTS_SHOWN / 2,
  );

/** The stored data of a path's contacts, of the contacts that are not on it, and of its results. */
const readCircumstances = async (
  { db, columnar }: ReportParts,
  viewer: Viewer,
  { rules, counting, mark, conversion, path, visible }: CreditedConversion,
  places: readonly number[],
) => {
  const day = tokyoDay(conversion.ms);
  const made = await resultsOfConversion(db, viewer.companyId, rules.id, conversion.conversion_id);
  const concerned = [...path.ads, ...made.flatMap(({ result }) => result.cvAdId ?? [])];
  const [facts, left, elsewhere, ads, resultRules, bills, setting] = await Promise.all([
    contactFacts(
      columnar,
      counting,
      conversion,
      places.map(index => path.ids[index] ?? '0'),
      mark,
    ),
    contactsLeftOut(columnar, counting, conversion, mark, visible === 'all' ? null : visible, LEFT_OUT_TOLD),
    visible === 'all'
      ? contactsElsewhere(
          columnar,
          counting,
          conversion,
          visibleProducts(viewer).filter(id => id !== rules.id),
          mark,
        )
      : null,
    reportAds(db, viewer.companyId, rules.id),
    readResultRules(db, [rules.id], concerned),
    rules.adCostLinkage
      ? importedCosts(db, viewer.companyId, rules.id, {
          fromDay: day - rules.trackingTerm - 1,
          untilDay: day + 1,
        })
      : [],
    conversion.cv_setting_id === 0 ? null : cvSettingName(db, viewer.companyId, conversion.cv_setting_id),
  ]);
  return { made, facts, left, elsewhere, ads, resultRules, bills, setting };
};
type Circumstances = Awaited<ReturnType<typeof readCircumstances>>;

/** The contacts at some positions of a path, with their weights. */
const showContacts = (
  { path, seen }: CreditedConversion,
  { facts, resultRules, bills }: Circumstances,
  places: readonly number[],
  weights: readonly (readonly Weight[])[],
  nameOf: (adId: number | null) => string,
) => {
  const isBilled = billedDays(bills);
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
      billed: own && isBilled(tokyoDay(ms), adId),
      weights: [...(weights[index] ?? [])],
    };
  });
};

/** A result of the conversion with the last entry of its ledger. */
const showResult = (
  { result, aspName, rule, reason, decidedAt, decidedBy }: Circumstances['made'][number],
  resultRules: Circumstances['resultRules'],
  nameOf: (adId: number | null) => string,
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

const showRules = ({ rules, conversion }: CreditedConversion) => ({
  product_id: rules.id,
  tracking_term: rules.trackingTerm,
  excluded_ips: [...rules.excludedIps],
  model: rules.attributionModel,
  ad_cost_linkage: rules.adCostLinkage,
  window_from: new Date(conversion.ms - rules.trackingTerm * DAY).toISOString(),
  time_zone: 'Asia/Tokyo',
});

/**
 * The values that the site sent are visible to the agency whose ad brought the conversion, and to
 * unrestricted users.
 */
const shownConversion = (
  { ms, bot, ip, excluded, cv_setting_id, ...fact }: ConversionFact,
  setting: string | null,
  because: LeftOutBecause,
  showsDetails: boolean,
) => ({
  ...fact,
  cv_time: new Date(ms).toISOString(),
  cv_setting_id: cv_setting_id === 0 ? null : cv_setting_id,
  cv_setting_name: setting ?? '',
  bot,
  excluded,
  left_out_because: because,
  ...(showsDetails
    ? { ip_address: ip }
    : {
        ip_address: '',
        args: '',
        user_id: '',
        other_key1: '',
        other_key2: '',
        other_key3: '',
        url: '',
        referrer: '',
      }),
});

/**
 * Explains a conversion's credit: its path with every contact's weight under the five models, the contacts
 * that the path leaves out and the rule for each, and its results, judgements and costs. Paths and weights
 * are those of the reports.
 *
 * An agency sees it where one of its ads is on the path; other agencies' contacts keep their position and
 * weight, without identifying data.
 *
 * @throws {Failure} `not_found`, `invalid`, `no_permission_for_data`
 */
export const readCredit = async (parts: ReportParts, viewer: Viewer, question: CreditParameters) => {
  const credited = await readConversion(parts, viewer, question);
  const { conversion, because, path, visible, seen } = credited;
  const places = shownPlaces(path.ids.length);
  const circumstances = await readCircumstances(parts, viewer, credited, places);
  const { made, left, elsewhere, ads, resultRules, setting } = circumstances;

  const names = new Map(ads.map(ad => [ad.id, ad.name]));
  const nameOf = (adId: number | null): string => (seen(adId) ? (names.get(adId) ?? `#${adId}`) : '');
  const weights: readonly (readonly Weight[])[] =
    because === null ? weightsOf(path.ids.length, conversion.cv_type === 1 ? conversion.amount : 0) : [];
  const contacts = showContacts(credited, circumstances, places, weights, nameOf);
  const folded = weights.filter((_, index) => index < path.ids.length && !places.includes(index));
  const results = made.filter(({ result }) => visible === 'all' || seen(result.cvAdId));
  const showsDetails = visible === 'all' || seen(path.ads.at(-1) ?? null);

  return {
    conversion: shownConversion(conversion, setting, because, showsDetails),
    rules: showRules(credited),
    ...upTo(credited.mark),
    contacts: path.ids.length,
    path: contacts,
    folded: folded.length === 0 ? null : { contacts: folded.length, weights: sumWeights(folded) },
    no_contact: path.ids.length === 0 ? [...(weights[0] ?? [])] : [],
    left_out: left.contacts.map(({ reason, ...fact }) => ({
      ...detailsOf(fact),
      ad_name: nameOf(fact.ad_id),
      reference_time: new Date(fact.ms).toISOString(),
      reason,
    })),
    left_out_counts: { ...left.counts, other_product: elsewhere },
    results: results.map(found => showResult(found, resultRules, nameOf)),
    costs: costsOf(
      conversion.ms,
      contacts.flatMap(({ ad_id, click_cost, billed }) =>
        ad_id === null ? [] : [{ adId: ad_id, clickCost: click_cost ?? 0, billed }],
      ),
      results.map(({ result }) => result),
      ads.filter(ad => seen(ad.id)),
    ),
  };
};
