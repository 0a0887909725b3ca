import { hasPermission, type Viewer } from '../../../http/visibility.ts';
import { placeOf } from '../../../event-logs/log-parameters.ts';
import { countingRules } from '../../../attribution/rules.ts';
import { writeCursor } from '../../../event-logs/cursor.ts';
import {
  conversionKeys,
  conversionsAhead,
  conversionsOf,
  conversionTotal,
  withPaths,
  type ConversionLine,
  type Which,
} from '../../../store/clickhouse/drilldown/conversion-lines.ts';
import { groupNames } from '../../../store/postgres/reports/costs.ts';
import { cvSettingsNamed } from '../../../store/postgres/reports/event-log-rules.ts';
import { conversionConditions, CV_INFO_FILTERS } from './filters.ts';
import { authorizeAnalysis, type AnalysisContext } from '../../parse/analysis-query.ts';
import type { Options, ReportParts } from '../../parse/query.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { readEvents } from '../../plan/snapshot.ts';
import { runStages, type CountPlan } from '../../stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import type { CvInfoParameters } from './query.ts';
import { upTo } from '../../plan/watermark.ts';

/** CV information: one row per conversion, with the values that the site sent and the path. */

/** Number of contacts of a path that the answer lists individually. */
const SHOWN = 20;

const conversionType = (cvType: number | undefined): Which['cvType'] => {
  if (cvType === undefined) return null;
  return cvType === 1 ? 1 : 0;
};

const whichOf = (viewer: Viewer, analysis: AnalysisContext, { cvType }: CvInfoParameters): Which => ({
  cvType: conversionType(cvType),
  adIds: analysis.shown === 'all' ? null : [...analysis.shown],
  conditions: conversionConditions(viewer, analysis),
});

/**
 * Builds rows of conversions. A viewer limited to some ads sees only the position of other ads' contacts.
 * The site's values (p_resid, p_userid, p_key1..3) are visible to readers of the CV log, except where the
 * last contact is of a hidden ad.
 */
const lineReader = async (
  { db }: Pick<ReportParts, 'db'>,
  viewer: Viewer,
  { rules, visible, ads }: AnalysisContext,
) => {
  const types = await groupNames(db, viewer.companyId, rules.id, 'type');
  const adOf = new Map(ads.map(ad => [ad.id, ad]));
  const sees = (adId: number) => visible === 'all' || visible.has(adId);
  const adColumns = (adId: number) =>
    sees(adId)
      ? { ad_id: adId, ad_name: adOf.get(adId)?.name ?? `#${adId}`, hidden: false }
      : { ad_id: null, ad_name: '', hidden: true };
  const typeName = (id: number | null | undefined) =>
    id === null || id === undefined ? '' : (types.get(id) ?? '');
  const mayRead = hasPermission(viewer, 'cv_log', 'read');
  return async (lines: readonly ConversionLine[]) => {
    const settings = await cvSettingsNamed(
      db,
      viewer.companyId,
      [...new Set(lines.map(({ cvSettingId }) => cvSettingId))].filter(id => id > 0),
    );
    return lines.map(line => {
      const [firstAd] = line.ads;
      const ending = line.lastAd === null || !sees(line.lastAd) ? undefined : adOf.get(line.lastAd);
      const visibleText = (text: string) =>
        mayRead && (line.lastAd === null || sees(line.lastAd)) ? text : '';
      return {
        conversion_id: line.id,
        cv_time: new Date(line.ms).toISOString(),
        cv_type: line.cvType,
        cv_setting_id: line.cvSettingId === 0 ? null : line.cvSettingId,
        cv_setting_name: settings.get(line.cvSettingId) ?? '',
        p_resid: visibleText(line.args),
        p_userid: visibleText(line.userId),
        p_key1: visibleText(line.key1),
        p_key2: visibleText(line.key2),
        p_key3: visibleText(line.key3),
        amount: line.amount,
        visitor_id: line.visitorId,
        first_ad: firstAd === undefined ? null : adColumns(firstAd),
        last_ad: line.lastAd === null ? null : adColumns(line.lastAd),
        ad_type1: typeName(ending?.adType1Id),
        ad_type2: typeName(ending?.adType2Id),
        ad_type3: typeName(ending?.adType3Id),
        contacts: line.contacts,
        elapsed: line.times[0] === undefined ? null : (line.ms - line.times[0]) / 1000,
        path: line.ads.map((adId, index) => ({
          ...adColumns(adId),
          at: new Date(line.times[index] ?? line.ms).toISOString(),
        })),
      };
    });
  };
};

/** A conversion as the answer represents it. */
export type CvInfo = Awaited<ReturnType<Awaited<ReturnType<typeof lineReader>>>>[number];

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
  const [found, total, showLines] = await Promise.all([
    plan.readConversions(scope).then(lines => withPaths(parts.columnar, scope, lines, SHOWN)),
    plan.after === null ? conversionTotal(parts.columnar, scope, plan.which) : null,
    lineReader(parts, plan.viewer, plan),
  ]);
  const page = found.slice(0, plan.limit);
  return { last: found.length > plan.limit ? page.at(-1) : undefined, results: await showLines(page), total };
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

/** Number of rows whose paths are read in one query. */
const BATCH = 500;
/**
 * Rows per query where paths decide which conversions are visible: the search scans every path, so it runs
 * seldom.
 */
const SOUGHT = 20_000;

/**
 * Reads all conversions as of one moment, however long reading takes: `use` receives their number and reads
 * them.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const withCvInfo = async (
  parts: ReportParts,
  viewer: Viewer,
  question: CvInfoParameters,
  signal: AbortSignal,
  use: (found: {
    readonly count: number;
    readonly batches: AsyncIterable<readonly CvInfo[]>;
  }) => Promise<void>,
): Promise<void> => {
  const checked = await authorizeAnalysis(parts, viewer, question, CV_INFO_FILTERS);
  const which = whichOf(viewer, checked, question);
  const showLines = await lineReader(parts, viewer, checked);
  const { columnar } = parts;
  // Derived rows are rebuilt meanwhile; the events up to the watermark do not change.
  await readEvents(parts, checked.rules, checked.period, signal, async (scope, within) => {
    const limit = which.adIds === null ? BATCH : SOUGHT;
    type Keys = Awaited<ReturnType<typeof conversionKeys>>;
    const keysAfter = (after: Keys[number] | null) =>
      within(() => conversionKeys(columnar, scope, which, { after, limit }));
    const rowsOf = (keys: Keys) =>
      within(async () =>
        showLines(await withPaths(columnar, scope, await conversionsOf(columnar, scope, keys), SHOWN)),
      );
    const batches = async function* () {
      for (let keys = await keysAfter(null); keys.length > 0;) {
        for (let from = 0; from < keys.length; from += BATCH)
          yield await rowsOf(keys.slice(from, from + BATCH));
        keys = keys.length < limit ? [] : await keysAfter(keys.at(-1) ?? null);
      }
    };
    await use({ count: await conversionTotal(columnar, scope, which), batches: batches() });
  });
};
