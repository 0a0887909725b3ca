import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';

/** The pages of a product's latest page views. */

/** Bounds of the look-up, which is repeated while somebody types. */
const RECENT_PAGES = { maxViews: 5_000, maxPages: 1_000 } as const;

export interface RecentPage {
  readonly url: string;
  /** Empty where it was not asked for. */
  readonly referrer: string;
  readonly views: number;
  /** Of the last view, in milliseconds since 1970. */
  readonly last: number;
}

interface Row {
  readonly url: string;
  readonly from: string;
  readonly views: string;
  readonly last: string;
}

/** What makes two page views views of different pages, beside host and path. */
export interface PageDetail {
  readonly query: boolean;
  readonly referrer: boolean;
}

/**
 * The distinct pages of the latest page views, the latest first; bots are left out.
 *
 * The latest page views are found in the projection by time, which holds their addresses. Queries and
 * referrers are not in it: they are read by the keys of the page views.
 *
 * @param since older page views are not looked at; milliseconds since 1970
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
  const url = `cutFragment(access_url)${detail.query ? ` || if(query = '', '', '?' || query)` : ''}`;
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
