import { join } from 'node:path';
import type { Logger } from 'pino';
import { readFolderIdentity, saveFolderIdentity } from '../collector/folder-identity.ts';
import { readPosition, savePosition, withAllUnsure } from '../collector/load-position.ts';
import { segmentNames } from '../collector/segments.ts';
import { type DataLock, lockFolder } from '../platform/data-lock/lock.ts';
import type { Settings } from '../platform/settings.ts';
import { embeddedStores, readStoreMove, saveStoreMove, type StoreMove } from './store-move.ts';
import { openColumnar } from '../store/clickhouse/connect.ts';
import { type CopiedMonth, copyEvents, finishCopy } from '../store/clickhouse/events/copy-events.ts';
import { openDatabase } from '../store/postgres/engine/connect.ts';
import { copyDatabase, isCopied } from '../store/postgres/engine/copy-database.ts';
import { poolOf } from '../store/postgres/engine/database.ts';

/** Moves the data of the embedded stores to the servers that the settings name. */

type Addresses = Pick<
  Settings,
  'dataDir' | 'databaseUrl' | 'clickhouseUrl' | 'clickhouseMemory' | 'clickhouseCluster'
>;

/** What the operator sees of a move. */
export interface MoveProgress {
  month(copied: CopiedMonth): void;
  /** @param rows null: an interrupted run had copied them */
  database(rows: number | null): void;
}

/** Whether each store is to be moved: it is embedded in the folder, and the settings name a server for it. */
const storesToMove = async (
  { dataDir, databaseUrl, clickhouseUrl }: Addresses,
  { relational, events }: StoreMove,
): Promise<{ readonly relational: boolean; readonly events: boolean }> => {
  const embedded = await embeddedStores(dataDir);
  return {
    relational: databaseUrl !== null && relational !== 'moved' && embedded.relational,
    events: clickhouseUrl !== null && events !== 'moved' && embedded.events,
  };
};

/** Opens a store twice, embedded and on its server, and closes both after the work. */
const onBoth = async <Store extends { close(): Promise<void> }>(
  embedded: Promise<Store>,
  openServer: () => Promise<Store>,
  work: (source: Store, target: Store) => Promise<void>,
): Promise<void> => {
  const source = await embedded;
  try {
    const target = await openServer();
    try {
      await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

/** Events of the journal may be in the store already: each is looked up before it is loaded into the other one. */
const doubtJournal = async (journal: string): Promise<void> => {
  const names = await segmentNames(journal);
  await savePosition(journal, withAllUnsure(await readPosition(journal, names), names));
};

const moveEvents = (
  addresses: Addresses,
  lock: DataLock,
  log: Logger,
  origin: string,
  progress: MoveProgress,
) =>
  onBoth(
    openColumnar({ ...addresses, clickhouseUrl: null }, lock, log),
    () => openColumnar(addresses, null, log),
    async (source, target) => {
      for await (const month of copyEvents(source.columnar, target.columnar, origin)) progress.month(month);
    },
  );

const moveDatabase = (
  addresses: Addresses,
  lock: DataLock,
  log: Logger,
  origin: string,
  progress: MoveProgress,
) =>
  onBoth(
    openDatabase({ databaseUrl: null }, lock, log),
    () => openDatabase(addresses, null, log),
    async (source, target) => {
      const [from, to] = [poolOf(source.db), poolOf(target.db)];
      progress.database((await isCopied(to, origin)) ? null : await copyDatabase(from, to, origin));
    },
  );

/** @throws {TargetInUse} before any event is copied */
const checkDatabase = async (addresses: Addresses, log: Logger, origin: string): Promise<void> => {
  const target = await openDatabase(addresses, null, log);
  try {
    await isCopied(poolOf(target.db), origin);
  } finally {
    await target.close();
  }
};

/**
 * Copies the data of the embedded stores to the servers. The program must not be running. Each value of an event and the
 * number of rows of each table are compared. An interrupted move is continued by the next one; until it is complete the
 * program does not start on the servers, and afterwards not on the embedded stores, which stay as they are.
 *
 * @returns false: the folder has none to move, or they were moved before
 * @throws {TargetInUse} a server has other data; `SettingError`: a server cannot be used
 */
export const moveStores = async (
  addresses: Addresses,
  log: Logger,
  progress: MoveProgress,
): Promise<boolean> => {
  const { dataDir } = addresses;
  const earlier = await readStoreMove(dataDir);
  const { relational, events } = await storesToMove(addresses, earlier);
  if (!relational && !events) return false;
  const lock = await lockFolder(dataDir, { log });
  try {
    const journal = join(dataDir, 'journal');
    const identity = await readFolderIdentity(journal);
    if (relational) await checkDatabase(addresses, log, identity.id);
    const note = (state: 'moving' | 'moved') =>
      saveStoreMove(dataDir, {
        ...earlier,
        ...(relational && { relational: state }),
        ...(events && { events: state }),
      });
    await note('moving');
    // After the note, since a folder with an identity and without one passes for one that was used with servers.
    await saveFolderIdentity(journal, identity);
    if (events) {
      await doubtJournal(journal);
      await moveEvents(addresses, lock, log, identity.id, progress);
    }
    if (relational) await moveDatabase(addresses, lock, log, identity.id, progress);
    await note('moved');
    if (events) await unmark(addresses, log);
    return true;
  } finally {
    await lock.release();
  }
};

/** Removes what marked the events as incomplete. */
const unmark = async (addresses: Addresses, log: Logger): Promise<void> => {
  const { columnar, close } = await openColumnar(addresses, null, log);
  try {
    await finishCopy(columnar);
  } finally {
    await close();
  }
};
