import { readDay } from '../days.ts';
import { date } from '../formats.ts';

/**
 * How what people type is read: each returns the value, or the text itself where there is none in it. An
 * unreadable text is never
 * thrown away: it stays in the draft, where the check finds it and the field shows it.
 */
export type Read<Value> = (text: string) => Value | string | null;

/**
 * Converts full-width letters, digits and signs, which an input method produces, to the half-width ones.
 * Nothing else is changed.
 */
export const halfWidth = (text: string): string =>
  text.replace(/[！-～]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('　', ' ');

const plainNumber = (text: string): string =>
  halfWidth(text)
    .replace(/[−―‐ー]/g, '-')
    .replace(/[、，]/g, ',')
    .replace(/[。．]/g, '.')
    .replace(/\s/g, '');
/** Groups of three or none: in some countries `1,2` means 1.2. */
const GROUPED = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)$/;
/** More digits than this a number of the browser does not hold. */
const DIGITS = 15;

export const readInteger: Read<number> = text => {
  const plain = plainNumber(text);
  if (plain === '') return null;
  const digits = plain.replaceAll(',', '');
  return GROUPED.test(plain) && digits.length <= DIGITS ? Number(digits) : text;
};

export const readMoney: Read<number> = text => {
  const plain = plainNumber(text)
    .replace(/^[¥￥]/, '')
    .replace(/円$/, '');
  if (plain === '') return null;
  const [integerPart = '', decimals = '', ...more] = plain.split('.');
  const digits = integerPart.replaceAll(',', '');
  const readable =
    more.length === 0 &&
    (GROUPED.test(integerPart) || (/^[+-]?$/.test(integerPart) && decimals !== '')) &&
    /^\d*$/.test(decimals);
  return readable && digits.length + decimals.length <= DIGITS ? Number(`${digits}.${decimals}0`) : text;
};

export const readDayText: Read<string> = text => (text.trim() === '' ? null : (readDay(text) ?? text));

/** Codes, and other values that machines read. */
export const readPlain = (text: string): string => halfWidth(text).trim();
export const readPhone = (text: string): string => readPlain(text).replace(/[−―‐ー]/g, '-');
export const readDomain = (text: string): string => readPlain(text).replace(/[。．｡]/g, '.');
/** The part after the path may be full-width on purpose. */
export const readUrl = (text: string): string => text.trim().replace(/^[^?？#＃]*/, halfWidth);

/** Addresses and ranges between commas, as people separate them: by 、 and line ends too. */
export const readAddresses = (text: string): readonly string[] =>
  readDomain(text)
    .split(/[,、，\n]/)
    .map(item => item.trim())
    .filter(item => item !== '');

const groups = (ungrouped: string): string => {
  const thousands: string[] = [];
  let left = ungrouped;
  for (; /\d{4}$/.test(left); left = left.slice(0, -3)) thousands.unshift(left.slice(-3));
  return [left, ...thousands].join(',');
};

export const showInteger = (value: unknown): string =>
  typeof value === 'number' ? groups(String(value)) : textOf(value);
/** With two decimals, or as many as there are: nothing is rounded away while it is edited. */
export const showMoney = (value: unknown): string => {
  if (typeof value !== 'number') return textOf(value);
  const [integerPart = '', decimals = ''] = String(value).split('.');
  return `${groups(integerPart)}.${decimals.padEnd(2, '0')}`;
};
export const showDay = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? date(value) : textOf(value);
/** The audit log writes a period as its first and its last day. */
const PERIOD = /^(\d{4}-\d{2}-\d{2}) – (\d{4}-\d{2}-\d{2})$/;
export const isPeriod = (value: unknown): boolean => typeof value === 'string' && PERIOD.test(value);
export const showPeriod = (value: unknown): string =>
  textOf(value).replace(PERIOD, (_, from: string, to: string) => `${date(from)} – ${date(to)}`);
export const showAddresses = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);

/** A value as text, without any format; of what is neither a text nor a number it is empty. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
};
