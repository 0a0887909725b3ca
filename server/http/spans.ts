import { DAY, HOUR, MINUTE, SECOND, TOKYO } from '../platform/time.ts';

/** A stretch of time in milliseconds since 1970: from `from`, up to but without `until`. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

const SHAPE =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * The span that a date or date-time means: `2026-02-03` and `2026/02/03` that day in Tokyo; `2026/02/03
 * 04:05:06` that second there;
 * with a `Z` or an offset that very millisecond (or second, or minute, as far as it was written). Null when
 * it is no date.
 */
export const spanOf = (text: string): Span | null => {
  const match = SHAPE.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  // Not Date.UTC: it makes 1950 of the year 50.
  const calendar = new Date(0);
  const date = calendar.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // February 30 has become March.
  if (
    Number(year) === 0 ||
    calendar.getUTCMonth() !== Number(month) - 1 ||
    calendar.getUTCDate() !== Number(day)
  )
    return null;
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

/** Milliseconds of the span that a time written so far means. */
const precisionOf = (second: string | undefined, fraction: string | undefined): number => {
  if (second === undefined) return MINUTE;
  return fraction === undefined ? SECOND : 1;
};

const offsetOf = (zone: string | undefined): number | null => {
  if (zone === undefined) return TOKYO;
  if (zone === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
};
