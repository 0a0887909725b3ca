import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { streamXlsxRows } from 'hucre/xlsx';
import { Failure } from '../http/failures.ts';
import { createBreath } from './breathe.ts';
import { createSheet, limits, refuseFile, type Cell, type Sheet } from './sheet.ts';

const inflate = promisify(inflateRaw);

const END = 0x0605_4b50;
const ENTRY = 0x0201_4b50;
const LOCAL = 0x0403_4b50;
const MOST_ENTRIES = 1_000;
/** Rows that hold nothing but looks are read too, and not counted. */
const MOST_RAW_ROWS = 5 * limits.rows;
/** Entities that stand for entities, and cells so far to the right that a row of them fills the memory. */
const HOSTILE = /<!(?:DOCTYPE|ENTITY)|<(?:\w+:)?c\s[^>]*?\br\s*=\s*["'](?:[A-Za-z]{3,}\d|[^"']*&)/;

/**
 * Unfolds every part of the package once, up to a bound, before anybody reads it: sizes that a package states may be lies, and some hundred bytes can unfold to gigabytes.
 *
 * @throws {Failure} `invalid`
 */
const requireHarmless = async (bytes: Buffer): Promise<void> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) throw refuseFile('file_format');
  const count = bytes.readUInt16LE(end + 10);
  // A size of all ones sends readers to a second directory, which would be another one than is looked at here.
  if (count > MOST_ENTRIES || bytes.readUInt32LE(end + 12) === 0xffff_ffff) throw refuseFile('file_format');
  let at = bytes.readUInt32LE(end + 16);
  let left: number = limits.unfolded;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw refuseFile('file_format');
    const [method, packed, local] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL) throw refuseFile('file_format');
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    // Where the directory does not state a size, readers look for one elsewhere: what is not looked at here is not read.
    if (from + packed > bytes.length || (method !== 0 && (method !== 8 || packed === 0))) throw refuseFile('file_format');
    const raw = bytes.subarray(from, from + packed);
    const unfolded = method === 0 ? raw : await unfold(raw, left);
    left -= unfolded.length;
    if (left < 0) throw refuseFile('file_unfolded', { max: limits.unfolded / 1024 / 1024 });
    if (HOSTILE.test(unfolded.toString('latin1'))) throw refuseFile('file_format');
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
};

const unfold = async (raw: Buffer, left: number): Promise<Buffer> => {
  try {
    return await inflate(raw, { maxOutputLength: Math.max(left, 1) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? refuseFile('file_unfolded', { max: limits.unfolded / 1024 / 1024 }) : refuseFile('file_format', {}, error);
  }
};

/** What Excel keeps with 17 digits it shows with 15: 1234.1 may be stored as 1234.0999999999999. */
const cellOf = (value: unknown): Cell => (typeof value === 'number' ? Number(value.toPrecision(15)) : value === '' ? null : value as Cell);

/**
 * Reads the first sheet of an Excel workbook. Formulas are not computed: what stands in the file as their last result counts.
 *
 * @throws {Failure} `invalid`: not a workbook, encrypted, hostile, or more than a file may hold
 */
export const readXlsx = async (bytes: Buffer): Promise<Sheet> => {
  await requireHarmless(bytes);
  const sheet = createSheet('allowed');
  try {
    const breathe = createBreath();
    for await (const { index, values } of streamXlsxRows(bytes, { maxRows: MOST_RAW_ROWS })) {
      if (values.length > limits.columns * 2) throw refuseFile('file_columns', { max: limits.columns });
      sheet.add(index + 1, values.map(cellOf));
      await breathe();
    }
  } catch (error) {
    throw error instanceof Failure ? error : refuseFile('file_format', {}, error);
  }
  return sheet.finish();
};
