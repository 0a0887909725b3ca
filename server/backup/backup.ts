import { readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyJournal } from '../collector/journal-copy.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { copyTree } from '../platform/copy-tree.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { backUpEvents } from '../store/clickhouse/events/backup.ts';
import { backupsFolder } from '../store/clickhouse/engine/supervisor.ts';
import { copyCluster, withBackupLock } from '../store/postgres/engine/base-backup.ts';
import { BackupFault, writeManifest, type Manifest } from './manifest.ts';

/** Folders of a backup. */
export const PARTS = { files: 'files', journal: 'journal', postgres: 'postgres', events: 'events' } as const;

/** Entries of the data folder that are copied otherwise, or that the program makes anew. */
const NOT_COPIED = /^(?:clickhouse|journal|postgres|postgres-location|tracking-snapshot\.ndjson.*|lock\..*)$/;
/** Whether a file of the data folder is copied as it is: keys, mails, the first sign-in. */
const isPlainFile = (path: string): boolean => !NOT_COPIED.test(path.split('/')[0] ?? '');

const isEmpty = async (folder: string): Promise<boolean> =>
  (
    await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    })
  ).length === 0;

/** Requires a folder that does not exist or is empty. @throws {BackupFault} */
export const requireEmpty = async (folder: string, what: string): Promise<void> => {
  if (!(await isEmpty(folder)))
    throw new BackupFault(`${what} ${folder} is not empty: choose a new or empty folder.`);
};

/** Moves a folder, also to another disk. */
const moveFolder = async (source: string, target: string): Promise<void> => {
  try {
    await rename(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyTree(source, target);
    await rm(source, { recursive: true });
  }
};

/** Name of the copy of the events while the engine writes it. */
const BEING_WRITTEN = 'being-written';

const copyEvents = async (columnar: ProductDependencies['columnar'], dataDir: string, target: string) => {
  const written = join(backupsFolder(dataDir), BEING_WRITTEN);
  await rm(written, { recursive: true, force: true }); // of a backup that was interrupted
  await backUpEvents(columnar, BEING_WRITTEN);
  await moveFolder(written, target);
};

/** @throws {BackupFault} a backup of this data folder cannot be made into the folder */
export const requireBackupFolder = async (dataDir: string, folder: string): Promise<void> => {
  const target = resolve(folder);
  if (`${target}/`.startsWith(`${resolve(dataDir)}/`))
    throw new BackupFault(`${target} lies in the data folder: choose a folder outside of ${dataDir}.`);
  await requireEmpty(target, 'The folder');
};

export interface BackupParts extends Pick<ProductDependencies, 'db' | 'columnar' | 'clock'> {
  readonly dataDir: string;
  /** Version and commit of this program. */
  readonly madeBy: string;
}

/**
 * Backs up the installation in `dataDir`, with embedded stores, to a new folder, while it works: every event that is
 * acknowledged and every change that is committed when the function is called is in the backup.
 *
 * The order matters. Events leave the journal when the columnar store has them, so the journal is copied first.
 * Results and bookmarks of the relational store refer to events, so the columnar store is copied last. What it contains
 * in addition, the restored program handles as events that have just arrived.
 *
 * @throws {BackupFault} the folder is not empty, or lies in the data folder, or another backup is being made
 */
export const createBackup = async (parts: BackupParts, folder: string): Promise<Manifest> => {
  const { db, columnar, clock, dataDir, madeBy } = parts;
  const target = resolve(folder);
  await requireBackupFolder(dataDir, folder);
  const made = await withBackupLock(db, async () => {
    const begunAt = new Date(clock.now()).toISOString();
    await makeFolder(target, 0o700);
    await copyJournal(join(dataDir, 'journal'), join(target, PARTS.journal));
    await copyTree(dataDir, join(target, PARTS.files), { includes: isPlainFile, mayShrink: true });
    await copyCluster(db, join(target, PARTS.postgres));
    await copyEvents(columnar, dataDir, join(target, PARTS.events));
    return writeManifest(target, { madeBy, begunAt });
  });
  if (made === null) throw new BackupFault('Another backup is being made: wait until it is done.');
  return made;
};
