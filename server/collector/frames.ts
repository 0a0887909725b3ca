import { crc32 } from 'node:zlib';
import { TABLES, type Event, type Table } from './rows.ts';

/**
 * One event as a line of the journal: `{crc32, 8 hex digits} {table's number}{event id} {row as JSON}\n`, the
 * checksum over what follows it.
 * A line that a crash cut short, or that a disk spoiled, does not pass for an event.
 */
export const frameOf = (event: Event): string => {
  const body = `${TABLES.indexOf(event.table)}${event.id} ${JSON.stringify(event.row)}`;
  return `${crc32(body).toString(16).padStart(8, '0')} ${body}\n`;
};

/**
 * What a stretch of the journal holds: rows as JSON lines by table, and the lines that are not whole as they
 * stand.
 */
export interface Unframed {
  readonly lines: Readonly<Record<Table, Buffer[]>>;
  readonly rows: number;
  readonly damaged: readonly Buffer[];
  /** The largest event id; 0 where there is none. */
  readonly last: bigint;
}

const NEWLINE = 10;
const SPACE = 32;
const ZERO = 48;

/** Reads whole lines; `bytes` ends behind a newline. The rows are cut out as they are, without parsing. */
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
 * Where to cut `bytes` so that at most `rows` whole lines are before the cut; 0 where there is no whole line.
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
