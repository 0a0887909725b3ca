import type { Columnar } from '../engine/columnar.ts';
import { bound, derivedDays, ofProduct, type Scope } from './scope.ts';
import { creditByPage } from '../rollups/daily-credit.ts';
import { contactCounts, dayOf, instant, termOf } from '../events/eligible.ts';
import { pageUrl } from './landing-page.ts';
import { pathsWithPages, unitsInSql, type CreditModel, type CreditTable } from '../rollups/paths.ts';
import { rowsOf } from '../engine/query.ts';

/** Contacts and conversions by where the contact landed. */

/**
 * A landing page: an LPO entry of a redirect, or the address itself, without its query, where no entry was
 * chosen. `id` is a hash of the rest, by which pages are told apart.
 */
export interface Page {
  readonly id: string;
  readonly ad: number;
  readonly redirect: number;
  readonly entry: number;
  readonly url: string;
  /** Where a contact of an entry landed; empty of what has no entry. */
  readonly example: string;
  /** Contacts of the period. */
  readonly clicks: bigint;
}
/** What conversions give to a page. Divisions in credit units, and in yen times credit units. */
export interface PageSales {
  readonly id: string;
  readonly cv: bigint;
  readonly amount: bigint;
  readonly division: bigint;
  readonly sold: bigint;
}

/** The page of conversions without contact. */
export const NO_PAGE = '0';

const fromContacts = ({ rules }: Scope): string => `
  SELECT page_id AS page, any(ad_id) AS ad, any(redirect_id) AS redirect, any(lpo_number) AS entry, any(${pageUrl}) AS address, minIf(landing_url, lpo_number > 0) AS first_example, countIf(ts >= ${instant('from')}) AS amount
  FROM contact WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64} AND ${contactCounts(rules)} GROUP BY page`;
/** Days are counted from one term before the period. */
const fromDays = ({ rules, from }: Scope): string => `
  SELECT d.page AS page, k.ad AS ad, k.redirect AS redirect, k.entry AS entry, k.address AS address, d.first_example AS first_example, d.amount AS amount
  FROM (SELECT page, min(example) AS first_example, sumIf(clicks, day >= ${dayOf(String(from))}) AS amount FROM daily_landing WHERE ${derivedDays(rules.trackingTerm)} GROUP BY page) AS d
  INNER JOIN (SELECT page, any(ad_id) AS ad, any(redirect_id) AS redirect, any(lpo_number) AS entry, any(url) AS address FROM landing_page WHERE ${ofProduct} GROUP BY page) AS k
    ON k.page = d.page`;

/** The pages of all contacts from one term before the period to its end: those that paths can hold. */
export const landingPages = async (columnar: Columnar, scope: Scope): Promise<Page[]> =>
  (
    await rowsOf<{
      page: string;
      ad: number;
      redirect: number;
      entry: number;
      address: string;
      first_example: string;
      amount: string;
    }>(
      columnar,
      `
    SELECT * FROM (${scope.source === 'events' ? fromContacts(scope) : fromDays(scope)}) ORDER BY ad, redirect, entry, address`,
      bound(scope),
      scope.signal,
    )
  ).map(({ page, ad, redirect, entry, address, first_example, amount }) => ({
    id: page,
    ad,
    redirect,
    entry,
    url: address,
    example: first_example,
    clicks: BigInt(amount),
  }));

const fromPaths = (scope: Scope, units: ReturnType<typeof unitsInSql>, model: CreditModel): string => `
  SELECT page, sumIf(lasts, i >= n) AS cv, sumIf(sales, i >= n) AS yen, sum(lasts * toUInt64(credit)) AS parts, toString(sum(toInt128(sales) * toInt128(credit))) AS sold FROM (
    SELECT *, ${units.path}, ${units[model]} AS credit FROM (
      SELECT page, toUInt32(length(page_ids)) AS n, i, count() AS lasts, sum(amount) AS sales
      FROM (${pathsWithPages(scope.rules, scope, 'cv_type = 1')}) LEFT ARRAY JOIN page_ids AS page, arrayEnumerate(page_ids) AS i GROUP BY page, n, i
    )
  ) GROUP BY page ORDER BY page`;

/** Last conversions by the landing pages of their contacts, with their division under a model. */
export const pageSales = async (
  columnar: Columnar,
  scope: Scope,
  table: CreditTable,
  model: CreditModel,
): Promise<PageSales[]> => {
  const query =
    scope.source === 'events'
      ? fromPaths(scope, unitsInSql(table), model)
      : creditByPage(scope, table, model);
  const found = await rowsOf<{ page: string; cv: string; yen: string; parts: string; sold: string }>(
    columnar,
    query,
    bound(scope),
    scope.signal,
  );
  return found.map(line => ({
    id: line.page,
    cv: BigInt(line.cv),
    amount: BigInt(line.yen),
    division: BigInt(line.parts),
    sold: BigInt(line.sold),
  }));
};
