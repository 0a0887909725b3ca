import type { Columnar } from '../engine/columnar.ts';
import type { FEW } from '../engine/query.ts';
import type { Kind } from '../rollups/kinds.ts';
import type { CreditModel, CreditTable } from '../rollups/paths.ts';
import type { Cells, SeenText } from './dimension-rows.ts';
import type { Placed } from './result-rows.ts';
import type { Layout } from './row-layout.ts';
import type { Scope } from './scope.ts';
import type { Months } from './whole-months.ts';

/** Sums of credit, with the columns of `daily_credit` as rows `d`. */
export interface CreditByDay {
  /** The rows of each day of the scope. */
  readonly days: string;
  /** The fewest rows that add up to the scope, whose days may be months or years. */
  readonly sums: string;
}

/** The names of the sources, for callers that force one. */
export type SourceName = 'events' | 'derived';

/**
 * What reports are counted from: the events themselves or the rollups. Both give the same numbers.
 *
 * Methods that return a text return SQL for a FROM clause, over the parameters of `bound`. All numbers are
 * integers; costs are in 1/100 yen, times in ms, days are Tokyo days since 1970.
 */
export interface ReportSource {
  /**
   * One row per conversion: conversion_id, visitor, converted, cv_type, amount, elapsed, last_ad (0: no contact),
   * and of its contacts in order times and ad_ids.
   *
   * @param which condition on the columns of conversions
   */
  paths(scope: Scope, which: string): string;
  /** One row per last conversion: conversion_id, converted, cv_type, amount, times, ad_ids, page_ids. */
  pagePaths(scope: Scope): string;
  /** One row per conversion that the scope selects: conversion_id, converted, cv_type, amount, times, ad_ids. */
  selectedPaths(scope: Scope): string;
  /**
   * The same with rows finer than ads: also elapsed, interaction_ids, keys (the rows of its contacts in order)
   * and none (its row without contact).
   *
   * @param which narrows the conversions where that spares reading
   */
  cellPaths(scope: Scope, cells: Cells, which: string): string;
  /** Complete paths: cv_type, ad_ids, times (how many conversions), amount, elapsed. A path may have several rows. */
  completePaths(scope: Scope, which: string, isMerged: boolean): string;
  /** Transitions on paths: cv_type, came_ad, ad_id, times. @param nobody before the first contact, after the last */
  transitions(scope: Scope, which: string, nobody: number): string;
  /** Contacts: ad_id (the row where rows are finer than ads), clicks, first_touches, cost. Several rows each. */
  contactTotals(scope: Scope, layout: Layout): string;
  /** Contacts by day: day, ad_id, clicks, first_touches, cost. Several rows each. */
  dailyContacts(scope: Scope): string;
  /** Contacts of rows finer than ads by day: row, day, amount. Several rows each. */
  dailyCellContacts(scope: Scope, cells: Cells): string;
  /** Conversions by day and the ad of their last contact: day, ad_id, and the columns of `DAILY_SALES`. */
  dailySales(scope: Scope): string;
  /** Last conversions by the row of their last contact, where rows are finer than ads: row, day. */
  cellSales(scope: Scope, cells: Cells): string;
  /** Costs of contacts of new visitors: day, ad_id, cost. Several rows each. */
  newVisitorCosts(scope: Scope): string;
  /** First contacts within the term, of whole months: month, ad_id, first_touches. Several rows each. */
  monthlyFirstTouches(scope: Scope): string;
  /** One row: bots, repeats, addresses, and made (conversions) where `ads` is null. */
  leftOut(scope: Scope, ads: readonly number[] | null): string;
  /**
   * Both `contactTotals` by ad and `leftOut` of each ad, where one statement takes less time than two: ad_id, clicks,
   * first_touches, cost, bots, repeats, addresses, made. Several rows each, some without contacts that count.
   */
  contactsWithLeftOut(scope: Scope): string | null;
  /** Landing pages from one term before the period on: page, ad, redirect, entry, address, first_example, amount. */
  landingPages(scope: Scope): string;
  /** Credit of last conversions by landing page, in its order: page, cv, yen, parts, sold. */
  pageCredit(scope: Scope, table: CreditTable, model: CreditModel): string;
  /** The values of an axis of texts, the most frequent ones where there are more than `limit`. */
  texts(columnar: Columnar, scope: Scope, name: string, limit: number): Promise<SeenText[]>;
  /** The results that are placed already; the others are placed one by one. */
  placedResults(columnar: Columnar, scope: Scope, cells: Cells): Promise<Placed[]>;
  /** The version of results up to which `placedResults` has them; null: it has none. */
  placedUpTo(scope: Scope): string | null;
  /** Sums by day and ad of what the conversions of the scope give; null: there are none, and paths are counted. */
  dailyCredit(scope: Scope): CreditByDay | null;
  /** Such sums by month and year, of a kind of pairs, as rows `d`; null: there are none, or no month is whole. */
  monthlyCredit(scope: Scope, kind: Kind): string | null;
  /** The whole months of the scope for which transitions are summed; null: none, or too few. */
  wholeMonths(columnar: Columnar, scope: Scope): Promise<Months | null>;
  /** Whether merged complete paths have one row per path. */
  hasOneRowPerPath(scope: Scope): boolean;
  /** Settings of a query for the paths of a few conversions. */
  readonly fewPaths: typeof FEW | undefined;
}
