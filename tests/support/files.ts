import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import { readXlsx } from 'hucre/xlsx';

/**
 * Reading files back with libraries that did not write them (the workbook: with the reader of the one that
 * did).
 */

/**
 * The lines of a CSV file, headings first; it must begin with a byte order mark and end its lines with CR LF.
 */
export const linesOfCsv = (bytes: Buffer): string[][] => {
  if (!bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) throw new Error('no byte order mark');
  if (!bytes.subarray(-2).equals(Buffer.from('\r\n'))) throw new Error('the last line is not ended');
  return parse(bytes, { bom: true, record_delimiter: '\r\n', relax_column_count: false });
};

/** The rows of a workbook's one sheet, headings first, as wide as the headings. */
export const rowsOfXlsx = async (bytes: Buffer): Promise<unknown[][]> => {
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  const [sheet] = sheets;
  if (sheet === undefined || sheets.length !== 1) throw new Error(`${sheets.length} sheets`);
  const width = sheet.rows[0]?.length ?? 0;
  return sheet.rows.map(row => Array.from({ length: width }, (_, at) => row[at] ?? null));
};

/**
 * How a workbook's sheet shows each of its columns: the format of the numbers in its second row, and how wide
 * it is.
 */
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

/** Fetches a file over the API, without a connection. */
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
