export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Tokyo is nine hours ahead of UTC the whole year. */
export const TOKYO = 9 * HOUR;
