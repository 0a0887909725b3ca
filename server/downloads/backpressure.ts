/** Time limits of the reader of a file. */
export interface Bounds {
  /** Milliseconds that the reader may take in addition to the allowance of the rows. */
  readonly graceMs: number;
  /** Rows per second that the reader must take on average. */
  readonly minRowsPerSecond: number;
  /** Milliseconds after which a download ends at any speed. */
  readonly maxDurationMs: number;
}

/**
 * A file occupies one of few download slots while it is read, and a slow reader would occupy it for days. 50 rows per
 * second are about 100 kbit/s; slower readers should request fewer rows.
 */
export const BOUNDS: Bounds = { graceMs: 60_000, minRowsPerSecond: 50, maxDurationMs: 3_600_000 };

export interface Pace {
  /** Rows were sent: the reader's time starts. */
  rowsSent(rows: number): void;
  /** The reader requests more rows: the reader's time stops while the server works. */
  rowsRequested(): void;
  /** The file is complete. */
  end(): void;
}

/** Measures the reader of one file. @param late called once, when the reader exceeds a limit */
export const watchPace = (
  late: () => void,
  { graceMs, minRowsPerSecond: rate, maxDurationMs }: Bounds,
): Pace => {
  /** Remaining milliseconds of the reader. */
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
