import type { Condition } from '../../../http/filters.ts';
import { timeOfId } from '../../../platform/ids.ts';
import type { Columnar } from '../engine/columnar.ts';
import { rowsOf, type Bound } from '../engine/query.ts';
import { eventCounts, instant } from '../events/eligible.ts';
import type { RowColumn } from '../logs/event-columns.ts';
import { rowCondition } from '../logs/event-conditions.ts';
import { sqlOf } from '../logs/event-filter.ts';
import { journeysOf } from '../queries/path-summaries.ts';
import { bound, type Scope } from '../queries/scope.ts';

/** Which conversions a list has, how many, and the keys of a page of it. */

/** A condition on a column of conversions. */
export interface ConversionCondition {
  readonly column: RowColumn;
  readonly condition: Condition;
}

/** The selected conversions: those of the period that count and meet these conditions. */
export interface Which {
  readonly cvType: 0 | 1 | null;
  /** The path contains a contact of one of these ads; null: any path. */
  readonly adIds: readonly number[] | null;
  readonly conditions: readonly ConversionCondition[];
  /** Conditions on columns that are computed from the path (`PATH_COLUMNS`). */
  readonly paths: readonly ConversionCondition[];
  /** Ads that are values of these columns; null: all. */
  readonly visibleAds: readonly number[] | null;
}

/** The position of a conversion in the list. */
export interface ConversionKey {
  readonly id: string;
  readonly ms: number;
}

export const inPeriod = (scope: Scope): string =>
  `product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND conversion_id <= {watermark: UInt64} AND ${eventCounts(scope.rules)}`;
const typed = ({ cvType }: Which): string => (cvType === null ? '1' : `cv_type = ${cvType}`);
const conditionsOn = (conditions: readonly ConversionCondition[], name: string) =>
  conditions.map(({ column, condition }, index) =>
    rowCondition(column, sqlOf(column, { excluded: [] }), { condition }, `${name}${index}`),
  );
const conditionsOf = ({ conditions }: Which) => conditionsOn(conditions, 'n');
const pathConditionsOf = ({ paths }: Which) => conditionsOn(paths, 'p');
/** The columns in the table of conversions. */
export const chosen = (which: Which): string =>
  [typed(which), ...conditionsOf(which).map(({ sql }) => sql)].join(' AND ');
/** The columns in the paths, which lack the other columns of conversions. */
const chosenPaths = (scope: Scope, which: Which): string =>
  which.conditions.length === 0
    ? typed(which)
    : `${typed(which)} AND conversion_id IN (SELECT conversion_id FROM conversion WHERE ${inPeriod(scope)} AND ${chosen(which)})`;
const touching = (adIds: readonly number[] | null): string =>
  adIds === null ? '1' : 'hasAny(ad_ids, {touching: Array(UInt32)})';
/** Whether the paths decide which conversions are selected. */
export const readsPaths = ({ adIds, paths }: Which): boolean => adIds !== null || paths.length > 0;
/** The paths of the selected conversions, as rows after FROM. */
export const chosenJourneys = (scope: Scope, which: Which): string =>
  `(${journeysOf(scope, chosenPaths(scope, which))}) WHERE ${[
    touching(which.adIds),
    ...pathConditionsOf(which).map(({ sql }) => sql),
  ].join(' AND ')}`;
export const bindings = (which: Which): Bound =>
  Object.assign({}, ...conditionsOf(which).map(condition => condition.params)) as Bound;
export const boundValues = (scope: Scope, which: Which): Bound => ({
  ...bound(scope),
  ...bindings(which),
  ...(Object.assign({}, ...pathConditionsOf(which).map(({ params }) => params)) as Bound),
  touching: which.adIds ?? [],
  sees_all_ads: which.visibleAds === null ? 1 : 0,
  visible_ads: which.visibleAds ?? [],
});

/** The columns of the sums that count conversions of a type. */
const countColumn = (cvType: Which['cvType']): string => {
  if (cvType === null) return 'cv + cv_middle';
  return cvType === 1 ? 'cv' : 'cv_middle';
};

const totalOf = (scope: Scope, which: Which): string => {
  if (readsPaths(which)) return `SELECT count() AS amount_of FROM ${chosenJourneys(scope, which)}`;
  const credit = which.conditions.length > 0 ? null : scope.source.dailyCredit(scope);
  if (credit === null)
    return `SELECT count() AS amount_of FROM conversion WHERE ${inPeriod(scope)} AND ${chosen(which)}`;
  // Each conversion is in the sums once, with the ad of its last contact.
  return `SELECT sum(${countColumn(which.cvType)}) AS amount_of FROM ${credit.sums}`;
};

export const conversionTotal = async (columnar: Columnar, scope: Scope, which: Which): Promise<number> => {
  const [found] = await rowsOf<{ amount_of: string }>(
    columnar,
    totalOf(scope, which),
    boundValues(scope, which),
    scope.signal,
  );
  return Number(found?.amount_of ?? 0);
};

/**
 * The newest conversions usually fill a page, so the last month is read before the complete period: the
 * cost grows with the number of months.
 */
const RECENT_MS = 31 * 86_400_000;

/** A page of the selected conversions: `limit` after the position `after`; null: from the first. */
export interface Stretch {
  readonly after: ConversionKey | null;
  readonly limit: number;
}

export const NEWEST_FIRST = 'ORDER BY ts DESC, conversion_id DESC';
/** The position as a condition, and its bound values. @param time of a conversion, in ms */
export const below = ({ after }: Stretch, time: string): string =>
  after === null ? '' : ` AND (${time} < {after_ms: Int64} OR conversion_id < {after_id: UInt64})`;
export const place = ({ after, limit }: Stretch): Bound => ({
  after_ms: after?.ms ?? 0,
  after_id: after?.id ?? '0',
  limit,
});

/** The conversions of a scope in the order of a list. */
const keysOf = async (
  columnar: Columnar,
  within: Scope,
  which: Which,
  stretch: Stretch,
): Promise<ConversionKey[]> =>
  (
    await rowsOf<{ id: string; ms: string }>(
      columnar,
      readsPaths(which)
        ? `SELECT conversion_id AS id, converted AS ms FROM ${chosenJourneys(within, which)}${below(stretch, 'converted')} ORDER BY converted DESC, conversion_id DESC LIMIT {limit: UInt32}`
        : // Where the path does not matter, the table's own order finds the page without looking at any path.
          `SELECT conversion_id AS id, toUnixTimestamp64Milli(ts) AS ms FROM conversion WHERE ${inPeriod(within)} AND ${chosen(which)}${below(stretch, 'toUnixTimestamp64Milli(ts)')} ${NEWEST_FIRST} LIMIT {limit: UInt32}`,
      { ...boundValues(within, which), ...place(stretch) },
      within.signal,
    )
  ).map(({ id, ms }) => ({ id, ms: Number(ms) }));

export const restOf = (scope: Scope, { after }: Stretch): Scope =>
  after === null ? scope : { ...scope, until: Math.min(scope.until, after.ms + 1) };
/** The last month of a scope before an instant. */
export const recentOf = (rest: Scope, ms: number): Scope => ({
  ...rest,
  from: Math.max(rest.from, Math.min(rest.until, ms) - RECENT_MS),
});

/** The next conversions, newest first. */
export const conversionKeys = async (
  columnar: Columnar,
  scope: Scope,
  which: Which,
  stretch: Stretch,
): Promise<ConversionKey[]> => {
  const rest = restOf(scope, stretch);
  const recent = recentOf(rest, timeOfId(BigInt(scope.watermark)));
  const newest = await keysOf(columnar, recent, which, stretch);
  return newest.length === stretch.limit || recent.from === rest.from
    ? newest
    : keysOf(columnar, rest, which, stretch);
};
