import type { Grouping } from './row-layout.ts';
import type { Bound } from '../engine/query.ts';

/** The rows of a grouping by position: numbers from 0, which ClickHouse maps and groups faster than wider ones. */
interface Places {
  /** The rows in order: a place is an index of this list. */
  readonly rows: readonly number[];
  /** The place of an ad, as SQL over a column. */
  readonly placeOf: (column: string) => string;
  /** The bound values of `placeOf`. */
  readonly params: Bound;
}

/** The narrowest integer type for `count` places. */
const placeType = (count: number): string => {
  if (count > 2 ** 16) return 'UInt32';
  return count > 2 ** 8 ? 'UInt16' : 'UInt8';
};

export const placesOf = ({ ads, rows: rowOfAd, other }: NonNullable<Grouping>): Places => {
  const rows = [...new Set([...rowOfAd, other])].toSorted((a, b) => a - b);
  const places = new Map(rows.map((row, place) => [row, place]));
  const type = placeType(rows.length);
  return {
    rows,
    placeOf: column =>
      `transform(${column}, {ads: Array(UInt32)}, {places: Array(${type})}, {rest: ${type}})`,
    params: { ads, places: rowOfAd.map(row => places.get(row) ?? 0), rest: places.get(other) ?? 0 },
  };
};
