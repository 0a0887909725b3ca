import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';

/** Hosts from which a product's tag reported page views. Times are ms since 1970. */

/** A host with reported page views. */
export interface Sighting {
  readonly host: string;
  readonly first: number;
  readonly last: number;
  readonly pageViews: number;
}

/** First and latest time at which the tag reported anything; null: never. */
export const tagSeen = async (
  columnar: Columnar,
  productId: number,
): Promise<{ first: number; last: number } | null> => {
  const [row] = await rowsOf<{ n: string; first: string; last: string }>(
    columnar,
    `
    SELECT count() AS n, toUnixTimestamp64Milli(min(ts)) AS first, toUnixTimestamp64Milli(max(ts)) AS last FROM access WHERE product_id = {product_id: UInt32}`,
    { product_id: productId },
  );
  return row === undefined || row.n === '0' ? null : { first: Number(row.first), last: Number(row.last) };
};

const MAX_HOSTS = 100;

/**
 * Hosts with page views since a time, latest first, at most 100.
 * @param since start of the search for hosts
 * @param viewsSince start of the count of page views; bots make a host seen, but are not counted
 */
export const tagHosts = async (
  columnar: Columnar,
  productId: number,
  since: number,
  viewsSince: number,
): Promise<Sighting[]> => {
  const rows = await rowsOf<{ host: string; first: string; last: string; views: string }>(
    columnar,
    `
    SELECT lower(domain(access_url)) AS host, toUnixTimestamp64Milli(min(ts)) AS first, toUnixTimestamp64Milli(max(ts)) AS last,
      countIf(bot = 0 AND ts > fromUnixTimestamp64Milli({views_since: Int64}, 'UTC')) AS views
    FROM access WHERE product_id = {product_id: UInt32} AND ts >= fromUnixTimestamp64Milli({since: Int64}, 'UTC')
    GROUP BY host ORDER BY last DESC, host LIMIT ${MAX_HOSTS}`,
    { product_id: productId, since, views_since: viewsSince },
  );
  return rows.map(({ host, first, last, views }) => ({
    host,
    first: Number(first),
    last: Number(last),
    pageViews: Number(views),
  }));
};
