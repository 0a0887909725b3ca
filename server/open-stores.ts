import type { Logger } from 'pino';
import { hasTrackingSnapshot } from './collector/tracking-snapshot.ts';
import type { DataLock } from './platform/data-lock/lock.ts';
import type { Shutdown } from './platform/shutdown.ts';
import type { Settings } from './platform/settings.ts';
import { checkStoreMove } from './backup/store-move.ts';
import { type Deferred, isStoreUnavailable } from './store/unavailable.ts';
import { deferColumnar, openColumnar, type OpenColumnar } from './store/clickhouse/connect.ts';
import { deferDatabase, openDatabase, type OpenDatabase } from './store/postgres/engine/connect.ts';

/** Stores of a start; an unavailable one is opened later. */
export interface StartStores {
  readonly relational: OpenDatabase;
  readonly columnar: OpenColumnar;
  /** Null: the store is available. */
  readonly awayRelational: Deferred<OpenDatabase> | null;
  readonly awayColumnar: Deferred<OpenColumnar> | null;
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

/**
 * Opens both stores concurrently. An unavailable server fails the first start of a folder, because its address is
 * likely wrong; later starts continue without it.
 *
 * @throws {SettingError} one line with the setting to change
 */
export const openStores = async (
  settings: Settings,
  lock: DataLock,
  log: Logger,
  { register }: Shutdown,
): Promise<StartStores> => {
  await checkStoreMove(settings);
  const mayDefer = await hasTrackingSnapshot(settings.dataDir);
  const { databaseUrl, clickhouseUrl } = settings;
  const registerStore = async <Store extends { close(): Promise<void> }>(
    what: string,
    opening: Promise<Deferred<Store> | Store>,
  ) => {
    const found = await opening;
    const deferred = isDeferred(found) ? found : null;
    return { store: register(what, deferred?.store ?? (found as Store), store => store.close()), deferred };
  };
  const deferRelational = mayDefer && databaseUrl !== null ? () => deferDatabase(databaseUrl, log) : null;
  const deferEvents =
    mayDefer && clickhouseUrl !== null ? () => deferColumnar({ ...settings, clickhouseUrl }, log) : null;
  // If one store fails to open, the other is still closed.
  const relational = registerStore(
    'the relational store',
    openOrDefer(openDatabase(settings, lock, log), deferRelational, log),
  );
  const columnar = registerStore(
    'the columnar store',
    openOrDefer(openColumnar(settings, lock, log), deferEvents, log),
  );
  await Promise.allSettled([relational, columnar]);
  const [{ store, deferred: awayRelational }, events] = await Promise.all([relational, columnar]);
  return { relational: store, columnar: events.store, awayRelational, awayColumnar: events.deferred };
};
