import { DAY, HOUR, MINUTE, TOKYO } from './time.ts';

/** Schedules of imports and report deliveries. Pure; times are milliseconds since 1970. */

export type Schedule = 'none' | 'hourly' | 'daily' | 'weekly' | 'monthly';

/**
 * The last scheduled time up to `now`: each full hour, each day at the hour in Tokyo, each Monday, or each first of a
 * month. Null: the schedule is `none`.
 *
 * @param hour 0..23
 */
export const slotOf = (schedule: Schedule, hour: number, now: number): number | null => {
  const here = now + TOKYO;
  const today = Math.floor(here / DAY) * DAY;
  const at = hour * HOUR;
  switch (schedule) {
    case 'none':
      return null;
    case 'hourly':
      return Math.floor(here / HOUR) * HOUR - TOKYO;
    case 'daily':
      return (today + at <= here ? today : today - DAY) + at - TOKYO;
    case 'weekly': {
      // Day 0, 1970-01-01, was a Thursday.
      const monday = today - ((today / DAY + 3) % 7) * DAY;
      return (monday + at <= here ? monday : monday - 7 * DAY) + at - TOKYO;
    }
    case 'monthly': {
      const month = new Date(today);
      const first = (back: number) => Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - back, 1);
      return (first(0) + at <= here ? first(0) : first(1)) + at - TOKYO;
    }
  }
};

/** How far the clocks of programs on the same stores may differ. */
const CLOCK_DIFFERENCE_MS = HOUR;

/**
 * The time from which on a stored time was written while the clock was ahead. It says nothing: schedules that waited for it
 * would stand still until then.
 */
export const wrongFrom = (now: number): number => now + CLOCK_DIFFERENCE_MS;

/** A run that the schedule started. */
export interface ScheduledRun {
  readonly state: 'running' | 'done' | 'failed';
  readonly failure: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/**
 * Failures that a retry may resolve: the source did not answer, or the program ended. An invalid file is not retried.
 */
const RETRIED = new Set(['source_unreachable', 'source_slow', 'interrupted']);
/** Delays in milliseconds after the first, second and third failure. */
const RETRIES: readonly number[] = [5 * MINUTE, 15 * MINUTE, HOUR];

/**
 * Whether a setting is due to run. A time that was missed while the program did not run is made up for. A changed
 * setting waits for its next time.
 *
 * @param runs runs that the schedule started since the last scheduled time
 */
export const isDue = (
  setting: { readonly schedule: Schedule; readonly hour: number; readonly changedAt: Date },
  runs: readonly ScheduledRun[],
  now: number,
): boolean => {
  const slot = slotOf(setting.schedule, setting.hour, now);
  const isAfterSlot = (at: Date): boolean =>
    slot !== null && at.getTime() >= slot && at.getTime() < wrongFrom(now);
  if (slot === null || isAfterSlot(setting.changedAt)) return false;
  const since = runs
    .filter(({ startedAt }) => isAfterSlot(startedAt))
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const last = since.at(-1);
  if (last === undefined) return true;
  const wait = RETRIES[since.length - 1];
  return (
    last.state === 'failed' &&
    RETRIED.has(last.failure) &&
    wait !== undefined &&
    now >= (last.endedAt ?? last.startedAt).getTime() + wait
  );
};
