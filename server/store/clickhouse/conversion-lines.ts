import { timeOfId } from '../../ids.ts';
import type { Columnar } from './columnar.ts';
import { bound, derivedDays, type Scope } from './counts.ts';
import { eventCounts, instant } from './eligible.ts';
import { journeysOf } from './journeys.ts';
import { rowsOf, type Bound } from './query.ts';

/** Conversions one by one with their paths, newest first: which they are, then what is told of them. */

/** Which conversions: all of the period that count, narrowed. */
export interface Which {
  readonly cvType: 0 | 1 | null;
  /** Their path has a contact of one of these ads; null: it need not. */
  readonly adIds: readonly number[] | null;
}

/** A conversion with the first of its contacts, and the last one. Times in milliseconds, `amount` in yen. */
export interface ConversionLine {
  readonly id: string; readonly ms: number; readonly cvType: 0 | 1; readonly cvSettingId: number; readonly visitorId: string; readonly amount: number;
  readonly args: string; readonly userId: string; readonly key1: string; readonly key2: string; readonly key3: string;
  readonly contacts: number; readonly ads: readonly number[]; readonly times: readonly number[]; readonly lastAd: number | null;
}

const inPeriod = (scope: Scope): string =>
  `product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND conversion_id <= {mark: UInt64} AND ${eventCounts(scope.rules)}`;
const typed = ({ cvType }: Which): string => (cvType === null ? '1' : `cv_type = ${cvType}`);
const touching = (adIds: readonly number[] | null): string => (adIds === null ? '1' : 'hasAny(ad_ids, {touching: Array(UInt32)})');
const given = (scope: Scope, { adIds }: Which): Bound => ({ ...bound(scope), touching: adIds ?? [] });

const totalOf = (scope: Scope, which: Which): string => {
  if (which.adIds !== null) return `SELECT count() AS amount_of FROM (${journeysOf(scope, typed(which))}) WHERE ${touching(which.adIds)}`;
  if (scope.source === 'events') return `SELECT count() AS amount_of FROM conversion WHERE ${inPeriod(scope)} AND ${typed(which)}`;
  // Each conversion is in the sums once, with the ad of its last contact.
  return `SELECT sum(${which.cvType === null ? 'cv + cv_middle' : which.cvType === 1 ? 'cv' : 'cv_middle'}) AS amount_of FROM daily_credit WHERE ${derivedDays()}`;
};

export const conversionTotal = async (columnar: Columnar, scope: Scope, which: Which): Promise<number> => {
  const [found] = await rowsOf<{ amount_of: string }>(columnar, totalOf(scope, which), given(scope, which), scope.signal);
  return Number(found?.amount_of ?? 0);
};

/** A conversion's place among the others. */
export interface ConversionKey { readonly id: string; readonly ms: number }

/** The newest conversions mostly fill a page: their last month is looked at before the whole period is, every month of which costs its share. */
const RECENT = 31 * 86_400_000;

/** The next conversions, newest first. @param after the last of those before; null: from the first on */
export const conversionKeys = async (columnar: Columnar, scope: Scope, which: Which, { after, limit }: { readonly after: ConversionKey | null; readonly limit: number }): Promise<ConversionKey[]> => {
  const rest = after === null ? scope : { ...scope, until: Math.min(scope.until, after.ms + 1) };
  const below = after === null ? '' : ` AND (${which.adIds === null ? 'toUnixTimestamp64Milli(ts)' : 'converted'} < {after_ms: Int64} OR conversion_id < {after_id: UInt64})`;
  const found = async (within: Scope): Promise<ConversionKey[]> => (await rowsOf<{ id: string; ms: string }>(columnar, which.adIds === null
    // Where the path does not matter, the table's own order finds the page without looking at any path.
    ? `SELECT conversion_id AS id, toUnixTimestamp64Milli(ts) AS ms FROM conversion WHERE ${inPeriod(within)} AND ${typed(which)}${below} ORDER BY ts DESC, conversion_id DESC LIMIT {limit: UInt32}`
    : `SELECT conversion_id AS id, converted AS ms FROM (${journeysOf(within, typed(which))}) WHERE ${touching(which.adIds)}${below} ORDER BY converted DESC, conversion_id DESC LIMIT {limit: UInt32}`,
  { ...given(within, which), after_ms: after?.ms ?? 0, after_id: after?.id ?? '0', limit }, scope.signal)).map(({ id, ms }) => ({ id, ms: Number(ms) }));
  const recent = { ...rest, from: Math.max(rest.from, Math.min(rest.until, timeOfId(BigInt(scope.mark))) - RECENT) };
  const newest = await found(recent);
  return newest.length === limit || recent.from === rest.from ? newest : found(rest);
};

/** These conversions with their paths, newest first. @param shown how many contacts of a path are told */
export const conversionLines = async (columnar: Columnar, scope: Scope, keys: readonly ConversionKey[], shown: number): Promise<ConversionLine[]> => {
  if (keys.length === 0) return [];
  const times = keys.map(({ ms }) => ms);
  const span = { ...scope, from: Math.min(...times), until: Math.max(...times) + 1 };
  const these = `conversion_id IN (${keys.map(({ id }) => BigInt(id)).join(',')})`; // 64-bit numbers in lists cannot be bound
  type Raw = { id: string; ms: string; cv_type: 0 | 1; setting: number; visitor_of: string; yen: string; args: string; user_id: string; k1: string; k2: string; k3: string; contacts: string; firsts: number[]; moments: string[]; last: number };
  const found = await rowsOf<Raw>(columnar, `
    SELECT v.conversion_id AS id, toUnixTimestamp64Milli(v.ts) AS ms, v.cv_type AS cv_type, v.cv_setting_id AS setting, v.visitor_id AS visitor_of, v.amount AS yen, v.args AS args, v.user_id AS user_id,
      v.other_key1 AS k1, v.other_key2 AS k2, v.other_key3 AS k3, length(p.ad_ids) AS contacts, arraySlice(p.ad_ids, 1, {shown: UInt16}) AS firsts, arraySlice(p.times, 1, {shown: UInt16}) AS moments, p.ad_ids[-1] AS last
    FROM (SELECT * FROM conversion WHERE ${inPeriod(span)} AND ${these}) AS v INNER JOIN (${journeysOf(span, these)}) AS p ON p.conversion_id = v.conversion_id
    ORDER BY v.ts DESC, v.conversion_id DESC LIMIT 1 BY v.conversion_id`, { ...bound(span), shown }, scope.signal);
  return found.map(line => ({
    id: line.id, ms: Number(line.ms), cvType: line.cv_type, cvSettingId: line.setting, visitorId: line.visitor_of, amount: Number(line.yen), args: line.args, userId: line.user_id,
    key1: line.k1, key2: line.k2, key3: line.k3, contacts: Number(line.contacts), ads: line.firsts, times: line.moments.map(Number), lastAd: line.contacts === '0' ? null : line.last,
  }));
};
