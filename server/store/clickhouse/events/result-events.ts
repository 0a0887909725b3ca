import type { Columnar } from '../engine/columnar.ts';

/** A last conversion with the values that a result copies. Times are ms since 1970; `ip` is IPv6. */
export interface ConversionRow {
  readonly conversionId: string;
  readonly productId: number;
  readonly visitorId: string;
  readonly cvType: 0 | 1;
  readonly ts: number;
  readonly bot: boolean;
  readonly ip: string;
  readonly args: string;
  readonly userId: string;
  readonly otherKey1: string;
  readonly otherKey2: string;
  readonly otherKey3: string;
  readonly amount: number;
  /** `server`: reported to /cv; other values: reported by the tag. */
  readonly origin: string;
  /** Values of the page that could not be read: 1 the amount, 2 the result identifier, 3 both; 0: none. */
  readonly unreadableValues: number;
}

/** A contact that is neither a bot's nor repeated. */
export interface ContactRow {
  readonly productId: number;
  readonly visitorId: string;
  readonly interactionId: string;
  readonly adId: number;
  /** Network of the ad at the click; `NO_NETWORK` or `NETWORK_NOT_RECORDED`: none is known. */
  readonly aspId: number;
  readonly ts: number;
  readonly ip: string;
  readonly xclid: string;
  readonly mediaSessionId: string;
  readonly mediaManagement1: string;
  readonly mediaManagement2: string;
  readonly mediaManagement3: string;
}

/** Ids of last conversions above `after` and up to `upTo`, ascending. @param without products that are left out */
export const lastConversionsAfter = async (
  columnar: Columnar,
  after: bigint,
  upTo: bigint,
  limit: number,
  without: readonly number[] = [],
): Promise<string[]> => {
  const answer = await columnar.query({
    query: `SELECT conversion_id AS id FROM conversion WHERE conversion_id > {after:UInt64} AND conversion_id <= {upTo:UInt64} AND cv_type = 1${without.length === 0 ? '' : ' AND product_id NOT IN ({without:Array(UInt32)})'} ORDER BY conversion_id LIMIT {limit:UInt32}`,
    query_params: { after: after.toString(), upTo: upTo.toString(), limit, without },
    format: 'JSON',
  });
  return (await answer.json<{ id: string }>()).data.map(row => row.id);
};

/** A product's conversions of a period in ms since 1970; `until` is exclusive. */
interface ConversionTime {
  readonly productId: number;
  readonly from: number;
  readonly until: number;
}
/** A range of ids, and the maximum number of rows. */
interface ConversionStretch {
  readonly after: string;
  readonly upTo?: string;
  readonly limit?: number;
}

const LAST_OF_TIME = `product_id = {productId:UInt32} AND cv_type = 1
  AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({until:Int64})`;
const MAX_ID = String(2n ** 64n - 1n);
const MAX_ROWS = 1_000_000;

/** Ids of last conversions, ascending. */
export const lastConversionsOf = async (
  columnar: Columnar,
  { productId, from, until }: ConversionTime,
  { after, upTo = MAX_ID, limit = MAX_ROWS }: ConversionStretch,
): Promise<string[]> => {
  if (until <= from) return [];
  const answer = await columnar.query({
    query: `SELECT conversion_id AS id FROM conversion
      WHERE ${LAST_OF_TIME} AND conversion_id > {after:UInt64} AND conversion_id <= {upTo:UInt64}
      ORDER BY conversion_id LIMIT 1 BY conversion_id LIMIT {limit:UInt32}`,
    query_params: { productId, from, until, after, upTo, limit },
    format: 'JSON',
  });
  return (await answer.json<{ id: string }>()).data.map(row => row.id);
};

/** Approximate number of last conversions: rows that were stored twice count twice. */
export const countLastConversions = async (
  columnar: Columnar,
  { productId, from, until }: ConversionTime,
): Promise<number> => {
  if (until <= from) return 0;
  const answer = await columnar.query({
    query: `SELECT count() AS amount FROM conversion WHERE ${LAST_OF_TIME}`,
    query_params: { productId, from, until },
    format: 'JSON',
  });
  return Number((await answer.json<{ amount: string }>()).data[0]?.amount ?? 0);
};

/** The conversions with these ids, once each, by id. */
export const conversionsById = async (
  columnar: Columnar,
  ids: readonly string[],
): Promise<ConversionRow[]> => {
  const answer = await columnar.query({
    query: `SELECT conversion_id AS "conversionId", product_id AS "productId", visitor_id AS "visitorId", cv_type AS "cvType", toInt64(toUnixTimestamp64Milli(ts)) AS ms, bot AS robot, toString(ip) AS address,
        args AS "args", user_id AS "userId", other_key1 AS "otherKey1", other_key2 AS "otherKey2", other_key3 AS "otherKey3", amount AS "amount", origin AS "origin", unreadable_values AS "unreadableValues"
      FROM conversion WHERE conversion_id IN ({ids:Array(UInt64)}) ORDER BY conversion_id LIMIT 1 BY conversion_id`,
    query_params: { ids: ids.map(BigInt) },
    format: 'JSON',
  });
  type Raw = Omit<ConversionRow, 'ts' | 'bot' | 'ip' | 'amount'> & {
    ms: string;
    robot: number;
    address: string;
    amount: string;
  };
  return (await answer.json<Raw>()).data.map(({ ms, robot, address, amount, ...row }) => ({
    ...row,
    ts: Number(ms),
    bot: robot === 1,
    ip: address,
    amount: Number(amount),
  }));
};

/**
 * Last conversions of these visitors in a period (ms, both ends inclusive), by time and id, without bots.
 */
export const lastConversionsOfVisitors = async (
  columnar: Columnar,
  visitors: readonly { readonly productId: number; readonly visitorId: string }[],
  from: number,
  to: number,
): Promise<Pick<ConversionRow, 'productId' | 'visitorId' | 'conversionId' | 'ts' | 'origin'>[]> => {
  const answer = await columnar.query({
    query: `SELECT product_id AS "productId", visitor_id AS "visitorId", conversion_id AS "conversionId",
        origin AS "origin", toInt64(toUnixTimestamp64Milli(ts)) AS ms
      FROM conversion
      WHERE product_id IN ({products:Array(UInt32)}) AND visitor_id IN ({visitors:Array(UInt64)})
        AND ts BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})
        AND bot = 0 AND cv_type = 1
      ORDER BY ts, conversion_id LIMIT 1 BY conversion_id`,
    query_params: {
      products: [...new Set(visitors.map(v => v.productId))],
      visitors: [...new Set(visitors.map(v => v.visitorId))].map(BigInt),
      from,
      to,
    },
    format: 'JSON',
  });
  type Raw = { productId: number; visitorId: string; conversionId: string; origin: string; ms: string };
  return (await answer.json<Raw>()).data.map(({ ms, ...row }) => ({ ...row, ts: Number(ms) }));
};

/**
 * Contacts of these visitors on their products in a period, by time and id: the order of a path.
 * @param visitors pairs of product and visitor: the prefix of the table's key, so that only their rows are read
 */
export const contactsOfVisitors = async (
  columnar: Columnar,
  visitors: readonly { readonly productId: number; readonly visitorId: string }[],
  from: number,
  to: number,
): Promise<ContactRow[]> => {
  if (visitors.length === 0) return [];
  const answer = await columnar.query({
    query: `SELECT product_id AS "productId", visitor_id AS "visitorId", interaction_id AS "interactionId", ad_id AS "adId", asp_id AS "aspId", toInt64(toUnixTimestamp64Milli(ts)) AS ms, toString(ip) AS address,
        xclid AS "xclid", media_session_id AS "mediaSessionId", media_management1 AS "mediaManagement1", media_management2 AS "mediaManagement2", media_management3 AS "mediaManagement3"
      FROM contact
      WHERE product_id IN ({products:Array(UInt32)}) AND visitor_id IN ({visitors:Array(UInt64)}) AND ts BETWEEN fromUnixTimestamp64Milli({from:Int64}) AND fromUnixTimestamp64Milli({to:Int64})
        AND bot = 0 AND repeated = 0
      ORDER BY ts, interaction_id LIMIT 1 BY interaction_id`,
    query_params: {
      products: [...new Set(visitors.map(v => v.productId))],
      visitors: [...new Set(visitors.map(v => v.visitorId))].map(BigInt),
      from,
      to,
    },
    format: 'JSON',
  });
  type Raw = Omit<ContactRow, 'ts' | 'ip'> & { ms: string; address: string };
  return (await answer.json<Raw>()).data.map(({ ms, address, ...row }) => ({
    ...row,
    ts: Number(ms),
    ip: address,
  }));
};
