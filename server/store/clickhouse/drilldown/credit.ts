import type { Columnar } from '../engine/columnar.ts';
import { contactCounts, excluded, termOf } from '../events/eligible.ts';
import { pathsFromEvents } from '../rollups/paths.ts';
import { rowsOf } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { shownAddress } from '../../../platform/event-address.ts';

/**
 * One conversion and its visitor's contacts: those of its path, by the reports' own query, and those that
 * were left out, each by the first rule that it failed.
 */

/** 64-bit ids are decimal strings, `ms` is milliseconds since 1970, `ip` as it is written outside. */
export interface ConversionFact {
  readonly conversion_id: string;
  readonly visitor_id: string;
  readonly ms: number;
  readonly cv_type: 0 | 1;
  readonly cv_setting_id: number;
  readonly origin: string;
  readonly args: string;
  readonly user_id: string;
  readonly other_key1: string;
  readonly other_key2: string;
  readonly other_key3: string;
  readonly amount: number;
  readonly url: string;
  readonly referrer: string;
  readonly ip: string;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
  readonly bot: boolean;
  readonly excluded: boolean;
}

export const LEFT_OUT_REASONS = ['bot', 'repeated', 'excluded_ip', 'after', 'too_old'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export interface ContactFact {
  readonly interaction_id: string;
  readonly ms: number;
  readonly ad_id: number;
  readonly click_cost: number;
  readonly landing_url: string;
  readonly referrer: string;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
}

/** A product's conversion; null where it has none of this id. */
export const conversionFact = async (
  columnar: Columnar,
  rules: CountingRules,
  id: string,
): Promise<ConversionFact | null> => {
  type Raw = Omit<ConversionFact, 'ms' | 'amount' | 'ip' | 'bot' | 'excluded'> & {
    at: string;
    yen: string;
    address: string;
    robot: number;
    outside: number;
  };
  const [found] = await rowsOf<Raw>(
    columnar,
    `
    SELECT conversion_id, visitor_id, toUnixTimestamp64Milli(ts) AS at, cv_type, cv_setting_id, origin, args, user_id, other_key1, other_key2, other_key3, amount AS yen,
      url, referrer, toString(ip) AS address, device, os, browser, bot AS robot, ${excluded(rules)} AS outside
    FROM conversion WHERE product_id = {product: UInt32} AND conversion_id = {conversion: UInt64} LIMIT 1`,
    { product: rules.productId, conversion: id },
  );
  if (found === undefined) return null;
  const { at, yen, address, robot, outside, ...rest } = found;
  return {
    ...rest,
    ms: Number(at),
    amount: Number(yen),
    ip: shownAddress(address),
    bot: robot === 1,
    excluded: outside === 1,
  };
};

/** The contacts of a path in order of time: their ids and ads. */
export interface Path {
  readonly ids: readonly string[];
  readonly ads: readonly number[];
}

/** The path of a conversion that counts, as reports make it. */
export const pathOf = async (
  columnar: Columnar,
  rules: CountingRules,
  { conversion_id, ms }: Pick<ConversionFact, 'conversion_id' | 'ms'>,
  mark: string,
): Promise<Path> => {
  const span = { from: ms, until: ms + 1, mark };
  const [found] = await rowsOf<{ ids: string[]; ads: number[] }>(
    columnar,
    `
    SELECT interaction_ids AS ids, ad_ids AS ads FROM (${pathsFromEvents(rules, span, 'conversion_id = {conversion: UInt64}')})`,
    { product: rules.productId, conversion: conversion_id, ...span },
  );
  return found ?? { ids: [], ads: [] };
};

type Whose = Pick<ConversionFact, 'visitor_id' | 'ms'>;

/** Which contacts of a visitor a path would hold if the conversion counted. */
export const contactsBefore = async (
  columnar: Columnar,
  rules: CountingRules,
  { visitor_id, ms }: Whose,
  mark: string,
): Promise<Path> => {
  const found = await rowsOf<{ id: string; ad: number }>(
    columnar,
    `
    SELECT interaction_id AS id, ad_id AS ad FROM contact WHERE ${within} AND ts >= fromUnixTimestamp64Milli({ms: Int64} - ${termOf(rules)}, 'UTC')
      AND ts <= fromUnixTimestamp64Milli({ms: Int64}, 'UTC') AND ${contactCounts(rules)} ORDER BY ts, interaction_id`,
    { product: rules.productId, visitor: visitor_id, ms, mark },
  );
  return { ids: found.map(({ id }) => id), ads: found.map(({ ad }) => ad) };
};

const within =
  'product_id = {product: UInt32} AND visitor_id = {visitor: UInt64} AND interaction_id <= {mark: UInt64}';
const COLUMNS =
  'interaction_id, toUnixTimestamp64Milli(ts) AS at, ad_id, toFloat64(click_cost) AS cost, landing_url, referrer, device, os, browser';
type RawContact = Omit<ContactFact, 'ms' | 'click_cost'> & { at: string; cost: number };
const contactOf = ({ at, cost, ...row }: RawContact): ContactFact => ({
  ...row,
  ms: Number(at),
  click_cost: cost,
});

/** Contacts of a visitor by their ids. */
export const contactFacts = async (
  columnar: Columnar,
  rules: CountingRules,
  { visitor_id }: Whose,
  ids: readonly string[],
  mark: string,
): Promise<ReadonlyMap<string, ContactFact>> => {
  if (ids.length === 0) return new Map();
  const found = await rowsOf<RawContact>(
    columnar,
    `SELECT ${COLUMNS} FROM contact WHERE ${within} AND has(arrayMap(x -> toUInt64(x), splitByChar(',', {ids: String})), interaction_id)`,
    { product: rules.productId, visitor: visitor_id, mark, ids: ids.join(',') },
  );
  return new Map(found.map(row => [row.interaction_id, contactOf(row)]));
};

/**
 * A term before the window and a term after the conversion: further away nobody asks why a contact had no
 * part.
 */
const aroundOf = (rules: CountingRules) =>
  `ts >= fromUnixTimestamp64Milli({ms: Int64} - ${2 * termOf(rules)}, 'UTC') AND ts <= fromUnixTimestamp64Milli({ms: Int64} + ${termOf(rules)}, 'UTC')`;

/** The first rule that keeps a contact out of a path; empty: none does. */
const reasonOf = (rules: CountingRules): string => `
  multiIf(bot = 1, 'bot', repeated = 1, 'repeated', ${excluded(rules)}, 'excluded_ip', toUnixTimestamp64Milli(ts) > {ms: Int64}, 'after',
    toUnixTimestamp64Milli(ts) < {ms: Int64} - ${termOf(rules)}, 'too_old', '')`;

/**
 * The contacts of a visitor that a conversion's path leaves out, in order of time, and how many there are by
 * reason.
 *
 * @param ads only contacts of these; null: all
 * @param limit how many are told one by one: those nearest to the conversion
 */
export const contactsLeftOut = async (
  columnar: Columnar,
  rules: CountingRules,
  { visitor_id, ms }: Whose,
  mark: string,
  ads: readonly number[] | null,
  limit: number,
): Promise<{
  readonly contacts: readonly (ContactFact & { readonly reason: LeftOutReason })[];
  readonly counts: Readonly<Record<LeftOutReason, number>>;
}> => {
  const where = `${within} AND ${aroundOf(rules)}${ads === null ? '' : ' AND has({ads: Array(UInt32)}, ad_id)'} AND ${reasonOf(rules)} != ''`;
  const params = { product: rules.productId, visitor: visitor_id, ms, mark, ads: ads ?? [], limit };
  const [contacts, counts] = await Promise.all([
    rowsOf<RawContact & { reason: LeftOutReason }>(
      columnar,
      `
      SELECT * FROM (SELECT ${COLUMNS}, ${reasonOf(rules)} AS reason FROM contact WHERE ${where} ORDER BY abs(toUnixTimestamp64Milli(ts) - {ms: Int64}), interaction_id LIMIT {limit: UInt32})
      ORDER BY at, interaction_id`,
      params,
    ),
    rowsOf<{ reason: LeftOutReason; amount: string }>(
      columnar,
      `SELECT ${reasonOf(rules)} AS reason, count() AS amount FROM contact WHERE ${where} GROUP BY reason`,
      params,
    ),
  ]);
  const amounts = new Map(counts.map(({ reason, amount }) => [reason, Number(amount)]));
  return {
    contacts: contacts.map(({ reason, ...row }) => ({ ...contactOf(row), reason })),
    counts: Object.fromEntries(LEFT_OUT_REASONS.map(reason => [reason, amounts.get(reason) ?? 0])) as Record<
      LeftOutReason,
      number
    >,
  };
};

/**
 * How many contacts the same visitor had with other products in the window: they are never part of a path.
 */
export const contactsElsewhere = async (
  columnar: Columnar,
  rules: CountingRules,
  { visitor_id, ms }: Whose,
  products: readonly number[],
  mark: string,
): Promise<number> => {
  if (products.length === 0) return 0;
  const [found] = await rowsOf<{ amount: string }>(
    columnar,
    `
    SELECT count() AS amount FROM contact WHERE product_id IN {products: Array(UInt32)} AND visitor_id = {visitor: UInt64} AND interaction_id <= {mark: UInt64}
      AND ts >= fromUnixTimestamp64Milli({ms: Int64} - ${termOf(rules)}, 'UTC') AND ts <= fromUnixTimestamp64Milli({ms: Int64}, 'UTC')`,
    { products, visitor: visitor_id, ms, mark },
  );
  return Number(found?.amount ?? 0);
};
