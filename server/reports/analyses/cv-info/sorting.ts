import { Type } from '@fastify/type-provider-typebox';
import { placeAfter, SORTED_ROWS_LIMIT } from '../../../event-logs/sorting.ts';
import { Failure } from '../../../http/failures.ts';
import type { Viewer } from '../../../http/visibility.ts';
import { elapsedOrder, nameOrder, PATH_COLUMNS } from '../../../store/clickhouse/drilldown/path-columns.ts';
import type { RowColumn } from '../../../store/clickhouse/logs/event-columns.ts';
import type { ConversionSort } from '../../../store/clickhouse/drilldown/sorted-conversions.ts';
import { adsByName, cvSettingsByName } from '../../../store/postgres/reports/event-log-rules.ts';
import type { AnalysisContext } from '../../parse/analysis-query.ts';
import type { ReportParts } from '../../parse/query.ts';
import { COLUMNS, isSiteColumn, maySeeSiteColumns } from './filters.ts';
import type { CvInfoParameters } from './query.ts';

/** Sorting of CV information by a column, with the row limit of the logs. */

const { contacts, first_ad_id, last_ad_id } = PATH_COLUMNS;
/** The columns to sort by that are computed; rows without a value come last in both directions. */
const PATH_ORDERS = {
  contacts: (): RowColumn => contacts,
  elapsed: elapsedOrder,
  first_ad_name: (descending: boolean) => nameOrder(first_ad_id.sql, descending),
  last_ad_name: (descending: boolean) => nameOrder(last_ad_id.sql, descending),
} as const;
const COMPUTED_ORDERS = {
  ...PATH_ORDERS,
  cv_setting_name: (descending: boolean) => nameOrder('cv_setting_id', descending),
} as const;
const isComputed = (field: string): field is keyof typeof COMPUTED_ORDERS =>
  Object.hasOwn(COMPUTED_ORDERS, field);
/** The orders that need the ranks of names, with what is named. */
const NAMED: Readonly<Record<string, typeof adsByName>> = {
  first_ad_name: adsByName,
  last_ad_name: adsByName,
  cv_setting_name: cvSettingsByName,
};

export const orderingQuery = Type.Optional(
  Type.String({
    enum: [...Object.keys(COLUMNS), ...Object.keys(COMPUTED_ORDERS)].flatMap(field => [field, `-${field}`]),
    description: `Sort field; a leading minus sorts in descending order. Default: newest first. Fails if more than ${SORTED_ROWS_LIMIT.toLocaleString('en')} rows match`,
  }),
);

/**
 * The order that a query names; null: by time, the newest first.
 *
 * @throws {Failure} `invalid`; `no_permission_for_data`: the viewer may not see the values of the column
 */
export const readSort = async (
  { db }: Pick<ReportParts, 'db'>,
  viewer: Viewer,
  context: Pick<AnalysisContext, 'companyId' | 'rules' | 'visible'>,
  { ordering, after }: Pick<CvInfoParameters, 'ordering' | 'after'>,
): Promise<ConversionSort | null> => {
  if (ordering === undefined) return null;
  const descending = ordering.startsWith('-');
  const field = descending ? ordering.slice(1) : ordering;
  if (isSiteColumn(field) && !maySeeSiteColumns(viewer)) throw new Failure('no_permission_for_data');
  const column = isComputed(field) ? COMPUTED_ORDERS[field](descending) : COLUMNS[field]!;
  const ids = (await NAMED[field]?.(db, { companyId: context.companyId, productId: context.rules.id })) ?? [];
  return {
    column,
    isOfPath: Object.hasOwn(PATH_ORDERS, field),
    isMasked: isSiteColumn(field) && context.visible !== 'all',
    descending,
    params: { ids_by_name: ids },
    after: placeAfter(column.kind, column.as, after),
  };
};
