import { contactCounts, contactTable, eventCounts, instant, termOf } from '../events/eligible.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { ofProduct } from './rollup.ts';

/**
 * Paths in SQL: for each conversion its contacts in order of time.
 *
 * The contacts of a visitor are sorted as numbers of milliseconds, interaction id and ad, from the highest bits
 * down: that is by time, then by id, and much faster than sorting tuples. They are grouped as such numbers: an array
 * for each column takes longer.
 *
 * Queries bind `product`, `from` and `until` (ms of the conversions) and `watermark` (the last event id that counts).
 */

/** The values of bound parameters, which decide how many bits a packed contact needs. */
export interface Span {
  readonly from: number;
  readonly until: number;
  readonly watermark: string;
}

/** 128 bits hold two years and ids up to 2028; more, and landing pages, take 256. */
const packing = (rules: CountingRules, { from, until, watermark }: Span, pages = false) => {
  const first = from - termOf(rules);
  const idBits = BigInt(watermark).toString(2).length;
  const timeBits = BigInt(Math.max(0, until - first)).toString(2).length;
  const low = pages ? 64 : 0;
  const type = timeBits + idBits + 32 + low <= 128 ? 'toUInt128' : 'toUInt256';
  return {
    pack: `bitOr(bitOr(bitShiftLeft(${type}(at - ${first}), ${idBits + 32 + low}), bitShiftLeft(${type}(interaction_id), ${32 + low})), ${pages ? `bitOr(bitShiftLeft(${type}(ad_id), ${low}), ${type}(page))` : `${type}(ad_id)`})`,
    time: `toInt64(bitShiftRight(x, ${idBits + 32 + low})) + ${first}`,
    id: `bitAnd(toUInt64(bitShiftRight(x, ${32 + low})), ${(1n << BigInt(idBits)) - 1n})`,
    ad: pages ? `toUInt32(bitShiftRight(x, ${low}))` : 'toUInt32(x)', // the lowest bits
    page: 'toUInt64(x)',
  };
};

/**
 * The conversions that count, `which` narrowing them: conversion_id, visitor_id, converted (ms), cv_type,
 * amount.
 */
export const conversionsOf = (rules: CountingRules, which = '1'): string => `
  SELECT conversion_id, visitor_id, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount FROM conversion
  WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND conversion_id <= {watermark: UInt64} AND ${eventCounts(rules)} AND ${which}`;

/**
 * The contacts that paths are made of: visitor_id, at (ms), interaction_id, ad_id.
 *
 * @param which a condition on `visitor_id` that narrows them
 */
type Contacts = (which: string) => string;

const plainContacts =
  (rules: CountingRules, pages = false): Contacts =>
  which =>
    `
  SELECT visitor_id, toUnixTimestamp64Milli(ts) AS at, interaction_id, ad_id${pages ? `, page_id AS page` : ''} FROM ${contactTable(rules, which)}
  WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {watermark: UInt64} AND ${contactCounts(rules)} AND ${which}`;

/** The arrays of a path. */
const ARRAYS = ['times', 'interaction_ids', 'ad_ids'] as const;
const ARRAYS_WITH_PAGES = [...ARRAYS, 'page_ids'] as const;
type ArrayName = (typeof ARRAYS_WITH_PAGES)[number];

/**
 * Each conversion with its path, as slices of the arrays of its visitor.
 *
 * @param visitors visitor_id, and of all their contacts in order of time `all_times` and so on
 */
const slicesOf = (
  rules: CountingRules,
  which: string,
  names: readonly ArrayName[],
  visitors: string,
): string => `
  SELECT conversion_id, visitor, converted, cv_type, amount, ${names.map(name => `arraySlice(all_${name}, skipped + 1, reached - skipped) AS ${name}`).join(', ')} FROM (
    SELECT c.conversion_id AS conversion_id, c.visitor_id AS visitor, c.converted AS converted, c.cv_type AS cv_type, c.amount AS amount,
      ${names.map(name => `s.all_${name} AS all_${name}`).join(', ')},
      arrayCount(x -> x < c.converted - ${termOf(rules)}, s.all_times) AS skipped, arrayCount(x -> x <= c.converted, s.all_times) AS reached
    FROM (${conversionsOf(rules, which)}) AS c
    LEFT JOIN (${visitors}) AS s ON s.visitor_id = c.visitor_id
  )`;

/** The arrays of visitors with a conversion, from their contacts. */
const visitorsOf = (
  rules: CountingRules,
  span: Span,
  which: string,
  contacts: Contacts,
  names: readonly ArrayName[],
): string => {
  const unpack = packing(rules, span, names.includes('page_ids'));
  const values = { times: unpack.time, interaction_ids: unpack.id, ad_ids: unpack.ad, page_ids: unpack.page };
  return `
      SELECT visitor_id, arraySort(groupArray(${unpack.pack})) AS contacts,
        ${names.map(name => `arrayMap(x -> ${values[name]}, contacts) AS all_${name}`).join(', ')}
      FROM (${contacts(`visitor_id IN (SELECT visitor_id FROM (${conversionsOf(rules, which)}))`)}) GROUP BY visitor_id`;
};

/**
 * Each conversion with its path, as arrays in the same order that are empty where there is none:
 * conversion_id, visitor, converted, cv_type, amount,
 * times (ms), interaction_ids, ad_ids. Arrays that the outer query does not read are not built.
 *
 * @param contacts replaces the counted contacts; their `ad_id` is any number of 32 bits
 */
export const pathsFromEvents = (
  rules: CountingRules,
  span: Span,
  which = '1',
  contacts = plainContacts(rules),
): string => slicesOf(rules, which, ARRAYS, visitorsOf(rules, span, which, contacts, ARRAYS));

/** The same with `page_ids`: where each contact landed. */
export const pathsWithPages = (rules: CountingRules, span: Span, which = '1'): string =>
  slicesOf(
    rules,
    which,
    ARRAYS_WITH_PAGES,
    visitorsOf(rules, span, which, plainContacts(rules, true), ARRAYS_WITH_PAGES),
  );

/**
 * The same from the rollup `buyer`, whose contacts are those of any tracking term. It may have later contacts than the last
 * event that counts.
 */
export const pathsOfBuyers = (rules: CountingRules, which = '1'): string =>
  slicesOf(
    rules,
    which,
    ARRAYS_WITH_PAGES,
    `SELECT visitor_id, ${ARRAYS_WITH_PAGES.map(name => `arrayFilter((x, id) -> id <= {watermark: UInt64}, ${name}, interaction_ids) AS all_${name}`).join(', ')}
      FROM buyer FINAL WHERE ${ofProduct}`,
  );

/** The units of a conversion's credit, and the table of decayed units, of `attribution/models.ts`. */
export interface CreditTable {
  readonly units: number;
  /** Row n (from 1) begins at n(n-1)/2, the last contact first; longer paths use the last row. */
  readonly decay: readonly number[];
  readonly rows: number;
  /** Whether the rollups of credit are summed by this table. */
  readonly stored: boolean;
}

/**
 * The credit units of contact `i` of a path of `n`, as SQL over columns of these names: the same integers as
 * `unitsOf`. A conversion without contacts is one row with i = n = 0 and all units.
 *
 * Divisions by the length are computed once per path (`path`: columns beside `n`): floor(U*i/n) -
 * floor(U*(i-1)/n) is the quotient of U and n, plus one where the remainder times i passes a multiple of n.
 */
export const unitsInSql = ({ units, decay, rows }: CreditTable) => {
  const fifth = units / 5;
  const inner = 'greatest(n, 3) - 2';
  return {
    path: `intDiv(${units}, greatest(n, 1)) AS even, toUInt64(${units} % greatest(n, 1)) AS even_over, intDiv(${fifth}, ${inner}) AS middle, toUInt64(${fifth} % (${inner})) AS middle_over,
      least(n, ${rows}) AS decay_row, toUInt32(intDiv(decay_row * (decay_row - 1), 2) + 1) AS decay_at`,
    linear: `if(n = 0, ${units}, even + (even_over * i % greatest(n, 1) < even_over))`,
    decay: `multiIf(n = 0, ${units}, n - i >= decay_row, 0, [${decay.join(',')}][decay_at + n - i])`,
    touch_point: `multiIf(n <= 1, ${units}, n = 2, ${units / 2}, i = 1 OR i = n, ${fifth * 2}, middle + (middle_over * (i - 1) % (${inner}) < middle_over))`,
    starting_point: `if(i <= 1, ${units}, 0)`,
    ending_point: `if(i = n, ${units}, 0)`,
  } as const;
};
export type CreditModel = Exclude<keyof ReturnType<typeof unitsInSql>, 'path'>;
