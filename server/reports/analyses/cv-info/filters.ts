import { hasPermission, type Viewer } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import type { Condition, Kind } from '../../../http/filters.ts';
import { CONVERSION_COLUMNS, type RowColumn } from '../../../store/clickhouse/logs/event-columns.ts';
import type { ConversionCondition, Which } from '../../../store/clickhouse/drilldown/conversion-keys.ts';
import type { AnalysisContext } from '../../parse/analysis-query.ts';
import type { CvInfoParameters } from './query.ts';

/**
 * The filter fields of CV information besides the ads of the paths: columns of conversions, by the names in
 * its answer.
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
const COLUMNS: Readonly<Record<string, RowColumn>> = {
  conversion_id,
  cv_time,
  cv_type,
  cv_setting_id,
  amount,
  visitor_id,
  ...SITE_COLUMNS,
};

export const CV_INFO_FILTERS: Readonly<Record<string, Kind>> = Object.fromEntries(
  Object.entries(COLUMNS).map(([field, { kind }]) => [field, kind]),
);

/**
 * The conditions of a query over the columns of conversions.
 *
 * @throws {Failure} `no_permission_for_data`: a condition on a value that the viewer may not see in every row
 */
const conversionConditions = (
  viewer: Viewer,
  { conversions, visible }: Pick<AnalysisContext, 'conversions' | 'visible'>,
): readonly ConversionCondition[] => {
  const seesAllConversions = visible === 'all' && hasPermission(viewer, 'cv_log', 'read');
  if (!seesAllConversions && conversions.some(({ field }) => field in SITE_COLUMNS))
    throw new Failure('no_permission_for_data');
  return conversions.flatMap((condition: Condition) => {
    const column = COLUMNS[condition.field];
    return column === undefined ? [] : [{ column, condition }];
  });
};

const conversionType = (cvType: number | undefined): Which['cvType'] => {
  if (cvType === undefined) return null;
  return cvType === 1 ? 1 : 0;
};

/** The conversions that a query selects. @throws {Failure} `no_permission_for_data` */
export const whichOf = (viewer: Viewer, analysis: AnalysisContext, { cvType }: CvInfoParameters): Which => ({
  cvType: conversionType(cvType),
  adIds: analysis.shown === 'all' ? null : [...analysis.shown],
  conditions: conversionConditions(viewer, analysis),
});
