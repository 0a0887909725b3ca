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

/** Collects the rows of a sheet. @param index from 0, in the order of the workbook */
const readSheet = async (bytes: Buffer, index: number): Promise<ReturnType<typeof createSheet>> => {
  const sheet = createSheet('allowed');
  try {
    for await (const row of streamXlsxRows(bytes, { sheet: index, maxRows: limits.rawRows })) {
      if (row.values.length > limits.rawColumns) throw refuseFile('file_columns', { max: limits.columns });
      sheet.add(row.index + 1, row.values.map(cellOf));
    }
  } catch (error) {
    throw error instanceof Failure ? error : refuseFile('file_format', {}, error);
  }
  return sheet;
};

/**
 * Reads the first sheet of an Excel workbook that has rows below its headings; of formulas, the stored results. Before
 * parsing, the stated sizes are checked, each part is decompressed within its stated size, and its markup is checked.
 *
 * @throws {Failure} `invalid`: not a workbook, encrypted, hostile, or a limit is exceeded
 */
export const readXlsx = async (bytes: Buffer): Promise<Sheet> => {
  let [sheets, filledSheets] = [0, 0];
  for (const part of readZipDirectory(bytes)) {
    const unfolded = unfoldPart(part);
    if (isMarkup(part.name, unfolded)) requireHarmlessMarkup(unfolded);
    if (!WORKSHEET.test(part.name)) continue;
    sheets += 1;
    if (CONTENTS.some(tag => unfolded.includes(tag))) filledSheets += 1;
  }
  let sheet = await readSheet(bytes, 0);
  for (let index = 1; index < sheets && !sheet.hasRows(); index += 1) sheet = await readSheet(bytes, index);
  return { ...sheet.finish(), unreadSheets: Math.max(0, filledSheets - 1) };
};
