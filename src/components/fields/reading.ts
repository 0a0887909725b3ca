import { readDay } from '../days.ts';
import { date } from '../formats.ts';

/**
 * Parser of a typed text. Returns the value, or the text itself if it cannot be parsed: the text then stays
 * in the draft, where validation reports it.
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
/** Commas are accepted only between groups of three digits, since `1,2` means 1.2 in some countries. */
const GROUPED = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)$/;
/** Maximum number of digits that a double represents exactly. */
const MAX_DIGITS = 15;

export const readInteger: Read<number> = text => {
  const plain = plainNumber(text);
  if (plain === '') return null;
  const digits = plain.replaceAll(',', '');
  return GROUPED.test(plain) && digits.length <= MAX_DIGITS ? Number(digits) : text;
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
  return readable && digits.length + decimals.length <= MAX_DIGITS ? Number(`${digits}.${decimals}0`) : text;
};

export const readDayText: Read<string> = text => (text.trim() === '' ? null : (readDay(text) ?? text));

/** Parses codes and other machine-readable values. */
export const readPlain = (text: string): string => halfWidth(text).trim();
export const readPhone = (text: string): string => readPlain(text).replace(/[−―‐ー]/g, '-');
export const readDomain = (text: string): string => readPlain(text).replace(/[。．｡]/g, '.');
/** The host of a pasted web address, which a domain is often copied as. */
export const readHost = (text: string): string => {
  const plain = readDomain(text);
  return /^(?:(?:https?:)?\/\/)?([^/:?#@]+)(?::\d+)?(?:[/?#].*)?$/i.exec(plain)?.[1] ?? plain;
};
/** Texts without the spaces around them, as a name that was pasted with one would be another name in imports. */
export const readText = (text: string): string => text.trim();
/** Converts the part before the query and fragment only: the rest may be full-width on purpose. */
export const readUrl = (text: string): string => text.trim().replace(/^[^?？#＃]*/, halfWidth);

/** Parses IP addresses and ranges separated by commas, 、 or line breaks. */
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
/** Formats an amount with at least two decimals; existing decimals are never rounded while editing. */
export const showMoney = (value: unknown): string => {
  if (typeof value !== 'number') return textOf(value);
  const [integerPart = '', decimals = ''] = String(value).split('.');
  return `${groups(integerPart)}.${decimals.padEnd(2, '0')}`;
};
export const showDay = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? date(value) : textOf(value);
/** A period in the change history: first and last day. */
const PERIOD = /^(\d{4}-\d{2}-\d{2}) – (\d{4}-\d{2}-\d{2})$/;
export const isPeriod = (value: unknown): boolean => typeof value === 'string' && PERIOD.test(value);
export const showPeriod = (value: unknown): string =>
  textOf(value).replace(PERIOD, (_, from: string, to: string) => `${date(from)} – ${date(to)}`);
export const showAddresses = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);

/** The value as unformatted text; empty if it is neither a string nor a number. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
};
