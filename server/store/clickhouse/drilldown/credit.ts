import type { Columnar } from '../engine/columnar.ts';
import { contactCounts, contactTable, excluded, termOf } from '../events/eligible.ts';
import { pathsFromEvents } from '../rollups/paths.ts';
import { rowsOf } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { shownAddress } from '../../../platform/event-address.ts';

/**
 * One conversion and its visitor's contacts: those of its path, by the query of the reports, and those that
 * the path leaves out, each with the first rule that excludes it.
 */

/** 64-bit ids are decimal strings, `ms` is milliseconds since 1970, `ip` has the form of answers. */
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

/** A product's conversion; null where the product has none of this id. */
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

/** A conversion, the rules that count it, and the last event id that counts, a decimal string. */
export interface CreditScope {
  readonly rules: CountingRules;
  readonly conversion: Pick<ConversionFact, 'conversion_id' | 'visitor_id' | 'ms'>;
  readonly watermark: string;
}

/** The contacts of the conversion's visitor, up to the last event that counts, as SQL. */
const OF_VISITOR =
  'product_id = {product: UInt32} AND visitor_id = {visitor: UInt64} AND interaction_id <= {watermark: UInt64}';
/** The contacts, with repeats by the rules, from two terms before the conversion to one after it. */
const contactsBy = (rules: CountingRules): string => contactTable(rules, 'visitor_id = {visitor: UInt64}');
const boundTo = ({ rules, conversion: { visitor_id, ms }, watermark }: CreditScope) => ({
  product: rules.productId,
  visitor: visitor_id,
  ms,
  from: ms - termOf(rules),
  until: ms + termOf(rules) + 1,
  watermark,
});

/** A condition on `ts`: within the tracking term before the conversion. */
const withinTerm = (rules: CountingRules): string =>
  `ts >= fromUnixTimestamp64Milli({ms: Int64} - ${termOf(rules)}, 'UTC') AND ts <= fromUnixTimestamp64Milli({ms: Int64}, 'UTC')`;

/** The path of a conversion that counts, by the query of the reports. */
export const pathOf = async (
  columnar: Columnar,
  { rules, conversion: { conversion_id, ms }, watermark }: CreditScope,
): Promise<Path> => {
  const span = { from: ms, until: ms + 1, watermark };
  const [found] = await rowsOf<{ ids: string[]; ads: number[] }>(
    columnar,
    `
    SELECT interaction_ids AS ids, ad_ids AS ads FROM (${pathsFromEvents(rules, span, 'conversion_id = {conversion: UInt64}')})`,
    { product: rules.productId, conversion: conversion_id, ...span },
  );
  return found ?? { ids: [], ads: [] };
};

/** The path that a conversion would have if it counted. */
export const contactsBefore = async (columnar: Columnar, at: CreditScope): Promise<Path> => {
  const { rules } = at;
  const found = await rowsOf<{ id: string; ad: number }>(
    columnar,
    `
    SELECT interaction_id AS id, ad_id AS ad FROM ${contactsBy(rules)} WHERE ${OF_VISITOR} AND ${withinTerm(rules)} AND ${contactCounts(rules)} ORDER BY ts, interaction_id`,
    boundTo(at),
  );
  return { ids: found.map(({ id }) => id), ads: found.map(({ ad }) => ad) };
};

const COLUMNS =
  'interaction_id, toUnixTimestamp64Milli(ts) AS at, ad_id, toFloat64(click_cost) AS cost, landing_url, referrer, device, os, browser';
type RawContact = Omit<ContactFact, 'ms' | 'click_cost'> & { at: string; cost: number };
const contactOf = ({ at, cost, ...row }: RawContact): ContactFact => ({
  ...row,
  ms: Number(at),
  click_cost: cost,
});

/** Contacts of the conversion's visitor by their ids. */
export const contactFacts = async (
  columnar: Columnar,
  at: CreditScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContactFact>> => {
  if (ids.length === 0) return new Map();
  const found = await rowsOf<RawContact>(
    columnar,
    `SELECT ${COLUMNS} FROM contact WHERE ${OF_VISITOR} AND has(arrayMap(x -> toUInt64(x), splitByChar(',', {ids: String})), interaction_id)`,
    { ...boundTo(at), ids: ids.join(',') },
  );
  return new Map(found.map(row => [row.interaction_id, contactOf(row)]));
};

/**
 * A condition on `ts`: from one term before the tracking term to one term after the conversion. The exclusion
 * of contacts farther away needs no explanation.
 */
const withinExplainedTime = (rules: CountingRules) =>
  `ts >= fromUnixTimestamp64Milli({ms: Int64} - ${2 * termOf(rules)}, 'UTC') AND ts <= fromUnixTimestamp64Milli({ms: Int64} + ${termOf(rules)}, 'UTC')`;

/** The first rule that excludes a contact from the path, as SQL; empty: none does. */
const reasonOf = (rules: CountingRules): string => `
  multiIf(bot = 1, 'bot', repeated = 1, 'repeated', ${excluded(rules)}, 'excluded_ip', toUnixTimestamp64Milli(ts) > {ms: Int64}, 'after',
    toUnixTimestamp64Milli(ts) < {ms: Int64} - ${termOf(rules)}, 'too_old', '')`;

/** The contacts that a path leaves out. */
export interface LeftOutContacts {
  /** In order of time, each with the rule that excludes it. */
  readonly contacts: readonly (ContactFact & { readonly reason: LeftOutReason })[];
  /** Numbers of contacts by rule, including those that are not listed. */
  readonly counts: Readonly<Record<LeftOutReason, number>>;
}

/**
 * The contacts of the conversion's visitor that the path leaves out, and their numbers by reason.
 *
 * @param which.ads only contacts of these; null: all
 * @param which.limit maximal number of listed contacts: those nearest to the conversion
 */
export const contactsLeftOut = async (
  columnar: Columnar,
  at: CreditScope,
  { ads, limit }: { readonly ads: readonly number[] | null; readonly limit: number },
): Promise<LeftOutContacts> => {
  const { rules } = at;
  const reason = reasonOf(rules);
  const ofAds = ads === null ? '' : ' AND has({ads: Array(UInt32)}, ad_id)';
  const where = `${OF_VISITOR} AND ${withinExplainedTime(rules)}${ofAds} AND ${reason} != ''`;
  const params = { ...boundTo(at), ads: ads ?? [], limit };
  const [contacts, counts] = await Promise.all([
    rowsOf<RawContact & { reason: LeftOutReason }>(
      columnar,
      `
      SELECT * FROM (SELECT ${COLUMNS}, ${reason} AS reason FROM ${contactsBy(rules)} WHERE ${where} ORDER BY abs(toUnixTimestamp64Milli(ts) - {ms: Int64}), interaction_id LIMIT {limit: UInt32})
      ORDER BY at, interaction_id`,
      params,
    ),
    rowsOf<{ reason: LeftOutReason; amount: string }>(
      columnar,
      `SELECT ${reason} AS reason, count() AS amount FROM ${contactsBy(rules)} WHERE ${where} GROUP BY reason`,
      params,
    ),
  ]);
  const amounts = new Map(counts.map(line => [line.reason, Number(line.amount)]));
  return {
    contacts: contacts.map(({ reason: excludedBy, ...row }) => ({ ...contactOf(row), reason: excludedBy })),
    counts: Object.fromEntries(LEFT_OUT_REASONS.map(name => [name, amounts.get(name) ?? 0])) as Record<
      LeftOutReason,
      number
    >,
  };
};

/** Number of the visitor's contacts with other products in the tracking term: they are never part of a path. */
export const contactsElsewhere = async (
  columnar: Columnar,
  at: CreditScope,
  products: readonly number[],
): Promise<number> => {
  if (products.length === 0) return 0;
  const [found] = await rowsOf<{ amount: string }>(
    columnar,
    `
    SELECT count() AS amount FROM contact WHERE product_id IN {products: Array(UInt32)} AND visitor_id = {visitor: UInt64} AND interaction_id <= {watermark: UInt64}
      AND ${withinTerm(at.rules)}`,
    { ...boundTo(at), products },
  );
  return Number(found?.amount ?? 0);
};
