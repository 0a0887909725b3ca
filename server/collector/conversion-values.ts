import { plainNumber } from '../platform/written-number.ts';
import type { Reason } from './reasons.ts';
import { hasControl, sanitized, TEXT_LIMIT, wellFormed } from './text.ts';

export const MAX_AMOUNT_YEN = 999_999_999_999;

/** The fields of a conversion as received: JSON may contain numbers. */
export type RawValues = Readonly<Record<string, unknown>>;

export interface ConversionValues {
  readonly args: string;
  readonly user_id: string;
  readonly other_key1: string;
  readonly other_key2: string;
  readonly other_key3: string;
  /** Yen, an integer. */
  readonly amount: number;
  readonly cvType: 0 | 1;
  /** Values that the page stated and that could not be read: a sum of `UNREADABLE`; 0: none. */
  readonly unreadable: number;
}

/** Bits of the values of a page that could not be read and without which its conversion was recorded. */
export const UNREADABLE = { amount: 1, args: 2 } as const;

/** The fields of a conversion from the tag or from a server, before they are read. */
export interface ReceivedValues {
  readonly raw: RawValues;
  /**
   * `page`: values in a page's address or on its script tag; invalid ones are omitted, because the visit itself must
   * count. `call`: those of `touchpath('cv')`. `server`: those of `/cv`.
   */
  readonly sender: 'page' | 'call' | 'server';
  /** The type of a conversion that states none. */
  readonly cvType: 0 | 1;
}

const NAMES = {
  args: ['p_resid', 'args'],
  user_id: ['p_userid', 'user_id'],
  other_key1: ['p_key1', 'key1'],
  other_key2: ['p_key2', 'key2'],
  other_key3: ['p_key3', 'key3'],
} as const;

const VALUE_NAMES: ReadonlySet<string> = new Set([...Object.values(NAMES).flat(), 'amount', 'type']);

/** Maximum number and length of unknown names that are reported. */
const UNKNOWN_NAMES = { max: 20, length: 64 };

/**
 * The names in the values of a conversion that the collector does not know and therefore ignores: a misspelt `amount`
 * is a conversion of 0 yen. Networks add parameters of their own, so they are no reason to refuse it.
 *
 * @param others names that the sender may use besides those of values
 */
export const unknownNames = (raw: RawValues, others?: ReadonlySet<string>): readonly string[] =>
  Object.keys(raw)
    .filter(name => !VALUE_NAMES.has(name) && others?.has(name) !== true)
    .slice(0, UNKNOWN_NAMES.max)
    .map(name => sanitized(wellFormed(name), UNKNOWN_NAMES.length));

export const NO_VALUES: ConversionValues = {
  args: '',
  user_id: '',
  other_key1: '',
  other_key2: '',
  other_key3: '',
  amount: 0,
  cvType: 1,
  unreadable: 0,
};

/**
 * A text that a browser or a server sends intentionally; numbers are converted to their digits. Spaces and line breaks
 * around it are removed: templates and copied cells add them, and with them an order would have two identifiers.
 */
export const readText = (value: unknown, limit = TEXT_LIMIT): { text: string } | Reason => {
  if (value === undefined || value === null) return { text: '' };
  if (typeof value === 'number' && Number.isFinite(value)) return { text: String(value) };
  if (typeof value !== 'string') return 'wrong_type';
  const trimmed = value.trim();
  if (trimmed.length > limit) return 'text_too_long';
  return hasControl(trimmed) ? 'control_character' : { text: trimmed };
};

/** Yen: a number, or its digits, from 0; half a yen is rounded up. */
const readAmount = (value: unknown): number | Reason => {
  if (value === undefined || value === null || value === '') return 0;
  if (typeof value === 'string' && !/^\d{1,15}(\.\d{1,10})?$/.test(value)) return 'invalid_amount';
  if (typeof value !== 'string' && typeof value !== 'number') return 'wrong_type';
  const amount = Math.floor(Number(value) + 0.5);
  return Number(value) >= 0 && amount <= MAX_AMOUNT_YEN ? amount : 'invalid_amount';
};

/** An amount as people write it on pages, such as `¥1,200` or `１２００円`; spaces only are no amount. */
const readWrittenAmount = (value: unknown): number | Reason => {
  if (typeof value !== 'string') return readAmount(value);
  return value.trim() === '' ? 0 : readAmount(plainNumber(value) || value);
};

const readType = (value: unknown, fallback: 0 | 1): 0 | 1 | Reason => {
  if (value === undefined || value === null || value === '') return fallback;
  if (value === 1 || value === '1') return 1;
  return value === 0 || value === '0' ? 0 : 'invalid_type';
};

/** The values of a conversion, or the reason of its refusal, which a page never gets. */
export const readValues = ({ raw, sender, cvType }: ReceivedValues): ConversionValues | Reason => {
  const isPage = sender === 'page';
  const values: { -readonly [Key in keyof ConversionValues]: ConversionValues[Key] } = {
    ...NO_VALUES,
    cvType,
  };
  for (const column of ['args', 'user_id', 'other_key1', 'other_key2', 'other_key3'] as const) {
    const [name, short] = NAMES[column];
    const read = readText(raw[name] ?? raw[short]);
    if (typeof read !== 'string') values[column] = read.text;
    else if (!isPage) return read;
    else if (column === 'args') values.unreadable |= UNREADABLE.args;
  }
  const amount = sender === 'server' ? readAmount(raw['amount']) : readWrittenAmount(raw['amount']);
  if (typeof amount === 'number') values.amount = amount;
  else if (!isPage) return amount;
  else values.unreadable |= UNREADABLE.amount;
  if (!isPage) {
    const type = readType(raw['type'], cvType);
    if (typeof type === 'string') return type;
    values.cvType = type;
  }
  return values;
};
