import type { Grouping } from './row-layout.ts';
import type { Bound } from '../engine/query.ts';

/**
 * The rows of a grouping, each by its place among them: numbers from 0, which are mapped, told apart and
 * summed up by faster than wider ones.
 */
interface Places {
  /** In order; a place is an index of it. */
  readonly rows: readonly number[];
  /** The place of an ad, as SQL over a column. */
  readonly placeOf: (column: string) => string;
  /** What that binds. */
  readonly params: Bound;
}

/** The narrowest type that counts `count` places. */
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
