import { constants } from 'node:fs';
import type { FileHandle, open } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { syncFolder } from '../platform/durable-files.ts';
import { segmentNumber, type Segment } from './segments.ts';

/**
 * On Linux each write is also a sync: one trip through the thread pool instead of two, each of which waits
 * for a core and the event loop on a busy machine. macOS syncs with this flag only to the drive, with fsync
 * to the platter.
 */
const SYNCED_WRITES = process.platform === 'linux';
const APPEND_NEW =
  constants.O_WRONLY |
  constants.O_CREAT |
  constants.O_EXCL |
  constants.O_APPEND |
  (SYNCED_WRITES ? constants.O_DSYNC : 0);

export interface SegmentOptions {
  /** New segments are numbered above this and above the files in the folder. */
  readonly lastNumber: number;
  /** A segment that reached this many bytes is closed. */
  readonly segmentBytes: number;
  readonly openFile: typeof open;
}

/** Writes bytes to the newest segment, and begins the next one when it is full. */
export interface SegmentWriter {
  /** Resolves when the bytes are on the disk. */
  write(bytes: Buffer): Promise<void>;
  /**
   * Ends the segment being written. After a failure its tail is truncated: those events were refused and must
   * not appear later.
   */
  end(failed: boolean): Promise<void>;
  /** Ends the segment being written if it began at least this many ms ago. */
  endOlder(minAgeMs: number): Promise<void>;
}

/** @param segments grows by each segment that is begun */
export const createSegmentWriter = (
  folder: string,
  log: Logger,
  segments: Segment[],
  { lastNumber, segmentBytes, openFile }: SegmentOptions,
): SegmentWriter => {
  let sequence = Math.max(lastNumber, segmentNumber(segments.at(-1)?.name ?? '') ?? 0);
  let current: { readonly segment: Segment; readonly handle: FileHandle; readonly begunMs: number } | null =
    null;

  const begin = async () => {
    // The random half prevents the reuse of a name, and with it of a deduplication token, even after a loss
    // of the entire folder.
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
    return { segment, handle, begunMs: performance.now() };
  };

  const end = async (failed: boolean) => {
    if (current === null) return;
    const { segment, handle } = current;
    current = null;
    try {
      if (failed) await handle.truncate(segment.durable);
    } catch (error) {
      log.warn(
        { err: error, segment: segment.name },
        'The end of a journal segment could not be truncated; rejected events may be loaded from it.',
      );
    } finally {
      await handle
        .close()
        .catch((error: unknown) =>
          log.warn({ err: error, segment: segment.name }, 'A journal segment could not be closed.'),
        );
      segment.closed = true;
    }
  };

  return {
    write: async bytes => {
      if (current !== null && current.segment.durable >= segmentBytes) await end(false);
      current ??= await begin();
      const { segment, handle } = current;
      for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at)).bytesWritten;
      if (!SYNCED_WRITES) await handle.datasync();
      segment.durable += bytes.length;
    },
    end,
    endOlder: async minAgeMs => {
      if (current !== null && performance.now() - current.begunMs >= minAgeMs) await end(false);
    },
  };
};
