import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '../dependencies.ts';
import {
  TRACKING_TABLES,
  trackingLayout,
  type TrackingRow,
  type TrackingRows,
  type TrackingTable,
} from '../store/postgres/tracking/tracking.ts';
import { replaceFile } from '../platform/durable-files.ts';
import type { TrackingCache } from './tracking-cache.ts';
import type { TrackingRowMaps } from './tracking-index.ts';

/** A snapshot of the collector's settings, so that it can start while PostgreSQL is unavailable. */
const FILE = 'tracking-snapshot.ndjson';
/** Rows that are serialised at once: the event loop is free between two batches. */
const ROWS_PER_WRITE = 200;
/** Minimum time between two writes, however often the settings change. */
const WRITE_GAP_MS = 5_000;

type SnapshotParts = Pick<Dependencies, 'db' | 'log'> & {
  readonly settings: Pick<Dependencies['settings'], 'dataDir'>;
};

/** Each row of all tables, with its table. */
function* rowsOf(rows: TrackingRowMaps): Generator<readonly [TrackingTable, object]> {
  for (const table of TRACKING_TABLES) for (const row of rows[table].values()) yield [table, row];
}

const write = (dataDir: string, layout: string, rows: TrackingRowMaps): Promise<void> =>
  replaceFile(dataDir, FILE, async file => {
    let lines = `${JSON.stringify(['layout', layout])}\n`;
    let count = 0;
    for (const row of rowsOf(rows)) {
      lines += `${JSON.stringify(row)}\n`;
      count += 1;
      if (count % ROWS_PER_WRITE !== 0) continue;
      await file.writeFile(lines);
      lines = '';
    }
    await file.writeFile(`${lines}${JSON.stringify(['end', count])}\n`);
  });

/**
 * Whether there is a snapshot at all, so that a start without PostgreSQL can count events.
 */
export const hasTrackingSnapshot = (dataDir: string): Promise<boolean> =>
  open(join(dataDir, FILE), 'r').then(
    async handle => {
      await handle.close();
      return true;
    },
    () => false,
  );

/** The rows of the snapshot; null: there is none, or it is of another version of the program. */
export const readTrackingSnapshot = async ({
  settings,
  db,
  log,
}: SnapshotParts): Promise<TrackingRows | null> => {
  let text: string;
  try {
    text = await readFile(join(settings.dataDir, FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const lines = text.trimEnd().split('\n');
  const [first, ...entries] = lines.map(line => JSON.parse(line) as readonly [string, unknown]);
  const last = entries.pop();
  if (first?.[1] !== trackingLayout(db) || last?.[0] !== 'end' || last[1] !== entries.length) {
    log.warn('The stored snapshot of the settings has another version; it is ignored.');
    return null;
  }
  const of = <Table extends TrackingTable>(table: Table) =>
    entries.flatMap(([name, row]) => (name === table ? [row as TrackingRow<Table>] : []));
  return {
    products: of('products'),
    asps: of('asps'),
    cvSettings: of('cvSettings'),
    senders: of('senders'),
    ads: of('ads'),
    redirects: of('redirects'),
  };
};

/** Writes the snapshot after the first reading and after each change, every few seconds at most. */
export const writeTrackingSnapshot = (
  cache: Pick<TrackingCache, 'rows' | 'onChange' | 'isStoreUnavailable'>,
  { settings: { dataDir }, db, log }: SnapshotParts,
): { close(): Promise<void> } => {
  const layout = trackingLayout(db);
  let isDue = !cache.isStoreUnavailable();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  /** Writes after the write in progress, which may have passed the rows that changed since. */
  const save = (): Promise<void> => {
    running = running.then(async () => {
      isDue = false;
      try {
        await write(dataDir, layout, cache.rows());
      } catch (error) {
        isDue = true;
        log.warn(
          { err: error },
          'The snapshot of the settings could not be stored; retrying after their next change.',
        );
      }
    });
    return running;
  };
  const arm = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void save();
    }, WRITE_GAP_MS).unref();
  };
  cache.onChange(() => {
    isDue = true;
    arm();
  });
  if (isDue) void save();
  return {
    close: async () => {
      clearTimeout(timer);
      await running;
      if (isDue) await save();
    },
  };
};
