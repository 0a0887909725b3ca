import type { Viewer } from '../../http/visibility.ts';
import { NO_CONTACT } from '../../store/clickhouse/queries/row-layout.ts';
import { CONVERTED, OTHERS } from '../../store/clickhouse/queries/journeys.ts';
import type { Condition, Kind } from '../../http/filters.ts';
import type { ReportAd } from '../../store/postgres/reports/costs.ts';
import { dayText } from '../../platform/time.ts';
import { AD_FILTERS } from '../parse/filters.ts';
import type { Period } from '../parse/period.ts';
import { readBaseQuery, type Checked, type ReportParts } from '../parse/query.ts';
import { keyOfRow, rowOfKey } from '../report.ts';
import { HIDDEN, UNGROUPED } from '../count/rows.ts';

/**
 * What the analyses other than tables of metrics by row share (journeys, months, landing pages, allocation).
 */

export interface CommonRules {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly where: string;
  readonly tracking_term: number;
  readonly excluded_ips: string[];
  readonly ad_cost_linkage: boolean;
  readonly time_zone: 'Asia/Tokyo';
}

/** The query fields that all analyses share. */
export interface AnalysisQuery {
  readonly productId: number;
  readonly from: string;
  readonly to: string;
  /**
   * Filters by ads, as an address carries them: paths stay complete, and the answer shows only what belongs
   * to these ads.
   */
  readonly where?: string;
}

/**
 * An authorized query with the rules and data that answer it. `shown`: the visible ads that match its
 * filters.
 */
export interface AnalysisContext extends Checked {
  readonly shown: 'all' | ReadonlySet<number>;
  /** Conditions on conversions, where the analysis supports any. */
  readonly conversions: readonly Condition[];
  readonly where: string;
}

/**
 * @param fields the filter fields of the analysis in addition to the fields of ads
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const authorizeAnalysis = async (
  parts: ReportParts,
  viewer: Viewer,
  question: AnalysisQuery,
  fields: Readonly<Record<string, Kind>> = {},
): Promise<AnalysisContext> => {
  const {
    filters: { shown, conversions },
    ...checked
  } = await readBaseQuery(parts, viewer, question, { ...AD_FILTERS, ...fields });
  return { ...checked, shown, conversions, where: question.where ?? '' };
};

/** The rules that every answer states. */
export const rulesOf = (
  { rules, period, where }: Pick<AnalysisContext, 'rules' | 'period' | 'where'>,
  days: Pick<Period, 'fromDay' | 'untilDay'> = period,
): CommonRules => ({
  product_id: rules.id,
  from: dayText(days.fromDay),
  to: dayText(days.untilDay - 1),
  where,
  tracking_term: rules.trackingTerm,
  excluded_ips: [...rules.excludedIps],
  ad_cost_linkage: rules.adCostLinkage,
  time_zone: 'Asia/Tokyo',
});

const NODES: ReadonlyMap<number, string> = new Map([
  [HIDDEN, 'hidden'],
  [OTHERS, 'others'],
  [CONVERTED, 'conversion'],
]);

/** The key of a row or of a node of journeys. */
export const keyOfNode = (row: number): string => NODES.get(row) ?? keyOfRow(row);

/** The row or node of a key; null where the key is unknown. */
export const rowOfNode = (key: string): number | null =>
  [...NODES].find(([, name]) => name === key)?.[0] ?? rowOfKey(key);

/**
 * Names of rows. The console names keys without a name, because these are words of its language.
 *
 * @param groups null: rows are ads
 */
export const labelsOf = (
  ads: readonly ReportAd[],
  groups: ReadonlyMap<number, string> | null,
): ((row: number) => string) => {
  const names = groups ?? new Map(ads.map(ad => [ad.id, ad.name]));
  return row =>
    row === NO_CONTACT || row === UNGROUPED || NODES.has(row) ? '' : (names.get(row) ?? `#${row}`);
};
