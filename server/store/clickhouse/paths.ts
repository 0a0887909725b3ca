import { contactCounts, eventCounts, instant, termOf } from './eligible.ts';
import type { CountingRules } from './rules.ts';

/**
 * Paths in SQL: for each conversion its contacts in order of time.
 *
 * A contact of a path is one number of 256 bits: milliseconds, interaction id and ad from the top. Sorting numbers is sorting by time with
 * ties by id, and an array of them is built four times as fast as one of tuples.
 *
 * Everything here is bound to the parameters `product`, `from` and `until` (milliseconds of the conversions) and `mark` (the last event id that counts).
 */

const PACKED = 'bitOr(bitOr(bitShiftLeft(toUInt256(at), 96), bitShiftLeft(toUInt256(interaction_id), 32)), toUInt256(ad_id))';
const packedTime = (ms: string) => `bitShiftLeft(toUInt256(${ms}), 96)`;

/** The conversions that count, `which` narrowing them: conversion_id, visitor_id, converted (ms), cv_type, amount. */
export const conversionsOf = (rules: CountingRules, which = '1'): string => `
  SELECT conversion_id, visitor_id, toUnixTimestamp64Milli(ts) AS converted, cv_type, amount FROM conversion
  WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND conversion_id <= {mark: UInt64} AND ${eventCounts(rules)} AND ${which}`;

/** Each conversion with its `path`, an array of packed contacts; empty where there is none. */
export const pathsFromEvents = (rules: CountingRules, which = '1'): string => `
  SELECT c.conversion_id AS conversion_id, c.visitor_id AS visitor, c.converted AS converted, c.cv_type AS cv_type, c.amount AS amount,
    arrayFilter(x -> x < ${packedTime('c.converted + 1')} AND x >= ${packedTime(`c.converted - ${termOf(rules)}`)}, s.contacts) AS path
  FROM (${conversionsOf(rules, which)}) AS c
  LEFT JOIN (
    SELECT visitor_id, arraySort(groupArray(${PACKED})) AS contacts FROM (
      SELECT visitor_id, toUnixTimestamp64Milli(ts) AS at, interaction_id, ad_id FROM contact
      WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64}
        AND ${contactCounts(rules)} AND visitor_id IN (SELECT visitor_id FROM (${conversionsOf(rules, which)}))
    ) GROUP BY visitor_id
  ) AS s ON s.visitor_id = c.visitor_id`;

export const timeIn = (packed: string): string => `toInt64(bitShiftRight(${packed}, 96))`;
export const interactionIn = (packed: string): string => `toUInt64(bitAnd(bitShiftRight(${packed}, 32), toUInt256(18446744073709551615)))`;
export const adIn = (packed: string): string => `toUInt32(bitAnd(${packed}, toUInt256(4294967295)))`;

/** The numbers of a conversion's credit, and the table of decayed units, as `attribution/models.ts` makes them. */
export interface CreditTable {
  readonly units: number;
  /** Row n (from 1) begins at n(n-1)/2, the last contact first; longer paths use the last row. */
  readonly decay: readonly number[];
  readonly rows: number;
}

/**
 * The credit units of contact `i` of a path of `n`, as SQL over columns of these names: the same integers as `unitsOf`.
 * A conversion without contacts is one row with i = n = 0, which keeps all of it.
 */
export const unitsInSql = ({ units, decay, rows }: CreditTable) => {
  const row = `least(n, ${rows})`;
  const tenth = units / 10;
  return {
    linear: `multiIf(n = 0, ${units}, intDiv(${units} * i, greatest(n, 1)) - intDiv(${units} * (i - 1), greatest(n, 1)))`,
    decay: `multiIf(n = 0, ${units}, n - i >= ${row}, 0, [${decay.join(',')}][intDiv(${row} * (${row} - 1), 2) + (n - i) + 1])`,
    touch_point: `multiIf(n <= 1, ${units}, n = 2, ${units / 2}, i = 1 OR i = n, ${tenth * 4},
      intDiv(${tenth * 2} * (i - 1), greatest(n, 3) - 2) - intDiv(${tenth * 2} * (i - 2), greatest(n, 3) - 2))`,
    starting_point: `if(i <= 1, ${units}, 0)`,
    ending_point: `if(i = n, ${units}, 0)`,
  } as const;
};
export type CreditModel = keyof ReturnType<typeof unitsInSql>;
