import { streamXlsxRows } from 'hucre/xlsx';
import { Failure } from '../http/failures.ts';
import { createSheet, limits, refuseFile, type Cell, type Sheet } from './sheet.ts';
import { isMarkup, requireHarmlessMarkup } from './sheet-markup.ts';
import { readZipDirectory, unfoldPart } from './zip-directory.ts';

/** Rounds to the 15 digits that Excel displays; it stores 17, such as 1234.0999999999999 for 1234.1. */
const cellOf = (value: unknown): Cell => {
  if (typeof value === 'number') return Number(value.toPrecision(15));
  return value === '' ? null : (value as Cell);
};

/**
 * Reads the first sheet of an Excel workbook; of formulas, the stored results. Before parsing, the stated sizes are
 * checked, each part is decompressed within its stated size, and its markup is checked.
 *
 * @throws {Failure} `invalid`: not a workbook, encrypted, hostile, or a limit is exceeded
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
