import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { createSheet, limits, refuseFile, type Sheet } from './sheet.ts';
import { textOf } from './text.ts';

const DELIMITERS = [',', '\t', ';'] as const;
const MAX_RECORD_LENGTH = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** The delimiter that yields the most headings; quoted text is not counted. */
const delimiterOf = (text: string): string => {
  const counts = new Map<string, number>(DELIMITERS.map(one => [one, 0]));
  let quoted = false;
  let begun = false;
  for (const character of text.slice(0, CHUNK_BYTES)) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && begun && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
    begun ||= !/\s/.test(character);
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

/**
 * Parses values separated by commas, tabs or semicolons, and removes the apostrophes that guard formulas. The file is
 * parsed in pieces, so that rows beyond the limits are not parsed.
 *
 * @throws {Failure} `invalid`: not a text, an unclosed quote, or a limit is exceeded
 */
export const readCsv = async (bytes: Uint8Array): Promise<Sheet> => {
  const text = textOf(bytes);
  const sheet = createSheet('faulty');
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    max_record_size: MAX_RECORD_LENGTH,
  });
  let number = 0;
  const source = Readable.from(chunksOf(text));
  source.pipe(parser);
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      number += 1;
      if (number > limits.rawRows) throw refuseFile('file_rows', { max: limits.rows });
      if (record.length > limits.rawColumns) throw refuseFile('file_columns', { max: limits.columns });
      sheet.add(
        number,
        record.map(cell => cell.replace(GUARDED, '')),
      );
    }
  } catch (error) {
    if (error instanceof CsvError) throw refuseFile('file_row', { row: number + 1 }, error);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
  return sheet.finish();
};
