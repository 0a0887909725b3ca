/**
 * Plain days, written yyyy-MM-dd. They have no zone: "today" is Tokyo's independent of the browser's zone,
 * and the arithmetic runs on UTC midnights, which have no daylight saving time.
 */
export type Day = string;
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

const inTokyo = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Tokyo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export const today = (now: number): Day => {
  const parts = Object.fromEntries(inTokyo.formatToParts(now).map(part => [part.type, part.value]));
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
};

const DAY = 86_400_000;
const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (instant: number): Day => new Date(instant).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayOf(instantOf(day) + days * DAY);
/** Both ends included: a day to itself is one. */
export const lengthOf = ({ from, to }: Days): number =>
  Math.round((instantOf(to) - instantOf(from)) / DAY) + 1;

export const PERIODS = ['7', '30', '90', 'this-month', 'last-month', 'custom'] as const;
export type Period = (typeof PERIODS)[number];

const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** The days of a period that ends today, which is included; of a custom one what is given, in order. */
export const daysOf = (period: Period, custom: Partial<Days>, end: Day): Days => {
  if (period === 'custom') {
    const [from, to] = [custom.from ?? custom.to ?? end, custom.to ?? custom.from ?? end];
    return from <= to ? { from, to } : { from: to, to: from };
  }
  if (period === 'this-month') return { from: firstOfMonth(end), to: end };
  if (period === 'last-month') {
    const to = addDays(firstOfMonth(end), -1);
    return { from: firstOfMonth(to), to };
  }
  return { from: addDays(end, 1 - Number(period)), to: end };
};

/** As many days just before. */
export const before = (days: Days): Days => ({
  from: addDays(days.from, -lengthOf(days)),
  to: addDays(days.from, -1),
});

/**
 * Reads a day as people type it: 2026/1/5, 2026-01-05, 20260105, 2026年1月5日, and all of these in full-width
 * characters (the input
 * method's). Null where there is no such day.
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
