import { readCsv } from './csv.ts';
import { readJson } from './json.ts';
import { limits, refuseFile, type FileFormat, type Sheet } from './sheet.ts';
import { readXlsx } from './xlsx.ts';

const readers = { csv: readCsv, xlsx: readXlsx, json: readJson } as const satisfies Record<
  FileFormat,
  (bytes: Buffer) => Promise<Sheet>
>;

/**
 * Parses a file to rows.
 *
 * @throws {Failure} `invalid` with a fault of `file`; the receiver of the bytes reports `too_large` earlier
 */
export const readFile = async (bytes: Buffer, format: FileFormat): Promise<Sheet> => {
  if (bytes.length === 0) throw refuseFile('file_empty');
  if (bytes.length > limits.bytes) throw refuseFile('file_size', { max: limits.bytes / 1024 / 1024 });
  return readers[format](bytes);
};
