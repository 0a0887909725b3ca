import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { copyTree } from '../platform/copy-tree.ts';
import { lockFolder } from '../platform/data-lock/lock.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { restoreColumnar } from '../store/clickhouse/connect.ts';
import { backupsFolder } from '../store/clickhouse/engine/supervisor.ts';
import { installCluster } from '../store/postgres/engine/base-backup.ts';
import { PARTS, requireEmpty } from './backup.ts';
import { verifyBackup, type Manifest } from './manifest.ts';

/** Name of the copy of the events while the engine reads it. */
const BEING_READ = 'being-read';

const restoreInto = async (dataDir: string, folder: string, log: Logger): Promise<void> => {
  const lock = await lockFolder(dataDir, { log });
  try {
    await copyTree(join(folder, PARTS.files), dataDir);
    await copyTree(join(folder, PARTS.journal), join(dataDir, 'journal'));
    await installCluster(dataDir, join(folder, PARTS.postgres), log);
    const read = join(backupsFolder(dataDir), BEING_READ);
    await copyTree(join(folder, PARTS.events), read);
    await restoreColumnar(lock, log, BEING_READ);
    await rm(read, { recursive: true });
  } finally {
    await lock.release();
  }
};

/**
 * Restores a backup as the installation of a new data folder, which the next start opens: it loads the journal, updates
 * the tables of an earlier version, and derives the rollups. A failed restore leaves the data folder empty.
 *
 * @throws {BackupFault} the backup is damaged, or the data folder is not empty
 */
export const restoreBackup = async (folder: string, dataDir: string, log: Logger): Promise<Manifest> => {
  const [source, target] = [resolve(folder), resolve(dataDir)];
  await requireEmpty(target, 'The data folder');
  const manifest = await verifyBackup(source);
  await makeFolder(target);
  try {
    await restoreInto(target, source, log);
  } catch (error) {
    for (const name of await readdir(target)) await rm(join(target, name), { recursive: true, force: true });
    throw error;
  }
  return manifest;
};
