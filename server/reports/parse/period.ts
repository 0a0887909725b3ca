import { Failure } from '../../http/failures.ts';
import { spanOf } from '../../http/spans.ts';
import { beginOfDay, dayNumber, dayText, tokyoDay } from '../../platform/time.ts';

/**
 * Tokyo days, both included, as numbers since 1970 (`until` is the day after) and as the milliseconds at
 * which they begin and end.
 */
export interface Period {
  readonly fromDay: number;
  readonly untilDay: number;
  readonly from: number;
  readonly until: number;
}

/** The range of accepted dates: no data exists before it, and the store's times end with the year 2299. */
const EARLIEST = dayNumber('2000-01-01');
const LATEST = dayNumber('2199-12-31');
const MAX_PERIOD_DAYS = 5 * 366;

export const periodOf = (fromDay: number, untilDay: number): Period => ({
  fromDay,
  untilDay,
  from: beginOfDay(fromDay),
  until: beginOfDay(untilDay),
});

const read = (text: string, field: string): number => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) && spanOf(text) !== null ? dayNumber(text) : Number.NaN;
  if (!(day >= EARLIEST && day <= LATEST))
    throw new Failure('invalid', { fields: { [field]: ['format_date'] } });
  return day;
};

/**
 * @throws {Failure} `invalid`: no days, far away, or in the wrong order; `period_too_long`: more than five years.
 * A report has no form that shows faults of its fields, so the failure itself states the limit.
 */
export const readPeriod = (
  { from, to }: { readonly from: string; readonly to: string },
  fields = { from: 'from', to: 'to' },
): Period => {
  const first = read(from, fields.from);
  const last = read(to, fields.to);
  if (last < first)
    throw new Failure('invalid', { fields: { [fields.to]: [{ code: 'minimum', values: { min: from } }] } });
  if (last - first >= MAX_PERIOD_DAYS)
    throw new Failure('period_too_long', {
      values: { most: MAX_PERIOD_DAYS },
      fields: { [fields.to]: [{ code: 'maximum', values: { max: dayText(first + MAX_PERIOD_DAYS - 1) } }] },
    });
  return periodOf(first, last + 1);
};

/** The whole months of one or two years and the one that an instant (ms) lies in, as first and last day. */
export const displayPeriod = (years: number, now: number): { readonly from: string; readonly to: string } => {
  const today = dayText(tokyoDay(now));
  const [year, month] = [Number(today.slice(0, 4)), today.slice(4, 7)];
  return {
    from: `${year - years}${month}-01`,
    to: dayText(
      dayNumber(
        `${month === '-12' ? year + 1 : year}-${String((Number(month.slice(1)) % 12) + 1).padStart(2, '0')}-01`,
      ) - 1,
    ),
  };
};

/** As many days just before. */
export const previousOf = ({ fromDay, untilDay }: Period): Period =>
  periodOf(2 * fromDay - untilDay, fromDay);

export const STEPS = ['day', 'week', 'month'] as const;
export type StepName = (typeof STEPS)[number];

/** The first day of the day, week or month that a day lies in. @param weekStart 0 Sunday, 1 Monday */
export const bucketOf = (day: number, step: StepName, weekStart: number): number => {
  if (step === 'day') return day;
  // Day 0, 1 January 1970, was a Thursday.
  if (step === 'week') return day - ((((day + 4 - weekStart) % 7) + 7) % 7);
  return dayNumber(`${dayText(day).slice(0, 7)}-01`);
};
