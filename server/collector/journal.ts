import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Refusal } from './reasons.ts';

/** A file of the journal. `durable` bytes of it are on the disk; `closed`: no more will come. */
export interface Segment {
  readonly name: string;
  readonly path: string;
  durable: number;
  closed: boolean;
}

/**
 * Where events are kept between their acceptance and their arrival in the columnar store: append-only files
 * under `DATA_DIR/journal`.
 *
 * Many callers share one sync. A group is written at once when the disk had {@link JournalOptions.gatherMs}
 * to itself, so that a lone click hardly waits;
 * under load a group takes whatever came while the one before was on its way. A sync that fails leaves the
 * file in an unknown state, so that file is given up
 * and the next group begins another; nobody of the failed group was told that it succeeded.
 */
export interface Journal {
  /**
   * Resolves when `frames` (whole lines, see frames.ts) are on the disk.
   *
   * @throws {Refusal} `overloaded` when too much is waiting, `unavailable` when the disk fails
   */
  append(frames: string, rows: number): Promise<void>;
  /** Oldest first; the last may still grow. */
  segments(): readonly Segment[];
  /**
   * Removes the file of a closed segment whose events are elsewhere; when it resolves the file does not come
   * back.
   */
  remove(segment: Segment): Promise<void>;
  /** Writes and syncs a file beside the segments. @throws what keeps the disk from taking it */
  probe(): Promise<void>;
  /** Calls back after each sync with the number of rows that it made durable. */
  onGrow(listener: (rows: number) => void): void;
  /** Syncs what waits, then refuses. */
  close(): Promise<void>;
}

export interface JournalOptions {
  /** New segments are numbered above this and above what lies in the folder. */
  readonly lastNumber?: number;
  /** Least time from the beginning of one sync to that of the next. */
  readonly gatherMs?: number;
  /** A segment that reached this many bytes is closed. */
  readonly segmentBytes?: number;
  /** More than this waiting for the disk is an overload. */
  readonly waitingBytes?: number;
  readonly openFile?: typeof open;
}

/**
 * What is written and synced together. All callers of a group hold the same promise: one for each would cost
 * more than the write.
 */
interface Group {
  frames: string;
  rows: number;
  readonly synced: Promise<void>;
  readonly done: () => void;
  readonly failed: (error: Refusal) => void;
}

const createGroup = (): Group => {
  let done!: Group['done'];
  let failed!: Group['failed'];
  const synced = new Promise<void>((resolve, reject) => {
    [done, failed] = [resolve, reject];
  });
  return { frames: '', rows: 0, synced, done, failed };
};

/**
 * On Linux each write is a sync by itself, one trip through the thread pool instead of two: on a busy machine
 * each trip waits for a core and for the event loop.
 * macOS reads the flag as "to the drive", and only its fsync as "to the platter".
 */
const SYNCED_WRITES = process.platform === 'linux';
const APPEND_NEW =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_EXCL |
  constants.O_APPEND |
  (SYNCED_WRITES ? constants.O_DSYNC : 0);

const NAME = /^(\d{12})-[\da-f]{12}\.ndjson$/;

/** The number in the name of a segment; null where it is not the name of one. */
export const segmentNumber = (name: string): number | null => {
  const digits = NAME.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** The names of the segments in a folder, in the order of their numbers. */
export const segmentNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter(name => NAME.test(name))
    .sort((a, b) => Number(segmentNumber(a)) - Number(segmentNumber(b)) || (a < b ? -1 : 1));
const PAUSE_AFTER_FAILURE = 250;

/** Makes a file's name last: without it a crash may forget a file whose content was synced. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Adds bytes to a file beside the segments; when it resolves they are on the disk. */
export const appendDurably = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  const handle = await open(join(folder, name), 'a', 0o600);
  try {
    await handle.appendFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
};

export const openJournal = async (
  folder: string,
  log: Logger,
  options: JournalOptions = {},
): Promise<Journal> => {
  const {
    lastNumber = 0,
    gatherMs = 2,
    segmentBytes = 16 << 20,
    waitingBytes = 32 << 20,
    openFile = open,
  } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const segments: Segment[] = [];
  for (const name of await segmentNames(folder)) {
    const path = join(folder, name);
    segments.push({ name, path, durable: (await stat(path)).size, closed: true });
  }
  // The random half keeps a name, and with it the deduplication token, from ever coming twice, even where the
  // whole folder was lost.
  let sequence = Math.max(lastNumber, segmentNumber(segments.at(-1)?.name ?? '') ?? 0);
  let current: { readonly segment: Segment; readonly handle: FileHandle } | null = null;
  let waiting: Group | null = null;
  let queued = 0;
  let scheduled = false;
  let begun = 0;
  let flushing: Promise<void> | null = null;
  let pausedUntil = 0;
  let closed = false;
  const listeners: ((rows: number) => void)[] = [];

  const begin = async () => {
    const name = `${String(++sequence).padStart(12, '0')}-${randomBytes(6).toString('hex')}.ndjson`;
    const path = join(folder, name);
    const handle = await openFile(path, APPEND_NEW, 0o600);
    try {
      await syncFolder(folder);
    } catch (error) {
      await handle.close();
      throw error;
    }
    const segment: Segment = { name, path, durable: 0, closed: false };
    segments.push(segment);
    return { segment, handle };
  };

  /**
   * Ends the segment being written. After a failure its tail is cut off: those events were refused and should
   * not appear after all.
   */
  const end = async (failed: boolean) => {
    if (current === null) return;
    const { segment, handle } = current;
    current = null;
    try {
      if (failed) await handle.truncate(segment.durable);
    } catch (error) {
      log.warn(
        { err: error, segment: segment.name },
        'the tail of a journal segment could not be cut off; refused events may be loaded from it',
      );
    } finally {
      await handle
        .close()
        .catch((error: unknown) =>
          log.warn({ err: error, segment: segment.name }, 'a journal segment did not close'),
        );
      segment.closed = true;
    }
  };

  const flush = async (group: Group) => {
    const bytes = Buffer.from(group.frames);
    try {
      if (performance.now() < pausedUntil) throw new Error('the disk failed a moment ago');
      if (current !== null && current.segment.durable >= segmentBytes) await end(false);
      current ??= await begin();
      const { segment, handle } = current;
      for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
      if (!SYNCED_WRITES) await handle.datasync();
      segment.durable += bytes.length;
      group.done();
      for (const listener of listeners) listener(group.rows);
    } catch (error) {
      if (performance.now() >= pausedUntil) {
        log.error({ err: error }, 'the journal cannot be written: events are refused until it can');
        pausedUntil = performance.now() + PAUSE_AFTER_FAILURE;
        await end(true);
      }
      group.failed(new Refusal('unavailable', { cause: error }));
    }
  };

  const kick = () => {
    scheduled = false;
    if (flushing !== null || waiting === null) return;
    const group = waiting;
    waiting = null;
    queued = 0;
    begun = performance.now();
    flushing = flush(group).finally(() => {
      flushing = null;
      schedule();
    });
  };

  /**
   * Sees to it that what waits is written. Where a sync takes a tenth of a millisecond, going on at once
   * would mean a sync for every other event.
   */
  const schedule = () => {
    if (scheduled || flushing !== null || waiting === null) return;
    scheduled = true;
    const left = begun + gatherMs - performance.now();
    // An immediate runs when all that has arrived at the sockets by now is read.
    if (left > 0) setTimeout(kick, left);
    else setImmediate(kick);
  };

  return {
    append: (frames, rows) => {
      if (closed || queued + frames.length > waitingBytes) return Promise.reject(new Refusal('overloaded'));
      waiting ??= createGroup();
      waiting.frames += frames;
      waiting.rows += rows;
      queued += frames.length;
      schedule();
      return waiting.synced;
    },
    segments: () => segments,
    remove: async segment => {
      if (!segment.closed) throw new Error(`segment ${segment.name} is still being written`);
      await rm(segment.path, { force: true });
      await syncFolder(folder);
      segments.splice(segments.indexOf(segment), 1);
    },
    probe: async () => {
      const handle = await openFile(join(folder, 'probe'), 'w', 0o600);
      try {
        await handle.writeFile('.');
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
    onGrow: listener => {
      listeners.push(listener);
    },
    close: async () => {
      closed = true;
      while (flushing !== null || waiting !== null) {
        kick();
        await flushing;
      }
      await end(false);
    },
  };
};
