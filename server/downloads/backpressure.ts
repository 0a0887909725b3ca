/** The time limits of a file's reader. */
export interface Bounds {
  /** Time that the reader may take in addition to the allowance of the rows, in milliseconds. */
  readonly graceMs: number;
  /** Rows a second that the reader must take on average. */
  readonly minRowsPerSecond: number;
  /** Time after which a download ends regardless of the reader's speed, in milliseconds. */
  readonly maxDurationMs: number;
}

/**
 * A file occupies one of few download slots while it is read, and a slow reader would occupy it for days. 50
 * rows a second are some 100 kbit/s: slower readers should request fewer rows.
 */
export const BOUNDS: Bounds = { graceMs: 60_000, minRowsPerSecond: 50, maxDurationMs: 3_600_000 };

export interface Pace {
  /** Rows were handed over: from here on the reader's time counts. */
  rowsSent(rows: number): void;
  /** The reader requests more: from here on the server's time runs, which does not count. */
  rowsRequested(): void;
  /** The file is complete. */
  end(): void;
}

/** Watches the reader of one file. @param late called once, when the reader exceeds the limit */
export const watchPace = (
  late: () => void,
  { graceMs, minRowsPerSecond: rate, maxDurationMs }: Bounds,
): Pace => {
  /** The remaining time of the reader. */
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
