import { limits, refuseFile } from './sheet.ts';

/**
 * Checks the XML of a workbook's part before it is parsed, in one linear pass. Refused: document types, entities,
 * unclosed tags and comments, rows and cells out of order, and numbers of columns, rows, sheets and texts beyond the
 * limits. Declared dimensions are ignored.
 */

const [LESS, GREATER, SLASH, QUESTION, BANG, QUOTE, APOSTROPHE] = [0x3c, 0x3e, 0x2f, 0x3f, 0x21, 0x22, 0x27];
/** Maximum bytes of one character, written as a reference (`&#x10FFFF;`). */
const MAX_BYTES_PER_CHARACTER = 10;
const MAX_ROW = 1_048_576;
const ROW_NUMBER = /^[1-9]\d{0,6}$/;
const CELL_REFERENCE = /^([A-Z]{1,3})([1-9]\d{0,6})$/i;

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Index of the end of a tag that begins at `from`; a `>` in quotes does not end the tag. */
const endOfTag = (bytes: Buffer, from: number): number => {
  const last = Math.min(bytes.length, from + limits.markup);
  let quote = 0;
  for (let at = from; at < last; at += 1) {
    const byte = bytes[at]!;
    if (quote !== 0) quote = byte === quote ? 0 : quote;
    else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    else if (byte === GREATER) return at;
  }
  throw refuseFile('file_format');
};

/** Index after `mark`, which closes the construct that begins at `from`. */
const endOfMarked = (bytes: Buffer, from: number, mark: string): number => {
  const end = bytes.subarray(from, from + limits.markup).indexOf(mark);
  if (end < 0) throw refuseFile('file_format');
  return from + end + mark.length;
};

const localName = (tag: string): string => {
  let end = 0;
  while (end < tag.length && !isSpace(tag.charCodeAt(end)) && tag.charCodeAt(end) !== SLASH) end += 1;
  return tag.slice(tag.lastIndexOf(':', end) + 1, end);
};

/** Value of the attribute `r` in a tag; null: absent. */
const referenceOf = (tag: string): string | null => /\sr\s*=\s*["']([^"']{0,20})["']/.exec(tag)?.[1] ?? null;

const columnOf = (letters: string): number =>
  Array.from(letters.toUpperCase(), letter => letter.charCodeAt(0) - 64).reduce(
    (sum, digit) => sum * 26 + digit,
    0,
  );

/** Row number of a reference; 0: invalid. */
const rowNumber = (reference: string): number => (ROW_NUMBER.test(reference) ? Number(reference) : 0);

/** Tracks the tags of one part and checks them against the limits. */
const createTagRules = () => {
  let [sheets, strings, rows] = [0, 0, 0];
  let [row, column] = [0, 0];
  let [inSheetData, inRow] = [false, false];
  let text = Number.NaN;

  const openRow = (tag: string): void => {
    const reference = referenceOf(tag);
    const number = reference === null ? row + 1 : rowNumber(reference);
    if (number <= row || number > MAX_ROW) throw refuseFile('file_row', { row: row + 1 });
    rows += 1;
    if (rows > limits.rawRows) throw refuseFile('file_rows', { max: limits.rows });
    [row, column, inRow] = [number, 0, true];
  };
  const openCell = (tag: string): void => {
    const reference = referenceOf(tag);
    const [, letters = '', digits] =
      reference === null ? [] : (CELL_REFERENCE.exec(reference) ?? ['', '', '']);
    const next = reference === null ? column + 1 : columnOf(letters);
    if (next <= column || (reference !== null && Number(digits) !== row))
      throw refuseFile('file_row', { row });
    if (next > limits.rawColumns) throw refuseFile('file_columns', { max: limits.columns });
    column = next;
    text = 0;
  };

  return {
    open(tag: string): void {
      const name = localName(tag);
      if (name === 'sheet' && (sheets += 1) > limits.sheets)
        throw refuseFile('file_sheets', { max: limits.sheets });
      if (name === 'si') {
        text = 0;
        if ((strings += 1) > limits.strings) throw refuseFile('file_strings', { max: limits.strings });
      }
      if (name === 'sheetData') inSheetData = true;
      else if (name === 'row' && inSheetData) openRow(tag);
      else if (name === 'c' && inRow) openCell(tag);
    },
    close(tag: string): void {
      const name = localName(tag);
      if (name === 'sheetData') [inSheetData, inRow] = [false, false];
      else if (name === 'row') inRow = false;
      else if (name === 'si' || name === 'c') text = Number.NaN;
    },
    /** @param length bytes of text between two tags */
    text(length: number): void {
      text += length;
      if (text > limits.cell * MAX_BYTES_PER_CHARACTER) throw refuseFile('file_cell', { max: limits.cell });
    },
  };
};

/** Whether a part is XML, by its name or its first character; images and other binaries are not. */
export const isMarkup = (name: string, bytes: Buffer): boolean =>
  /\.(?:xml|rels|vml)$/i.test(name) || bytes.toString('latin1', 0, 100).trimStart().startsWith('<');

/** @throws {Failure} `invalid`: the part has markup that no spreadsheet program writes, or exceeds a limit */
export const requireHarmlessMarkup = (bytes: Buffer): void => {
  const rules = createTagRules();
  let at = 0;
  while (at < bytes.length) {
    const begin = bytes.indexOf(LESS, at);
    rules.text((begin < 0 ? bytes.length : begin) - at);
    if (begin < 0) return;
    const mark = bytes[begin + 1];
    if (mark === QUESTION) at = endOfMarked(bytes, begin, '?>');
    else if (mark === BANG) {
      const declared = bytes.toString('latin1', begin + 2, begin + 9);
      // Entities are declared in document types, which no spreadsheet program writes.
      if (!declared.startsWith('--') && declared !== '[CDATA[') throw refuseFile('file_format');
      at = declared.startsWith('--')
        ? endOfMarked(bytes, begin + 4, '-->')
        : endOfMarked(bytes, begin + 9, ']]>');
      if (!declared.startsWith('--')) rules.text(at - begin);
    } else {
      const end = endOfTag(bytes, begin + 1);
      if (mark === SLASH) rules.close(bytes.toString('latin1', begin + 2, end));
      else {
        const tag = bytes.toString('latin1', begin + 1, end);
        rules.open(tag);
        if (tag.endsWith('/')) rules.close(tag.slice(0, -1));
      }
      at = end + 1;
    }
  }
};
