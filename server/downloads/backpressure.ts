/** How long a file's reader may take. */
export interface Bounds {
  /** Time that the reader may take in addition to what his rows allow, in milliseconds. */
  readonly graceMs: number;
  /** Rows a second that the reader must take on average. */
  readonly minRowsPerSecond: number;
  /** Time after which a download ends, however fast its reader is, in milliseconds. */
  readonly maxDurationMs: number;
}

/**
 * A file holds one of few download slots for as long as it is read, and a reader who takes a little now and
 * then would hold it for days. 50 rows a second are
 * some 100 kbit/s: whoever cannot take them is better served with fewer rows.
 */
export const BOUNDS: Bounds = { graceMs: 60_000, minRowsPerSecond: 50, maxDurationMs: 3_600_000 };

export interface Pace {
  /** Rows were handed over: from here on it is the reader's time. */
  rowsSent(rows: number): void;
  /** He wants more: from here on it is our own time, which is not counted against him. */
  rowsRequested(): void;
  /** The file is over. */
  end(): void;
}

/** Watches the reader of one file. @param late called once, when he has taken too long */
export const watchPace = (
  late: () => void,
  { graceMs, minRowsPerSecond: rate, maxDurationMs }: Bounds,
): Pace => {
  /** The time that is left to him. */
  let left = graceMs;
  let since: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const timeout = setTimeout(late, maxDurationMs).unref();
  const pause = () => {
    clearTimeout(timer);
    if (since !== null) left -= performance.now() - since;
    since = null;
  };
  return {
    rowsRequested: pause,
    rowsSent: rows => {
      pause();
      left += (rows / rate) * 1000;
      since = performance.now();
      timer = setTimeout(late, Math.max(0, left)).unref();
    },
    end: () => {
      pause();
      clearTimeout(timeout);
    },
  };
};
