import type { Format } from '../resources/column.ts';

/**
 * Text of an empty cell, for unknown and missing values. Zero is displayed the same way
 * (docs/decisions/0011-measures-of-screens.md).
 */
export const NOTHING = '-';

/** Formatters of a duration in one language, each with at most two adjacent units. */
export interface DurationTexts {
  readonly daysHours: (days: number, hours: number) => string;
  readonly hoursMinutes: (hours: number, minutes: number) => string;
  readonly minutesSeconds: (minutes: number, seconds: number) => string;
  readonly seconds: (seconds: number) => string;
}

export type Value = string | number | boolean | readonly (number | null)[] | null | undefined;

// The locale `en` groups by three digits with commas for all languages. Rounding is half away from zero on
// the decimal digits (1.005 → 1.01), as Intl does; Math.round on binary fractions would give 1.00.
const integerFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const twoDecimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

const number =
  (format: (value: number) => string) =>
  (value: number): string => {
    if (value === 0 || !Number.isFinite(value)) return NOTHING;
    const text = format(value);
    return /^-0[.0]*%?$/.test(text) ? text.slice(1) : text; // -0.001 is not "-0.00"
  };

export const count = number(value => integerFormat.format(value));
export const share = number(value => twoDecimals.format(value));
export const yen = count;
export const price = share;
/** Fraction as a percentage: 0.12345 → 12.35%. */
export const ratio = number(value => percent.format(value));

/**
 * Offset of Tokyo from UTC in ms, constant since 1952. Intl would take forty times as long, which is
 * noticeable with 10,000 rows.
 */
const TOKYO = 9 * 3_600_000;

/**
 * Formats an ISO instant or epoch milliseconds as yyyy/MM/dd HH:mm:ss in Tokyo, whatever the browser's zone.
 */
export const time = (value: string | number): string => {
  const instant = typeof value === 'number' ? value : Date.parse(value);
  if (Number.isNaN(instant)) return NOTHING;
  const text = new Date(instant + TOKYO).toISOString();
  return `${text.slice(0, 10).replaceAll('-', '/')} ${text.slice(11, 19)}`;
};

/** Formats a calendar day yyyy-MM-dd as yyyy/MM/dd. */
export const date = (day: string): string => day.replaceAll('-', '/');

/**
 * Formats seconds in two adjacent units: days and hours above one day, hours and minutes above one hour,
 * minutes and seconds above one minute.
 */
export const duration = (value: number, texts: DurationTexts): string => {
  const seconds = Math.round(value);
  if (seconds === 0 || !Number.isFinite(value)) return NOTHING;
  if (seconds > 86_400)
    return texts.daysHours(Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600));
  if (seconds > 3600)
    return texts.hoursMinutes(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
  if (seconds > 60) return texts.minutesSeconds(Math.floor(seconds / 60), seconds % 60);
  return texts.seconds(seconds);
};

/**
 * Formats a value as the text of a cell. The format `choice` also needs the field, whose messages define the
 * code.
 */
export type Formatter = (format: Format, value: Value, field?: string) => string;

/**
 * Lookup of words in one language: of a tag, and of a coded value (null: the field has no word for the code).
 */
export interface Words {
  readonly tag: (word: string) => string;
  readonly choice: (field: string, value: string) => string | null;
}

type Draw = { readonly [F in Format]: (value: never, field: string) => string };

/** Creates the formatter of one language for all formats. */
export const createFormatter = (texts: DurationTexts, { tag, choice }: Words): Formatter => {
  const draw: Draw = {
    count,
    share,
    yen,
    price,
    percent: ratio,
    duration: (value: number) => duration(value, texts),
    text: String,
    id: String,
    address: String,
    time,
    word: tag,
    choice: (value: string | number | boolean, field) => choice(field, String(value)) ?? String(value),
    day: date,
    trend: (values: readonly (number | null)[]) =>
      values.map(value => (value === null ? NOTHING : count(value))).join(' '),
    tags: (value: string) => value.split(',').filter(Boolean).map(tag).join(', '),
  };
  return (format, value, field = '') => {
    // A code's null may have a word of its own: a pending notification is neither sent nor refused.
    if (value === null || value === undefined || value === '')
      return (format === 'choice' ? choice(field, 'null') : null) ?? NOTHING;
    return draw[format](value as never, field);
  };
};

const NUMERIC: Readonly<Record<Format, boolean>> = {
  count: true,
  share: true,
  yen: true,
  price: true,
  percent: true,
  duration: true,
  text: false,
  word: false,
  choice: false,
  id: false,
  address: false,
  time: false,
  day: false,
  tags: false,
  trend: false,
};
/** Whether the format is numeric; such cells are right-aligned with tabular figures. */
export const isNumeric = (format: Format): boolean => NUMERIC[format];
