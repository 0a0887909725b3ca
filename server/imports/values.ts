import type { Fault, FaultCode } from '../http/failures.ts';
import { findUnstorable, isStorable } from '../http/storable.ts';
import { DAY } from '../platform/time.ts';
import { plainNumber } from '../platform/written-number.ts';
import type { Cell } from './sheet.ts';

/** Parses cells. Pure; a cell that cannot be parsed yields a fault. */

export type Read<Value> = { readonly value: Value } | { readonly fault: Fault };
const wrong = (code: FaultCode, values?: Fault['values']): { readonly fault: Fault } => ({
  fault: { code, ...(values && { values }) },
});

/** Text of a cell. */
export const wordOf = (cell: Cell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
};

/** Normalizes a cell's text: full-width digits and signs to ASCII, no surrounding spaces. */
const plain = (cell: Cell): string => wordOf(cell).normalize('NFKC').trim();

/** Day 0 of Excel, which treats 1900 as a leap year. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
const WRITTEN = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/;
const [EARLIEST, LATEST] = ['2000-01-01', '2199-12-31'];

const dayIn = (ms: number): string | null => {
  const text = Number.isFinite(ms) && Math.abs(ms) < 8e15 ? new Date(ms).toISOString().slice(0, 10) : '';
  return text >= EARLIEST && text <= LATEST ? text : null;
};

/**
 * Parses a day: 2026-01-02, 2026/1/2, 2026.1.2, 2026年1月2日, 20260102, or a day number of Excel.
 *
 * @returns `yyyy-MM-dd`
 */
export const readDay = (cell: Cell): Read<string> => {
  if (cell instanceof Date) return found(dayIn(cell.getTime()));
  // A day number of Excel without date formatting: it has five digits, a day written as digits has eight.
  if (typeof cell === 'number' && cell < 1_000_000) return found(dayIn(EXCEL_EPOCH + Math.floor(cell) * DAY));
  const written = WRITTEN.exec(plain(cell));
  // Whether 11/2 is in November or in February, only the writer knows.
  if (written === null) return wrong('day_written');
  const [, year, month, day, monthToo, dayToo] = written;
  const wantedMonth = Number(month ?? monthToo) - 1;
  const at = new Date(Date.UTC(Number(year), wantedMonth, Number(day ?? dayToo)));
  // A day that the month does not have is in another month.
  return at.getUTCMonth() === wantedMonth ? found(dayIn(at.getTime())) : wrong('format_date');
};
const found = (day: string | null): Read<string> => (day === null ? wrong('format_date') : { value: day });

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

/** Parses a number; full-width digits, commas between thousands, and signs of the yen before and after it are accepted. */
export const readNumber = (cell: Cell): Read<number> => {
  if (typeof cell === 'number') return Number.isFinite(cell) ? { value: cell } : wrong('type');
  if (typeof cell !== 'string') return wrong('type');
  const text = plainNumber(cell);
  return NUMBER.test(text) ? { value: Number(text) } : wrong('type');
};

/** Whether a number has at most two decimals; 1.005 has three, although its double is imprecise. */
export const isMoney = (value: number): boolean => Number(value.toFixed(2)) === value;

/** Parses an amount in yen with at most two decimals, not negative. @param maximum largest storable amount */
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
  const text = plain(cell).toLowerCase();
  if (YES.has(text)) return { value: true };
  return NO.has(text) ? { value: false } : wrong('type');
};

/** Reads a text unchanged, including line breaks. */
export const readText = (cell: Cell): Read<string> => {
  const text = wordOf(cell);
  return isStorable(text) ? { value: text } : wrong('text');
};

/** Parses a list or an object, from a JSON file or from JSON in a cell. */
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

/** Normalizes a name for lookups: width and case do not matter. */
export const nameOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
