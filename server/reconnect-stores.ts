import type { Collector } from './collector/collector.ts';
import type { Shutdown } from './platform/shutdown.ts';
import type { StartStores } from './open-stores.ts';
import type { Dependencies } from './dependencies.ts';
import { furnish } from './seed/furnish.ts';
import { DEFAULT_SLICE } from './platform/slice-names.ts';
import type { Slice } from './slices/slices.ts';
import type { Deferred } from './store/unavailable.ts';
import { lastEventId } from './store/clickhouse/events/load.ts';

const RETRY_MS = 2_000;

/** Retries until a store is open, and logs each reason of a failure once. */
const openWhenBack = <Store>(
  what: string,
  { tryOpen }: Deferred<Store>,
  prepare: (store: Store) => Promise<void>,
  log: Dependencies['log'],
  opened: () => Promise<void> = () => Promise.resolve(),
): { close(): Promise<void> } => {
  let closed = false;
  let lastMessage = '';
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const attempt = async () => {
    try {
      await tryOpen(prepare);
      log.info(`${what} is available.`);
      await opened();
    } catch (error) {
      const { message } = error as Error;
      if (message !== lastMessage)
        log.warn({ err: error }, `${what} could not be opened; retrying every ${RETRY_MS / 1000} s.`);
      lastMessage = message;
      if (!closed) timer = setTimeout(begin, RETRY_MS);
    }
  };
  const begin = () => {
    running = attempt();
  };
  begin();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
};

/**
 * Opens the stores that were unavailable at the start as soon as they are back. A store is not used before it is
 * migrated, and nobody signs in before the start's checks of companies are done.
 */
export const awaitStores = (
  { awayRelational, awaySlices }: StartStores,
  parts: Dependencies,
  collector: Pick<Collector, 'drain'>,
  { registerWork }: Shutdown,
): void => {
  if (awayRelational !== null) {
    const prepare = async ({ db }: { readonly db: Dependencies['db'] }) => {
      await furnish({ ...parts, db });
    };
    registerWork(
      'the reconnection of the relational store',
      openWhenBack('PostgreSQL', awayRelational, prepare, parts.log),
      one => one.close(),
    );
  }
  for (const away of awaySlices) {
    const prepare = async ({ columnar }: Pick<Slice, 'columnar'>) => {
      parts.ids.keepAbove(BigInt(await lastEventId(columnar)));
    };
    registerWork(
      'the reconnection of the columnar store',
      openWhenBack(
        away.name === DEFAULT_SLICE ? 'ClickHouse' : `The ClickHouse slice ${away.name}`,
        away,
        prepare,
        parts.log,
        collector.drain,
      ),
      one => one.close(),
    );
  }
};
