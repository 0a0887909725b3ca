/** Source of the present time in milliseconds since 1970-01-01T00:00:00Z; tests replace it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that follows another machine's, and does not notice when the own clock is set. */
export interface FollowingClock extends Clock {
  /**
   * Follows a time that was read on the other machine between two times of the monotonic clock, in ms. A difference that
   * the way of the answer explains changes nothing.
   */
  follow(time: number, [startMs, endMs]: readonly [number, number]): void;
}

/** Differences in ms that are not worth a step. */
const TOLERANCE_MS = 20;

/** @param own shows the time until another one was read */
export const createFollowingClock = (own: Clock, monotonic = () => performance.now()): FollowingClock => {
  let anchor: { readonly time: number; readonly atMs: number } | null = null;
  const now = () => (anchor === null ? own.now() : Math.floor(anchor.time + monotonic() - anchor.atMs));
  return {
    now,
    follow: (time, [startMs, endMs]) => {
      const atMs = (startMs + endMs) / 2;
      const shown = anchor === null ? null : anchor.time + atMs - anchor.atMs;
      const toleranceMs = TOLERANCE_MS + (endMs - startMs) / 2;
      if (shown === null || Math.abs(shown - time) > toleranceMs) anchor = { time, atMs };
    },
  };
};
