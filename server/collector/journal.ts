import { mkdir, open, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { syncFolder } from '../platform/durable-files.ts';
import { createFailureLog } from '../platform/failure-log.ts';
import { createTaskQueue } from '../platform/task-queue.ts';
import { createGroupQueue, type Group, type GroupOptions } from './group-queue.ts';
import { createJournalProbe, type JournalProbe } from './journal-probe.ts';
import { Refusal } from './reasons.ts';
import { createSegmentWriter, type SegmentOptions, type SegmentWriter } from './segment-writer.ts';
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
   * Ends the segment being written, so that it can be removed once it is loaded; the next event begins another.
   *
   * @param minAgeMs a younger segment goes on
   */
  endSegment(minAgeMs?: number): Promise<void>;
  /**
   * Removes the file of a closed segment whose events are stored elsewhere; the removal is durable when it
   * resolves.
   */
  remove(segment: Segment): Promise<void>;
  /** Whether the file of a segment is still there. */
  has(name: string): boolean;
  /** Finds out whether events can be written. */
  readonly probe: JournalProbe['run'];
  /** Registers a callback for each sync, with the number of rows that it made durable. */
  onGrow(listener: (rows: number) => void): void;
  /** Syncs the waiting groups, then refuses. */
  close(): Promise<void>;
}

export type JournalOptions = Partial<SegmentOptions & GroupOptions>;

const PAUSE_AFTER_FAILURE_MS = 250;

/** Writes groups of events durably, and answers their callers. After a failure, writes are refused for a moment. */
const createGroupWriter = (
  writer: SegmentWriter,
  probe: Pick<JournalProbe, 'onWrite'>,
  log: Logger,
  onWritten: (rows: number) => void,
): ((group: Group) => Promise<void>) => {
  let pausedUntil = 0;
  const failures = createFailureLog(
    log,
    'The journal cannot be written; events are rejected until a write succeeds.',
  );
  return async group => {
    const bytes = Buffer.from(group.frames);
    try {
      if (performance.now() < pausedUntil) throw new Error('the disk failed recently, so writes are paused');
      await writer.write(bytes);
      probe.onWrite(true);
      if (failures.succeeded()) log.info('The journal can be written again.');
      group.done();
      onWritten(group.rows);
    } catch (error) {
      if (performance.now() >= pausedUntil) {
        probe.onWrite(false);
        failures.failed(error);
        pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
        await writer.end(true);
      }
      group.failed(new Refusal('unavailable', { cause: error }));
    }
  };
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
  // A segment must not end while a group is written to it.
  const exclusively = createTaskQueue();
  const probe = createJournalProbe(folder, openFile, () => queue.append('', 0));

  const writeGroup = createGroupWriter(writer, probe, log, rows => {
    for (const listener of listeners) listener(rows);
  });
  const queue = createGroupQueue(group => exclusively(() => writeGroup(group)), { gatherMs, waitingBytes });

  return {
    append: queue.append,
    segments: () => segments,
    endSegment: (minAgeMs = 0) => exclusively(() => writer.endOlder(minAgeMs)),
    has: name => segments.some(segment => segment.name === name),
    remove: async segment => {
      if (!segment.closed) throw new Error(`segment ${segment.name} is still being written`);
      await rm(segment.path, { force: true });
      await syncFolder(folder);
      // Two loaders may remove it at the same moment.
      const at = segments.indexOf(segment);
      if (at >= 0) segments.splice(at, 1);
    },
    probe: probe.run,
    onGrow: listener => {
      listeners.push(listener);
    },
    close: async () => {
      await queue.close();
      await exclusively(() => writer.end(false));
    },
  };
};
