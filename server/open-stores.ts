import type { Logger } from 'pino';
import { hasTrackingSnapshot } from './collector/tracking-snapshot.ts';
import type { DataLock } from './platform/data-lock/lock.ts';
import type { Shutdown } from './platform/shutdown.ts';
import type { Settings } from './platform/settings.ts';
import { checkStoreMove, describeUnreadStores } from './backup/store-move.ts';
import { type Deferred, isStoreUnavailable } from './store/unavailable.ts';
import { migrateExclusively, slicesOf, sliceSettings } from './slices/open-slices.ts';
import type { Slices } from './slices/slices.ts';
import { deferColumnar, openColumnar, type OpenColumnar } from './store/clickhouse/connect.ts';
import { deferDatabase, openDatabase, type OpenDatabase } from './store/postgres/engine/connect.ts';

/** A ClickHouse server that is unavailable at the start. */
export interface AwaySlice extends Deferred<OpenColumnar> {
  readonly name: string;
}

/** Stores of a start; an unavailable one is opened later. */
export interface StartStores {
  readonly relational: OpenDatabase;
  readonly slices: Slices;
  /** Null: the store is available. */
  readonly awayRelational: Deferred<OpenDatabase> | null;
  readonly awaySlices: readonly AwaySlice[];
}

/** Opens a store, or defers it if it is unavailable and may be deferred. */
const openOrDefer = async <Store>(
  open: Promise<Store>,
  defer: (() => Deferred<Store>) | null,
  log: Logger,
): Promise<Deferred<Store> | Store> => {
  try {
    return await open;
  } catch (error) {
    if (defer === null || !isStoreUnavailable(error)) throw error;
    log.error(
      { why: (error as Error).message },
      'A store is unavailable: events are accepted and stored until it is available.',
    );
    return defer();
  }
};

const isDeferred = <Store extends object>(found: Deferred<Store> | Store): found is Deferred<Store> =>
  'tryOpen' in found;

/** Registers a store that opens, so that it is closed even where another fails to open. */
const registerStore = async <Store extends { close(): Promise<void> }>(
  { register }: Shutdown,
  what: string,
  opening: Promise<Deferred<Store> | Store>,
) => {
  const found = await opening;
  const deferred = isDeferred(found) ? found : null;
  return { store: register(what, deferred?.store ?? (found as Store), store => store.close()), deferred };
};

/**
 * Opens all stores concurrently. An unavailable server fails the first start of a folder, because its address is
 * likely wrong; later starts continue without it.
 *
 * @throws {SettingError} one line with the setting to change
 */
export const openStores = async (
  settings: Settings,
  lock: DataLock,
  log: Logger,
  shutdown: Shutdown,
): Promise<StartStores> => {
  await checkStoreMove(settings);
  for (const unread of await describeUnreadStores(settings)) log.warn(unread);
  const mayDefer = await hasTrackingSnapshot(settings.dataDir);
  const { databaseUrl } = settings;
  const deferRelational = mayDefer && databaseUrl !== null ? () => deferDatabase(databaseUrl, log) : null;
  const relational = registerStore(
    shutdown,
    'the relational store',
    openOrDefer(openDatabase(settings, lock, log), deferRelational, log),
  );
  /** Without PostgreSQL no other process starts at the same time, except those that continue like this one. */
  const exclusively = async (work: () => Promise<void>): Promise<void> => {
    const { store, deferred } = await relational;
    await (deferred === null ? migrateExclusively(store.db)(work) : work());
  };
  const columnar = sliceSettings(settings).map(async ({ name, settings: shared }) => {
    const its = { ...shared, migrateExclusively: exclusively };
    const { clickhouseUrl } = its;
    const defer =
      mayDefer && clickhouseUrl !== null ? () => deferColumnar({ ...its, clickhouseUrl }, log) : null;
    const opened = await registerStore(
      shutdown,
      'the columnar store',
      openOrDefer(openColumnar(its, lock, log), defer, log),
    );
    return { name, ...opened };
  });
  // If one store fails to open, the others are still closed.
  await Promise.allSettled([relational, ...columnar]);
  const [{ store, deferred: awayRelational }, ...opened] = await Promise.all([relational, ...columnar]);
  return {
    relational: store,
    slices: slicesOf(opened, store.db),
    awayRelational,
    awaySlices: opened.flatMap(({ name, deferred }) => (deferred === null ? [] : [{ name, ...deferred }])),
  };
};
