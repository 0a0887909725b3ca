/** Lengths of time in milliseconds, and the days of Tokyo, by which everything is counted. Pure. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/**
 * Tokyo is so far ahead of UTC the whole year: Japan has no summer time, so a day there always begins at
 * 15:00 UTC of the day before.
 */
export const TOKYO = 9 * HOUR;

/**
 * The day of the calendar in Tokyo in which an instant (milliseconds since 1970) lies, as days since
 * 1970-01-01.
 */
export const tokyoDay = (ms: number): number => Math.floor((ms + TOKYO) / DAY);
/** When such a day begins, in milliseconds since 1970. */
export const beginOfDay = (day: number): number => day * DAY - TOKYO;
/** Such a day as `yyyy-MM-dd`. */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
/** A day that is written `yyyy-MM-dd`, as days since 1970-01-01. */
export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;
