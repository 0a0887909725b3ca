import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { cutAt, unframe } from './frames.ts';
import { TABLES, type Table } from './rows.ts';

/**
 * Rows of one table by the UTC month of their time, which is the store's partition; each piece contains some
 * hundreds of complete lines.
 */
export type PiecesByMonth = ReadonlyMap<string, readonly Buffer[]>;

/** The content of a section of the journal. */
export interface Batch {
  readonly pieces: Readonly<Record<Table, PiecesByMonth>>;
  readonly counts: Readonly<Record<Table, number>>;
  readonly rows: number;
  /** Lines with a wrong checksum, unchanged. */
  readonly damaged: readonly Buffer[];
  /** The largest event id; 0 where there is none. */
  readonly last: bigint;
}

/**
 * Rows that are read before the event loop is yielded: 10,000 at once would delay every click by some 30 ms.
 */
const ROWS_PER_TURN = 500;

/** Fills `bytes` from a position of a file. @throws when the file ends before */
const readInto = async (bytes: Buffer, path: string, from: number): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, from + filled);
      if (bytesRead === 0) throw new Error(`${path} ends before ${from + bytes.length}`);
      filled += bytesRead;
    }
  } finally {
    await handle.close();
  }
};

/** Reads the journal for one loader, one section at a time. */
export interface BatchReader {
  /**
   * The length in bytes of at most `rows` complete lines of a segment between two positions; 0 if there is no
   * complete line.
   */
  cut(path: string, from: number, to: number, rows: number): Promise<number>;
  /**
   * Reads a batch and yields to the event loop in between, so that requests are answered meanwhile.
   *
   * @returns a batch whose bytes are overwritten by the next call of any method
   * @throws when the file ends before `to`
   */
  read(path: string, from: number, to: number): Promise<Batch>;
}

/** A buffer that is reused. */
const createScratch = (allocate: (length: number) => Buffer): ((length: number) => Buffer) => {
  let bytes: Buffer = Buffer.alloc(0);
  return length => {
    if (bytes.length < length) bytes = allocate(length);
    return bytes.subarray(0, length);
  };
};

/**
 * A reader reuses its memory: allocating megabytes each second makes V8 mark the entire heap every few
 * seconds, which delays requests.
 *
 * @param allocate allocates the memory of the pieces
 */
export const createBatchReader = (
  allocate: (length: number) => Buffer = length => Buffer.allocUnsafeSlow(length),
): BatchReader => {
  const readBytes = createScratch(length => Buffer.allocUnsafeSlow(length));
  const joinedBytes = createScratch(allocate);
  /** The section that was read last; null: none, or only a part of one. */
  let lastRead: { readonly path: string; readonly from: number; readonly bytes: Buffer } | null = null;

  const readRange = async (path: string, from: number, to: number): Promise<Buffer> => {
    if (lastRead?.path !== path || lastRead.from !== from || lastRead.bytes.length < to - from) {
      lastRead = null;
      const bytes = readBytes(to - from);
      await readInto(bytes, path, from);
      lastRead = { path, from, bytes };
    }
    return lastRead.bytes.subarray(0, to - from);
  };

  return {
    cut: async (path, from, to, rows) => cutAt(await readRange(path, from, to), rows),
    read: async (path, from, to) => {
      const bytes = await readRange(path, from, to);
      const joined = joinedBytes(bytes.length);
      let joinedTo = 0;
      /** One piece for many lines: a buffer for each row would burden the garbage collector. */
      const join = (lines: readonly Buffer[]): Buffer => {
        const start = joinedTo;
        for (const line of lines) joinedTo += line.copy(joined, joinedTo);
        return joined.subarray(start, joinedTo);
      };
      const pieces: Record<Table, Map<string, Buffer[]>> = {
        contact: new Map(),
        impression: new Map(),
        access: new Map(),
        conversion: new Map(),
      };
      const counts = { contact: 0, impression: 0, access: 0, conversion: 0 };
      const damaged: Buffer[] = [];
      let [rows, last] = [0, 0n];
      for (let at = 0; at < bytes.length;) {
        const rest = bytes.subarray(at);
        const length = cutAt(rest, ROWS_PER_TURN) || rest.length;
        const turn = unframe(rest.subarray(0, length));
        for (const table of TABLES) {
          counts[table] += turn.lines[table].length;
          for (const [month, lines] of groupBy(turn.lines[table], monthOf)) {
            const found = pieces[table].get(month);
            if (found === undefined) pieces[table].set(month, [join(lines)]);
            else found.push(join(lines));
          }
        }
        rows += turn.rows;
        damaged.push(...turn.damaged);
        if (turn.last > last) last = turn.last;
        at += length;
        await setImmediate();
      }
      return { pieces, counts, rows, damaged, last };
    },
  };
};

/** A file of the journal, or its durable part. */
interface Stretch {
  readonly name: string;
  readonly path: string;
  readonly durable: number;
}

/**
 * The largest event id in these segments; 0 if there is none. Ids grow with the number of the segment, so the
 * last segment with events contains it.
 *
 * @param unordered names of segments whose number says nothing about their age
 */
export const lastJournaledId = async (
  segments: readonly Stretch[],
  unordered: readonly string[],
): Promise<bigint> => {
  const { read } = createBatchReader();
  let largest = 0n;
  for (const { name, path, durable } of segments.toReversed()) {
    if (largest > 0n && !unordered.includes(name)) continue;
    const { last } = await read(path, 0, durable);
    if (last > largest) largest = last;
  }
  return largest;
};

/** The single lines of pieces. */
export const linesOf = (pieces: Iterable<readonly Buffer[]>): Buffer[] => {
  const lines: Buffer[] = [];
  for (const piece of [...pieces].flat()) {
    for (let at = 0; at < piece.length;) {
      const length = cutAt(piece.subarray(at), 1);
      lines.push(piece.subarray(at, at + length));
      at += length;
    }
  }
  return lines;
};

const PRODUCT = Buffer.from('"product_id":');
const TIME = Buffer.from('"ts":"');
const MONTH_LENGTH = 'yyyy-MM'.length;
const TIME_LENGTH = 'yyyy-MM-dd HH:mm:ss.SSS'.length;

const textAfter = (line: Buffer, key: Buffer, length: number): string => {
  const at = line.indexOf(key);
  return at === -1 ? '' : line.toString('latin1', at + key.length, at + key.length + length);
};

/**
 * The UTC month of a row as `yyyy-MM`: the store's partition. Rows begin with numbers and the time, so no
 * text from a visitor precedes them.
 */
export const monthOf = (line: Buffer): string => textAfter(line, TIME, MONTH_LENGTH);

/** The time of a row, or of the first of several, as it is stored. */
export const timeTextOf = (line: Buffer): string => textAfter(line, TIME, TIME_LENGTH);

/** The product of a row as decimal digits. */
export const productOf = (line: Buffer): string => /^\d+/.exec(textAfter(line, PRODUCT, 10))?.[0] ?? '';

/** Groups lines by key; keys are in order of first occurrence. */
export const groupBy = (
  lines: readonly Buffer[],
  keyOf: (line: Buffer) => string,
): ReadonlyMap<string, Buffer[]> => {
  const groups = new Map<string, Buffer[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return groups;
};
