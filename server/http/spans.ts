import { DAY, HOUR, MINUTE, SECOND, TOKYO } from '../platform/time.ts';

/** A half-open interval in milliseconds since 1970: `from` included, `until` excluded. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

const SHAPE =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|([+-])(\d{2}):?(\d{2}))?)?$/;

/**
 * Parses a date or date-time to the interval that it denotes: `2026-02-03` or `2026/02/03` that day in Tokyo,
 * `2026/02/03 04:05:06` that second in Tokyo, with `Z` or an offset that minute, second or millisecond. Null: no
 * date.
 */
export const spanOf = (text: string): Span | null => {
  const match = SHAPE.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, ...zone] = match;
  // Date.UTC would read the year 50 as 1950.
  const calendar = new Date(0);
  const date = calendar.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that does not exist has moved to another month.
  if (Number(year) === 0 || calendar.getUTCMonth() !== Number(month) - 1) return null;
  if (hour === undefined) return { from: date - TOKYO, until: date - TOKYO + DAY };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  const offset = offsetOf(zone);
  if (offset === null) return null;
  const milliseconds = Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
  const from =
    date +
    Number(hour) * HOUR +
    Number(minute) * MINUTE +
    Number(second ?? 0) * SECOND +
    milliseconds -
    offset;
  return { from, until: from + precisionOf(second, fraction) };
};

/** Length in milliseconds of the interval that a time of this precision denotes. */
const precisionOf = (second: string | undefined, fraction: string | undefined): number => {
  if (second === undefined) return MINUTE;
  return fraction === undefined ? SECOND : 1;
};

/** Offset from UTC in milliseconds of `Z`, or of sign, hours and minutes; null: no zone has this offset. */
const offsetOf = ([zone, sign, hours, minutes]: readonly (string | undefined)[]): number | null => {
  if (zone === undefined) return TOKYO;
  if (zone === 'Z') return 0;
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
};
