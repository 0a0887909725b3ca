import { streamXlsxRows } from 'hucre/xlsx';
import { Failure } from '../http/failures.ts';
import { createSheet, limits, refuseFile, type Cell, type Sheet } from './sheet.ts';
import { isMarkup, requireHarmlessMarkup } from './sheet-markup.ts';
import { readZipDirectory, unfoldPart } from './zip-directory.ts';

/** The parts of worksheets, and what their cells have that are not empty: a value, or a text of its own. */
const WORKSHEET = /^xl\/worksheets\/[^/]+\.xml$/i;
const CONTENTS = ['<v>', '<is>'];

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
  let filledSheets = 0;
  for (const part of readZipDirectory(bytes)) {
    const unfolded = unfoldPart(part);
    if (isMarkup(part.name, unfolded)) requireHarmlessMarkup(unfolded);
    if (WORKSHEET.test(part.name) && CONTENTS.some(tag => unfolded.includes(tag))) filledSheets += 1;
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
  // An empty first sheet is refused, so the first is one of the filled ones.
  return { ...sheet.finish(), unreadSheets: Math.max(0, filledSheets - 1) };
};
