import { numberOf, UNITS } from '../../../attribution/models.ts';
import type { Viewer } from '../../../http/visibility.ts';
import { leftOut } from '../../../store/clickhouse/queries/counts.ts';
import { adsNamed, redirectPages } from '../../../store/postgres/reports/event-log-rules.ts';
import { authorizeAnalysis, rulesOf, type AnalysisQuery } from '../analysis.ts';
import { countPages } from '../../count/pages.ts';
import { bestOthers, compareRates, type Rate } from './proportions.ts';
import { modelAsked, type Options, type ReportParts } from '../../parse/query.ts';
import { countAt } from '../../plan/snapshot.ts';
import { upTo } from '../../plan/watermark.ts';

/**
 * Landing page optimisation: how the pages that contacts landed on convert, and whether a page differs from
 * the best other one of the same redirect by more than chance.
 */

export interface LpoQuestion extends AnalysisQuery {
  readonly model?: number;
}

/** By how much chance alone would have to be stretched before a difference is called one. */
const SIGNIFICANT = 0.05;
/** What can be said of a page beside the best other one of its redirect; `alone`: there is no other. */
const verdictOf = (
  difference: number | null,
  test: { readonly p: number | null; readonly enough: boolean } | null,
): 'better' | 'worse' | 'even' | 'few' | 'alone' => {
  if (test === null) return 'alone';
  if (!test.enough || test.p === null || difference === null) return 'few';
  return test.p >= SIGNIFICANT ? 'even' : difference > 0 ? 'better' : 'worse';
};

const over = (part: number, denominator: number): number | null =>
  denominator === 0 ? null : part / denominator;

/** @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out` */
export const askLpo = async (
  parts: ReportParts,
  viewer: Viewer,
  question: LpoQuestion,
  { signal, source }: Options = {},
) => {
  const checked = await authorizeAnalysis(parts, viewer, question);
  const { rules, period, shown: seen, ads } = checked;
  const model = modelAsked(question.model ?? rules.attributionModel);
  const {
    answer: [all, out],
    mark,
  } = await countAt(
    parts,
    rules,
    period,
    signal,
    scope =>
      Promise.all([
        countPages(parts, scope, model),
        leftOut(parts.columnar, scope, seen === 'all' ? null : [...seen]),
      ]),
    { source },
  );

  const [named, pages] = await Promise.all([
    adsNamed(
      parts.db,
      viewer.companyId,
      [...new Set(all.map(({ page }) => page.ad))].filter(id => id > 0),
    ),
    redirectPages(
      parts.db,
      viewer.companyId,
      [...new Set(all.map(({ page }) => page.redirect))].filter(id => id > 0),
    ),
  ]);
  const adNames = new Map(ads.map(ad => [ad.id, ad.name]));
  const shown = all
    .filter(({ page }) => seen === 'all' || seen.has(page.ad))
    .toSorted(
      (a, b) =>
        Number(a.page.ad === 0) - Number(b.page.ad === 0) ||
        Number(b.clicks - a.clicks) ||
        (a.key < b.key ? -1 : 1),
    );
  const rates = new Map<string, (Rate & { readonly key: string })[]>();
  for (const { page, key, cv, clicks } of shown.filter(one => one.page.ad !== 0)) {
    const redirect = `${page.ad}:${page.redirect}`;
    rates.set(redirect, [
      ...(rates.get(redirect) ?? []),
      { key, successes: Number(cv), trials: Number(clicks) },
    ]);
  }
  const others = new Map([...rates.values()].flatMap(group => [...bestOthers(group)]));

  const figures = (cv: number, clicks: number, division: number, amount: number, amountDivision: number) => ({
    clicks,
    cv,
    cvr: over(cv, clicks),
    cv_division: division,
    attr_cvr: over(division, clicks),
    amount_sum: amount,
    amount_division: amountDivision,
  });
  const rows = shown.map(({ key, page, clicks, cv, amount, division, yen: shares }) => {
    // A redirect without pages of its own uses the ad's.
    const own = pages.get(page.redirect);
    const entry =
      page.entry === 0 ? undefined : (own?.length ? own : named.get(page.ad)?.lpoEntries)?.[page.entry - 1];
    const other = others.get(key);
    const test =
      other === undefined ? null : compareRates({ successes: Number(cv), trials: Number(clicks) }, other);
    const difference =
      other === undefined || clicks === 0n
        ? null
        : Number(cv) / Number(clicks) - other.successes / other.trials;
    return {
      key,
      ad_id: page.ad === 0 ? null : page.ad,
      ad_name: page.ad === 0 ? '' : (adNames.get(page.ad) ?? `#${page.ad}`),
      redirect_id: page.redirect === 0 ? null : page.redirect,
      lpo_number: page.entry === 0 ? null : page.entry,
      title: entry?.title ?? '',
      url: page.entry === 0 ? page.url : (entry?.url ?? page.example),
      ...figures(Number(cv), Number(clicks), Number(division) / UNITS, Number(amount), Number(shares)),
      other_key: other?.key ?? null,
      difference,
      z: test?.z ?? null,
      p_value: test?.p ?? null,
      enough: test?.enough ?? false,
      verdict: page.ad === 0 ? null : verdictOf(difference, test),
    };
  });
  const sum = (pick: (one: (typeof shown)[number]) => bigint) =>
    shown.reduce((total, one) => total + pick(one), 0n);
  return {
    rules: { ...rulesOf(checked), model: numberOf(model) },
    ...upTo(mark),
    left_out: out,
    rows,
    totals: figures(
      Number(sum(one => one.cv)),
      Number(sum(one => one.clicks)),
      Number(sum(one => one.division)) / UNITS,
      Number(sum(one => one.amount)),
      Number(sum(one => one.yen)),
    ),
  };
};
