import type { Columnar } from '../engine/columnar.ts';
import { isFiner, layoutParameters, NO_CONTACT, type Layout } from './row-layout.ts';
import { columnwise, rowsOf } from '../engine/query.ts';
import { bound, type Scope } from './scope.ts';
import { parseInteger } from '../engine/parse-integer.ts';

/**
 * Counts of reports, one query each, from the source of the scope. All numbers are integers, so that both
 * sources give the same, in any order of additions.
 */

/**
 * One line a conversion: conversion_id, converted (ms), cv_type, amount, elapsed, `keys`: the rows of its
 * contacts in order, and `none`: its row where there are none; ad_ids where rows are no finer.
 *
 * @param which narrows derived paths where rows are finer than ads
 */
export const keysOf = (scope: Scope, layout: Layout, which = '1'): string => {
  if (isFiner(layout)) return scope.source.cellPaths(scope, layout, which);
  const key =
    layout === null
      ? 'toInt64(x)'
      : 'transform(x, {ads: Array(UInt32)}, {rows: Array(Int64)}, toInt64({other: Int32}))';
  return `SELECT conversion_id, converted, ad_ids, cv_type, amount, if(empty(times), 0, converted - times[1]) AS elapsed, arrayMap(x -> ${key}, ad_ids) AS keys, toInt64(${NO_CONTACT}) AS none FROM (${scope.source.selectedPaths(scope)})`;
};

/** Contacts of a row; cost in 1/100 yen. */
export interface ContactCounts {
  readonly row: number;
  readonly clicks: bigint;
  readonly first_touches: bigint;
  readonly cost: bigint;
}

/** Contacts by ad; by row where rows are finer than ads. */
export const contactTotals = async (
  columnar: Columnar,
  scope: Scope,
  layout: Layout = null,
): Promise<ContactCounts[]> => {
  const {
    ad_id = [],
    a = [],
    b = [],
    c = [],
  } = await columnwise(
    columnar,
    `
    SELECT ad_id, sum(clicks) AS a, sum(first_touches) AS b, sum(cost) AS c FROM (${scope.source.contactTotals(scope, layout)}) GROUP BY ad_id ORDER BY ad_id`,
    { ...bound(scope), ...layoutParameters(layout) },
    scope.signal,
  );
  return ad_id.map((row, at) => ({
    row: Number(row),
    clicks: parseInteger(a[at]),
    first_touches: parseInteger(b[at]),
    cost: parseInteger(c[at]),
  }));
};

/** Contacts that are left out, each under the first of these reasons; and conversions that are. */
export interface LeftOut {
  readonly bot: number;
  readonly repeated: number;
  readonly excluded_ip: number;
  readonly conversions: number | null;
}

/** @param ads only contacts of these, and nothing about conversions; null: all */
export const leftOut = async (
  columnar: Columnar,
  scope: Scope,
  ads: readonly number[] | null,
): Promise<LeftOut> => {
  const [found] = await rowsOf<{ bots: string; repeats: string; addresses: string; made?: string }>(
    columnar,
    scope.source.leftOut(scope, ads),
    { ...bound(scope), ads: ads ?? [] },
    scope.signal,
  );
  const { bots = 0, repeats = 0, addresses = 0, made = 0 } = found ?? {};
  return {
    bot: Number(bots),
    repeated: Number(repeats),
    excluded_ip: Number(addresses),
    conversions: ads === null ? Number(made) : null,
  };
};
