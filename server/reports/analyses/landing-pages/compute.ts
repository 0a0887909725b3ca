import { numberOf, UNITS, type Model } from '../../../attribution/models.ts';
import type { Viewer } from '../../../http/visibility.ts';
import { leftOut } from '../../../store/clickhouse/queries/counts.ts';
import { adsNamed, redirectPages } from '../../../store/postgres/reports/event-log-rules.ts';
import { authorizeAnalysis, type AnalysisContext } from '../../parse/analysis-query.ts';
import { countPages } from '../../count/pages.ts';
import { bestOthers, compareRates, type Rate } from './proportions.ts';
import { parseModel, type ReportParts } from '../../parse/query.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { analysisOf, type CountPlan } from '../../plan/stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import type { LandingPageParameters } from './query.ts';
import { watermarkFields } from '../../parse/watermark.ts';
import { nameOrId } from '../../count/labels.ts';

/**
 * Landing page optimisation: the conversion rate of each landing page, and whether it differs significantly
 * from the best other page of the same redirect.
 */

/** The significance level of the test. */
const SIGNIFICANT = 0.05;
/** The verdict on a page compared with the best other one of its redirect; `alone`: there is no other. */
const verdictOf = (
  difference: number | null,
  test: { readonly p: number | null; readonly enough: boolean } | null,
): 'better' | 'worse' | 'even' | 'few' | 'alone' => {
  if (test === null) return 'alone';
  if (!test.enough || test.p === null || difference === null) return 'few';
  if (test.p >= SIGNIFICANT) return 'even';
  return difference > 0 ? 'better' : 'worse';
};

const over = (part: number, denominator: number): number | null =>
  denominator === 0 ? null : part / denominator;

type PageCount = Awaited<ReturnType<typeof countPages>>[number];

/** Pages with most contacts first; conversions without contact come last. */
const byContacts = (a: PageCount, b: PageCount): number =>
  Number(a.page.ad === 0) - Number(b.page.ad === 0) ||
  Number(b.clicks - a.clicks) ||
  (a.key < b.key ? -1 : 1);

type KeyedRate = Rate & { readonly key: string };
/** The best other page of the same redirect, by page. */
const bestOfRedirects = (shown: readonly PageCount[]): ReadonlyMap<string, KeyedRate> => {
  const rates = new Map<string, KeyedRate[]>();
  for (const { page, key, cv, clicks } of shown.filter(one => one.page.ad !== 0)) {
    const redirect = `${page.ad}:${page.redirect}`;
    rates.set(redirect, [
      ...(rates.get(redirect) ?? []),
      { key, successes: Number(cv), trials: Number(clicks) },
    ]);
  }
  return new Map([...rates.values()].flatMap(group => [...bestOthers(group)]));
};

const figuresOf = ({ clicks, cv, division, amount, yen }: Omit<PageCount, 'key' | 'page'>) => {
  const [contacts, conversions, credit] = [Number(clicks), Number(cv), Number(division) / UNITS];
  return {
    clicks: contacts,
    cv: conversions,
    cvr: over(conversions, contacts),
    cv_division: credit,
    attr_cvr: over(credit, contacts),
    amount_sum: Number(amount),
    amount_division: Number(yen),
  };
};

/** Names of ads and titles of pages, as registered now. */
interface PageNames {
  readonly adNames: ReadonlyMap<number, string>;
  readonly pagesOfAds: Awaited<ReturnType<typeof adsNamed>>;
  readonly pagesOfRedirects: Awaited<ReturnType<typeof redirectPages>>;
}
const describePage = (
  { ad, redirect, entry, url, example }: PageCount['page'],
  { adNames, pagesOfAds, pagesOfRedirects }: PageNames,
) => {
  // A redirect without pages of its own uses the ad's.
  const own = pagesOfRedirects.get(redirect);
  const registered = (own?.length ? own : pagesOfAds.get(ad)?.lpoEntries)?.[entry - 1];
  return {
    ad_id: ad === 0 ? null : ad,
    ad_name: ad === 0 ? '' : nameOrId(adNames.get(ad), ad),
    redirect_id: redirect === 0 ? null : redirect,
    ...(entry === 0
      ? { lpo_number: null, title: '', url }
      : { lpo_number: entry, title: registered?.title ?? '', url: registered?.url ?? example }),
  };
};

/** A page compared with the best other one of its redirect. @param other undefined: there is none */
const compareWithBest = (
  { page, cv, clicks }: Pick<PageCount, 'page' | 'cv' | 'clicks'>,
  other: KeyedRate | undefined,
) => {
  const rate = { successes: Number(cv), trials: Number(clicks) };
  const test = other === undefined ? null : compareRates(rate, other);
  const difference =
    other === undefined || clicks === 0n
      ? null
      : rate.successes / rate.trials - other.successes / other.trials;
  return {
    other_key: other?.key ?? null,
    difference,
    z: test?.z ?? null,
    p_value: test?.p ?? null,
    enough: test?.enough ?? false,
    verdict: page.ad === 0 ? null : verdictOf(difference, test),
  };
};

interface LandingPagePlan extends AnalysisContext, CountPlan {
  readonly model: Model;
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const planLandingPages = async (
  parts: ReportParts,
  viewer: Viewer,
  query: LandingPageParameters,
): Promise<LandingPagePlan> => {
  const context = await authorizeAnalysis(parts, viewer, query);
  return {
    ...context,
    span: context.period,
    model: parseModel(query.model ?? context.rules.attributionModel),
  };
};

/** The pages with the names that they have now. */
const countLandingPages = async (
  parts: ReportParts,
  scope: Scope,
  { companyId, model, shown }: LandingPagePlan,
) => {
  const [pages, out] = await Promise.all([
    countPages(parts, scope, model),
    leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown]),
  ]);
  const idsOf = (valueOf: (page: PageCount['page']) => number) =>
    [...new Set(pages.map(({ page }) => valueOf(page)))].filter(id => id > 0);
  const [pagesOfAds, pagesOfRedirects] = await Promise.all([
    adsNamed(
      parts.db,
      companyId,
      idsOf(page => page.ad),
    ),
    redirectPages(
      parts.db,
      companyId,
      idsOf(page => page.redirect),
    ),
  ]);
  return { pages, out, pagesOfAds, pagesOfRedirects };
};
type LandingPageCounts = Awaited<ReturnType<typeof countLandingPages>>;

const deriveLandingPages = (
  { shown, ads }: LandingPagePlan,
  { pages, out, pagesOfAds, pagesOfRedirects }: LandingPageCounts,
) => {
  const names = { adNames: new Map(ads.map(ad => [ad.id, ad.name])), pagesOfAds, pagesOfRedirects };
  const seen = pages.filter(({ page }) => shown === 'all' || shown.has(page.ad)).toSorted(byContacts);
  const others = bestOfRedirects(seen);
  const sum = (valueOf: (one: PageCount) => bigint) => seen.reduce((total, one) => total + valueOf(one), 0n);
  return {
    out,
    rows: seen.map(one => ({
      key: one.key,
      ...describePage(one.page, names),
      ...figuresOf(one),
      ...compareWithBest(one, others.get(one.key)),
    })),
    totals: figuresOf({
      clicks: sum(one => one.clicks),
      cv: sum(one => one.cv),
      division: sum(one => one.division),
      amount: sum(one => one.amount),
      yen: sum(one => one.yen),
    }),
  };
};

const shapeLandingPages = (
  plan: LandingPagePlan,
  { out, rows, totals }: ReturnType<typeof deriveLandingPages>,
  watermark: string,
) => ({
  rules: { ...analysisRules(plan, plan.where), model: numberOf(plan.model) },
  ...watermarkFields(watermark),
  left_out: out,
  rows,
  totals,
});

/** @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out` */
export const computeLandingPages = analysisOf(planLandingPages, {
  count: countLandingPages,
  derive: deriveLandingPages,
  shape: shapeLandingPages,
});
