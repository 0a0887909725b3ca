import type { Logger } from 'pino';
import { createBatchReader, type Batch, type PiecesByMonth } from './batch.ts';
import { loadCarefully, type Sink } from './careful-load.ts';
import { appendDurably, segmentNumber, type Journal, type Segment } from './journal.ts';
import { savePosition, type LoadPosition, type SegmentProgress } from './load-position.ts';
import type { RejectedRows } from './rejected-rows.ts';
import { TABLES, type Table } from './rows.ts';

/** What a batch brought into the store. */
export interface Loaded {
  /** Id of the last loaded event, decimal. */
  readonly watermark: string;
  readonly rows: Readonly<Record<Table, number>>;
}

export interface LoaderOptions {
  readonly everyMs?: number;
  readonly rows?: number;
  readonly bytes?: number;
  /** Pauses after the first, second … failure in a row, in ms; the last one repeats. */
  readonly retryMs?: readonly number[];
}

/** How the loader is doing, for health checks and metrics. */
export interface LoaderStatus {
  /** Bytes of the journal that are not yet in the store. */
  readonly backlogBytes: number;
  /** Number of the journal's segment that is being loaded; of the last one while nothing is. */
  readonly segment: number;
  /** How far that segment is loaded, in bytes. */
  readonly segmentOffsetBytes: number;
  /** Failures in a row; 0 while the store takes rows. */
  readonly failures: number;
  /** Since when loading fails, in ms of the monotonic clock; null while it does not. */
  readonly failingSinceMs: number | null;
  /** Since when events wait while nothing is loaded, in ms of the monotonic clock; null: none waits. */
  readonly waitingSinceMs: number | null;
  /** Accepted events that the store refused and that wait for `npm run replay-rejected`. */
  readonly rejectedRows: number;
  /** Lines of the journal that were spoiled on the disk, in this run. */
  readonly damagedLines: number;
}

export interface Loader {
  watermark(): string;
  onLoaded(listener: (loaded: Loaded) => void): void;
  /** Rows made durable in this run and not yet loaded. */
  pending(): number;
  status(): LoaderStatus;
  /** Loads all that is durable now; returns when it is in the store, or when the store could not take it. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface LoaderParts {
  /** Where the journal, the position and the rejected rows lie. */
  readonly folder: string;
  readonly journal: Journal;
  readonly position: LoadPosition;
  readonly rejected: RejectedRows;
  readonly sink: Sink;
  /** Id of the last event in the store, decimal. */
  readonly watermark: string;
  readonly log: Logger;
}

/** Pauses after failures: 1, 2, 4 … 30 s. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
/** How long an event that comes after a quiet second waits for others, in ms. */
const GATHER_AFTER_QUIET_MS = 50;
/** Months in one insert. ClickHouse refuses an insert into more than 100 partitions. */
const MAX_PARTITIONS_PER_INSERT = 50;
/** Unclear refusals of the same batch after which its rows are looked at one by one. */
const UNCLEAR_REFUSALS_BEFORE_ISOLATION = 4;
/**
 * Unclear refusals after which rows are set aside even if the store accepts nothing else: with the pauses
 * above about five minutes.
 */
const UNCLEAR_REFUSALS_BEFORE_SETTING_ASIDE = 14;

/** Pieces by groups of months that one insert may carry. */
const inserts = (months: PiecesByMonth): Buffer[][] => {
  const sorted = [...months].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Array.from({ length: Math.ceil(sorted.length / MAX_PARTITIONS_PER_INSERT) }, (_, n) =>
    sorted
      .slice(n * MAX_PARTITIONS_PER_INSERT, (n + 1) * MAX_PARTITIONS_PER_INSERT)
      .flatMap(([, pieces]) => pieces),
  );
};

/** The refusal of a batch by the store, whose rows are to be looked at one by one. */
class Refused extends Error {}

/**
 * Brings the journal into the columnar store, each event once: every second while events come, at once after
 * a second without, and as soon as 10,000 rows wait.
 * A load takes what was durable when it began and not what comes meanwhile: many small inserts keep the store
 * busier than the events themselves.
 * While the store is away the journal grows and the loader tries again after pauses.
 */
export const openLoader = (
  { folder, journal, position: found, rejected, sink, watermark, log }: LoaderParts,
  options: LoaderOptions = {},
): Loader => {
  const { everyMs = 1000, rows: rowLimit = 10_000, bytes: byteLimit = 8 << 20, retryMs = RETRY_MS } = options;
  const listeners: ((loaded: Loaded) => void)[] = [];
  const reader = createBatchReader();
  let position = found;
  let mark = BigInt(position.watermark) > BigInt(watermark) ? position.watermark : watermark;
  let pending = 0;
  let failures = 0;
  let failingSinceMs: number | null = null;
  /** When a batch was loaded last, or events began to wait. */
  let progressMs = performance.now();
  let unclear = 0;
  let damagedLines = 0;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let closing = false;
  let running: Promise<void> | null = null;

  const save = async (change: Partial<LoadPosition>): Promise<void> => {
    const next = { ...position, watermark: mark, ...change };
    await savePosition(folder, next);
    position = next;
  };

  const setAside = async (table: Table, lines: readonly Buffer[], error: unknown): Promise<void> => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    await rejected.add(table, lines, `code ${code}`);
    log.error(
      { err: error, table, rows: lines.length },
      'the columnar store refuses accepted events; they are kept in rejected.ndjson: npm run replay-rejected brings them in',
    );
  };

  const insertAll = async ({ pieces }: Batch, token: string): Promise<void> => {
    for (const table of TABLES) {
      for (const [n, group] of inserts(pieces[table]).entries()) {
        try {
          await sink.load(table, group, n === 0 ? `${table}:${token}` : `${table}:${token}:${n}`);
        } catch (error) {
          const fault = sink.faultOf(error);
          unclear = fault === 'unclear' ? unclear + 1 : unclear;
          if (fault === 'rows' || unclear >= UNCLEAR_REFUSALS_BEFORE_ISOLATION)
            throw new Refused('the store refuses a batch', { cause: error });
          throw error;
        }
      }
    }
  };

  const load = async (segment: Segment, { from, to, careful }: SegmentProgress): Promise<void> => {
    const batch = await reader.read(segment.path, from, to);
    if (batch.damaged.length > 0) {
      // Each was an event that a sender was told is kept: what is left of it outlives its segment.
      await appendDurably(folder, 'damaged.ndjson', Buffer.concat(batch.damaged));
      damagedLines += batch.damaged.length;
      log.error(
        { segment: segment.name, from, to, damaged: batch.damaged.length },
        'lines of the journal are damaged; they are kept in damaged.ndjson',
      );
    }
    const token = `${segment.name}:${from}-${to}`;
    if (careful) {
      await loadCarefully(sink, batch, `careful:${token}`, {
        setAside,
        isPatienceOver: unclear >= UNCLEAR_REFUSALS_BEFORE_SETTING_ASIDE,
      }).catch((error: unknown) => {
        if (sink.faultOf(error) === 'unclear') unclear += 1;
        throw error;
      });
    } else await insertAll(batch, token);
    unclear = 0;
    if (batch.last > BigInt(mark)) mark = batch.last.toString();
    await save({ current: { segment: segment.name, from: to, to, careful: false } });
    pending = Math.max(0, pending - batch.rows);
    loadedAt = performance.now();
    progressMs = loadedAt;
    if (batch.rows > 0) announce({ watermark: mark, rows: batch.counts });
  };

  const announce = (loaded: Loaded): void => {
    for (const listener of listeners) {
      try {
        listener(loaded);
      } catch (error) {
        log.error({ err: error }, 'a listener for loaded events failed');
      }
    }
  };

  const progressIn = (segment: Segment): SegmentProgress =>
    position.current?.segment === segment.name
      ? position.current
      : { segment: segment.name, from: 0, to: 0, careful: false };

  /**
   * Loads a batch; once the store has refused it, in the careful way, which is recorded first: after a crash
   * it goes on like that.
   */
  const loadRecorded = async (segment: Segment, progress: SegmentProgress): Promise<void> => {
    try {
      await load(segment, progress);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      log.warn(
        { err: error.cause, segment: segment.name, from: progress.from, to: progress.to },
        'the columnar store refuses a batch; its rows are sent in parts',
      );
      const careful = { ...progress, careful: true };
      await save({ current: careful });
      await load(segment, careful);
    }
  };

  /**
   * Removes a segment that is loaded to its end. The record comes first: what is not recorded as loaded is
   * loaded.
   */
  const finish = async (segment: Segment): Promise<void> => {
    if (!position.loaded.includes(segment.name)) {
      await save({
        current: null,
        loaded: [...position.loaded, segment.name],
        unsure: position.unsure.filter(name => name !== segment.name),
        lastNumber: Math.max(position.lastNumber, segmentNumber(segment.name) ?? 0),
      });
    }
    await journal.remove(segment);
    position = { ...position, loaded: position.loaded.filter(name => name !== segment.name) };
  };

  /** One batch, or one finished segment removed; false when there is nothing left to do. */
  const step = async (): Promise<boolean> => {
    const segment = journal.segments()[0];
    if (segment === undefined) return false;
    const { closed, durable } = segment;
    if (position.loaded.includes(segment.name)) {
      await finish(segment);
      return true;
    }
    const { from, to, careful } = progressIn(segment);
    if (to > from) {
      await loadRecorded(segment, { segment: segment.name, from, to, careful });
      return true;
    }
    if (from < durable) {
      const cut = await reader.cut(segment.path, from, Math.min(durable, from + byteLimit), rowLimit);
      if (cut > 0) {
        const next = {
          segment: segment.name,
          from,
          to: from + cut,
          careful: position.unsure.includes(segment.name),
        };
        await save({ current: next });
        await loadRecorded(segment, next);
        return true;
      }
      // Only a crash leaves half a line, and its event was never acknowledged.
      if (closed)
        log.info(
          { segment: segment.name, bytes: durable - from },
          'the torn end of a journal segment was left out',
        );
    }
    if (!closed) return false;
    await finish(segment);
    return true;
  };

  const isLoadedUpTo = (last: Segment | undefined, durable: number): boolean => {
    if (last === undefined || !journal.segments().includes(last)) return true;
    return journal.segments()[0] === last && !last.closed && progressIn(last).from >= durable;
  };

  const run = async (whileClosing = false) => {
    const last = journal.segments().at(-1);
    const durable = last?.durable ?? 0;
    try {
      while ((!closing || whileClosing) && !isLoadedUpTo(last, durable) && (await step()));
      if (failures > 0) log.info('the columnar store takes events again');
      failures = 0;
      failingSinceMs = null;
    } catch (error) {
      if (failures === 0)
        log.warn({ err: error }, 'the columnar store does not take events; they stay in the journal');
      failures += 1;
      failingSinceMs ??= performance.now();
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const start = (whileClosing = false) => {
    running ??= run(whileClosing).finally(() => {
      running = null;
      arm(everyMs);
    });
    return running;
  };
  const pauseMs = (): number => (failures === 0 ? 0 : (retryMs[Math.min(failures, retryMs.length) - 1] ?? 0));
  const arm = (ms: number) => {
    clearTimeout(timer);
    if (!closing) timer = setTimeout(() => void start(), Math.max(ms, pauseMs())).unref();
  };
  arm(0);
  journal.onGrow(rows => {
    const waited = pending > 0;
    pending += rows;
    if (!waited) progressMs = performance.now();
    if (closing || running !== null || failures > 0) return;
    if (pending >= rowLimit) void start();
    else if (!waited) arm(Math.max(GATHER_AFTER_QUIET_MS, loadedAt + everyMs - performance.now()));
  });

  const backlog = (): number =>
    journal
      .segments()
      .reduce(
        (sum, segment) =>
          sum + (position.loaded.includes(segment.name) ? 0 : segment.durable - progressIn(segment).from),
        0,
      );
  const drain = async () => {
    await running; // it may have looked before the last rows came
    await start();
  };
  return {
    watermark: () => mark,
    pending: () => pending,
    drain,
    status: () => {
      const backlogBytes = backlog();
      return {
        backlogBytes,
        failures,
        failingSinceMs,
        rejectedRows: rejected.count(),
        damagedLines,
        segment: segmentNumber(position.current?.segment ?? '') ?? position.lastNumber,
        segmentOffsetBytes: position.current?.from ?? 0,
        waitingSinceMs: backlogBytes === 0 ? null : progressMs,
      };
    },
    onLoaded: listener => {
      listeners.push(listener);
    },
    close: async () => {
      closing = true;
      clearTimeout(timer);
      await running;
      // What is left stays in the journal anyway: one try, so that a clean stop leaves an empty one.
      if (failures === 0) await start(true);
    },
  };
};
