import type { Fault, FaultCode } from '../http/failures.ts';
import { findUnstorable, isStorable } from '../http/storable.ts';
import { DAY } from '../platform/time.ts';
import type { Cell } from './sheet.ts';

/** What a cell says. Pure; whoever cannot read a cell answers a fault. */

export type Read<Value> = { readonly value: Value } | { readonly fault: Fault };
const wrong = (code: FaultCode, values?: Fault['values']): { readonly fault: Fault } => ({
  fault: { code, ...(values && { values }) },
});

/** A cell as one would read it out. */
export const wordOf = (cell: Cell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
};

/** Full-width digits and signs as the ones that programs know; without spaces around. */
const plain = (cell: Cell): string => wordOf(cell).normalize('NFKC').trim();

/** Excel counts days from here, having taken 1900 for a leap year. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
const WRITTEN = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/;
const [EARLIEST, LATEST] = ['2000-01-01', '2199-12-31'];

const dayIn = (ms: number): string | null => {
  const text = Number.isFinite(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString().slice(0, 10) : '';
  return text >= EARLIEST && text <= LATEST && text.length === 10 ? text : null;
};

/**
 * A day written 2026-01-02, 2026/1/2, 2026.1.2, 2026年1月2日 or 20260102, or a day of Excel; as `yyyy-MM-dd`.
 */
export const readDay = (cell: Cell): Read<string> => {
  if (cell instanceof Date) return found(dayIn(cell.getTime()));
  // A day of Excel that was not told to look like one: five digits, while a written one has eight.
  if (typeof cell === 'number' && cell < 1_000_000) return found(dayIn(EXCEL_EPOCH + Math.floor(cell) * DAY));
  const [, year, month, day, monthToo, dayToo] = WRITTEN.exec(plain(cell)) ?? [];
  if (year === undefined) return wrong('format_date');
  const [wantedMonth, wantedDay] = [Number(month ?? monthToo), Number(day ?? dayToo)];
  const at = new Date(Date.UTC(Number(year), wantedMonth - 1, wantedDay));
  return at.getUTCMonth() === wantedMonth - 1 && at.getUTCDate() === wantedDay
    ? found(dayIn(at.getTime()))
    : wrong('format_date');
};
const found = (day: string | null): Read<string> => (day === null ? wrong('format_date') : { value: day });

const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

/**
 * Without the word for yen at the end: by position, because `/\s*円$/` takes time by the square of the spaces
 * before it.
 */
const withoutYen = (text: string): string => (text.endsWith('円') ? text.slice(0, -1).trimEnd() : text);

/**
 * A number, also with full-width digits, with commas between thousands, and with the sign of yen before it or
 * the word behind.
 */
export const readNumber = (cell: Cell): Read<number> => {
  if (typeof cell === 'number') return Number.isFinite(cell) ? { value: cell } : wrong('type');
  const text = withoutYen(plain(cell).replace(/^([+-]?)[¥\\]\s*/, '$1')).replace(/^−/, '-');
  return typeof cell === 'string' && NUMBER.test(text)
    ? { value: Number(text.replaceAll(',', '')) }
    : wrong('type');
};

/** Whole hundredths, or not: 1.005 has three decimals although no double says so. */
export const isMoney = (value: number): boolean => Number(value.toFixed(2)) === value;

/** Yen with up to two decimals, not below zero. @param most the largest that can be stored */
export const readMoney = (cell: Cell, maximum: number): Read<number> => {
  const number = readNumber(cell);
  if ('fault' in number) return number;
  if (number.value < 0) return wrong('minimum', { min: 0 });
  if (number.value > maximum) return wrong('maximum', { max: maximum });
  return isMoney(number.value) ? { value: Math.abs(number.value) } : wrong('multiple');
};

const YES = new Set([
  'true',
  '1',
  'yes',
  'y',
  'on',
  'はい',
  '有効',
  'あり',
  'する',
  'オン',
  '○',
  '〇',
  '是',
  '有',
  '有效',
  '启用',
]);
const NO = new Set([
  'false',
  '0',
  'no',
  'n',
  'off',
  'いいえ',
  '無効',
  'なし',
  'しない',
  'オフ',
  '×',
  'x',
  '-',
  '否',
  '无',
  '無',
  '无效',
  '停用',
]);

export const readFlag = (cell: Cell): Read<boolean> => {
  if (typeof cell === 'boolean') return { value: cell };
  const text = plain(cell).toLowerCase();
  if (YES.has(text)) return { value: true };
  return NO.has(text) ? { value: false } : wrong('type');
};

/** A text as it stands, line breaks and all. */
export const readText = (cell: Cell): Read<string> => {
  const text = wordOf(cell);
  return isStorable(text) ? { value: text } : wrong('text');
};

/** A list or an object: as JSON gives it, or as JSON written into a cell. */
export const readObject = (cell: Cell): Read<unknown> => {
  let value: unknown = cell;
  try {
    if (typeof cell === 'string') value = JSON.parse(cell);
  } catch (error) {
    if (error instanceof SyntaxError) return wrong('format');
    throw error;
  }
  if (typeof value !== 'object' || value instanceof Date) return wrong('type');
  return findUnstorable(value) === null ? { value } : wrong('text');
};

/** How people write the name of something: also in another width or case. */
export const nameOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
