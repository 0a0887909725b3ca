import type { AddressRange, CountingRules } from '../../../attribution/measurement-rules.ts';
import { isPartial } from './stored-address.ts';

/** SQL conditions for events that count in reports. The text contains only numbers and validated addresses. */

/** A day in ms. */
export const DAY = 86_400_000;
/** Offset of Tokyo from UTC in ms; Japan has no daylight saving time. */
export const TOKYO = 9 * 3_600_000;

/** The beginning of mapped IPv4 addresses in the notation of ranges. */
const MAPPED = '0000:0000:0000:0000:0000:ffff:';
const ADDRESS = /^[0-9a-f]{4}(:[0-9a-f]{4}){7}$/;

const within = ({ first, last }: AddressRange): string => {
  if (!ADDRESS.test(first) || !ADDRESS.test(last))
    throw new RangeError(`${first}-${last} is not an address range`);
  const range = `ip >= toIPv6('${first}') AND ip <= toIPv6('${last}')`;
  // Shortened addresses are never excluded, and none of them is a mapped one.
  return first.startsWith(MAPPED) && last.startsWith(MAPPED)
    ? `(${range})`
    : `(${range} AND NOT ${isPartial('ip')})`;
};

/** Condition for an excluded IP address. Without exclusions the column is not read. */
export const excluded = (rules: Pick<CountingRules, 'excluded'>): string =>
  rules.excluded.length === 0 ? '0' : `(${rules.excluded.map(within).join(' OR ')})`;

const without = (rules: Pick<CountingRules, 'excluded'>): string =>
  rules.excluded.length === 0 ? '' : ` AND NOT ${excluded(rules)}`;

export const contactCounts = (rules: Pick<CountingRules, 'excluded'>): string =>
  `bot = 0 AND repeated = 0${without(rules)}`;
/** Condition for conversions and impressions, which have no repeats. */
export const eventCounts = (rules: CountingRules): string => `bot = 0${without(rules)}`;

/** SQL time of a bound parameter in ms since 1970. @param moved offset in ms */
export const instant = (name: string, moved = 0): string =>
  `fromUnixTimestamp64Milli({${name}: Int64}${moved === 0 ? '' : ` + ${moved}`}, 'UTC')`;

/**
 * A window `w` of each contact and the one before it in an order by visitor, `columns` and time. The contact before it may
 * be of another visitor or differ in these columns, so readers compare them: a window with PARTITION BY would sort all
 * contacts, while this one is read in the order of the table.
 */
export const afterContactBefore = (columns: '' | 'link, ' | 'counts, ' = ''): string =>
  `WINDOW w AS (ORDER BY visitor_id, ${columns}ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;

/**
 * The contacts as a table expression. With `repeatMs` the flag `repeated` is computed anew, against the preceding
 * contact, repeated or not. It binds `product`, `from`, `until` and `watermark`, and then covers the period and one
 * tracking term before.
 *
 * @param which a condition on `visitor_id` that limits what is read where the flag is computed
 */
export const contactTable = (rules: Pick<CountingRules, 'repeatMs' | 'trackingTerm'>, which = '1'): string =>
  rules.repeatMs === undefined
    ? 'contact'
    : `(
  SELECT * EXCEPT (repeated, link, again), again AS repeated FROM (
    SELECT *, toUInt8(lagInFrame(visitor_id) OVER w = visitor_id AND lagInFrame(link) OVER w = link
      AND toUnixTimestamp64Milli(ts) - lagInFrame(toUnixTimestamp64Milli(ts)) OVER w < ${rules.repeatMs}) AS again
    FROM (
      SELECT *, page_id, if(redirect_id = 0, toUInt64(ad_id), bitShiftLeft(toUInt64(redirect_id), 32)) AS link FROM contact
      WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -rules.trackingTerm * DAY - rules.repeatMs)} AND ts < ${instant('until')} AND interaction_id <= {watermark: UInt64} AND ${which}
    ) ${afterContactBefore('link, ')}))`;

export const termOf = (rules: CountingRules): number => rules.trackingTerm * DAY;

/** Day in Tokyo, in days since 1970, of a column in ms. */
export const dayOf = (ms: string): string => `toInt32(intDiv(${ms} + ${TOKYO}, ${DAY}))`;

/** Month in Tokyo, as year * 12 + month - 1, of a column in ms. */
export const monthOf = (ms: string): string =>
  `toInt32(toYear(fromUnixTimestamp64Milli(${ms}, 'Asia/Tokyo')) * 12 + toMonth(fromUnixTimestamp64Milli(${ms}, 'Asia/Tokyo')) - 1)`;
