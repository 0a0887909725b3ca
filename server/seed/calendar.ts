import { beginOfDay, dayText, TOKYO, tokyoDay } from '../platform/time.ts';

/** Midnight in Tokyo of the day that holds this moment (both in milliseconds since 1970). */
export const startOfTokyoDay = (ms: number): number => beginOfDay(tokyoDay(ms));

/** The Tokyo day of a moment as yyyy-mm-dd. */
export const tokyoDate = (ms: number): string => dayText(tokyoDay(ms));

/** 0 Sunday .. 6 Saturday, in Tokyo. */
export const tokyoWeekday = (ms: number): number => new Date(ms + TOKYO).getUTCDay();

/**
 * How busy each hour of the Tokyo day is: asleep at four, a bump at lunch, the most at nine in the evening.
 */
export const HOURS: readonly number[] = [
  3.2, 1.9, 1.1, 0.7, 0.6, 0.9, 1.8, 3.2, 4.2, 4.3, 4.5, 4.8, 6.0, 5.0, 4.6, 4.6, 4.7, 4.9, 5.3, 5.9, 6.9,
  7.6, 7.0, 5.2,
];
/** An office's hours, for what is bought at work. */
export const OFFICE_HOURS: readonly number[] = [
  0.8, 0.5, 0.4, 0.3, 0.3, 0.4, 0.8, 2.0, 4.4, 7.4, 8.4, 8.2, 6.1, 7.9, 8.3, 8.0, 7.6, 6.6, 5.0, 3.4, 2.9,
  2.7, 2.2, 1.4,
];
