import type { Condition } from '../../../http/filters.ts';
import type { Columnar } from '../engine/columnar.ts';
import { contactConditions, CONTACT_EXPRESSIONS, type Expressions } from './conditions.ts';
import { contactCounts, contactTable, eventCounts, instant, termOf } from '../events/eligible.ts';
import { rowsOf, type Bound } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';

/**
 * Rows finer than ads: by dimensions of contacts, and by whether the visitor had converted before. The row of a
 * contact is an integer below 2^32 that replaces its ad, so that paths are counted by the same queries.
 *
 * A row is cell * 4 + state. Cell 0 has the hidden contacts, the others are 1 + the codes of the axes (of two
 * the outer first; code 0: none). State 0: not split by visitor; 1 new, 2 existing. Row -1 - state: no contact.
 */
export interface Cells {
  readonly axes: readonly CellAxis[];
  /** Only contacts of these ads are shown; null: contacts of all ads. */
  readonly ads: readonly number[] | null;
  /** Only contacts that meet these are shown. */
  readonly contactFilters: readonly Condition[];
  /**
   * 1 counts only visitors without an earlier last conversion; 2 splits rows by the visitor's state at the
   * last contact, 3 at each contact.
   */
  readonly evaluation: 1 | 2 | 3 | null;
}

/** The source of a contact's code on an axis. `size`: number of codes, code 0 included. */
export type CellAxis = { readonly size: number } & (
  | { readonly of: 'ad'; readonly ads: readonly number[]; readonly codes: readonly number[] }
  /** Texts by their hashes, in the order of their codes from 1; others than these have the code `other`. */
  | { readonly of: 'text'; readonly name: string; readonly hashes: readonly string[]; readonly other: number }
  /** A number from 0, whose code is one more. */
  | { readonly of: 'number'; readonly name: string }
);

export const STATES = 4;
/** Rows have to fit the 32 bits of an ad. */
export const MAX_CELLS = 2 ** 32 / STATES - 2;

const codeInSql = (
  value: string,
  from: readonly (number | string)[],
  to: readonly number[],
  other: number,
): string =>
  from.length === 0
    ? `toUInt32(${other})`
    : `toUInt32(transform(${value}, [${from.join(',')}], [${to.join(',')}], ${other}))`;

/** The code of a contact on an axis, as SQL. @param expressions those of dimensions */
export const codeOf = (axis: CellAxis, expressions: Expressions, ad = 'ad_id'): string => {
  if (axis.of === 'ad') return codeInSql(ad, axis.ads, axis.codes, 0);
  const value = expressions[axis.name] ?? "''";
  if (axis.of === 'number') return `toUInt32(1 + ${value})`;
  return `if(empty(${value}), 0, ${codeInSql(
    `cityHash64(${value})`,
    axis.hashes,
    axis.hashes.map((_, index) => index + 1),
    axis.other,
  )})`;
};

/** Whether contacts of an ad are shown, as SQL; null: contacts of all ads are. */
export const adIsShown = ({ ads }: Cells, ad = 'ad_id'): string | null => {
  if (ads === null) return null;
  return ads.length === 0 ? '0' : `${ad} IN (${ads.join(',')})`;
};

const cellOf = (cells: Cells): string => {
  const { axes, contactFilters: seen } = cells;
  const shown = [adIsShown(cells) ?? '1', contactConditions(seen).sql]
    .filter(sql => sql !== '1')
    .join(' AND ');
  const code = axes
    .map(axis => codeOf(axis, CONTACT_EXPRESSIONS))
    .reduce((outer, inner, index) => `${outer} * ${axes[index]?.size ?? 1} + ${inner}`);
  return `toUInt32(if(${shown === '' ? '1' : shown}, 1 + ${code}, 0) * ${STATES})`;
};

/** The time in ms of each visitor's first last conversion that counts: later events are of an existing visitor. */
export const firstConversions = (rules: CountingRules): string => `
  SELECT visitor_id, min(toUnixTimestamp64Milli(ts)) AS first_cv FROM conversion
  WHERE product_id = {product: UInt32} AND ts < ${instant('until')} AND conversion_id <= {watermark: UInt64} AND cv_type = 1 AND ${eventCounts(rules)} GROUP BY visitor_id`;
export const hasConverted = (at: string) => `toUInt8(f.first_cv != 0 AND f.first_cv < ${at})`;

/**
 * The contacts that count, from one term before the period on: `ad_id` is their row, `existing` the state of
 * their visitor, `at` a time in ms.
 *
 * @param which a condition on `visitor_id`
 */
export const cellContacts = (rules: CountingRules, cells: Cells, which = '1'): string => {
  const lines = `SELECT visitor_id, toUnixTimestamp64Milli(ts) AS at, interaction_id, click_cost, ${cellOf(cells)} AS cell FROM ${contactTable(rules, which)}
    WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {watermark: UInt64} AND ${contactCounts(rules)} AND ${which}`;
  if (cells.evaluation === null)
    return `SELECT visitor_id, at, interaction_id, click_cost, cell AS ad_id, toUInt8(0) AS existing FROM (${lines})`;
  return `SELECT k.visitor_id AS visitor_id, k.at AS at, k.interaction_id AS interaction_id, k.click_cost AS click_cost, ${hasConverted('k.at')} AS existing,
      toUInt32(k.cell${cells.evaluation === 1 ? '' : ' + 1 + existing'}) AS ad_id
    FROM (${lines}) AS k LEFT JOIN (${firstConversions(rules)}) AS f ON f.visitor_id = k.visitor_id`;
};

/**
 * Paths with `keys`, the rows of their contacts, and `none`, the row of a conversion without contacts.
 *
 * @param paths lines of paths whose `ad_ids` are rows
 */
export const cellKeys = (rules: CountingRules, { evaluation }: Cells, paths: string): string => {
  if (evaluation === null)
    return `SELECT *, arrayMap(x -> toInt64(x), ad_ids) AS keys, toInt64(-1) AS none FROM (${paths})`;
  // Every contact of the path has the state of the last one.
  const keys =
    evaluation === 2
      ? `arrayMap(x -> toInt64(x - x % ${STATES} + p.ad_ids[-1] % ${STATES}), p.ad_ids)`
      : 'arrayMap(x -> toInt64(x), p.ad_ids)';
  return `SELECT p.*, ${keys} AS keys, ${hasConverted('p.converted')} AS existing, toInt64(${evaluation === 1 ? '-1' : '-2 - existing'}) AS none
    FROM (${paths}) AS p LEFT JOIN (${firstConversions(rules)}) AS f ON f.visitor_id = p.visitor${evaluation === 1 ? ' WHERE existing = 0' : ''}`;
};

/** A dimension value of contacts with its hash. */
export interface SeenText {
  readonly value: string;
  readonly hash: string;
}

/**
 * The most frequent texts of an axis among the contacts of a period and of the term before it; of equally
 * frequent ones the first in order. Empty texts are left out.
 */
export const textsSeen = (
  columnar: Columnar,
  rules: CountingRules,
  bound: Bound,
  name: string,
  limit: number,
  signal?: AbortSignal,
): Promise<SeenText[]> =>
  rowsOf<SeenText>(
    columnar,
    `
  SELECT value, toString(cityHash64(value)) AS hash FROM (
    SELECT ${CONTACT_EXPRESSIONS[name] ?? "''"} AS value FROM ${contactTable(rules)}
    WHERE product_id = {product: UInt32} AND ts >= ${instant('from', -termOf(rules))} AND ts < ${instant('until')} AND interaction_id <= {watermark: UInt64} AND ${contactCounts(rules)}
  ) WHERE value != '' GROUP BY value ORDER BY count() DESC, value LIMIT {limit: UInt32}`,
    { ...bound, limit },
    signal,
  );
