import type { Clock } from './clock.ts';
import { HOUR, MINUTE } from './time.ts';

/** Time for which a clock has to run evenly: one that was set wrong is set right within it, as a rule. */
const STEADY_MS = HOUR;
/** Change against the monotonic clock that is no setting of the clock. */
const ADJUSTMENT_LIMIT_MS = MINUTE;

/** A clock for work that nothing can undo. */
export interface SteadyClock {
  /** The present time; null: the clock was set, or first read, less than an hour ago. */
  now(): number | null;
}

/**
 * Compares a clock with the monotonic clock of the process at each reading, so that a clock that is far ahead for a while
 * is not believed.
 */
export const createSteadyClock = (clock: Clock, monotonic = () => performance.now()): SteadyClock => {
  let steady: { readonly offset: number; readonly since: number } | null = null;
  return {
    now: () => {
      const [now, elapsed] = [clock.now(), monotonic()];
      const offset = now - elapsed;
      if (steady === null || Math.abs(offset - steady.offset) > ADJUSTMENT_LIMIT_MS)
        steady = { offset, since: elapsed };
      return elapsed - steady.since >= STEADY_MS ? now : null;
    },
  };
};
