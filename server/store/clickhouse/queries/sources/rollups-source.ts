import { FEW } from '../../engine/query.ts';
import { dayOf } from '../../events/eligible.ts';
import { outsideMonths, derivedMonths, derivedSpans, linesWithin } from '../../rollups/calendar.ts';
import { creditByPage } from '../daily-credit-sums.ts';
import {
  derivedContacts,
  derivedPaths,
  derivedSales,
  pathConditions,
  derivedTexts,
} from '../dimension-rollups.ts';
import { DAILY_SALES } from '../days.ts';
import { SINGLE_PATH, transitionsOf } from '../path-summaries.ts';
import { derivedResults } from '../result-rows.ts';
import { isFiner } from '../row-layout.ts';
import { derivedDays, derivedPeriod, type Scope } from '../scope.ts';
import { ofProduct } from '../../rollups/rollup.ts';
import type { ReportSource } from '../report-source.ts';
import { wholeMonths } from '../whole-months.ts';

/**
 * The rows of a monthly rollup for the whole years and months of a period, and the other days from single
 * paths.
 */
const monthsAndDays = (
  scope: Scope,
  which: string,
  ofMonths: (condition: string) => string,
  ofDays: (paths: string) => string,
): string => {
  const [months, days] = [linesWithin(scope), outsideMonths(scope, 'ts')];
  const paths = `SELECT ${SINGLE_PATH} FROM conversion_path FINAL WHERE ${ofProduct} AND ${days} AND ${which}`;
  return [
    ...(months.length === 0
      ? []
      : [ofMonths(`${ofProduct} AND month IN (${months.join(', ')}) AND ${which}`)]),
    ...(days === null ? [] : [ofDays(paths)]),
  ].join(' UNION ALL ');
};

/** Counts the rollups of a scope, which contain exactly the events up to its watermark. */
export const rollupsSource: ReportSource = {
  paths: (_, which) =>
    `SELECT conversion_id, visitor_id AS visitor, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount, elapsed, last_ad_id AS last_ad, times, ad_ids FROM conversion_path FINAL WHERE ${derivedPeriod} AND ${which}`,
  pagePaths: () =>
    `SELECT conversion_id, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount, times, ad_ids, page_ids FROM conversion_path FINAL WHERE ${derivedPeriod} AND cv_type = 1`,
  selectedPaths: scope =>
    `SELECT conversion_id, cv_type, amount, toUnixTimestamp64Milli(ts) AS converted, times, ad_ids FROM conversion_path FINAL WHERE ${derivedPeriod} AND ${pathConditions(scope)}`,
  cellPaths: derivedPaths,
  completePaths: (scope, which, isMerged) =>
    monthsAndDays(
      scope,
      which,
      condition =>
        `SELECT cv_type, ad_ids, times, amount, elapsed FROM monthly_way${isMerged ? ' FINAL' : ''} WHERE ${condition}`,
      paths => paths,
    ),
  transitions: (scope, which, nobody) =>
    monthsAndDays(
      scope,
      which,
      condition => `SELECT cv_type, came_ad, ad_id, times FROM monthly_step WHERE ${condition}`,
      paths => transitionsOf(paths, nobody),
    ),
  contactTotals: (scope, layout) =>
    isFiner(layout)
      ? `SELECT row AS ad_id, clicks, first_touches, cost FROM (${derivedContacts(scope, layout, false)})`
      : `SELECT ad_id, clicks, first_touches, cost FROM daily_contact WHERE ${derivedSpans(scope)}`,
  dailyContacts: () =>
    `SELECT day, ad_id, clicks, first_touches, cost FROM daily_contact WHERE ${derivedDays()}`,
  dailyCellContacts: (scope, cells) =>
    `SELECT row, day, clicks AS amount FROM (${derivedContacts(scope, cells, true)})`,
  dailySales: () => `SELECT day, ad_id, ${DAILY_SALES.join(', ')} FROM daily_credit WHERE ${derivedDays()}`,
  cellSales: derivedSales,
  newVisitorCosts: () => `SELECT day, ad_id, cost FROM daily_agent WHERE ${derivedDays()} AND existing = 0`,
  monthlyFirstTouches: scope =>
    `SELECT - day AS month, ad_id, first_touches FROM daily_contact WHERE ${derivedMonths(scope)}`,
  leftOut: (scope, ads) =>
    `SELECT sum(d.bots) AS bots, sum(d.repeats) AS repeats, sum(d.addresses) AS addresses, sum(d.conversions) AS made FROM daily_left_out AS d WHERE ${derivedSpans(scope)}${ads === null ? '' : ' AND ad_id IN {ads: Array(UInt32)}'}`,
  contactsWithLeftOut: () => null,
  landingPages: ({ rules, from }) => `
  SELECT d.page AS page, k.ad AS ad, k.redirect AS redirect, k.entry AS entry, k.address AS address, d.first_example AS first_example, d.amount AS amount
  FROM (SELECT page, min(example) AS first_example, sumIf(clicks, day >= ${dayOf(String(from))}) AS amount FROM daily_landing WHERE ${derivedDays(rules.trackingTerm)} GROUP BY page) AS d
  INNER JOIN (SELECT page, any(ad_id) AS ad, any(redirect_id) AS redirect, any(lpo_number) AS entry, any(url) AS address FROM landing_page WHERE ${ofProduct} GROUP BY page) AS k
    ON k.page = d.page`,
  pageCredit: creditByPage,
  texts: derivedTexts,
  placedResults: derivedResults,
  placedUpTo: ({ results = '0' }) => results,
  dailyCredit: scope =>
    scope.conversionFilter === undefined
      ? {
          days: `daily_credit AS d WHERE ${derivedDays()}`,
          sums: `daily_credit AS d WHERE ${derivedSpans(scope)}`,
        }
      : null,
  monthlyCredit: (scope, kind) => {
    const months = linesWithin(scope);
    return scope.conversionFilter === undefined && months.length > 0
      ? `monthly_credit AS d WHERE ${ofProduct} AND kind = '${kind}' AND month IN (${months.join(', ')})`
      : null;
  },
  wholeMonths: (columnar, scope) =>
    scope.conversionFilter === undefined ? wholeMonths(columnar, scope) : Promise.resolve(null),
  hasOneRowPerPath: scope =>
    scope.conversionFilter === undefined &&
    outsideMonths(scope, 'ts') === null &&
    linesWithin(scope).length === 1,
  fewPaths: FEW,
};
