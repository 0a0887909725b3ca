import { setTimeout } from 'node:timers/promises';
import type { Dependencies } from '../dependencies.ts';
import { DEFAULT_SLICE } from '../platform/slice-names.ts';
import type { Slice } from '../slices/slices.ts';
import { lastEventId } from '../store/clickhouse/events/load.ts';
import { isStoreUnavailable } from '../store/unavailable.ts';
import type { CollectorGroup } from './collector-group.ts';
import type { DamagedLines } from './damaged-lines.ts';
import type { Journal } from './journal.ts';
import type { LoadPosition } from './load-position.ts';
import { openLoader, type Loaded, type Loader, type LoaderOptions, type LoaderStatus } from './loader.ts';
import type { RejectedRows } from './rejected-rows.ts';
import { rowsOfSlice } from './rows-of-slice.ts';
import { shareJournal } from './shared-journal.ts';
import { createSink } from './sink.ts';
import { createThreadedBatchReader } from './threaded-batch-reader.ts';

/**
 * The loaders of the slices. Each loads the whole journal, at its own pace, and inserts the rows of its products: a slice
 * that is unavailable delays no other.
 */
export interface SliceLoaders extends Pick<Loader, 'pending' | 'status' | 'drain' | 'close'> {
  readonly bySlice: ReadonlyMap<string, Loader>;
  /** Registers a callback for each batch that arrived in a slice. */
  onLoaded(listener: (loaded: Loaded) => void): void;
  /** Id of the last event in the slices, decimal. */
  watermark(): string;
  /** By slice. */
  statuses(): ReadonlyMap<string, LoaderStatus>;
}

/** The place at which each slice is loaded, and its last event. */
export interface SlicePosition {
  readonly slice: Slice;
  readonly position: LoadPosition;
  /** Id of the last event in the slice, decimal. */
  readonly watermark: string;
}

/** The last event of a slice; if it is unavailable, the last one that is known to be in it. */
export const lastEventOf = ({ columnar }: Slice, { watermark }: LoadPosition): Promise<string> =>
  lastEventId(columnar).catch((error: unknown) => {
    if (!isStoreUnavailable(error)) throw error;
    return watermark;
  });

/** For how long a drain waits for a slice that does not answer, in ms, where there are others. */
const DRAIN_LIMIT_MS = 10_000;

const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter(time => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** The state of the slice that is furthest behind; segment and damage are those of the default one. */
const statusOf = (all: readonly LoaderStatus[]): LoaderStatus => {
  const [first] = all;
  return {
    ...first!,
    backlogBytes: Math.max(...all.map(({ backlogBytes }) => backlogBytes)),
    failures: Math.max(...all.map(({ failures }) => failures)),
    failingSinceMs: earliest(all.map(({ failingSinceMs }) => failingSinceMs)),
    waitingSinceMs: earliest(all.map(({ waitingSinceMs }) => waitingSinceMs)),
  };
};

/** The loaders of an installation as one. @param bySlice the default slice first */
export const mergeLoaders = (bySlice: ReadonlyMap<string, Loader>): SliceLoaders => {
  const loaders = [...bySlice.values()];
  const drain = async (loader: Loader): Promise<void> => {
    if (loaders.length === 1) return loader.drain();
    const ended = new AbortController();
    const limit = setTimeout(DRAIN_LIMIT_MS, undefined, { signal: ended.signal, ref: false });
    await Promise.race([loader.drain(), limit.catch(() => undefined)]);
    ended.abort();
  };
  return {
    bySlice,
    watermark: () =>
      loaders.map(loader => loader.watermark()).reduce((a, b) => (BigInt(a) > BigInt(b) ? a : b)),
    pending: () => Math.max(...loaders.map(loader => loader.pending())),
    status: () => statusOf(loaders.map(loader => loader.status())),
    statuses: () => new Map([...bySlice].map(([slice, loader]) => [slice, loader.status()])),
    onLoaded: listener => {
      for (const loader of loaders) loader.onLoaded(listener);
    },
    drain: async () => {
      await Promise.all(loaders.map(drain));
    },
    close: async () => {
      await Promise.all(loaders.map(loader => loader.close()));
    },
  };
};

interface SliceLoaderParts extends Pick<Dependencies, 'slices' | 'db' | 'log'> {
  readonly folder: string;
  readonly journal: Journal;
  readonly rejected: RejectedRows;
  readonly damaged: DamagedLines;
  readonly positions: readonly SlicePosition[];
  /** Null: there is no other collector. */
  readonly clicks: Pick<CollectorGroup['clicks'], 'judge'> | null;
}

/** Begins to load the journal into the slices. */
export const openSliceLoaders = (
  { slices, db, log, folder, journal, rejected, damaged, positions, clicks }: SliceLoaderParts,
  options: LoaderOptions | undefined,
): SliceLoaders => {
  const journals = shareJournal(journal, positions.length);
  const readers = positions.map(createThreadedBatchReader);
  const loaders = mergeLoaders(
    new Map(
      positions.map(({ slice, position, watermark }, index) => [
        slice.name,
        openLoader(
          {
            folder,
            slice: slice.name,
            journal: journals[index]!,
            position,
            reader: readers[index]!,
            rejected,
            select: async batch => {
              await clicks?.judge(batch);
              return rowsOfSlice(slices, slice, batch);
            },
            damaged: slice.name === DEFAULT_SLICE ? damaged : null,
            sink: createSink(slice, db),
            watermark,
            log,
          },
          options,
        ),
      ]),
    ),
  );
  return {
    ...loaders,
    close: async () => {
      await loaders.close();
      await Promise.all(readers.map(reader => reader.close()));
    },
  };
};
