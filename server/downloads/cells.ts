import type { Kind } from '../http/filters.ts';
import { TOKYO, tokyoTime } from '../platform/time.ts';
import type { Words } from '../wording/words.ts';

/** A cell of a file: numbers stay numbers, everything else is human-readable text; null is an empty cell. */
export type Cell = string | number | null;

/** A spreadsheet's display of a column: number format, which does not alter the values, and width. */
export type CellFormat = 'integer' | 'decimals' | 'percent' | 'time' | 'eventTime' | 'day' | 'name';

/** Converts a value of the list's answer to a cell. */
export type CellOf = (value: unknown) => Cell;

/** A time as yyyy/MM/dd HH:mm:ss.SSS in Tokyo. @param iso ISO 8601 */
const tokyoMilliseconds = (iso: string): string =>
  new Date(Date.parse(iso) + TOKYO).toISOString().slice(0, 23).replace('T', ' ').replaceAll('-', '/');

const plain = (value: unknown): Cell => {
  switch (typeof value) {
    case 'number':
    case 'string':
      return value;
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return null;
  }
};

export const textCell: CellOf = plain;
export const timeCell: CellOf = value => (typeof value === 'string' ? tokyoTime(value) : null);
/** The time of an event. Milliseconds decide rules such as "less than 1,000 ms after a counted click". */
export const eventTimeCell: CellOf = value => (typeof value === 'string' ? tokyoMilliseconds(value) : null);
export const dayCell: CellOf = value => (typeof value === 'string' ? value.replaceAll('-', '/') : null);
/** A coded value with a label; a value without a label is unchanged. */
export const codedCell =
  (words: ReadonlyMap<string, string>): CellOf =>
  value =>
    words.get(String(plain(value))) ?? plain(value);

const isPlain = (value: unknown) => value === null || typeof value !== 'object';

/** Lists of plain values are separated by commas; nested values are JSON, which is lossless. */
const shownCell =
  (flags: ReadonlyMap<string, string>): CellOf =>
  value => {
    if (typeof value === 'boolean') return codedCell(flags)(value);
    if (isPlain(value) || value === undefined) return plain(value);
    return Array.isArray(value) && value.every(isPlain) ? value.join(', ') : JSON.stringify(value);
  };

/** The type of a field's values; with `choices` the only permitted ones. */
interface KindOfValues {
  readonly kind: Kind | null;
  readonly choices?: readonly (string | number)[];
}

/** The representation of an entity field's values in a file, derived from its type. */
export const cellOfField = (
  list: string,
  name: string,
  { kind, choices }: KindOfValues,
  words: Words,
): CellOf => {
  const named = words.choices(list, name);
  switch (kind) {
    case 'boolean':
      return codedCell(named.size > 0 ? named : words.flags);
    case 'integer':
      return named.size > 0 ? codedCell(named) : plain;
    // Free text may coincide with a choice: it is translated only where the field has no values but choices.
    case 'text':
      return choices !== undefined && named.size > 0 ? codedCell(named) : plain;
    case 'decimal':
      return plain;
    case 'day':
      return dayCell;
    case 'time':
      return timeCell;
    case null:
      return shownCell(words.flags);
  }
};
