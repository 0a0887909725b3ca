import type { Viewer } from '../../http/visibility.ts';
import type { Condition, Kind } from '../../http/filters.ts';
import { AXES, type AxisNumber } from './axes.ts';
import { AD_FILTERS } from './filters.ts';
import { resolveQuery, type AuthorizedQuery, type ReportParts } from './query.ts';

/** The query of the analyses whose rows are not metrics by axis: journeys, months, landing pages, allocation. */

/** The query fields that these analyses share. */
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

interface RawAnalysisQuery {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly where?: string;
}

export const parseAnalysisQuery = ({ product_id, from, to, where }: RawAnalysisQuery): AnalysisQuery => ({
  productId: product_id,
  from,
  to,
  ...(where !== undefined && { where }),
});

/** The axis over ads that a query names; default: ads. */
export const parseAxis = (axis: number | undefined): AxisNumber => AXES.find(known => known === axis) ?? 1;

/**
 * An authorized query with the rules and data that answer it. `shown`: the visible ads that match its
 * filters.
 */
export interface AnalysisContext extends AuthorizedQuery {
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
  parameters: AnalysisQuery,
  fields: Readonly<Record<string, Kind>> = {},
): Promise<AnalysisContext> => {
  const {
    filters: { shown, conversions },
    ...checked
  } = await resolveQuery(parts, viewer, parameters, { ...AD_FILTERS, ...fields });
  return { ...checked, shown, conversions, where: parameters.where ?? '' };
};
