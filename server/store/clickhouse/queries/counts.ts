import type { Columnar } from '../engine/columnar.ts';
import { isFiner, layoutParameters, NO_CONTACT, type Layout } from './row-layout.ts';
import { columnwise, rowsOf, type Columns } from '../engine/query.ts';
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

const NONE: Columns[string] = [];

/** Contacts by ad, and those left out, from one statement of a count; null: two statements take less time. */
const contactsWithLeftOut = async (columnar: Columnar, scope: Scope): Promise<Columns | null> => {
  const lines = scope.source.contactsWithLeftOut(scope);
  if (lines === null) return null;
  const sql = `
    SELECT ad_id, sum(clicks) AS a, sum(first_touches) AS b, sum(cost) AS c, sum(bots) AS bot, sum(repeats) AS repeat, sum(addresses) AS address, sum(made) AS conversions
    FROM (${lines}) GROUP BY ad_id ORDER BY ad_id`;
  const key = `${scope.from} ${scope.until} ${sql}`;
  const found = scope.shared?.get(key) ?? columnwise(columnar, sql, bound(scope), scope.signal);
  scope.shared?.set(key, found);
  return found;
};

/** Contacts by ad; by row where rows are finer than ads. */
export const contactTotals = async (
  columnar: Columnar,
  scope: Scope,
  layout: Layout = null,
): Promise<ContactCounts[]> => {
  const withLeftOut = isFiner(layout) ? null : await contactsWithLeftOut(columnar, scope);
  const {
    ad_id = NONE,
    a = NONE,
    b = NONE,
    c = NONE,
  } = withLeftOut ??
  (await columnwise(
    columnar,
    `
    SELECT ad_id, sum(clicks) AS a, sum(first_touches) AS b, sum(cost) AS c FROM (${scope.source.contactTotals(scope, layout)}) GROUP BY ad_id ORDER BY ad_id`,
    { ...bound(scope), ...layoutParameters(layout) },
    scope.signal,
  ));
  return ad_id
    .map((row, at) => ({
      row: Number(row),
      clicks: parseInteger(a[at]),
      first_touches: parseInteger(b[at]),
      cost: parseInteger(c[at]),
    }))
    .filter(({ clicks }) => clicks > 0n);
};

/** Contacts that are left out, each under the first of these reasons; and conversions that are. */
export interface LeftOut {
  readonly bot: number;
  readonly repeated: number;
  readonly excluded_ip: number;
  readonly conversions: number | null;
}

const sumLeftOut = (
  { ad_id = NONE, bot = NONE, repeat = NONE, address = NONE, conversions = NONE }: Columns,
  ads: readonly number[] | null,
): LeftOut => {
  const known = ads === null ? null : new Set(ads);
  const sumOf = (column: Columns[string]) =>
    column.reduce<number>(
      (sum, value, at) => (known === null || known.has(Number(ad_id[at])) ? sum + Number(value) : sum),
      0,
    );
  return {
    bot: sumOf(bot),
    repeated: sumOf(repeat),
    excluded_ip: sumOf(address),
    conversions: known === null ? sumOf(conversions) : null,
  };
};

/**
 * @param ads only contacts of these, and nothing about conversions; null: all
 * @param layout the rows of the contacts that the same count reads too; omitted: it reads none
 */
export const leftOut = async (
  columnar: Columnar,
  scope: Scope,
  ads: readonly number[] | null,
  layout?: Layout,
): Promise<LeftOut> => {
  const lines = layout === undefined || isFiner(layout) ? null : await contactsWithLeftOut(columnar, scope);
  if (lines !== null) return sumLeftOut(lines, ads);
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
