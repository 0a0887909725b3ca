import { collectorFolders } from '../server/collector/collector-folders.ts';
import type { createLog } from '../server/platform/logger.ts';
import { type DataLock, lockFolder } from '../server/platform/data-lock/lock.ts';

/**
 * Runs `work` while no process of a collector can run: each has a lock of its own.
 *
 * @param folder the data folder; those of its further processes are in it
 * @param owned lock of the data folder; null: it is locked here, too
 */
export const withCollectorsLocked = async (
  folder: string,
  owned: DataLock | null,
  log: ReturnType<typeof createLog>,
  work: () => Promise<void>,
): Promise<void> => {
  const locks: DataLock[] = [];
  try {
    for (const one of await collectorFolders(folder))
      if (one !== folder || owned === null) locks.push(await lockFolder(one, { log }));
    await work();
  } finally {
    for (const lock of locks) await lock.release();
  }
};
