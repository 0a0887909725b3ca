import { cellContacts, cellKeys, type Cells } from './dimension-rows.ts';
import { derivedSpans } from '../rollups/calendar.ts';
import type { Columnar } from '../engine/columnar.ts';
import { contactDays } from '../events/contact-days.ts';
import { contactTable, excluded, termOf } from '../events/eligible.ts';
import { keptContacts, keptPaths, madeIn } from '../rollups/dimension-rollups.ts';
import { isFiner, layoutParameters, NO_CONTACT, type Layout } from './row-layout.ts';
import { pathsFromEvents } from '../rollups/paths.ts';
import { columnwise, rowsOf } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { bound, derivedPeriod, period, type Scope } from './scope.ts';
import { parseInteger } from '../engine/parse-integer.ts';

/**
 * What reports count, in one scan each. Every function reads the events themselves or the rows derived from
 * them, as `source` says, and
 * answers the same numbers; all of them integers, so that the order of adding does not show.
 */

/**
 * One line a conversion: conversion_id, converted (ms), cv_type, amount, elapsed, `keys`: the rows of its
 * contacts in order, and `none`: its row where there are none; ad_ids where rows are no finer.
 *
 * @param which narrows derived paths where rows are finer than ads
 */
export const keysOf = (scope: Scope, layout: Layout, which = '1'): string => {
  const { rules, made } = scope;
  if (isFiner(layout) && scope.source === 'derived') return keptPaths(scope, layout, which);
  if (isFiner(layout)) {
    const paths = pathsFromEvents(
      rules,
      scope,
      made?.sql,
      which => `SELECT visitor_id, at, interaction_id, ad_id FROM (${cellContacts(rules, layout, which)})`,
    );
    return `SELECT *, if(empty(times), 0, converted - times[1]) AS elapsed FROM (${cellKeys(rules, layout, paths)})`;
  }
  const key =
    layout === null
      ? 'toInt64(x)'
      : 'transform(x, {ads: Array(UInt32)}, {rows: Array(Int64)}, toInt64({other: Int32}))';
  const from =
    scope.source === 'events'
      ? pathsFromEvents(rules, scope, made?.sql)
      : `SELECT conversion_id, cv_type, amount, toUnixTimestamp64Milli(ts) AS converted, times, ad_ids FROM conversion_path FINAL WHERE ${derivedPeriod} AND ${madeIn(scope)}`;
  return `SELECT conversion_id, converted, ad_ids, cv_type, amount, if(empty(times), 0, converted - times[1]) AS elapsed, arrayMap(x -> ${key}, ad_ids) AS keys, toInt64(${NO_CONTACT}) AS none FROM (${from})`;
};

/** Contacts of a row; cost in 1/100 yen. */
export interface ContactCounts {
  readonly row: number;
  readonly clicks: bigint;
  readonly first_touches: bigint;
  readonly cost: bigint;
}

/** The same as the contacts of days, by row and not by day. */
const contactCells = (rules: CountingRules, cells: Cells): string => `
  SELECT ad_id, count() AS clicks, countIf(at - before > ${termOf(rules)}) AS first_touches, toInt64(sum(click_cost) * 100) AS cost FROM (
    SELECT ad_id, click_cost, at, existing, lagInFrame(at) OVER (PARTITION BY visitor_id ORDER BY at, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
    FROM (${cellContacts(rules, cells)})
  ) WHERE at >= {from: Int64}${cells.evaluation === 1 ? ' AND existing = 0' : ''} GROUP BY ad_id`;

/** Where contacts are counted: the events themselves or what is derived of them, as the scope says. */
const contactSource = (scope: Scope, layout: Layout): string => {
  if (scope.source === 'events')
    return isFiner(layout) ? contactCells(scope.rules, layout) : contactDays(scope.rules);
  return isFiner(layout)
    ? `SELECT row AS ad_id, clicks, first_touches, cost FROM (${keptContacts(scope, layout, false)})`
    : `SELECT ad_id, clicks, first_touches, cost FROM daily_contact WHERE ${derivedSpans(scope)}`;
};

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
    SELECT ad_id, sum(clicks) AS a, sum(first_touches) AS b, sum(cost) AS c FROM (${contactSource(scope, layout)}) GROUP BY ad_id ORDER BY ad_id`,
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

const leftOutFrom = (scope: Scope, ads: readonly number[] | null): string => {
  const { rules, source } = scope;
  const of = ads === null ? '' : ' AND ad_id IN {ads: Array(UInt32)}';
  if (source === 'derived')
    return `SELECT sum(d.bots) AS bots, sum(d.repeats) AS repeats, sum(d.addresses) AS addresses, sum(d.conversions) AS made FROM daily_left_out AS d WHERE ${derivedSpans(scope)}${of}`;
  const out = excluded(rules);
  const contacts = `SELECT countIf(bot = 1) AS bots, countIf(bot = 0 AND repeated = 1) AS repeats, countIf(bot = 0 AND repeated = 0 AND ${out}) AS addresses FROM ${contactTable(rules)}
    WHERE product_id = {product: UInt32} AND ${period} AND interaction_id <= {mark: UInt64}${of}`;
  const conversions = `SELECT countIf(bot = 1 OR ${out}) AS made FROM conversion WHERE product_id = {product: UInt32} AND ${period} AND conversion_id <= {mark: UInt64}`;
  return ads === null ? `SELECT * FROM (${contacts}) AS k, (${conversions}) AS v` : contacts;
};

/** @param ads only contacts of these, and nothing about conversions; null: all */
export const leftOut = async (
  columnar: Columnar,
  scope: Scope,
  ads: readonly number[] | null,
): Promise<LeftOut> => {
  const [found] = await rowsOf<{ bots: string; repeats: string; addresses: string; made?: string }>(
    columnar,
    leftOutFrom(scope, ads),
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
