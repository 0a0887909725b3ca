import { visibleAds, visibleProducts, type Viewer } from '../../http/visibility.ts';
import { countingRules } from '../../attribution/rules.ts';
import { Failure } from '../../http/failures.ts';
import type { ReportParts, RuleOverrides } from '../parse/query.ts';
import {
  contactFacts,
  contactsBefore,
  contactsElsewhere,
  contactsLeftOut,
  conversionFact,
  pathOf,
  type ConversionFact,
} from '../../store/clickhouse/drilldown/credit.ts';
import { filledOf } from '../../store/clickhouse/rollups/derived.ts';
import { importedCosts, reportAds } from '../../store/postgres/reports/costs.ts';
import { readAppliedRules } from '../parse/applied-rules.ts';
import { cvSettingName, resultsOfConversion } from '../../store/postgres/results/result-credit.ts';
import { readResultRules } from '../../store/postgres/results/results.ts';
import { tokyoDay } from '../../platform/time.ts';

/** The stored data of one conversion that explain its credit. */

export interface CreditParameters extends RuleOverrides {
  readonly product_id: number;
  readonly conversion_id: string;
}

/** Number of contacts that are not on the path and that the answer lists individually. */
const MAX_LEFT_OUT_SHOWN = 200;

type LeftOutBecause = 'bot' | 'excluded_ip' | null;
/** The first rule that excludes a conversion from reports; null: it counts. */
const leftOutBecause = ({ bot, excluded }: ConversionFact): LeftOutBecause => {
  if (bot) return 'bot';
  return excluded ? 'excluded_ip' : null;
};

/**
 * The conversion with its path and the rules that count it: those of the product, or of a what-if.
 *
 * @throws {Failure} `not_found`, `invalid`, `no_permission_for_data`
 */
export const readConversion = async (parts: ReportParts, viewer: Viewer, parameters: CreditParameters) => {
  const { product_id, conversion_id } = parameters;
  const visible = visibleAds(viewer, product_id);
  if (BigInt(conversion_id) >= 2n ** 64n)
    throw new Failure('invalid', { fields: { conversion_id: ['format'] } });
  const { columnar } = parts;
  const applied = await readAppliedRules(parts, viewer.companyId, product_id);
  if (applied === null) throw new Failure('no_permission_for_data');
  const rules = { ...applied, trackingTerm: parameters.term ?? applied.trackingTerm };
  const counting = countingRules(rules.id, rules.trackingTerm, rules.excludedIps, parameters.repeat);
  const { watermark } = await filledOf(columnar, rules.id);
  const conversion = await conversionFact(columnar, counting, conversion_id);
  if (conversion === null) throw new Failure('not_found');
  const because = leftOutBecause(conversion);
  const at = { rules: counting, conversion, watermark };
  const path = because === null ? await pathOf(columnar, at) : await contactsBefore(columnar, at);
  const seen = (adId: number | null): adId is number =>
    adId !== null && (visible === 'all' || visible.includes(adId));
  if (visible !== 'all' && !path.ads.some(seen)) throw new Failure('not_found');
  return { parameters, rules, at, conversion, because, path, visible, seen };
};
export type CreditedConversion = Awaited<ReturnType<typeof readConversion>>;

/** The stored data of a path's contacts, of the contacts that are not on it, and of its results. */
export const readCircumstances = async (
  { db, columnar }: ReportParts,
  viewer: Viewer,
  { rules, at, conversion, path, visible }: CreditedConversion,
  places: readonly number[],
) => {
  const day = tokyoDay(conversion.ms);
  const made = await resultsOfConversion(db, viewer.companyId, rules.id, conversion.conversion_id);
  const concerned = [...path.ads, ...made.flatMap(({ result }) => result.cvAdId ?? [])];
  const [facts, left, elsewhere, ads, resultRules, bills, setting] = await Promise.all([
    contactFacts(
      columnar,
      at,
      places.map(index => path.ids[index] ?? '0'),
    ),
    contactsLeftOut(columnar, at, { ads: visible === 'all' ? null : visible, limit: MAX_LEFT_OUT_SHOWN }),
    visible === 'all'
      ? contactsElsewhere(
          columnar,
          at,
          visibleProducts(viewer).filter(id => id !== rules.id),
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
export type Circumstances = Awaited<ReturnType<typeof readCircumstances>>;
