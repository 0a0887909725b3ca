import type { Grouping } from './row-layout.ts';
import type { Bound } from '../engine/query.ts';

/** The rows of a grouping by position: numbers from 0, which ClickHouse maps and groups faster than wider ones. */
interface RowIndexes {
  /** The rows in order: an index is a position in this list. */
  readonly rows: readonly number[];
  /** The index of an ad's row, as SQL over a column. */
  readonly indexInSql: (column: string) => string;
  /** The bound values of `indexInSql`. */
  readonly params: Bound;
}

/** The narrowest integer type for `count` indexes. */
const indexType = (count: number): string => {
  if (count > 2 ** 16) return 'UInt32';
  return count > 2 ** 8 ? 'UInt16' : 'UInt8';
};

export const rowIndexes = ({ ads, rows: rowOfAd, other }: NonNullable<Grouping>): RowIndexes => {
  const rows = [...new Set([...rowOfAd, other])].toSorted((a, b) => a - b);
  const indexes = new Map(rows.map((row, index) => [row, index]));
  const type = indexType(rows.length);
  return {
    rows,
    indexInSql: column =>
      `transform(${column}, {ads: Array(UInt32)}, {indexes: Array(${type})}, {other_index: ${type}})`,
    params: { ads, indexes: rowOfAd.map(row => indexes.get(row) ?? 0), other_index: indexes.get(other) ?? 0 },
  };
};
