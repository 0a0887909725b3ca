import type { Columnar } from './columnar.ts';
import { bound, keysOf, NO_CONTACT, type Grouping, type Scope } from './counts.ts';
import { unitsInSql, type CreditModel, type CreditTable } from './paths.ts';
import { rowsOf } from './query.ts';

/** The conversions behind a figure of a report: the same lines that reports count, one by one, each with what it gives to the figure. */

/**
 * The figures that conversions add up to. `last`: 1 a conversion whose last contact is the row, `sales` its amount; `touches`: 1 where its path is so
 * long, 6 meaning 6 or more; `helped`: 1 for each row that it passed but did not end with, `opened` where it began with it; `divided`: credit units,
 * `sold` the amount times them.
 */
export type Share =
  | { readonly kind: 'last' | 'divided'; readonly cvType: 0 | 1 }
  | { readonly kind: 'sales' | 'helped' | 'opened' | 'sold'; readonly cvType: 1 }
  | { readonly kind: 'touches'; readonly cvType: 1; readonly length: number };

/** Which figure of which rows, under which model. */
export interface Figure {
  readonly share: Share;
  /** The rows' numbers; null: every row. */
  readonly rows: readonly number[] | null;
  readonly grouping: Grouping;
  readonly model: CreditModel;
  readonly table: CreditTable;
}

/** A conversion with what it gives: whole ones, yen, credit units, or yen times credit units. Times in milliseconds. */
export interface BehindRow {
  readonly id: string; readonly ms: number; readonly cvType: 0 | 1; readonly amount: number;
  readonly contacts: number; readonly elapsed: number; readonly lastAd: number | null; readonly given: bigint;
}

const linesOf = (scope: Scope, { share, rows, grouping, model, table }: Figure): string => {
  const units = unitsInSql(table);
  const here = (key: string) => (rows === null ? '1' : `has({shown: Array(Int64)}, ${key})`);
  const divided = `arraySum((key, i) -> if(${here('key')}, toUInt64(${units[model]}), 0), passed, places)`;
  /** Whether it stands behind the figure, and what it gives: sales of nothing are behind sales all the same. */
  const [behind, given] = ((): readonly [string, string] => {
    switch (share.kind) {
      case 'last': return [here('ended'), '1'];
      case 'sales': return [here('ended'), 'amount'];
      case 'touches': return [`${here('ended')} AND ${share.length >= 6 ? 'n >= 6' : `n = ${share.length}`}`, '1'];
      case 'helped': return ['given > 0', `length(arrayDistinct(arrayFilter(key -> ${here('key')} AND key != ended, passed)))`];
      case 'opened': return [`${here('passed[1]')} AND passed[1] != ended`, '1'];
      case 'divided': return ['given > 0', divided];
      case 'sold': return ['units > 0', `toInt128(amount) * units`];
    }
  })();
  return `
  SELECT conversion_id, converted, cv_type, amount, n, elapsed, ad_ids, ${share.kind === 'sold' ? `${divided} AS units, ` : ''}toInt128(${given}) AS given FROM (
    SELECT *, if(n = 0, [toInt64(${NO_CONTACT})], keys) AS passed, if(n = 0, [toUInt32(0)], arrayEnumerate(keys)) AS places, passed[-1] AS ended, ${units.path} FROM (
      SELECT *, toUInt32(length(keys)) AS n FROM (${keysOf(scope, grouping)}) WHERE cv_type = ${share.cvType}
    )
  ) WHERE ${behind}`;
};

const boundTo = (scope: Scope, { rows, grouping }: Figure) =>
  ({ ...bound(scope), shown: rows ?? [], ...(grouping !== null && { ads: grouping.ads, rows: grouping.rows, other: grouping.other }) });

/** How many conversions stand behind a figure, and what they give together. */
export const behindTotal = async (columnar: Columnar, scope: Scope, figure: Figure): Promise<{ readonly count: number; readonly given: bigint }> => {
  const [found] = await rowsOf<{ amount_of: string; sum_of: string }>(columnar, `
    SELECT count() AS amount_of, toString(sum(given)) AS sum_of FROM (${linesOf(scope, figure)})`, boundTo(scope, figure), scope.signal);
  return { count: Number(found?.amount_of ?? 0), given: BigInt(found?.sum_of ?? 0) };
};

/**
 * A page of them, the newest first. What lies after a place is read from that place on only: a later page costs less than the first.
 *
 * @param after where the page before ended; null: the first page
 */
export const behindPage = async (columnar: Columnar, scope: Scope, figure: Figure, { after, limit }: { readonly after: { readonly ms: number; readonly id: string } | null; readonly limit: number }): Promise<BehindRow[]> => {
  const rest = after === null ? scope : { ...scope, until: Math.min(scope.until, after.ms + 1) };
  const found = await rowsOf<{ id: string; ms: string; cv_type: 0 | 1; yen: string; contacts: number; elapsed: string; last_ad: number; given_text: string }>(columnar, `
    SELECT conversion_id AS id, converted AS ms, cv_type, amount AS yen, n AS contacts, elapsed, ad_ids[-1] AS last_ad, toString(given) AS given_text FROM (${linesOf(rest, figure)})
    ${after === null ? '' : 'WHERE converted < {after_ms: Int64} OR conversion_id < {after_id: UInt64}'}
    ORDER BY converted DESC, conversion_id DESC LIMIT {limit: UInt32}`,
  { ...boundTo(rest, figure), after_ms: after?.ms ?? 0, after_id: after?.id ?? '0', limit }, scope.signal);
  return found.map(line => ({
    id: line.id, ms: Number(line.ms), cvType: line.cv_type, amount: Number(line.yen), contacts: line.contacts, elapsed: Number(line.elapsed),
    lastAd: line.contacts === 0 ? null : line.last_ad, given: BigInt(line.given_text),
  }));
};
