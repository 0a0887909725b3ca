import { and, eq, gte, inArray, isNull, lt, ne, or, sql, gt, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { result, resultCostChange } from '../schema/index.ts';

/**
 * Costs of single results for the columnar store, as lines of one text: the driver would read rows ten times slower.
 */

const APPROVED = 1;
const PENDING = 0;

/** Position of the last line of a page: conversion time in ms since 1970, and id. */
interface ResultPlace {
  readonly ms: number;
  readonly id: number;
}
/**
 * Tab-separated lines `ms conversion interaction ad approved pending`: conversion time in ms, ids (0: none), and costs
 * in 1/100 yen. `from` and `until`: time range of the lines in ms, `until` exclusive.
 */
export interface ResultLines {
  readonly text: string;
  readonly count: number;
  readonly from: number;
  readonly until: number;
  readonly last: ResultPlace;
}
/** @property after position of the last line of the previous page */
export interface ResultPage {
  readonly after: ResultPlace | null;
  readonly limit: number;
}
/** Times in ms since 1970; `until` is exclusive. */
interface Times {
  readonly from: number;
  readonly until: number;
}

/** Condition for the lines after a position. */
const linesAfter = (after: ResultPlace | null, order: 'time' | 'id'): SQL => {
  if (after === null) return sql`true`;
  return order === 'id'
    ? sql`id > ${after.id}`
    : sql`(time, id) > (${new Date(after.ms).toISOString()}::timestamptz, ${after.id})`;
};

/** @param lines query of id, time, conversion, interaction, ad, approved and pending */
const pageOf = async (
  db: Database,
  lines: SQL,
  order: 'time' | 'id',
  { after, limit }: ResultPage,
): Promise<ResultLines | null> => {
  const ms = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::bigint`;
  const by = order === 'id' ? sql`id` : sql`time, id`;
  const {
    rows: [found],
  } = await db.execute<{ count: number; lines: string; first: string; last: string; id: string }>(sql`
    with page as (
      select id, time, concat_ws(E'\\t', ${ms(sql`time`)}, conversion, interaction, ad, approved, pending) as line from (${lines}) as one where ${linesAfter(after, order)} order by ${by} limit ${limit}
    )
    select count(*)::integer as count, string_agg(line, E'\\n') as lines, ${ms(sql`min(time)`)} as first, ${ms(sql`max(time)`)} as last,
      (select id from page order by ${order === 'id' ? sql`id desc` : sql`time desc, id desc`} limit 1) as id from page`);
  return found === undefined || found.count === 0
    ? null
    : {
        text: found.lines,
        count: found.count,
        from: Number(found.first),
        until: Number(found.last) + 1,
        last: { ms: Number(found.last), id: Number(found.id) },
      };
};

const costing = (which: SQL | undefined): SQL => {
  const cost = (status: number) =>
    sql`case ${result.approvalStatus} when ${status} then (${result.cvCost} * 100)::bigint else 0 end`;
  return sql`
    select ${result.id} as id, ${result.cvTime} as time, ${result.conversionId} as conversion, coalesce(${result.interactionId}, 0) as interaction, coalesce(${result.cvAdId}, 0) as ad,
      ${cost(APPROVED)} as approved, ${cost(PENDING)} as pending
    from ${result} where ${and(which, inArray(result.approvalStatus, [APPROVED, PENDING]), ne(result.cvCost, 0))}`;
};

/** Results with conversions in a period by time, except rejected ones and those without cost. Null: none. */
export const costingResults = (
  db: Database,
  companyId: number,
  productId: number,
  { from, until }: Times,
  page: ResultPage,
): Promise<ResultLines | null> =>
  pageOf(
    db,
    costing(
      and(
        eq(result.companyId, companyId),
        eq(result.productId, productId),
        gte(result.cvTime, new Date(from)),
        lt(result.cvTime, new Date(until)),
      ),
    ),
    'time',
    page,
  );

/** Costing results of a product, of any company. */
export const allCostingResults = (
  db: Database,
  productId: number,
  page: ResultPage,
): Promise<ResultLines | null> => pageOf(db, costing(eq(result.productId, productId)), 'time', page);

/** Changes that no step has copied, or only steps after `settled`. */
export const unsettled = (settled: string): SQL | undefined =>
  or(isNull(resultCostChange.step), gt(resultCostChange.step, BigInt(settled)));

const changedLines = (which: SQL | undefined): SQL => sql`
  select ${resultCostChange.id} as id, ${resultCostChange.cvTime} as time, ${resultCostChange.conversionId} as conversion, ${resultCostChange.interactionId} as interaction, ${resultCostChange.adId} as ad,
    ${resultCostChange.approvedCost} as approved, ${resultCostChange.pendingCost} as pending
  from ${resultCostChange} where ${which}`;

/**
 * Changes of results after a step, of conversions in a period: corrections of the sums, which may be negative. Null:
 * none.
 */
export const changedCosts = (
  db: Database,
  companyId: number,
  productId: number,
  settled: string,
  { from, until }: Times,
  page: ResultPage,
): Promise<ResultLines | null> =>
  pageOf(
    db,
    changedLines(
      and(
        eq(resultCostChange.companyId, companyId),
        eq(resultCostChange.productId, productId),
        unsettled(settled),
        gte(resultCostChange.cvTime, new Date(from)),
        lt(resultCostChange.cvTime, new Date(until)),
      ),
    ),
    'id',
    page,
  );

/** Changes of a product, of any company. */
export const allChangedCosts = (
  db: Database,
  productId: number,
  settled: string,
  page: ResultPage,
): Promise<ResultLines | null> =>
  pageOf(db, changedLines(and(eq(resultCostChange.productId, productId), unsettled(settled))), 'id', page);
