import type { Words } from '../wording/words.ts';

/** Text of missing values and of zero, as in the console. */
const NOTHING = '-';

const integer = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

const duration = (value: number, words: Words): string => {
  const seconds = Math.round(value);
  if (seconds > 86_400)
    return words.say('duration.days_hours', {
      days: Math.floor(seconds / 86_400),
      hours: Math.floor((seconds % 86_400) / 3600),
    });
  if (seconds > 3600)
    return words.say('duration.hours_minutes', {
      hours: Math.floor(seconds / 3600),
      minutes: Math.floor((seconds % 3600) / 60),
    });
  return seconds > 60
    ? words.say('duration.minutes_seconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
    : words.say('duration.seconds', { seconds });
};

const textOf = (format: string, value: number, words: Words): string => {
  switch (format) {
    case 'percent':
      return percent.format(value);
    case 'share':
    case 'price':
      return decimals.format(value);
    case 'duration':
      return Math.round(value) === 0 ? NOTHING : duration(value, words);
    default:
      return integer.format(value);
  }
};

/** A figure as the console shows it. Pure. @param format of the metric: count, share, percent, yen or duration */
export const formatFigure = (format: string, value: number | null, words: Words): string => {
  if (value === null || value === 0 || !Number.isFinite(value)) return NOTHING;
  const text = textOf(format, value, words);
  // -0.001 is not "-0.00".
  return /^-0[.0]*%?$/.test(text) ? text.slice(1) : text;
};
