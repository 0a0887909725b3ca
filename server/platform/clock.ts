/** Source of the present time in milliseconds since 1970-01-01T00:00:00Z; tests replace it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that follows another machine's, and does not notice when the own clock is set. */
export interface FollowingClock extends Clock {
  /** Follows a time that was read on the other machine between two times of the monotonic clock, in ms. */
  follow(time: number, [startMs, endMs]: readonly [number, number]): void;
}

/** How far two monotonic clocks may drift apart, in ms a ms: ten times what crystals do. */
const DRIFT = 0.000_5;

/**
 * The other clock less the monotonic one is between `time - endMs` and `time - startMs`: the clock keeps a value that all
 * readings allow, so that one quick answer among many slow ones makes it exact.
 *
 * @param own shows the time until another one was read
 */
export const createFollowingClock = (own: Clock, monotonic = () => performance.now()): FollowingClock => {
  let known: { readonly low: number; readonly high: number; readonly atMs: number } | null = null;
  let offset = 0;
  return {
    now: () => (known === null ? own.now() : Math.floor(monotonic() + offset)),
    follow: (time, [startMs, endMs]) => {
      const drift = known === null ? 0 : (endMs - known.atMs) * DRIFT;
      const low = Math.max(time - endMs, (known?.low ?? Number.NEGATIVE_INFINITY) - drift);
      const high = Math.min(time - startMs, (known?.high ?? Number.POSITIVE_INFINITY) + drift);
      // No value fits: the other clock was set, or belongs to another machine now.
      const isSet = low > high;
      const isFirst = known === null || isSet;
      known = isSet ? { low: time - endMs, high: time - startMs, atMs: endMs } : { low, high, atMs: endMs };
      offset = isFirst ? (known.low + known.high) / 2 : Math.min(Math.max(offset, known.low), known.high);
    },
  };
};
