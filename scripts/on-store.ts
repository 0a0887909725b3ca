import { createLog } from '../server/platform/logger.ts';
import { type DataLock, lockFolder } from '../server/platform/data-lock/lock.ts';
import { readSettings, SettingError, type Settings } from '../server/platform/settings.ts';
import { openDatabase } from '../server/store/postgres/engine/connect.ts';

interface Opened {
  readonly settings: Settings;
  readonly log: ReturnType<typeof createLog>;
  /** Proves that the folder of the embedded stores is ours; null where no store is embedded. */
  readonly lock: DataLock | null;
  readonly store: Awaited<ReturnType<typeof openDatabase>>;
}

/**
 * Does something with the relational store of the program, which reads the same environment. Where a store is
 * embedded the program must not be running, and is kept
 * from starting meanwhile. A setting that cannot be used is told in one line.
 */
export const onStore = async (
  isEmbedded: (settings: Settings) => boolean,
  work: (opened: Opened) => Promise<void>,
): Promise<void> => {
  try {
    const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env });
    const log = createLog(settings);
    const lock = isEmbedded(settings) ? await lockFolder(settings.dataDir, { log }) : null;
    try {
      const store = await openDatabase(settings, lock, log);
      try {
        await work({ settings, log, lock, store });
      } finally {
        await store.close();
      }
    } finally {
      await lock?.release();
    }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
};
