/**
 * Calendar day, yyyy-MM-dd, without a time zone. "Today" is the day in Tokyo whatever the browser's zone; day
 * arithmetic uses UTC midnights, which have no daylight saving time.
 */
export type Day = string;
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

const DAY = 86_400_000;
const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (instant: number): Day => new Date(instant).toISOString().slice(0, 10);

/** Tokyo's offset from UTC in ms; it has no daylight saving time. */
const TOKYO = 9 * 3_600_000;
/** The day in Tokyo at an instant. */
export const today = (now: number): Day => dayOf(now + TOKYO);

export const addDays = (day: Day, days: number): Day => dayOf(instantOf(day) + days * DAY);
/** Number of days from `from` to `to`, both included. */
export const lengthOf = ({ from, to }: Days): number =>
  Math.round((instantOf(to) - instantOf(from)) / DAY) + 1;

export const PERIODS = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  '7',
  '30',
  '90',
  'this-month',
  'last-month',
  'custom',
] as const;
export type Period = (typeof PERIODS)[number];

/** First day of the week: 0 Sunday, 1 Monday, as a product sets it. */
export type WeekStart = 0 | 1;

const DAYS_PER_WEEK = 7;
const firstOfWeek = (day: Day, weekStart: WeekStart): Day =>
  addDays(day, -((new Date(instantOf(day)).getUTCDay() - weekStart + DAYS_PER_WEEK) % DAYS_PER_WEEK));

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

/**
 * First and last day of a period that ends on the day `end`, which is included. A missing end of a custom
 * period defaults to the other end; reversed ends are swapped.
 */
export const daysOf = (period: Period, custom: Partial<Days>, end: Day, weekStart: WeekStart): Days => {
  switch (period) {
    case 'custom': {
      const [from, to] = [custom.from ?? custom.to ?? end, custom.to ?? custom.from ?? end];
      return from <= to ? { from, to } : { from: to, to: from };
    }
    case 'today':
      return { from: end, to: end };
    case 'yesterday':
      return { from: addDays(end, -1), to: addDays(end, -1) };
    case 'this-week':
      return { from: firstOfWeek(end, weekStart), to: end };
    case 'last-week': {
      const to = addDays(firstOfWeek(end, weekStart), -1);
      return { from: addDays(to, 1 - DAYS_PER_WEEK), to };
    }
    case 'this-month':
      return { from: firstOfMonth(end), to: end };
    case 'last-month': {
      const to = addDays(firstOfMonth(end), -1);
      return { from: firstOfMonth(to), to };
    }
    default:
      return { from: addDays(end, 1 - Number(period)), to: end };
  }
};

/** The preceding period of the same length. */
export const before = (days: Days): Days => ({
  from: addDays(days.from, -lengthOf(days)),
  to: addDays(days.from, -1),
});

/**
 * Parses a day as typed by a user: 2026/1/5, 2026-01-05, 20260105 or 2026年1月5日, also in full-width
 * characters. Returns null if the text is not an existing day.
 */
export const readDay = (typed: string): Day | null => {
  const text = typed
    .normalize('NFKC')
    .replace(/[ー―−]/g, '-')
    .replace(/\s/g, '');
  const [, year, month, day] =
    /^(\d{4})(?:[-/.年])(\d{1,2})(?:[-/.月])(\d{1,2})日?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const candidate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = instantOf(candidate);
  return !Number.isNaN(instant) && dayOf(instant) === candidate ? candidate : null;
};
