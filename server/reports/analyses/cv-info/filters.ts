import { hasPermission, type Viewer } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import type { Condition, Kind } from '../../../http/filters.ts';
import { CONVERSION_COLUMNS, type RowColumn } from '../../../store/clickhouse/logs/event-columns.ts';
import type {
  ConversionCondition,
  ConversionSelection,
} from '../../../store/clickhouse/drilldown/conversion-keys.ts';
import { PATH_COLUMNS } from '../../../store/clickhouse/drilldown/path-columns.ts';
import type { AnalysisContext } from '../../parse/analysis-query.ts';
import type { CvInfoParameters } from './query.ts';

/**
 * The filter fields of CV information besides the ads of the paths: columns of conversions and of their paths,
 * by the names in its answer.
 */

const {
  conversion_id,
  cv_time,
  cv_type,
  cv_setting_id,
  amount,
  visitor_id,
  args,
  user_id,
  other_key1,
  other_key2,
  other_key3,
} = CONVERSION_COLUMNS;
/**
 * The values that the site sent with a conversion: visible to readers of the CV log, for their own ads only.
 */
const SITE_COLUMNS = {
  p_resid: args,
  p_userid: user_id,
  p_key1: other_key1,
  p_key2: other_key2,
  p_key3: other_key3,
};
/** The columns of conversions, by which CV information can also be sorted. */
export const COLUMNS: Readonly<Record<string, RowColumn>> = {
  conversion_id,
  cv_time,
  cv_type,
  cv_setting_id,
  amount,
  visitor_id,
  ...SITE_COLUMNS,
};

export const CV_INFO_FILTERS: Readonly<Record<string, Kind>> = Object.fromEntries(
  Object.entries({ ...COLUMNS, ...PATH_COLUMNS }).map(([field, { kind }]) => [field, kind]),
);

export const isSiteColumn = (field: string): boolean => Object.hasOwn(SITE_COLUMNS, field);
export const maySeeSiteColumns = (viewer: Viewer): boolean => hasPermission(viewer, 'cv_log', 'read');

/** The ads that conditions on the first and the last ad name. */
const adsNamedBy = (conditions: readonly Condition[]): readonly number[] =>
  conditions.flatMap(({ field, op, values }) =>
    (field === 'first_ad_id' || field === 'last_ad_id') && (op === 'exact' || op === 'in')
      ? values.map(Number)
      : [],
  );

const conditionsOn = (
  columns: Readonly<Record<string, RowColumn>>,
  conditions: readonly Condition[],
): readonly ConversionCondition[] =>
  conditions.flatMap(condition => {
    const column = columns[condition.field];
    return column === undefined ? [] : [{ column, condition }];
  });

const conversionType = (cvType: number | undefined): ConversionSelection['cvType'] => {
  if (cvType === undefined) return null;
  return cvType === 1 ? 1 : 0;
};

/**
 * The conversions that a query selects.
 *
 * @throws {Failure} `no_permission_for_data`: a condition on a value that the viewer may not see
 */
export const selectConversions = (
  viewer: Viewer,
  analysis: AnalysisContext,
  { cvType }: CvInfoParameters,
): ConversionSelection => {
  const { shown, conversions, visible } = analysis;
  const seesAllConversions = visible === 'all' && maySeeSiteColumns(viewer);
  if (
    (!seesAllConversions && conversions.some(({ field }) => isSiteColumn(field))) ||
    (visible !== 'all' && adsNamedBy(conversions).some(id => !visible.has(id)))
  )
    throw new Failure('no_permission_for_data');
  return {
    cvType: conversionType(cvType),
    adIds: shown === 'all' ? null : [...shown],
    conditions: conditionsOn(COLUMNS, conversions),
    paths: conditionsOn(PATH_COLUMNS, conversions),
    visibleAds: visible === 'all' ? null : [...visible],
  };
};
