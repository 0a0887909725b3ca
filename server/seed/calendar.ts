import { beginOfDay, dayText, TOKYO, tokyoDay } from '../platform/time.ts';

/** Midnight in Tokyo of the day of a time (both in ms since 1970). */
export const startOfTokyoDay = (ms: number): number => beginOfDay(tokyoDay(ms));

/** The day in Tokyo of a time, as yyyy-mm-dd. */
export const tokyoDate = (ms: number): string => dayText(tokyoDay(ms));

/** Day of the week in Tokyo: 0 Sunday .. 6 Saturday. */
export const tokyoWeekday = (ms: number): number => new Date(ms + TOKYO).getUTCDay();

/**
 * Weight of each hour of the day in Tokyo: lowest at four, a local maximum at lunch, highest at nine in the evening.
 */
export const HOURS: readonly number[] = [
  3.2, 1.9, 1.1, 0.7, 0.6, 0.9, 1.8, 3.2, 4.2, 4.3, 4.5, 4.8, 6.0, 5.0, 4.6, 4.6, 4.7, 4.9, 5.3, 5.9, 6.9,
  7.6, 7.0, 5.2,
];
/** Weights of the hours for purchases at work. */
export const OFFICE_HOURS: readonly number[] = [
  0.8, 0.5, 0.4, 0.3, 0.3, 0.4, 0.8, 2.0, 4.4, 7.4, 8.4, 8.2, 6.1, 7.9, 8.3, 8.0, 7.6, 6.6, 5.0, 3.4, 2.9,
  2.7, 2.2, 1.4,
];
