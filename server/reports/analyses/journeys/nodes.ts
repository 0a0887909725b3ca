import { CONVERTED, OTHERS } from '../../../store/clickhouse/queries/journeys.ts';
import { HIDDEN, HIDDEN_ROW, keyOf, numberOfKey, type Row, type Rows } from '../../count/rows.ts';

/** The nodes of a flow: the rows of its axis, the rows that it does not distinguish, and the conversion. */

const WORDS: ReadonlyMap<number, string> = new Map([
  [HIDDEN, HIDDEN_ROW.kind],
  [OTHERS, 'others'],
  [CONVERTED, 'conversion'],
]);

/** A node as answers represent it. The console names nodes whose key is a word. */
export const showNode = (
  node: number,
  { read }: Pick<Rows, 'read'>,
  labelOf: (row: Row) => string,
): { readonly key: string; readonly label: string } => {
  const word = WORDS.get(node);
  return word === undefined
    ? { key: keyOf(read(node)), label: labelOf(read(node)) }
    : { key: word, label: '' };
};

/** The number of a node by its key; null: the key is unknown. */
export const nodeOfKey = (key: string): number | null =>
  [...WORDS].find(([, word]) => word === key)?.[0] ?? numberOfKey(key);
