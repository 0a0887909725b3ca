import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Failure } from '../http/failures.ts';
import { createSheet, limits, refuseFile, type Sheet } from './sheet.ts';
import { textOf } from './text.ts';

const DELIMITERS = [',', '\t', ';'] as const;
const MAX_RECORD_LENGTH = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** The delimiter that occurs most often in the first line that has any; quoted text is not counted. */
const delimiterOf = (text: string): string => {
  const counts = new Map<string, number>(DELIMITERS.map(one => [one, 0]));
  let quoted = false;
  let begun = false;
  let previous = '';
  for (const character of text.slice(0, CHUNK_BYTES)) {
    // A quotation mark within a heading, such as 24" TV, is text; after a closing one it is a doubled one.
    if (character === '"') quoted = !quoted && (!begun || previous === '"' || counts.has(previous));
    else if (!quoted && begun && (character === '\n' || character === '\r')) {
      if ([...counts.values()].some(count => count > 0)) break;
      begun = false;
    } else if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
    begun ||= !/\s/.test(character);
    previous = character;
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
};

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK_BYTES) yield text.slice(at, at + CHUNK_BYTES);
}

/**
 * Apostrophe before a character that starts a formula: downloads write it, and spreadsheets display it
 * (server/downloads/csv.ts).
 */
const GUARDED = /^'(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/;

/** A record and the text from which it was read. */
interface RawRecord {
  readonly record: readonly string[];
  readonly raw: string;
}

/**
 * Whether a cell continues over several lines although its quotation mark is not closed properly: the parser then reads
 * the mark as text, and rows would be lost in the cell.
 */
const swallowsLines = ({ record, raw }: RawRecord): boolean =>
  record.some(
    cell => cell.startsWith('"') && /[\r\n]/.test(cell) && !raw.includes(`"${cell.replaceAll('"', '""')}"`),
  );

/** The refusal of a record that cannot be read. */
const refuseRecord = (error: CsvError): Failure =>
  refuseFile(
    error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'file_quote' : 'file_row',
    // The parser runs ahead of the records that were taken from it, so that the error itself states the record.
    { row: Number(error['records']) + 1 },
    error,
  );

/**
 * Parses values separated by commas, tabs or semicolons, and removes the apostrophes that guard formulas. A quotation
 * mark that does not enclose a cell is text. The file is parsed in pieces, so that rows beyond the limits are not
 * parsed.
 *
 * @throws {Failure} `invalid`: not a text, an unclosed quote, or a limit is exceeded
 */
export const readCsv = async (bytes: Uint8Array): Promise<Sheet> => {
  const text = textOf(bytes);
  const sheet = createSheet('faulty');
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    // Spreadsheets copy 24" TV without quotation marks around it.
    relax_quotes: true,
    raw: true,
    max_record_size: MAX_RECORD_LENGTH,
  });
  let number = 0;
  const source = Readable.from(chunksOf(text));
  source.pipe(parser);
  try {
    for await (const read of parser as AsyncIterable<RawRecord>) {
      const { record } = read;
      number += 1;
      if (number > limits.rawRows) throw refuseFile('file_rows', { max: limits.rows });
      if (record.length > limits.rawColumns) throw refuseFile('file_columns', { max: limits.columns });
      if (swallowsLines(read)) throw refuseFile('file_quote', { row: number });
      sheet.add(
        number,
        record.map(cell => cell.replace(GUARDED, '')),
      );
    }
  } catch (error) {
    if (error instanceof CsvError) throw refuseRecord(error);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
  return sheet.finish();
};
