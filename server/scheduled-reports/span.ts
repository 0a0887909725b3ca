import { bucketOf, displayPeriod } from '../reports/parse/period.ts';
import { dayText, tokyoDay } from '../platform/time.ts';

/**
 * A number of complete years before the month of a time, and that month up to its day, as in the console.
 * Pure.
 */
export const yearsBefore = (years: number, slot: number): { readonly from: string; readonly to: string } => ({
  from: displayPeriod(years, slot).from,
  to: dayText(tokyoDay(slot)),
});

/**
 * The Tokyo days of a report by the time of its schedule: the day before, the complete week before (weeks
 * begin on the product's first weekday), or the complete month before. Pure.
 *
 * @param slot milliseconds since 1970
 * @param weekStart 0 Sunday, 1 Monday
 */
export const spanOfSlot = (
  schedule: 'daily' | 'weekly' | 'monthly',
  slot: number,
  weekStart: number,
): { readonly from: string; readonly to: string } => {
  const today = tokyoDay(slot);
  switch (schedule) {
    case 'daily':
      return { from: dayText(today - 1), to: dayText(today - 1) };
    case 'weekly': {
      const week = bucketOf(today, 'week', weekStart);
      return { from: dayText(week - 7), to: dayText(week - 1) };
    }
    case 'monthly': {
      const month = bucketOf(today, 'month', weekStart);
      return { from: dayText(bucketOf(month - 1, 'month', weekStart)), to: dayText(month - 1) };
    }
  }
};
