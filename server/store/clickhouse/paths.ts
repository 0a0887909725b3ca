import { contactCounts, contactTable, eventCounts, instant, termOf } from './eligible.ts';
import type { CountingRules } from './rules.ts';

/**
 * Paths in SQL: for each conversion its contacts in order of time.
 *
 * A visitor's contacts are sorted as numbers that hold milliseconds, interaction id and ad from the top: sorting numbers is sorting by time with
 * ties by id, and much faster than sorting tuples. Arrays of plain columns are gathered first and packed then, because gathering wide numbers is slow.
 *
 * Everything here is bound to the parameters `product`, `from` and `until` (milliseconds of the conversions) and `mark` (the last event id that counts).
 */

/** The values of the bound parameters: they decide how narrow a packed contact can be. */
export interface Span { readonly from: number; readonly until: number; readonly mark: string }

/** 128 bits hold two years and ids up to 2028; whatever needs more takes 256. */
const packing = (rules: CountingRules, { from, until, mark }: Span) => {
  const first = from - termOf(rules);
  const idBits = BigInt(mark).toString(2).length;
  const timeBits = BigInt(Math.max(0, until - first)).toString(2).length;
  const type = timeBits + idBits + 32 <= 128 ? 'toUInt128' : 'toUInt256';
  return {
    pack: `bitOr(bitOr(bitShiftLeft(${type}(at - ${first}), ${idBits + 32}), bitShiftLeft(${type}(id), 32)), ${type}(ad))`,
    time: `toInt64(bitShiftRight(x, ${idBits + 32})) + ${first}`,
    id: `bitAnd(toUInt64(bitShiftRight(x, 32)), ${(1n << BigInt(idBits)) - 1n})`,
    ad: 'toUInt32(x)', // the lowest bits
  };
};

/** The conversions that count, `which` narrowing them: conversion_id, visitor_id, converted (ms), cv_type, amount. */
export const conversionsOf = (rules: CountingRules, which = '1'): string => `
  SELECT conversion_id, visitor_id, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount FROM conversion
  WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND conversion_id <= {mark: UInt64} AND ${eventCounts(rules)} AND ${which}`;

/** The contacts that paths are made of: visitor_id, at (ms), interaction_id, ad_id. @param which narrows them */
type Contacts = (which: string) => string;

const plainContacts = (rules: CountingRules): Contacts => which => `
  SELECT visitor_id, toUnixTimestamp64Milli(ts) AS at, interaction_id, ad_id FROM ${contactTable(rules)}
  WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64} AND ${contactCounts(rules)} AND ${which}`;

/**
 * Each conversion with its path, as arrays in the same order that are empty where there is none: conversion_id, visitor, converted, cv_type, amount,
 * times (ms), interaction_ids, ad_ids. Arrays that are not asked for are not made.
 *
 * @param contacts others than the plain ones, whose `ad_id` is any number of 32 bits
 */
export const pathsFromEvents = (rules: CountingRules, span: Span, which = '1', contacts = plainContacts(rules)): string => {
  const { pack, time, id, ad } = packing(rules, span);
  const ofPath = (name: string) => `arraySlice(${name}, skipped + 1, reached - skipped) AS ${name.slice(4)}`;
  return `
  SELECT conversion_id, visitor, converted, cv_type, amount, ${['all_times', 'all_interaction_ids', 'all_ad_ids'].map(ofPath).join(', ')} FROM (
    SELECT c.conversion_id AS conversion_id, c.visitor_id AS visitor, c.converted AS converted, c.cv_type AS cv_type, c.amount AS amount,
      s.all_times AS all_times, s.all_interaction_ids AS all_interaction_ids, s.all_ad_ids AS all_ad_ids,
      arrayCount(x -> x < c.converted - ${termOf(rules)}, s.all_times) AS skipped, arrayCount(x -> x <= c.converted, s.all_times) AS reached
    FROM (${conversionsOf(rules, which)}) AS c
    LEFT JOIN (
      SELECT visitor_id, arraySort(arrayMap((at, id, ad) -> ${pack}, groupArray(at), groupArray(interaction_id), groupArray(ad_id))) AS contacts,
        arrayMap(x -> ${time}, contacts) AS all_times, arrayMap(x -> ${id}, contacts) AS all_interaction_ids, arrayMap(x -> ${ad}, contacts) AS all_ad_ids
      FROM (${contacts(`visitor_id IN (SELECT visitor_id FROM (${conversionsOf(rules, which)}))`)}) GROUP BY visitor_id
    ) AS s ON s.visitor_id = c.visitor_id
  )`;
};

/** The numbers of a conversion's credit, and the table of decayed units, as `attribution/models.ts` makes them. */
export interface CreditTable {
  readonly units: number;
  /** Row n (from 1) begins at n(n-1)/2, the last contact first; longer paths use the last row. */
  readonly decay: readonly number[];
  readonly rows: number;
  /** Whether the credit rows were made by it. */
  readonly stored: boolean;
}

/**
 * The credit units of contact `i` of a path of `n`, as SQL over columns of these names: the same integers as `unitsOf`.
 * A conversion without contacts is one row with i = n = 0, which keeps all of it.
 *
 * What is divided by the length is divided once a path (`path`: columns beside `n`): floor(U*i/n) - floor(U*(i-1)/n) is the quotient of U and n,
 * and one more where the remainder times i passes a multiple of n.
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
