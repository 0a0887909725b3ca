/** Durations in milliseconds, and calendar days in Tokyo, the time zone of all reports. Pure. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/**
 * Offset of Tokyo from UTC in milliseconds, constant because Japan has no summer time: a day begins at 15:00 UTC of
 * the day before.
 */
export const TOKYO = 9 * HOUR;

/** Calendar day in Tokyo of a time (milliseconds since 1970), as days since 1970-01-01. */
export const tokyoDay = (ms: number): number => Math.floor((ms + TOKYO) / DAY);
/** A time as yyyy/MM/dd HH:mm:ss in Tokyo, as the console shows it. @param iso ISO 8601 */
export const tokyoTime = (iso: string): string =>
  new Date(Date.parse(iso) + TOKYO).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
/** Begin of a Tokyo day, in milliseconds since 1970. */
export const beginOfDay = (day: number): number => day * DAY - TOKYO;
/** A day as `yyyy-MM-dd`. */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
/** Parses `yyyy-MM-dd` to days since 1970-01-01. */
export const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;
