import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import { readXlsx } from 'hucre/xlsx';

/** Reads downloaded files with other libraries than those that write them, except for workbooks. */

/**
 * The lines of a CSV file, header first. The file must start with a byte order mark and end its lines with CR
 * LF.
 */
export const linesOfCsv = (bytes: Buffer): string[][] => {
  if (!bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) throw new Error('no byte order mark');
  if (!bytes.subarray(-2).equals(Buffer.from('\r\n'))) throw new Error('the last line is not ended');
  return parse(bytes, { bom: true, record_delimiter: '\r\n', relax_column_count: false });
};

/** The rows of a workbook's only sheet, header first, all as wide as the header. */
export const rowsOfXlsx = async (bytes: Buffer): Promise<unknown[][]> => {
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  const [sheet] = sheets;
  if (sheet === undefined || sheets.length !== 1) throw new Error(`${sheets.length} sheets`);
  const width = sheet.rows[0]?.length ?? 0;
  return sheet.rows.map(row => Array.from({ length: width }, (_, at) => row[at] ?? null));
};

/** The number format and the width of each column of a sheet, read from its second row. */
export const looksOfXlsx = async (
  bytes: Buffer,
): Promise<readonly { readonly shown: string | null; readonly width: number | undefined }[]> => {
  const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true });
  const sheet = sheets[0];
  return (sheet?.columns ?? []).map(({ width }, at) => ({
    shown:
      typeof sheet?.rows[1]?.[at] === 'string' ? null : (sheet?.cells?.get(`1,${at}`)?.style?.numFmt ?? null),
    width,
  }));
};

/** Requests a file from the API without a network connection. */
export const fileOf = async (app: FastifyInstance, access: string, address: string) => {
  const answer = await app.inject({
    url: `/api/v1/${address}`,
    headers: { authorization: `Bearer ${access}` },
  });
  return {
    status: answer.statusCode,
    bytes: answer.rawPayload,
    headers: answer.headers,
    json: () =>
      answer.json<{ code: string; fields?: Record<string, string[]>; values?: Record<string, unknown> }>(),
  };
};
