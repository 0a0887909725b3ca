/** How long a file's reader may take. */
export interface Bounds {
  /** What he may let us wait beside what he takes, in milliseconds. */
  readonly patience: number;
  /** Rows a second that he takes at least, on the whole. */
  readonly rows: number;
  /** The longest that a file takes, however fast he is, in milliseconds. */
  readonly most: number;
}

/**
 * A file holds one of few turns for as long as it is read, and a reader who takes a little now and then would hold it for days. 50 rows a second are
 * some 100 kbit/s: whoever cannot take them is better served with fewer rows.
 */
export const BOUNDS: Bounds = { patience: 60_000, rows: 50, most: 3_600_000 };

export interface Pace {
  /** Rows were handed over: from here on it is the reader's time. */
  given(rows: number): void;
  /** He wants more: from here on it is our own time, which is not counted against him. */
  wanted(): void;
  /** The file is over. */
  end(): void;
}

/** Watches the reader of one file. @param late called once, when he has taken too long */
export const watchPace = (late: () => void, { patience, rows: rate, most }: Bounds): Pace => {
  /** The time that is left to him. */
  let left = patience;
  let since: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const timeout = setTimeout(late, most).unref();
  const pause = () => {
    clearTimeout(timer);
    if (since !== null) left -= performance.now() - since;
    since = null;
  };
  return {
    wanted: pause,
    given: rows => {
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
