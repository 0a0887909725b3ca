import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cutAt, unframe, type Unframed } from './frames.ts';
import { keepBeside, syncFolder, type Journal, type Segment } from './journal.ts';
import { TABLES, type Table } from './rows.ts';

/** What a batch brought into the store. */
export interface Loaded {
  /** Id of the last loaded event, decimal. */
  readonly watermark: string;
  readonly rows: Readonly<Record<Table, number>>;
}

/** How the loader reaches the store; see store/clickhouse/load.ts. */
export interface Sink {
  /** `pieces` together are whole JSON lines. */
  load(table: Table, pieces: readonly Buffer[], token: string): Promise<void>;
  isRefusedByContent(error: unknown): boolean;
}

export interface LoaderOptions {
  readonly everyMs?: number;
  readonly rows?: number;
  readonly bytes?: number;
}

export interface Loader {
  watermark(): string;
  onLoaded(listener: (loaded: Loaded) => void): void;
  /** Rows made durable in this run and not yet loaded. */
  pending(): number;
  /** Loads all that is durable now; returns when it is in the store, or when the store could not take it. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * How far the loader came: all of the segments before `segment`, and `segment` up to `from`, is in the store. `from` to `to` is the batch under way: it is
 * written down before the batch is sent, so that after a crash the same rows are sent under the same token and the store drops what it has already.
 */
interface Position { readonly segment: string; readonly from: number; readonly to: number; readonly watermark: string }

const isPosition = (value: unknown): value is Position => typeof value === 'object' && value !== null
  && 'segment' in value && typeof value.segment === 'string' && 'from' in value && Number.isSafeInteger(value.from)
  && 'to' in value && Number.isSafeInteger(value.to) && 'watermark' in value && typeof value.watermark === 'string';

const LONGEST_PAUSE = 30_000;
/** So many ms what comes after a quiet second waits for others of its kind. */
const SOON = 50;

/**
 * Brings the journal into the columnar store, each event once: every second while events come, at once after a second without, and as soon as 10,000 rows wait.
 * A load takes what was durable when it began and not what comes meanwhile: many small inserts keep the store busier than the events themselves.
 * While the store is away the journal grows and the loader tries again after 1, 2, 4 .. 30 s.
 *
 * @throws when the position file is there and cannot be read: guessing would load events twice or never
 */
export const openLoader = async (
  folder: string, journal: Journal, sink: Sink, watermark: string, log: Logger, options: LoaderOptions = {},
): Promise<Loader> => {
  const { everyMs = 1000, rows: mostRows = 10_000, bytes: mostBytes = 8 << 20 } = options;
  const file = join(folder, 'position.json');
  const listeners: ((loaded: Loaded) => void)[] = [];
  let position = await readPosition(file);
  let mark = position !== null && BigInt(position.watermark) > BigInt(watermark) ? position.watermark : watermark;
  let pending = 0;
  let pause = 0;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let closing = false;
  let running: Promise<void> | null = null;

  const save = async (next: Position) => {
    const handle = await open(`${file}.new`, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(next));
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
    await syncFolder(folder);
    position = next;
  };

  const insert = async (table: Table, pieces: readonly Buffer[], token: string): Promise<void> => {
    try {
      await sink.load(table, pieces, token);
    } catch (error) {
      if (!sink.isRefusedByContent(error)) throw error;
      const lines = linesOf(pieces);
      if (lines.length > 1) {
        // One row that the store cannot read must not keep the others out: halve until it stands alone. The halves' tokens follow from the batch's.
        const half = lines.length >> 1;
        await insert(table, lines.slice(0, half), `${token}/0`);
        await insert(table, lines.slice(half), `${token}/1`);
      } else {
        await keepBeside(folder, `unreadable-${table}.ndjson`, lines[0] ?? Buffer.alloc(0));
        log.error({ err: error, table, token }, 'the store cannot read an event; it was put aside in the journal folder');
      }
    }
  };

  const load = async (segment: Segment, from: number, to: number) => {
    const { pieces, counts, rows, damaged, last } = await unframeInTurns(await readRange(segment.path, from, to));
    if (damaged.length > 0) {
      // Each was an event that somebody was told is kept: what is left of it outlives its segment.
      await keepBeside(folder, 'damaged.ndjson', Buffer.concat(damaged));
      log.error({ segment: segment.name, from, to, damaged: damaged.length }, 'lines of the journal are damaged; they were put aside in the journal folder');
    }
    for (const table of TABLES) {
      if (counts[table] > 0) await insert(table, pieces[table], `${table}:${segment.name}:${from}-${to}`);
    }
    if (last > BigInt(mark)) mark = last.toString();
    await save({ segment: segment.name, from: to, to, watermark: mark });
    pending = Math.max(0, pending - rows);
    loadedAt = performance.now();
    if (rows === 0) return;
    const loaded: Loaded = { watermark: mark, rows: counts };
    for (const listener of listeners) {
      try {
        listener(loaded);
      } catch (error) {
        log.error({ err: error }, 'a listener for loaded events failed');
      }
    }
  };

  /** One batch, or one finished segment removed; false when there is nothing left to do. */
  const step = async (): Promise<boolean> => {
    // Segments are named in order: whatever comes before the position's is in the store already.
    const segment = journal.segments()[0];
    if (segment === undefined) return false;
    const { closed, durable } = segment;
    const known = position?.segment === segment.name ? position : null;
    const behind = position !== null && segment.name < position.segment;
    const from = behind ? durable : known?.from ?? 0;
    if (known !== null && known.to > known.from) {
      await load(segment, known.from, known.to);
      return true;
    }
    if (from < durable) {
      const stretch = await readRange(segment.path, from, Math.min(durable, from + mostBytes));
      const cut = cutAt(stretch, mostRows);
      if (cut > 0) {
        await save({ segment: segment.name, from, to: from + cut, watermark: mark });
        await load(segment, from, from + cut);
        return true;
      }
      // Only a crash leaves half a line, and its event was never acknowledged.
      if (closed) log.info({ segment: segment.name, bytes: durable - from }, 'the torn end of a journal segment was left out');
    }
    if (!closed) return false;
    await journal.remove(segment);
    return true;
  };

  /** What is durable, as a question: whether all of it was loaded. A closed segment is only when it was removed. */
  const allOf = (last: Segment | undefined, durable = last?.durable ?? 0) => () => last === undefined || (position !== null
    && (position.segment > last.name || (position.segment === last.name && position.from >= durable && !last.closed)));

  const run = async (whileClosing = false) => {
    try {
      const isLoaded = allOf(journal.segments().at(-1));
      while ((!closing || whileClosing) && !isLoaded() && await step());
      if (pause > 0) log.info('the columnar store takes events again');
      pause = 0;
    } catch (error) {
      if (pause === 0) log.warn({ err: error }, 'the columnar store does not take events; they stay in the journal');
      pause = Math.min(LONGEST_PAUSE, pause === 0 ? 1000 : pause * 2);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const start = (whileClosing = false) => {
    running ??= run(whileClosing).finally(() => {
      running = null;
      arm(everyMs);
    });
    return running;
  };
  const arm = (ms: number) => {
    clearTimeout(timer);
    if (!closing) timer = setTimeout(() => void start(), Math.max(ms, pause)).unref();
  };
  arm(0);
  journal.onGrow(rows => {
    const waited = pending > 0;
    pending += rows;
    if (closing || running !== null || pause > 0) return;
    if (pending >= mostRows) void start();
    else if (!waited) arm(Math.max(SOON, loadedAt + everyMs - performance.now()));
  });

  const drain = async () => {
    await running; // it may have looked before the last rows came
    await start();
  };
  return {
    watermark: () => mark, pending: () => pending, drain,
    onLoaded: listener => { listeners.push(listener); },
    close: async () => {
      closing = true;
      clearTimeout(timer);
      await running;
      // What is left stays in the journal anyway: one try, so that a clean stop leaves an empty one.
      if (pause === 0) await start(true);
    },
  };
};

/** The largest event id that an earlier run left in the journal; 0 where it left nothing. Ids grow, so the last segment that holds events holds it. */
export const lastJournaledId = async (journal: Journal): Promise<bigint> => {
  for (const { path, durable } of journal.segments().toReversed()) {
    const { last } = await unframeInTurns(await readRange(path, 0, durable));
    if (last > 0n) return last;
  }
  return 0n;
};

const TURN = 500;

/** A batch: rows as JSON lines by table, some hundred to a piece. */
interface Batch extends Omit<Unframed, 'lines'> {
  readonly pieces: Readonly<Record<Table, Buffer[]>>;
  readonly counts: Readonly<Record<Table, number>>;
}

/** Reads a batch in small turns: 10,000 rows at once would keep every click waiting for some 30 ms, and a buffer a row the garbage collector busy. */
const unframeInTurns = async (bytes: Buffer): Promise<Batch> => {
  const pieces: Record<Table, Buffer[]> = { contact: [], impression: [], access: [], conversion: [] };
  const counts = { contact: 0, impression: 0, access: 0, conversion: 0 };
  const damaged: Buffer[] = [];
  let [rows, last] = [0, 0n];
  for (let at = 0; at < bytes.length;) {
    const rest = bytes.subarray(at);
    const length = cutAt(rest, TURN) || rest.length;
    const turn = unframe(rest.subarray(0, length));
    for (const table of TABLES) {
      if (turn.lines[table].length === 0) continue;
      pieces[table].push(Buffer.concat(turn.lines[table]));
      counts[table] += turn.lines[table].length;
    }
    rows += turn.rows;
    damaged.push(...turn.damaged);
    if (turn.last > last) last = turn.last;
    at += length;
    await setImmediate();
  }
  return { pieces, counts, rows, damaged, last };
};

const linesOf = (pieces: readonly Buffer[]): Buffer[] => {
  const bytes = Buffer.concat(pieces);
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = cutAt(bytes.subarray(at), 1);
    lines.push(bytes.subarray(at, at + length));
    at += length;
  }
  return lines;
};

const readPosition = async (file: string): Promise<Position | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const unreadable = (cause?: unknown) => new Error(`${file} is not a position of the journal`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
  if (!isPosition(value)) throw unreadable();
  return value;
};

const readRange = async (path: string, from: number, to: number): Promise<Buffer> => {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(to - from);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, from + filled);
      if (bytesRead === 0) throw new Error(`${path} ends before ${to}`);
      filled += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
};
