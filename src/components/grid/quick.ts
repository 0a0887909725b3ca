import type { Formatter, Value } from '../formats.ts';
import type { GridColumn } from './types.ts';

/** Width and case do not count: ＡＢＣ, ｱ and abc are found by what one would type for them. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What is looked for: the words of a text, each once. */
export const wordsOf = (text: string): readonly string[] => [
  ...new Set(folded(text).split(/\s+/u).filter(Boolean)),
];

/** Between two cells, where no word reaches over. */
const BETWEEN = '\n';
/** Rows read at a time while the browser has nothing better to do: some 2 ms. */
const SLICE = 250;

/** The shown texts of rows, each read once. */
export interface QuickIndex<Row> {
  /** The rows in which every word occurs somewhere, in their original order. */
  readonly found: (rows: readonly Row[], words: readonly string[]) => readonly Row[];
  /** Reads some of the rows that were not read yet; false when none was left. */
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
