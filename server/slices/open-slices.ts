import type { Logger } from 'pino';
import type { DataLock } from '../platform/data-lock/lock.ts';
import type { Settings } from '../platform/settings.ts';
import { DEFAULT_SLICE } from '../platform/slice-names.ts';
import { openColumnar, type OpenColumnar } from '../store/clickhouse/connect.ts';
import { waitForTaskLock } from '../store/postgres/engine/advisory-lock.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { createSlices, requireUsedSlices, type Slice, type Slices } from './slices.ts';

type SliceSettings = Pick<
  Settings,
  'clickhouseUrl' | 'clickhouseMemory' | 'clickhouseCluster' | 'clickhouseSlices'
>;

/** The settings of each ClickHouse server, the default slice first. */
export const sliceSettings = ({ clickhouseUrl, clickhouseSlices, ...shared }: SliceSettings) => [
  { name: DEFAULT_SLICE, settings: { ...shared, clickhouseUrl } },
  ...clickhouseSlices.map(({ name, url }) => ({
    name,
    settings: { ...shared, clickhouseUrl: url, slice: name },
  })),
];

/** Runs migrations of ClickHouse servers while no other process runs any: their statements could mix. */
export const migrateExclusively = (db: Database) => (work: () => Promise<void>) =>
  waitForTaskLock(db, 'touchpath migrating clickhouse', work);

/** Slices of opened stores, the default slice first. */
export const slicesOf = (
  opened: readonly { readonly name: string; readonly store: OpenColumnar }[],
  db: Database,
): Slices => {
  const [first, ...rest] = opened.map(({ name, store: { columnar } }): Slice => ({ name, columnar }));
  if (first === undefined) throw new TypeError('there is no default slice');
  return createSlices([first, ...rest], db);
};

/**
 * Opens all ClickHouse servers, for a command.
 *
 * @param migrates false: the tables stay as they are
 * @throws {SettingError} one line that names the setting to change
 */
export const openSlices = async (
  settings: SliceSettings,
  lock: DataLock | null,
  log: Logger,
  db: Database,
  migrates = true,
): Promise<{ readonly slices: Slices; close(): Promise<void> }> => {
  const opened: { name: string; store: OpenColumnar }[] = [];
  const close = async () => {
    for (const { store } of opened.toReversed()) await store.close();
  };
  try {
    for (const { name, settings: its } of sliceSettings(settings))
      opened.push({
        name,
        store: await openColumnar(
          { ...its, migrateExclusively: migrateExclusively(db), migrates },
          lock,
          log,
        ),
      });
    const slices = slicesOf(opened, db);
    await requireUsedSlices(slices, db);
    return { slices, close };
  } catch (error) {
    await close();
    throw error;
  }
};
