import { NO_ADDRESS } from '../../../platform/event-address.ts';

/** SQL over the address of an event, which is stored as server/platform/event-address.ts describes. */

const SHORTENED_IPV4 = ["toIPv6('::ffff:0:0:0')", "toIPv6('::ffff:0:ffff:ffff')"] as const;
const isShortenedIpv4 = (sql: string): string =>
  `${sql} >= ${SHORTENED_IPV4[0]} AND ${sql} <= ${SHORTENED_IPV4[1]}`;
const endsInZeros = (sql: string): string => `${sql} = tupleElement(IPv6CIDRToRange(${sql}, 48), 1)`;

/** Condition for an address that is not known in full: shortened or unknown. */
export const isPartial = (sql: string): string => `(${endsInZeros(sql)} OR (${isShortenedIpv4(sql)}))`;

/** An address as shown, as `shownAddress` of server/platform/event-address.ts converts it. */
export const shownAddress = (sql: string): string =>
  `multiIf(${sql} = toIPv6('${NO_ADDRESS}'), '', ` +
  `${isShortenedIpv4(sql)}, concat(IPv4NumToString(reinterpretAsUInt32(reverse(substring(IPv6StringToNum(toString(${sql})), 13)))), '/24'), ` +
  `${endsInZeros(sql)}, concat(toString(${sql}), '/48'), ` +
  `replaceRegexpOne(toString(${sql}), '^::ffff:([0-9]+[.])', '\\\\1'))`;
