import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { syncFolder } from '../platform/durable-files.ts';
import { createGroupQueue, type Group, type GroupOptions } from './group-queue.ts';
import { Refusal } from './reasons.ts';
import { createSegmentWriter, type SegmentOptions } from './segment-writer.ts';
import { readSegments, type Segment } from './segments.ts';

/**
 * Stores events between their acceptance and their arrival in the columnar store: append-only files under
 * `DATA_DIR/journal`.
 *
 * Many callers share one sync. A group is written at once if the disk was idle for {@link
 * JournalOptions.gatherMs}; under load a group collects what arrives during the previous write. A failed sync
 * leaves the file in an unknown state, so the file is closed and the next group begins another; no caller of
 * the failed group receives a success.
 */
export interface Journal {
  /**
   * Resolves when `frames` (complete lines, see frames.ts) are on the disk.
   *
   * @throws {Refusal} `overloaded` when too much is waiting, `unavailable` when the disk fails
   */
  append(frames: string, rows: number): Promise<void>;
  /** Oldest first; the last may still grow. */
  segments(): readonly Segment[];
  /**
   * Removes the file of a closed segment whose events are stored elsewhere; the removal is durable when it
   * resolves.
   */
  remove(segment: Segment): Promise<void>;
  /** Whether the file of a segment is still there. */
  has(name: string): boolean;
  /** Writes and syncs a file in the folder of the segments. @throws the error of the disk */
  probe(): Promise<void>;
  /** Registers a callback for each sync, with the number of rows that it made durable. */
  onGrow(listener: (rows: number) => void): void;
  /** Syncs the waiting groups, then refuses. */
  close(): Promise<void>;
}

export type JournalOptions = Partial<SegmentOptions & GroupOptions>;

const PAUSE_AFTER_FAILURE_MS = 250;

const writeProbe = async (folder: string, openFile: typeof open): Promise<void> => {
  const handle = await openFile(join(folder, 'probe'), 'w', 0o600);
  try {
    await handle.writeFile('.');
    await handle.datasync();
  } finally {
    await handle.close();
  }
};

/** Opens the journal in a folder; segments of an earlier run are closed ones. */
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
  const segments = await readSegments(folder);
  const writer = createSegmentWriter(folder, log, segments, { lastNumber, segmentBytes, openFile });
  const listeners: ((rows: number) => void)[] = [];
  let pausedUntil = 0;

  const flush = async (group: Group) => {
    const bytes = Buffer.from(group.frames);
    try {
      if (performance.now() < pausedUntil) throw new Error('the disk failed recently, so writes are paused');
      await writer.write(bytes);
      group.done();
      for (const listener of listeners) listener(group.rows);
    } catch (error) {
      if (performance.now() >= pausedUntil) {
        log.error(
          { err: error },
          'The journal cannot be written; events are rejected until a write succeeds.',
        );
        pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
        await writer.end(true);
      }
      group.failed(new Refusal('unavailable', { cause: error }));
    }
  };
  const queue = createGroupQueue(flush, { gatherMs, waitingBytes });

  return {
    append: queue.append,
    segments: () => segments,
    has: name => segments.some(segment => segment.name === name),
    remove: async segment => {
      if (!segment.closed) throw new Error(`segment ${segment.name} is still being written`);
      await rm(segment.path, { force: true });
      await syncFolder(folder);
      segments.splice(segments.indexOf(segment), 1);
    },
    probe: () => writeProbe(folder, openFile),
    onGrow: listener => {
      listeners.push(listener);
    },
    close: async () => {
      await queue.close();
      await writer.end(false);
    },
  };
};
