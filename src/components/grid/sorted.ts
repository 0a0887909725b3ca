import type { Format } from '../../resources/column.ts';
import { isNumeric, type Value } from '../formats.ts';
import type { GridColumn, Sort } from './types.ts';

const collators = new Map<string, Intl.Collator>();
const collatorOf = (locale: string): Intl.Collator => {
  const known = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true });
  collators.set(locale, known);
  return known;
};

const isNothing = (value: Value): boolean => value === null || value === undefined || value === '';
const byNumber = (format: Format, values: readonly Value[]): boolean =>
  isNumeric(format) || (format === 'choice' && values.every(value => typeof value !== 'string'));

/**
 * Rank of every value. Equal values share a rank, so that the collator compares each distinct text only once.
 */
const ranksOf = (values: readonly Value[], format: Format, locale: string): Float64Array => {
  if (byNumber(format, values))
    return Float64Array.from(values, value => (isNothing(value) ? NaN : Number(value)));
  const texts = values.map(value => (isNothing(value) ? null : String(value)));
  const { compare } = collatorOf(locale);
  const distinct = [...new Set(texts)].filter(text => text !== null).sort(compare);
  const ranks = new Map<string, number>();
  let rank = 0;
  distinct.forEach((text, index) => {
    const before = distinct[index - 1];
    if (before !== undefined && compare(before, text) !== 0) rank += 1;
    ranks.set(text, rank);
  });
  return Float64Array.from(texts, text => (text === null ? NaN : (ranks.get(text) ?? NaN)));
};

/** Compares two ranks; empty values (NaN) sort last in both directions. */
const compareRanks = (one: number, other: number, sign: number): number => {
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1;
  return Number.isNaN(other) ? -1 : sign * (one - other);
};

/**
 * Rows sorted stably by one column: numbers by value, texts by the collation of the locale, empty values last
 * in both directions. Returns the same array if there is nothing to sort.
 * @param remainderRank 0 for most rows; others come after them in both directions, in the order of their ranks
 */
export const sorted = <Row extends object>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  sort: Sort<Row> | null,
  locale: string,
  remainderRank: (row: Row) => number = () => 0,
): readonly Row[] => {
  const column = columns.find(({ field }) => field === sort?.field);
  if (column === undefined || sort === null || rows.length < 2) return rows;
  const ranks = ranksOf(
    rows.map(row => row[column.field] as Value),
    column.format,
    locale,
  );
  const sign = sort.descending ? -1 : 1;
  const last = Uint8Array.from(rows, remainderRank);
  const rankAt = (index: number): number => ranks[index] ?? NaN;
  const places = Uint32Array.from(rows, (_, index) => index).sort((a, b) => {
    const byRemainder = (last[a] ?? 0) - (last[b] ?? 0);
    if (byRemainder !== 0) return byRemainder;
    const [one, other] = [rankAt(a), rankAt(b)];
    return one === other ? a - b : compareRanks(one, other, sign) || a - b;
  });
  return Array.from(places, place => rows[place]).filter(row => row !== undefined);
};

const FROM_THE_FIRST: ReadonlySet<Format> = new Set(['text', 'word', 'choice', 'address', 'tags']);

/**
 * The sort after a press on a column's header: first descending for numbers and times, ascending for names;
 * then reversed; then none.
 */
export const nextSort = <Row>(column: GridColumn<Row>, sort: Sort<Row> | null): Sort<Row> | null => {
  const descending = !FROM_THE_FIRST.has(column.format);
  if (sort?.field !== column.field) return { field: column.field, descending };
  return sort.descending === descending ? { field: column.field, descending: !descending } : null;
};
