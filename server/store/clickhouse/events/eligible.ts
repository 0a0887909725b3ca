import type { AddressRange, CountingRules } from '../../../attribution/measurement-rules.ts';

/**
 * The conditions under which an event counts, as SQL over the event tables. All that is put into the text is
 * numbers and addresses of our own spelling.
 */

/** Days in milliseconds. */
export const DAY = 86_400_000;
/** Tokyo is nine hours ahead, all year. */
export const TOKYO = 9 * 3_600_000;

const ADDRESS = /^[0-9a-f]{4}(:[0-9a-f]{4}){7}$/;

const within = ({ first, last }: AddressRange): string => {
  if (!ADDRESS.test(first) || !ADDRESS.test(last))
    throw new RangeError(`${first}-${last} is no range of addresses`);
  return `(ip >= toIPv6('${first}') AND ip <= toIPv6('${last}'))`;
};

/** Whether an event's address is excluded; the column is not read where nothing is. */
export const excluded = (rules: Pick<CountingRules, 'excluded'>): string =>
  rules.excluded.length === 0 ? '0' : `(${rules.excluded.map(within).join(' OR ')})`;

const without = (rules: Pick<CountingRules, 'excluded'>): string =>
  rules.excluded.length === 0 ? '' : ` AND NOT ${excluded(rules)}`;

export const contactCounts = (rules: Pick<CountingRules, 'excluded'>): string =>
  `bot = 0 AND repeated = 0${without(rules)}`;
/** Conversions and impressions: neither knows repeats. */
export const eventCounts = (rules: CountingRules): string => `bot = 0${without(rules)}`;

/** An instant that is a bound number of milliseconds, moved by so many. */
export const instant = (name: string, moved = 0): string =>
  `fromUnixTimestamp64Milli({${name}: Int64}${moved === 0 ? '' : ` + ${moved}`}, 'UTC')`;

/**
 * The contacts as a table; with repeats judged anew where the rules say so. A contact repeats the one just
 * before it, whether that was a repeat or not.
 * Bound to `product`, `from`, `until` and `mark`, and holds then what is needed of a period: from one term
 * before it on.
 */
export const contactTable = (rules: Pick<CountingRules, 'repeatMs' | 'trackingTerm'>): string =>
  rules.repeatMs === undefined
    ? 'contact'
    : `(
  SELECT * EXCEPT (repeated, seen), toUInt8(toUnixTimestamp64Milli(ts) - seen < ${rules.repeatMs}) AS repeated FROM (
    SELECT *, page_id, lagInFrame(toUnixTimestamp64Milli(ts), 1, toInt64(-1000000000000000)) OVER (
      PARTITION BY visitor_id, redirect_id, if(redirect_id = 0, ad_id, 0) ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS seen
    FROM contact WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -rules.trackingTerm * DAY - rules.repeatMs)} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64}))`;

export const termOf = (rules: CountingRules): number => rules.trackingTerm * DAY;

/** The Tokyo day, in days since 1970, of a column of milliseconds. */
export const dayOf = (ms: string): string => `toInt32(intDiv(${ms} + ${TOKYO}, ${DAY}))`;

/** The Tokyo month, as year * 12 + month - 1, of a column of milliseconds. */
export const monthOf = (ms: string): string =>
  `toInt32(toYear(fromUnixTimestamp64Milli(${ms}, 'Asia/Tokyo')) * 12 + toMonth(fromUnixTimestamp64Milli(${ms}, 'Asia/Tokyo')) - 1)`;
