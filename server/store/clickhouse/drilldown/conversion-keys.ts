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
export interface ConversionSelection {
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
const typeCondition = ({ cvType }: ConversionSelection): string =>
  cvType === null ? '1' : `cv_type = ${cvType}`;
const conditionsOn = (conditions: readonly ConversionCondition[], name: string) =>
  conditions.map(({ column, condition }, index) =>
    rowCondition(column, sqlOf(column, { excluded: [] }), { condition }, `${name}${index}`),
  );
const conditionsOf = ({ conditions }: ConversionSelection) => conditionsOn(conditions, 'n');
const pathConditionsOf = ({ paths }: ConversionSelection) => conditionsOn(paths, 'p');
/** The columns in the table of conversions. */
export const selectionCondition = (selection: ConversionSelection): string =>
  [typeCondition(selection), ...conditionsOf(selection).map(({ sql }) => sql)].join(' AND ');
/** The columns in the paths, which lack the other columns of conversions. */
const pathSelectionCondition = (scope: Scope, selection: ConversionSelection): string =>
  selection.conditions.length === 0
    ? typeCondition(selection)
    : `${typeCondition(selection)} AND conversion_id IN (SELECT conversion_id FROM conversion WHERE ${inPeriod(scope)} AND ${selectionCondition(selection)})`;
const adCondition = (adIds: readonly number[] | null): string =>
  adIds === null ? '1' : 'hasAny(ad_ids, {touching: Array(UInt32)})';
/** Whether the paths decide which conversions are selected. */
export const readsPaths = ({ adIds, paths }: ConversionSelection): boolean =>
  adIds !== null || paths.length > 0;
/** The paths of the selected conversions, as rows after FROM. */
export const selectedPaths = (scope: Scope, selection: ConversionSelection): string =>
  `(${journeysOf(scope, pathSelectionCondition(scope, selection))}) WHERE ${[
    adCondition(selection.adIds),
    ...pathConditionsOf(selection).map(({ sql }) => sql),
  ].join(' AND ')}`;
export const selectionParameters = (selection: ConversionSelection): Bound =>
  Object.assign({}, ...conditionsOf(selection).map(condition => condition.params)) as Bound;
export const boundValues = (scope: Scope, selection: ConversionSelection): Bound => ({
  ...bound(scope),
  ...selectionParameters(selection),
  ...(Object.assign({}, ...pathConditionsOf(selection).map(({ params }) => params)) as Bound),
  touching: selection.adIds ?? [],
  sees_all_ads: selection.visibleAds === null ? 1 : 0,
  visible_ads: selection.visibleAds ?? [],
});

/** The columns of the sums that count conversions of a type. */
const countColumn = (cvType: ConversionSelection['cvType']): string => {
  if (cvType === null) return 'cv + cv_middle';
  return cvType === 1 ? 'cv' : 'cv_middle';
};

const totalOf = (scope: Scope, selection: ConversionSelection): string => {
  if (readsPaths(selection)) return `SELECT count() AS amount_of FROM ${selectedPaths(scope, selection)}`;
  const credit = selection.conditions.length > 0 ? null : scope.source.dailyCredit(scope);
  if (credit === null)
    return `SELECT count() AS amount_of FROM conversion WHERE ${inPeriod(scope)} AND ${selectionCondition(selection)}`;
  // Each conversion is in the sums once, with the ad of its last contact.
  return `SELECT sum(${countColumn(selection.cvType)}) AS amount_of FROM ${credit.sums}`;
};

export const conversionTotal = async (
  columnar: Columnar,
  scope: Scope,
  selection: ConversionSelection,
): Promise<number> => {
  const [found] = await rowsOf<{ amount_of: string }>(
    columnar,
    totalOf(scope, selection),
    boundValues(scope, selection),
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
export interface PageRequest {
  readonly after: ConversionKey | null;
  readonly limit: number;
}

export const NEWEST_FIRST = 'ORDER BY ts DESC, conversion_id DESC';
/** The position as a condition, and its bound values. @param time of a conversion, in ms */
export const pageCondition = ({ after }: PageRequest, time: string): string =>
  after === null ? '' : ` AND (${time} < {after_ms: Int64} OR conversion_id < {after_id: UInt64})`;
export const pageParameters = ({ after, limit }: PageRequest): Bound => ({
  after_ms: after?.ms ?? 0,
  after_id: after?.id ?? '0',
  limit,
});

/** The conversions of a scope in the order of a list. */
const keysOf = async (
  columnar: Columnar,
  within: Scope,
  selection: ConversionSelection,
  page: PageRequest,
): Promise<ConversionKey[]> =>
  (
    await rowsOf<{ id: string; ms: string }>(
      columnar,
      readsPaths(selection)
        ? `SELECT conversion_id AS id, converted AS ms FROM ${selectedPaths(within, selection)}${pageCondition(page, 'converted')} ORDER BY converted DESC, conversion_id DESC LIMIT {limit: UInt32}`
        : // Where the path does not matter, the table's own order finds the page without looking at any path.
          `SELECT conversion_id AS id, toUnixTimestamp64Milli(ts) AS ms FROM conversion WHERE ${inPeriod(within)} AND ${selectionCondition(selection)}${pageCondition(page, 'toUnixTimestamp64Milli(ts)')} ${NEWEST_FIRST} LIMIT {limit: UInt32}`,
      { ...boundValues(within, selection), ...pageParameters(page) },
      within.signal,
    )
  ).map(({ id, ms }) => ({ id, ms: Number(ms) }));

export const restOfPeriod = (scope: Scope, { after }: PageRequest): Scope =>
  after === null ? scope : { ...scope, until: Math.min(scope.until, after.ms + 1) };
/** The last month of a scope before an instant. */
export const lastMonthOf = (rest: Scope, ms: number): Scope => ({
  ...rest,
  from: Math.max(rest.from, Math.min(rest.until, ms) - RECENT_MS),
});

/** The next conversions, newest first. */
export const conversionKeys = async (
  columnar: Columnar,
  scope: Scope,
  selection: ConversionSelection,
  page: PageRequest,
): Promise<ConversionKey[]> => {
  const rest = restOfPeriod(scope, page);
  const recent = lastMonthOf(rest, timeOfId(BigInt(scope.watermark)));
  const newest = await keysOf(columnar, recent, selection, page);
  return newest.length === page.limit || recent.from === rest.from
    ? newest
    : keysOf(columnar, rest, selection, page);
};
