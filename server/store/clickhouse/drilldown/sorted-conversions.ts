import type { Columnar } from '../engine/columnar.ts';
import { rowsOf, type Bound } from '../engine/query.ts';
import { orderOf, type SortedPlace } from '../logs/event-keys.ts';
import { sqlOf } from '../logs/event-filter.ts';
import type { RowColumn } from '../logs/event-columns.ts';
import type { Scope } from '../queries/scope.ts';
import {
  boundValues,
  selectionCondition,
  selectedPaths,
  inPeriod,
  readsPaths,
  type ConversionKey,
  type ConversionSelection,
} from './conversion-keys.ts';
import { PATH_COLUMNS } from './path-columns.ts';

/** The keys of selected conversions in the order of a column. All selected conversions are read. */

/** Order by a column, with ties in order of time, newest first. */
export interface ConversionSort {
  readonly column: RowColumn;
  /** The column is computed from the path. */
  readonly isOfPath: boolean;
  /** Only conversions whose last ad is visible, or that have no contact, have a value of the text column. */
  readonly isMasked: boolean;
  readonly descending: boolean;
  /** Values that the column's SQL binds. */
  readonly params: Bound;
  /** The last conversion of the previous page. */
  readonly after: SortedPlace | null;
}

/** `value`: the conversion's sort value as text. */
interface SortedConversionKey extends ConversionKey {
  readonly value: string;
}

/** The selected conversions as rows after FROM, and their time in ms. */
const sortedRows = (scope: Scope, selection: ConversionSelection, isOfPath: boolean) => {
  if (isOfPath) return { rows: selectedPaths(scope, selection), ms: 'converted' };
  const onPaths = readsPaths(selection)
    ? ` AND conversion_id IN (SELECT conversion_id FROM ${selectedPaths(scope, selection)})`
    : '';
  return {
    rows: `conversion WHERE ${inPeriod(scope)} AND ${selectionCondition(selection)}${onPaths}`,
    ms: 'toUnixTimestamp64Milli(ts)',
  };
};

/** The column's value as SQL. */
const valueOf = (
  scope: Scope,
  selection: ConversionSelection,
  { column, isMasked }: ConversionSort,
): string => {
  const sql = sqlOf(column, { excluded: [] });
  return isMasked
    ? `if(conversion_id IN (SELECT conversion_id FROM ${selectedPaths(scope, selection)} AND (empty(ad_ids) OR ${PATH_COLUMNS.last_ad_id.sql} != 0)), ${sql}, '')`
    : sql;
};

export const sortedConversionKeys = async (
  columnar: Columnar,
  scope: Scope,
  selection: ConversionSelection,
  sort: ConversionSort,
  limit: number,
): Promise<SortedConversionKey[]> => {
  const { column, isOfPath, descending, params, after } = sort;
  const { sql, type } = orderOf(column, valueOf(scope, selection, sort));
  const { rows, ms } = sortedRows(scope, selection, isOfPath);
  const beyond = `${ms} < {after_ms: Int64} OR (${ms} = {after_ms: Int64} AND conversion_id < {after_id: UInt64})`;
  const following =
    after === null
      ? ''
      : ` AND (${sql} ${descending ? '<' : '>'} {sorted_value: ${type}} OR (${sql} = {sorted_value: ${type}} AND (${beyond})))`;
  const found = await rowsOf<{ id: string; ms: string; value: string }>(
    columnar,
    `
    SELECT conversion_id AS id, ${ms} AS ms, toString(${sql}) AS value FROM ${rows}${following}
    ORDER BY ${sql} ${descending ? 'DESC' : 'ASC'}, ms DESC, conversion_id DESC LIMIT 1 BY conversion_id LIMIT {limit: UInt32}`,
    {
      ...boundValues(scope, selection),
      ...params,
      after_ms: after?.ms ?? 0,
      after_id: after?.id ?? '0',
      sorted_value: after?.value ?? '',
      limit,
    },
    scope.signal,
  );
  return found.map(key => ({ ...key, ms: Number(key.ms) }));
};
