import { UNITS, type Model } from '../../attribution/models.ts';
import { creditTable } from '../../rollups/credit-table.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import {
  landingPages,
  NO_PAGE,
  pageSales,
  type Page,
  type PageSales,
} from '../../store/clickhouse/queries/landing-pages.ts';
import { apportion } from '../../attribution/largest-remainder.ts';
import type { ReportParts } from '../parse/query.ts';

/** Landing pages with their counts, regardless of who may see them. */

export interface CountedPage extends Omit<PageSales, 'id' | 'sold'> {
  readonly page: Page;
  /** Its own key, as answers name it. */
  readonly key: string;
  readonly clicks: bigint;
  /** Distributed sales in whole yen, which sum to the sales over all pages. */
  readonly yen: bigint;
}

const NO_CONTACT = 'no_contact';
const NOWHERE: Page = { id: NO_PAGE, ad: 0, redirect: 0, entry: 0, url: '', example: '', clicks: 0n };
const NOTHING: Omit<PageSales, 'id'> = { cv: 0n, amount: 0n, division: 0n, sold: 0n };
const keyOf = ({ ad, redirect, entry, url }: Page): string =>
  ad === 0 ? NO_CONTACT : [ad, redirect, entry, url].join(':');

/** All pages of a period with any activity; the page of conversions without contact is of ad 0. */
export const countPages = async (
  { columnar }: Pick<ReportParts, 'columnar'>,
  scope: Scope,
  model: Model,
): Promise<CountedPage[]> => {
  const [landed, sales] = await Promise.all([
    landingPages(columnar, scope),
    pageSales(columnar, scope, creditTable, model),
  ]);
  const sold = new Map(sales.map(({ id, ...rest }) => [id, rest]));
  // Ordered as equal yen remainders are served: as in the reports, conversions without contact come first.
  const all = [NOWHERE, ...landed]
    .map(page => ({ page, ...(sold.get(page.id) ?? NOTHING) }))
    .filter(one => one.page.clicks !== 0n || one.cv !== 0n || one.division !== 0n);
  const yen = apportion(
    all.map(one => one.sold),
    BigInt(UNITS),
  );
  return all.map(({ page, cv, amount, division }, index) => ({
    page,
    key: keyOf(page),
    clicks: page.clicks,
    cv,
    amount,
    division,
    yen: yen[index] ?? 0n,
  }));
};
