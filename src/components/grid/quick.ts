import type { Formatter, Value } from '../formats.ts';
import type { GridColumn } from './types.ts';

/** Normalises width and case, so that a search for abc also finds ＡＢＣ. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The distinct words of a search text. */
export const wordsOf = (text: string): readonly string[] => [
  ...new Set(folded(text).split(/\s+/u).filter(Boolean)),
];

/** Separates the texts of cells, so that no word matches across two cells. */
const BETWEEN = '\n';
/** Number of rows indexed per idle callback: about 2 ms. */
const SLICE = 250;

/** Search index over the shown texts of rows, each of which is formatted once. */
export interface QuickIndex<Row> {
  /** The rows that contain every word, in their original order. */
  readonly found: (rows: readonly Row[], words: readonly string[]) => readonly Row[];
  /** Indexes the next rows; returns false when all are indexed. */
  readonly read: () => boolean;
}

export const createQuickIndex = <Row extends object>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  format: Formatter,
): QuickIndex<Row> => {
  const texts = new Map<Row, string>();
  let next = 0;
  const textOf = (row: Row): string => {
    const known = texts.get(row);
    if (known !== undefined) return known;
    const text = folded(
      columns.map(column => format(column.format, row[column.field] as Value, column.field)).join(BETWEEN),
    );
    texts.set(row, text);
    return text;
  };
  return {
    found: (candidates, words) =>
      words.length === 0
        ? candidates
        : candidates.filter(row => {
            const text = textOf(row);
            return words.every(word => text.includes(word));
          }),
    read: () => {
      const end = Math.min(rows.length, next + SLICE);
      for (; next < end; next += 1) {
        const row = rows[next];
        if (row !== undefined) textOf(row);
      }
      return next < rows.length;
    },
  };
};
