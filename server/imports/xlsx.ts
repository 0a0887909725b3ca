import { streamXlsxRows } from 'hucre/xlsx';
import { Failure } from '../http/failures.ts';
import { createSheet, limits, refuseFile, type Cell, type Sheet } from './sheet.ts';
import { isMarkup, requireHarmlessMarkup } from './sheet-markup.ts';
import { readZipDirectory, unfoldPart } from './zip-directory.ts';

/** Excel stores with 17 digits what it shows with 15: 1234.1 may be stored as 1234.0999999999999. */
const cellOf = (value: unknown): Cell => {
  if (typeof value === 'number') return Number(value.toPrecision(15));
  return value === '' ? null : (value as Cell);
};

/**
 * Reads the first sheet of an Excel workbook. Formulas are not computed: their last result in the file
 * counts.
 *
 * The sizes that the package states are added up first, then each part is decompressed within its stated size
 * and its markup is looked at; only then
 * is it parsed.
 *
 * @throws {Failure} `invalid`: not a workbook, encrypted, hostile, or more than a file may hold
 */
export const readXlsx = async (bytes: Buffer): Promise<Sheet> => {
  for (const part of readZipDirectory(bytes)) {
    const unfolded = unfoldPart(part);
    if (isMarkup(part.name, unfolded)) requireHarmlessMarkup(unfolded);
  }
  const sheet = createSheet('allowed');
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { maxRows: limits.rawRows })) {
      if (values.length > limits.rawColumns) throw refuseFile('file_columns', { max: limits.columns });
      sheet.add(index + 1, values.map(cellOf));
    }
  } catch (error) {
    throw error instanceof Failure ? error : refuseFile('file_format', {}, error);
  }
  return sheet.finish();
};
