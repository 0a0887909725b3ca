import type { Logger } from 'pino';
import { createBatchLoader } from './batch-loader.ts';
import type { Batch, BatchReader } from './batch.ts';
import type { Sink } from './careful-load.ts';
import type { LoadedJournal } from './shared-journal.ts';
import { segmentNumber } from './segments.ts';
import type { LoadPosition } from './load-position.ts';
import { openLoadProgress, type LoadProgress } from './load-progress.ts';
import { loadStep, type StepParts } from './load-step.ts';
import type { DamagedLines } from './damaged-lines.ts';
import type { RejectedRows } from './rejected-rows.ts';
import type { Table } from './rows.ts';

/** The content of a batch that arrived in the store. */
export interface Loaded {
  /** Id of the last loaded event, decimal. */
  readonly watermark: string;
  readonly rows: Readonly<Record<Table, number>>;
}

export interface LoaderOptions {
  readonly everyMs?: number;
  readonly rows?: number;
  readonly bytes?: number;
  /** Pauses after the first, second … consecutive failure, in ms; the last one repeats. */
  readonly retryMs?: readonly number[];
}

/** The state of the loader, for health checks and metrics. */
export interface LoaderStatus {
  /** Bytes of the journal that are not yet in the store. */
  readonly backlogBytes: number;
  /** Number of the journal segment that is being loaded; of the last one while the loader is idle. */
  readonly segment: number;
  /** The loaded part of that segment, in bytes. */
  readonly segmentOffsetBytes: number;
  /** Consecutive failures; 0 while the store accepts rows. */
  readonly failures: number;
  /** Time since which loading fails, in ms of the monotonic clock; null while it succeeds. */
  readonly failingSinceMs: number | null;
  /**
   * Time since which events wait while no batch is loaded, in ms of the monotonic clock; null: none waits.
   */
  readonly waitingSinceMs: number | null;
  /** Accepted events that the store refused and that wait for `npm run replay-rejected`. */
  readonly rejectedRows: number;
  /** Lines of the journal that were damaged on the disk, of which the file still has the remains. */
  readonly damagedLines: number;
}

export interface Loader {
  watermark(): string;
  onLoaded(listener: (loaded: Loaded) => void): void;
  /** @returns a function that answers whether the events that are durable at present are loaded */
  loadedUpToNow(): () => boolean;
  /** Rows made durable since the start and not yet loaded. */
  pending(): number;
  status(): LoaderStatus;
  /**
   * Loads all durable rows now; returns when they are in the store, or when the store could not accept them.
   */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface LoaderParts {
  /** The folder of the journal, the position and the rejected rows. */
  readonly folder: string;
  /** The name of the slice that the loader fills. */
  readonly slice: string;
  readonly journal: LoadedJournal;
  readonly position: LoadPosition;
  readonly reader: BatchReader;
  readonly rejected: RejectedRows;
  /** Selects the rows of the slice from a batch. */
  readonly select: (batch: Batch) => Promise<Batch>;
  /** Null: another slice's loader stores the damaged lines. */
  readonly damaged: DamagedLines | null;
  readonly sink: Sink;
  /** Id of the last event in the store, decimal. */
  readonly watermark: string;
  readonly log: Logger;
}

/** Pauses after failures: 1, 2, 4 … 30 s. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** How long an event after an idle second waits for others, in ms. */
const GATHER_AFTER_QUIET_MS = 50;
/** Statistics of loading since the start. */
interface Failures {
  count: number;
  sinceMs: number | null;
}

/**
 * The events that wait for the store, and the time of its last accepted batch; times of the monotonic clock.
 */
interface Waiting {
  rows: number;
  /** The time at which a batch was loaded last, or events began to wait. */
  progressMs: number;
  loadedAtMs: number;
}

const announce = (listeners: readonly ((loaded: Loaded) => void)[], loaded: Loaded, log: Logger): void => {
  for (const listener of listeners) {
    try {
      listener(loaded);
    } catch (error) {
      log.error({ err: error }, 'A listener for loaded events failed.');
    }
  }
};

/**
 * Loads the rows that are durable at its beginning; the first failure ends it. @param goesOn called before
 * each step
 */
const loadDurable = async (parts: StepParts, failures: Failures, goesOn: () => boolean): Promise<void> => {
  const { journal, progress, log } = parts;
  const last = journal.segments().at(-1);
  const durable = last?.durable ?? 0;
  try {
    while (goesOn() && !progress.isLoadedUpTo(last, durable) && (await loadStep(parts)));
    if (failures.count > 0) log.info('The columnar store accepts events again.');
    failures.count = 0;
    failures.sinceMs = null;
  } catch (error) {
    if (failures.count === 0)
      log.warn(
        { err: error },
        'The columnar store does not accept events; they stay in the journal. Retrying.',
      );
    failures.count += 1;
    failures.sinceMs ??= performance.now();
  }
};

const statusOf = (
  progress: LoadProgress,
  failures: Failures,
  { progressMs }: Waiting,
  rejectedRows: number,
  damagedLines: number,
): LoaderStatus => {
  const backlogBytes = progress.backlogBytes();
  const { current, lastNumber } = progress.position();
  return {
    backlogBytes,
    failures: failures.count,
    failingSinceMs: failures.sinceMs,
    rejectedRows,
    damagedLines,
    segment: segmentNumber(current?.segment ?? '') ?? lastNumber,
    segmentOffsetBytes: current?.from ?? 0,
    waitingSinceMs: backlogBytes === 0 ? null : progressMs,
  };
};

interface Schedule extends Required<Pick<LoaderOptions, 'everyMs' | 'retryMs'>> {
  readonly journal: LoadedJournal;
  readonly failures: Failures;
  readonly waiting: Waiting;
  readonly rowLimit: number;
}

/**
 * Runs a task after each interval while events arrive, at once when enough of them wait, and after a pause
 * when it failed.
 *
 * @param run loads durable rows while its function returns true; never rejects
 */
const scheduleLoading = (
  run: (goesOn: () => boolean) => Promise<void>,
  { everyMs, retryMs, rowLimit, ...state }: Schedule,
): Pick<Loader, 'drain' | 'close'> => {
  const { journal, failures, waiting } = state;
  let closing = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const start = (whileClosing = false) => {
    running ??= run(() => !closing || whileClosing).finally(() => {
      running = null;
      arm(everyMs);
    });
    return running;
  };
  const arm = (ms: number) => {
    clearTimeout(timer);
    const pauseMs = failures.count === 0 ? 0 : (retryMs[Math.min(failures.count, retryMs.length) - 1] ?? 0);
    if (!closing) timer = setTimeout(() => void start(), Math.max(ms, pauseMs)).unref();
  };
  arm(0);
  journal.onGrow(rows => {
    const hasWaited = waiting.rows > 0;
    waiting.rows += rows;
    if (!hasWaited) waiting.progressMs = performance.now();
    if (closing || running !== null || failures.count > 0) return;
    if (waiting.rows >= rowLimit) void start();
    else if (!hasWaited)
      arm(Math.max(GATHER_AFTER_QUIET_MS, waiting.loadedAtMs + everyMs - performance.now()));
  });
  return {
    drain: async () => {
      await running; // it may have read before the last rows arrived
      await start();
    },
    close: async () => {
      closing = true;
      clearTimeout(timer);
      await running;
      // The remainder stays in the journal in any case: one attempt, so that a clean stop leaves an empty
      // journal.
      if (failures.count === 0) await start(true);
    },
  };
};

/**
 * Loads the journal into the columnar store, each event once: every second while events arrive, at once after
 * an idle second, and as soon as 10,000 rows wait. A load includes only the rows durable at its beginning,
 * because many small inserts cost more than the events. While the store is unavailable the journal grows and
 * loads are retried after pauses.
 */
export const openLoader = (
  { position, watermark, ...parts }: LoaderParts,
  options: LoaderOptions = {},
): Loader => {
  const { everyMs = 1000, rows: rowLimit = 10_000, bytes: byteLimit = 8 << 20, retryMs = RETRY_MS } = options;
  const { folder, slice, journal, reader, rejected, select, damaged, sink, log } = parts;
  const listeners: ((loaded: Loaded) => void)[] = [];
  const progress = openLoadProgress({ folder, slice }, journal, position, watermark);
  const batches = createBatchLoader({ reader, rejected, select, damaged, sink, log });
  const failures: Failures = { count: 0, sinceMs: null };
  const waiting: Waiting = {
    rows: 0,
    progressMs: performance.now(),
    loadedAtMs: Number.NEGATIVE_INFINITY,
  };

  const onBatch = ({ rows, counts }: Batch): void => {
    waiting.rows = Math.max(0, waiting.rows - rows);
    waiting.loadedAtMs = waiting.progressMs = performance.now();
    if (Object.values(counts).some(count => count > 0))
      announce(listeners, { watermark: progress.watermark(), rows: counts }, log);
  };
  const step = { journal, reader, batches, progress, log, rowLimit, byteLimit, onBatch };
  const { drain, close } = scheduleLoading(goesOn => loadDurable(step, failures, goesOn), {
    journal,
    failures,
    waiting,
    everyMs,
    retryMs,
    rowLimit,
  });

  return {
    watermark: progress.watermark,
    loadedUpToNow: () => {
      const last = journal.segments().at(-1);
      const durable = last?.durable ?? 0;
      return () => progress.isLoadedUpTo(last, durable);
    },
    pending: () => waiting.rows,
    drain,
    status: () => statusOf(progress, failures, waiting, rejected.count(), damaged?.count() ?? 0),
    onLoaded: listener => {
      listeners.push(listener);
    },
    close,
  };
};
