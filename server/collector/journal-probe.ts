import { randomBytes } from 'node:crypto';
import { type open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Size of the probe's file: a block of most file systems. */
const PROBE_BYTES = 4 << 10;
/** The same after a failure. A full disk has a few blocks again and again, which are soon used. */
const RECOVERY_PROBE_BYTES = 1 << 20;

const writeProbe = async (folder: string, bytes: number, openFile: typeof open): Promise<void> => {
  const path = join(folder, 'probe');
  // A killed process may have left a file. A full disk would write the probe into the blocks of that file.
  await rm(path, { force: true });
  const handle = await openFile(path, 'wx', 0o600);
  try {
    // A file system that compresses needs no block for zeros.
    await handle.writeFile(randomBytes(bytes));
    await handle.datasync();
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
};

/** Finds out whether events can be written. */
export interface JournalProbe {
  /** Records the outcome of a write of events. */
  onWrite(hasSucceeded: boolean): void;
  /**
   * Writes and syncs a new file, and removes it. After a write of events has failed, and until one succeeds, the file
   * has a megabyte, and a segment is begun.
   *
   * @throws the error of the disk
   */
  run(): Promise<void>;
}

/** @param beginSegment writes no events by the way that events take; rejects if the disk fails */
export const createJournalProbe = (
  folder: string,
  openFile: typeof open,
  beginSegment: () => Promise<void>,
): JournalProbe => {
  let hasFailed = false;
  return {
    onWrite: hasSucceeded => {
      hasFailed = !hasSucceeded;
    },
    run: async () => {
      await writeProbe(folder, hasFailed ? RECOVERY_PROBE_BYTES : PROBE_BYTES, openFile);
      // A balancer sends no events to a process that is not ready, so that none of them can show the recovery.
      if (hasFailed) await beginSegment();
    },
  };
};
