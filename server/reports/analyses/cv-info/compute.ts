import type { Viewer } from '../../../http/visibility.ts';
import { placeOf } from '../../../event-logs/log-parameters.ts';
import { countingRules } from '../../../attribution/rules.ts';
import { writeCursor } from '../../../event-logs/cursor.ts';
import { conversionsAhead, withPaths } from '../../../store/clickhouse/drilldown/conversion-lines.ts';
import { conversionTotal, type Which } from '../../../store/clickhouse/drilldown/conversion-keys.ts';
import { MAX_CONTACTS_SHOWN, rowReader } from './conversion-rows.ts';
import { CV_INFO_FILTERS, whichOf } from './filters.ts';
import { authorizeAnalysis, type AnalysisContext } from '../../parse/analysis-query.ts';
import type { Options, ReportParts } from '../../parse/query.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { runStages, type CountPlan } from '../../plan/stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import type { CvInfoParameters } from './query.ts';
import { upTo } from '../../parse/watermark.ts';

/** CV information: one row per conversion, with the values that the site sent and the path. */

/** The page of a query: the position after which it begins, null at the first one, and its length. */
interface CvInfoPlan extends AnalysisContext, CountPlan {
  readonly viewer: Viewer;
  readonly which: Which;
  readonly after: ReturnType<typeof placeOf>;
  readonly limit: number;
  /** Reads the conversions of the page and one more; shared by repeated counts. */
  readonly readConversions: ReturnType<typeof conversionsAhead>;
}

/** @param signal cancels the reading of conversions, which begins before the state of the data is known */
const planPage = async (
  parts: ReportParts,
  viewer: Viewer,
  query: CvInfoParameters,
  signal: AbortSignal | undefined,
): Promise<CvInfoPlan> => {
  const context = await authorizeAnalysis(parts, viewer, query, CV_INFO_FILTERS);
  const which = whichOf(viewer, context, query);
  const after = placeOf(query.after, 'after');
  const limit = query.limit ?? 100;
  const { rules, period } = context;
  const within = {
    rules: countingRules(rules.id, rules.trackingTerm, rules.excludedIps),
    from: period.from,
    until: period.until,
    ...(signal !== undefined && { signal }),
  };
  const page = { after, limit: limit + 1 };
  return {
    ...context,
    span: period,
    viewer,
    which,
    after,
    limit,
    readConversions: conversionsAhead(parts.columnar, within, which, page, parts.clock.now()),
  };
};

const countPage = async (parts: ReportParts, scope: Scope, plan: CvInfoPlan) => {
  const [found, total, showRows] = await Promise.all([
    plan.readConversions(scope).then(lines => withPaths(parts.columnar, scope, lines, MAX_CONTACTS_SHOWN)),
    plan.after === null ? conversionTotal(parts.columnar, scope, plan.which) : null,
    rowReader(parts, plan.viewer, plan),
  ]);
  const page = found.slice(0, plan.limit);
  return { last: found.length > plan.limit ? page.at(-1) : undefined, results: await showRows(page), total };
};
type PageCounts = Awaited<ReturnType<typeof countPage>>;

const derivePage = (_plan: CvInfoPlan, { last, results, total }: PageCounts) => ({
  total,
  results,
  next: last === undefined ? null : writeCursor({ ms: last.ms, id: last.id }),
});

const shapePage = (
  plan: CvInfoPlan,
  { total, results, next }: ReturnType<typeof derivePage>,
  mark: string,
) => ({
  rules: analysisRules(plan, plan.where),
  ...upTo(mark),
  total,
  results,
  next,
});

/**
 * A page, newest first. A viewer limited to some ads sees the conversions with one of them on the path.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const readCvInfo = async (
  parts: ReportParts,
  viewer: Viewer,
  query: CvInfoParameters,
  options: Options = {},
) =>
  runStages(
    parts,
    await planPage(parts, viewer, query, options.signal),
    { count: countPage, derive: derivePage, shape: shapePage },
    options,
  );
