import { crc32 } from 'node:zlib';
import { TABLES, type Event, type Table } from './rows.ts';

/**
 * One event as a line of the journal: `{crc32, 8 hex digits} {table's number}{event id} {row as JSON}\n`; the
 * checksum covers the rest of the line, so a line that a crash truncated or a disk damaged is not read as an
 * event.
 */
export const frameOf = (event: Event): string => {
  const body = `${TABLES.indexOf(event.table)}${event.id} ${JSON.stringify(event.row)}`;
  return `${crc32(body).toString(16).padStart(8, '0')} ${body}\n`;
};

/**
 * The content of a section of the journal: rows as JSON lines by table, and the damaged lines unchanged.
 */
export interface Unframed {
  readonly lines: Readonly<Record<Table, Buffer[]>>;
  readonly rows: number;
  readonly damaged: readonly Buffer[];
  /** The largest event id; 0 if there is none. */
  readonly last: bigint;
}

const NEWLINE = 10;
const SPACE = 32;
const ZERO = 48;

/** Reads complete lines; `bytes` ends after a newline. The rows are sliced without parsing. */
export const unframe = (bytes: Buffer): Unframed => {
  const lines: Record<Table, Buffer[]> = { contact: [], impression: [], access: [], conversion: [] };
  const damaged: Buffer[] = [];
  let rows = 0;
  let last = 0n;
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline === -1 ? bytes.length : newline;
    const body = bytes.subarray(at + 9, end);
    const table = TABLES[(body[0] ?? 0) - ZERO];
    const gap = body.indexOf(SPACE);
    const isIntact =
      newline !== -1 &&
      gap > 1 &&
      table !== undefined &&
      bytes[at + 8] === SPACE &&
      parseInt(bytes.toString('latin1', at, at + 8), 16) === crc32(body);
    if (isIntact) {
      lines[table].push(bytes.subarray(at + 9 + gap + 1, end + 1));
      rows++;
      const id = BigInt(body.toString('latin1', 1, gap));
      if (id > last) last = id;
    } else damaged.push(bytes.subarray(at, end + 1));
    at = end + 1;
  }
  return { lines, rows, damaged, last };
};

/**
 * Where to cut `bytes` so that at most `rows` complete lines precede the cut; 0 if there is no complete line.
 */
export const cutAt = (bytes: Buffer, rows: number): number => {
  let cut = 0;
  for (let count = 0; count < rows; count++) {
    const newline = bytes.indexOf(NEWLINE, cut);
    if (newline === -1) break;
    cut = newline + 1;
  }
  return cut;
};
