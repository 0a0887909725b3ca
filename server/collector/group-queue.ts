import { Refusal } from './reasons.ts';

/**
 * Events that are written and synced in one group. All callers of a group share one promise: one for each
 * would cost more than the write.
 */
export interface Group {
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

export interface GroupOptions {
  /** Minimum time from the beginning of one sync to that of the next. */
  readonly gatherMs: number;
  /** More than this waiting for the disk counts as an overload. */
  readonly waitingBytes: number;
}

/** Collects the appended events into groups, and writes one group at a time. */
export interface GroupQueue {
  append(frames: string, rows: number): Promise<void>;
  /** Writes the waiting groups, then refuses. */
  close(): Promise<void>;
}

/** @param flush writes one group and settles it; never rejects */
export const createGroupQueue = (
  flush: (group: Group) => Promise<void>,
  { gatherMs, waitingBytes }: GroupOptions,
): GroupQueue => {
  let waiting: Group | null = null;
  let queued = 0;
  let scheduled = false;
  let begun = 0;
  let flushing: Promise<void> | null = null;
  let closed = false;

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
   * Schedules the next write. Where a sync takes a tenth of a millisecond, writing at once would sync for
   * every other event.
   */
  const schedule = () => {
    if (scheduled || flushing !== null || waiting === null) return;
    scheduled = true;
    const left = begun + gatherMs - performance.now();
    // An immediate runs after all data that has arrived at the sockets is read.
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
    close: async () => {
      closed = true;
      while (flushing !== null || waiting !== null) {
        kick();
        await flushing;
      }
    },
  };
};
