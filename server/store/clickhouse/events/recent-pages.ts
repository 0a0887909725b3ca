import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';

/** Pages of a product's latest page views. */

/** Limits of the search, which repeats while the user types. */
const RECENT_PAGES = { maxViews: 5_000, maxPages: 1_000 } as const;

export interface RecentPage {
  readonly url: string;
  /** Empty if `PageDetail` excludes it. */
  readonly referrer: string;
  readonly views: number;
  /** Time of the latest view, in ms since 1970. */
  readonly last: number;
}

interface Row {
  readonly url: string;
  readonly from: string;
  readonly views: string;
  readonly last: string;
}

/** Properties that distinguish pages besides host and path. */
export interface PageDetail {
  readonly query: boolean;
  readonly fragment: boolean;
  readonly referrer: boolean;
}

/**
 * Distinct pages of the latest page views, latest first, without bots. The projection by time has the URLs; queries and
 * referrers are read by the keys of the page views.
 * @param since older page views are ignored; ms since 1970
 * @throws {Failure} `timed_out`
 */
export const recentPages = async (
  columnar: Columnar,
  productId: number,
  detail: PageDetail,
  since: number,
  signal: AbortSignal,
): Promise<readonly RecentPage[]> => {
  const period = `
    product_id = {product_id: UInt32} AND ts >= fromUnixTimestamp64Milli({since: Int64}, 'UTC')`;
  const latest = (columns: string) => `
    SELECT ${columns} FROM access WHERE ${period} AND bot = 0
    ORDER BY ts DESC, access_id DESC LIMIT ${RECENT_PAGES.maxViews}`;
  const isPlain = !detail.query && !detail.referrer;
  const query = detail.query ? ` || if(query = '', '', '?' || query)` : '';
  const fragment = detail.fragment ? ` || substring(access_url, length(cutFragment(access_url)) + 1)` : '';
  const url = `cutFragment(access_url)${query}${fragment}`;
  const rows = await rowsOf<Row>(
    columnar,
    `
    SELECT ${url} AS url, ${detail.referrer ? 'referrer' : `''`} AS from,
      count() AS views, toUnixTimestamp64Milli(max(ts)) AS last
    FROM ${isPlain ? `(${latest('access_url, ts')})` : 'access'}
    ${isPlain ? '' : `WHERE ${period} AND (visitor_id, access_id) IN (${latest('visitor_id, access_id')})`}
    GROUP BY url, from ORDER BY last DESC, url, from LIMIT ${RECENT_PAGES.maxPages}`,
    { product_id: productId, since },
    signal,
  );
  return rows.map(({ url: address, from, views, last }) => ({
    url: address,
    referrer: from,
    views: Number(views),
    last: Number(last),
  }));
};
