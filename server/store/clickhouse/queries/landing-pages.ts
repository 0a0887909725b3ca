import type { Columnar } from '../engine/columnar.ts';
import { bound, type Scope } from './scope.ts';
import type { CreditModel, CreditTable } from '../rollups/paths.ts';
import { rowsOf } from '../engine/query.ts';

/** Contacts and conversions by where the contact landed. */

/**
 * A landing page: an LPO entry of a redirect, or the address without its query where no entry was chosen.
 * `id` is a hash of the other columns and identifies the page.
 */
export interface Page {
  readonly id: string;
  readonly ad: number;
  readonly redirect: number;
  readonly entry: number;
  readonly url: string;
  /** The address at which a contact of an entry landed; empty: no entry. */
  readonly example: string;
  /** Contacts of the period. */
  readonly clicks: bigint;
}
/** The credit of conversions for a page. Divisions in credit units, and in yen times credit units. */
export interface PageSales {
  readonly id: string;
  readonly cv: bigint;
  readonly amount: bigint;
  readonly division: bigint;
  readonly sold: bigint;
}

/** The page of conversions without contact. */
export const NO_PAGE = '0';

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
    SELECT * FROM (${scope.source.landingPages(scope)}) ORDER BY ad, redirect, entry, address`,
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

/** Last conversions by the landing pages of their contacts, with their division under a model. */
export const pageSales = async (
  columnar: Columnar,
  scope: Scope,
  table: CreditTable,
  model: CreditModel,
): Promise<PageSales[]> => {
  const found = await rowsOf<{ page: string; cv: string; yen: string; parts: string; sold: string }>(
    columnar,
    scope.source.pageCredit(scope, table, model),
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
