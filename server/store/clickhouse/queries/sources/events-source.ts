import { contactDays, contactsByAd, contactsWithLeftOut } from '../../events/contact-days.ts';
import { contactCounts, contactTable, dayOf, excluded, instant, termOf } from '../../events/eligible.ts';
import { pathsFromEvents, pathsOfBuyers, pathsWithPages, unitsInSql } from '../../rollups/paths.ts';
import { salesOfDays } from '../days.ts';
import {
  cellContacts,
  cellKeys,
  firstConversions,
  hasConverted,
  textsSeen,
  type Cells,
} from '../dimension-rows.ts';
import { pageUrl } from '../../events/landing-page.ts';
import { SINGLE_PATH, transitionsOf } from '../path-summaries.ts';
import { isFiner } from '../row-layout.ts';
import { bound, period, type Scope } from '../scope.ts';
import type { ReportSource } from '../report-source.ts';

/** Contacts from one term before the period on, and in it those that count. */
const ofVisitors = ({ evaluation }: Cells): string =>
  `at >= {from: Int64}${evaluation === 1 ? ' AND existing = 0' : ''}`;

const cellPaths = ({ rules, conversionFilter, ...scope }: Scope, cells: Cells): string => {
  const paths = pathsFromEvents(
    rules,
    scope,
    conversionFilter?.sql,
    which => `SELECT visitor_id, at, interaction_id, ad_id FROM (${cellContacts(rules, cells, which)})`,
  );
  return `SELECT *, if(empty(times), 0, converted - times[1]) AS elapsed FROM (${cellKeys(rules, cells, paths)})`;
};

const contactTotals: ReportSource['contactTotals'] = ({ rules }, layout) =>
  isFiner(layout)
    ? `
  SELECT ad_id, count() AS clicks, countIf(at - before > ${termOf(rules)}) AS first_touches, toInt64(sum(click_cost) * 100) AS cost FROM (
    SELECT ad_id, click_cost, at, existing, lagInFrame(at) OVER (PARTITION BY visitor_id ORDER BY at, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
    FROM (${cellContacts(rules, layout)})
  ) WHERE ${ofVisitors(layout)} GROUP BY ad_id`
    : contactsByAd(rules);

const leftOut: ReportSource['leftOut'] = ({ rules }, ads) => {
  const out = excluded(rules);
  const contacts = `SELECT countIf(bot = 1) AS bots, countIf(bot = 0 AND repeated = 1) AS repeats, countIf(bot = 0 AND repeated = 0 AND ${out}) AS addresses FROM ${contactTable(rules)}
    WHERE product_id = {product: UInt32} AND ${period} AND interaction_id <= {watermark: UInt64}${ads === null ? '' : ' AND ad_id IN {ads: Array(UInt32)}'}`;
  const conversions = `SELECT countIf(bot = 1 OR ${out}) AS made FROM conversion WHERE product_id = {product: UInt32} AND ${period} AND conversion_id <= {watermark: UInt64}`;
  return ads === null ? `SELECT * FROM (${contacts}) AS k, (${conversions}) AS v` : contacts;
};

/** SQL of the conversions with their paths, and where a report needs them with the landing pages of the contacts. */
interface PathQueries {
  readonly plain: (scope: Scope, which?: string) => string;
  readonly withPages: (scope: Scope, which: string) => string;
}

const sourceOfPaths = ({ plain, withPages }: PathQueries) => {
  const paths = (scope: Scope, which: string): string =>
    `SELECT conversion_id, visitor, converted, cv_type, amount, if(empty(times), 0, converted - times[1]) AS elapsed, ad_ids[-1] AS last_ad, times, ad_ids FROM (${plain(scope, which)})`;
  const selectedPaths = (scope: Scope): string => plain(scope, scope.conversionFilter?.sql);
  return {
    paths,
    pagePaths: scope => withPages(scope, 'cv_type = 1'),
    selectedPaths,
    completePaths: (scope, which) => `SELECT ${SINGLE_PATH} FROM (${paths(scope, which)})`,
    transitions: (scope, which, nobody) => transitionsOf(paths(scope, which), nobody),
    dailySales: scope =>
      salesOfDays(
        `SELECT converted, cv_type, amount AS yen, ad_ids[-1] AS ad, toUInt32(length(ad_ids)) AS n, if(empty(times), 0, converted - times[1]) AS waited FROM (${selectedPaths(scope)})`,
      ),
    pageCredit: (scope, table, model) => {
      const units = unitsInSql(table);
      return `
  SELECT page, sumIf(lasts, i >= n) AS cv, sumIf(sales, i >= n) AS yen, sum(lasts * toUInt64(credit)) AS parts, toString(sum(toInt128(sales) * toInt128(credit))) AS sold FROM (
    SELECT *, ${units.path}, ${units[model]} AS credit FROM (
      SELECT page, toUInt32(length(page_ids)) AS n, i, count() AS lasts, sum(amount) AS sales
      FROM (${withPages(scope, 'cv_type = 1')}) LEFT ARRAY JOIN page_ids AS page, arrayEnumerate(page_ids) AS i GROUP BY page, n, i
    )
  ) GROUP BY page ORDER BY page`;
    },
  } satisfies Partial<ReportSource>;
};

/** Counts the events of a scope up to its watermark. */
export const eventsSource: ReportSource = {
  ...sourceOfPaths({
    plain: (scope, which) => pathsFromEvents(scope.rules, scope, which),
    withPages: (scope, which) => pathsWithPages(scope.rules, scope, which),
  }),
  cellPaths,
  contactTotals,
  dailyContacts: ({ rules }) => contactDays(rules),
  dailyCellContacts: ({ rules }, cells) =>
    `SELECT ad_id AS row, ${dayOf('at')} AS day, 1 AS amount FROM (${cellContacts(rules, cells)}) WHERE ${ofVisitors(cells)}`,
  cellSales: (scope, cells) =>
    `SELECT if(empty(keys), none, keys[-1]) AS row, ${dayOf('converted')} AS day FROM (${cellPaths(scope, cells)}) WHERE cv_type = 1`,
  newVisitorCosts: ({
    rules,
  }) => `SELECT ${dayOf('k.at')} AS day, k.ad_id AS ad_id, toInt64(sum(k.click_cost) * 100) AS cost FROM (
      SELECT visitor_id, ad_id, click_cost, toUnixTimestamp64Milli(ts) AS at FROM ${contactTable(rules)}
      WHERE product_id = {product: UInt32} AND ${period} AND interaction_id <= {watermark: UInt64} AND ${contactCounts(rules)}
    ) AS k LEFT JOIN (${firstConversions(rules)}) AS f ON f.visitor_id = k.visitor_id WHERE ${hasConverted('k.at')} = 0 GROUP BY day, ad_id`,
  monthlyFirstTouches: ({ rules }) =>
    `SELECT toInt32(toYear(toDate32(day)) * 12 + toMonth(toDate32(day)) - 1) AS month, ad_id, first_touches FROM (${contactDays(rules)})`,
  leftOut,
  // Finding repeats takes most of the time of both.
  contactsWithLeftOut: ({ rules }) => (rules.repeatMs === undefined ? null : contactsWithLeftOut(rules)),
  landingPages: ({ rules }) => `
  SELECT page_id AS page, any(ad_id) AS ad, any(redirect_id) AS redirect, any(lpo_number) AS entry, any(${pageUrl}) AS address, minIf(landing_url, lpo_number > 0) AS first_example, countIf(ts >= ${instant('from')}) AS amount
  FROM contact WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {watermark: UInt64} AND ${contactCounts(rules)} GROUP BY page`,
  texts: (columnar, scope, name, limit) =>
    textsSeen(columnar, scope.rules, bound(scope), name, limit, scope.signal),
  placedResults: () => Promise.resolve([]),
  placedUpTo: () => null,
  dailyCredit: () => null,
  monthlyCredit: () => null,
  wholeMonths: () => Promise.resolve(null),
  hasOneRowPerPath: () => false,
  fewPaths: undefined,
};

const buyersPaths = (scope: Scope, which?: string): string => pathsOfBuyers(scope.rules, which);

/**
 * The same with paths of ads and landing pages from the rollup `buyer` of a generation, which spares their contacts from
 * being gathered. Its rules may differ from those of the scope in the tracking term only.
 */
export const buyersSource: ReportSource = {
  ...eventsSource,
  ...sourceOfPaths({ plain: buyersPaths, withPages: buyersPaths }),
};
