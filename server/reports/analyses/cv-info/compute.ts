import type { Viewer } from '../../../http/visibility.ts';
import { placeOf } from '../../../event-logs/log-parameters.ts';
import { requireSortable } from '../../../event-logs/sorting.ts';
import { countingRules } from '../../../attribution/rules.ts';
import { writeCursor, writeSortedCursor } from '../../../event-logs/cursor.ts';
import {
  conversionsAhead,
  conversionsOf,
  withPaths,
  type Conversion,
} from '../../../store/clickhouse/drilldown/conversion-lines.ts';
import { sortedConversionKeys } from '../../../store/clickhouse/drilldown/sorted-conversions.ts';
import {
  conversionTotal,
  type ConversionSelection,
} from '../../../store/clickhouse/drilldown/conversion-keys.ts';
import { MAX_CONTACTS_SHOWN, rowReader } from './conversion-rows.ts';
import { CV_INFO_FILTERS, selectConversions } from './filters.ts';
import { readSort } from './sorting.ts';
import { authorizeAnalysis, type AnalysisContext } from '../../parse/analysis-query.ts';
import type { ReportOptions, ReportParts } from '../../parse/query.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { runStages, type CountPlan } from '../../plan/stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import type { CvInfoParameters } from './query.ts';
import { watermarkFields } from '../../parse/watermark.ts';

/** CV information: one row per conversion, with the values that the site sent and the path. */

/** A conversion of a page; `value`: its sort value, in the order of a column. */
type Listed = Conversion & { readonly value?: string };

/** The page of a query: its order, whether it is the first one, and its length. */
interface CvInfoPlan extends AnalysisContext, CountPlan {
  readonly viewer: Viewer;
  readonly selection: ConversionSelection;
  readonly isSorted: boolean;
  readonly isFirst: boolean;
  readonly limit: number;
  /** Reads the conversions of the page and one more; shared by repeated counts. */
  readonly readConversions: (scope: Scope) => Promise<readonly Listed[]>;
}

/** @param signal cancels the reading of conversions, which begins before the state of the data is known */
const planPage = async (
  parts: ReportParts,
  viewer: Viewer,
  query: CvInfoParameters,
  signal: AbortSignal | undefined,
): Promise<CvInfoPlan> => {
  const context = await authorizeAnalysis(parts, viewer, query, CV_INFO_FILTERS);
  const selection = selectConversions(viewer, context, query);
  const sort = await readSort(parts, viewer, context, query);
  const limit = query.limit ?? 100;
  const { rules, period } = context;
  const within = {
    rules: countingRules(rules.id, rules.trackingTerm, rules.excludedIps),
    from: period.from,
    until: period.until,
    ...(signal !== undefined && { signal }),
  };
  // One row more than the page, to know whether a next page exists.
  const rows = limit + 1;
  const { columnar } = parts;
  return {
    ...context,
    span: period,
    viewer,
    selection,
    isSorted: sort !== null,
    isFirst: query.after === undefined,
    limit,
    readConversions:
      sort === null
        ? conversionsAhead(
            columnar,
            within,
            selection,
            { after: placeOf(query.after, 'after'), limit: rows },
            parts.clock.now(),
          )
        : async scope =>
            conversionsOf(
              columnar,
              scope,
              await sortedConversionKeys(columnar, scope, selection, sort, rows),
            ),
  };
};

const countPage = async (parts: ReportParts, scope: Scope, plan: CvInfoPlan) => {
  const counting = plan.isFirst ? conversionTotal(parts.columnar, scope, plan.selection) : null;
  // All rows of the query are read to sort them, so their number is checked before.
  if (plan.isSorted && counting !== null) requireSortable(await counting);
  const [found, total, showRows] = await Promise.all([
    plan.readConversions(scope).then(lines => withPaths(parts.columnar, scope, lines, MAX_CONTACTS_SHOWN)),
    counting,
    rowReader(parts, plan.viewer, plan),
  ]);
  const page = found.slice(0, plan.limit);
  return { last: found.length > plan.limit ? page.at(-1) : undefined, results: await showRows(page), total };
};
type PageCounts = Awaited<ReturnType<typeof countPage>>;

const cursorAfter = ({ ms, id, value }: Listed): string =>
  value === undefined ? writeCursor({ ms, id }) : writeSortedCursor({ ms, id, value });

const derivePage = (_plan: CvInfoPlan, { last, results, total }: PageCounts) => ({
  total,
  results,
  next: last === undefined ? null : cursorAfter(last),
});

const shapePage = (
  plan: CvInfoPlan,
  { total, results, next }: ReturnType<typeof derivePage>,
  watermark: string,
) => ({
  rules: analysisRules(plan, plan.where),
  ...watermarkFields(watermark),
  total,
  results,
  next,
});

/**
 * A page, newest first or in the order of a column. A viewer limited to some ads sees the conversions with one of them on
 * the path.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const readCvInfo = async (
  parts: ReportParts,
  viewer: Viewer,
  query: CvInfoParameters,
  options: ReportOptions = {},
) =>
  runStages(
    parts,
    await planPage(parts, viewer, query, options.signal),
    { count: countPage, derive: derivePage, shape: shapePage },
    options,
  );
