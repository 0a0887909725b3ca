import type { Columnar } from '../engine/columnar.ts';
import type { Scope } from '../queries/scope.ts';
import { pathsFromEvents } from '../rollups/paths.ts';
import { rowsOf, type Bound } from '../engine/query.ts';

/** The conversions of a figure, one by one, each with its contribution to the figure. */

/**
 * One line for each conversion: conversion_id, converted (ms), cv_type, amount, contacts (of its path), elapsed
 * (ms), last_ad (0: none, or not part of the lines), and given, its contribution: a number of conversions, yen,
 * credit units, or yen times credit units.
 */
export interface Lines {
  readonly sql: string;
  readonly params: Bound;
}
/** The lines of a scope, which may end before that of the figure. */
export type LinesOf = (scope: Scope) => Lines;

/** A conversion with its contribution. Times in milliseconds. */
export interface FigureConversionRow {
  readonly id: string;
  readonly ms: number;
  readonly cvType: 0 | 1;
  readonly amount: number;
  readonly contacts: number;
  readonly elapsed: number;
  readonly lastAd: number | null;
  readonly contribution: bigint;
}

/** The number of conversions of a figure, and the sum of their contributions. */
export const readFigureConversionTotal = async (
  columnar: Columnar,
  scope: Scope,
  linesOf: LinesOf,
): Promise<{ readonly count: number; readonly contribution: bigint }> => {
  const { sql, params } = linesOf(scope);
  const [found] = await rowsOf<{ amount_of: string; sum_of: string }>(
    columnar,
    `SELECT count() AS amount_of, toString(sum(given)) AS sum_of FROM (${sql})`,
    params,
    scope.signal,
  );
  return { count: Number(found?.amount_of ?? 0), contribution: BigInt(found?.sum_of ?? 0) };
};

/** The ads of the last contacts of some conversions. */
const lastAds = async (
  columnar: Columnar,
  scope: Scope,
  conversions: readonly { readonly id: string; readonly ms: number }[],
): Promise<ReadonlyMap<string, number>> => {
  if (conversions.length === 0) return new Map();
  const times = conversions.map(({ ms }) => ms);
  const span = { from: Math.min(...times), until: Math.max(...times) + 1, watermark: scope.watermark };
  const found = await rowsOf<{ id: string; ad: number }>(
    columnar,
    `
    SELECT conversion_id AS id, ad_ids[-1] AS ad FROM (${pathsFromEvents(scope.rules, span, "has(arrayMap(x -> toUInt64(x), splitByChar(',', {these: String})), conversion_id)")}) WHERE notEmpty(ad_ids)`,
    { product: scope.rules.productId, ...span, these: conversions.map(({ id }) => id).join(',') },
    scope.signal,
  );
  return new Map(found.map(({ id, ad }) => [id, ad]));
};

/**
 * A page of the conversions of a figure, newest first. A later page reads only conversions older than the page
 * before, so it costs less than the first.
 *
 * @param after the last conversion of the page before; null: the first page
 */
export const readFigureConversionPage = async (
  columnar: Columnar,
  scope: Scope,
  linesOf: LinesOf,
  {
    after,
    limit,
  }: { readonly after: { readonly ms: number; readonly id: string } | null; readonly limit: number },
): Promise<FigureConversionRow[]> => {
  const { sql, params } = linesOf(
    after === null ? scope : { ...scope, until: Math.min(scope.until, after.ms + 1) },
  );
  const found = await rowsOf<{
    id: string;
    ms: string;
    cv_type: 0 | 1;
    yen: string;
    length_of: number;
    took: string;
    ad: number;
    contribution_text: string;
  }>(
    columnar,
    `
    SELECT conversion_id AS id, converted AS ms, cv_type, amount AS yen, contacts AS length_of, elapsed AS took, last_ad AS ad, toString(given) AS contribution_text FROM (${sql})
    ${after === null ? '' : 'WHERE converted < {after_ms: Int64} OR conversion_id < {after_id: UInt64}'}
    ORDER BY converted DESC, conversion_id DESC LIMIT {limit: UInt32}`,
    { ...params, after_ms: after?.ms ?? 0, after_id: after?.id ?? '0', limit },
    scope.signal,
  );
  const rows = found.map(line => ({
    id: line.id,
    ms: Number(line.ms),
    cvType: line.cv_type,
    amount: Number(line.yen),
    contacts: line.length_of,
    elapsed: Number(line.took),
    lastAd: line.ad,
    contribution: BigInt(line.contribution_text),
  }));
  const ads = await lastAds(
    columnar,
    scope,
    rows.filter(({ contacts, lastAd }) => contacts > 0 && lastAd === 0),
  );
  return rows.map(row => ({
    ...row,
    lastAd: row.contacts === 0 ? null : row.lastAd || (ads.get(row.id) ?? null),
  }));
};
