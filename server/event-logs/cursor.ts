import type { Place } from '../store/clickhouse/logs/event-filter.ts';

/** The end of a log page, as an opaque text in its address. */

const PLACE = /^(\d{1,15})\.(\d{1,20})$/;
const STEP = /^(\d{1,15})\.([0-2])\.(\d{1,20})$/;
const LARGEST_ID = 2n ** 64n - 1n;

const encode = (...parts: readonly (number | string)[]): string =>
  Buffer.from(parts.join('.')).toString('base64url');
const decode = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('latin1');

export const writeCursor = ({ ms, id }: Place): string => encode(ms, id);

/** The position that a cursor names; null where the cursor is invalid. */
export const readCursor = (cursor: string): Place | null => {
  const [, ms, id] = PLACE.exec(decode(cursor)) ?? [];
  return ms === undefined || id === undefined || BigInt(id) > LARGEST_ID ? null : { ms: Number(ms), id };
};

/** A position among rows that are sorted by a column: the value, as text, of the last row of a page. */
export interface ValuedPlace extends Place {
  readonly value: string;
}

/**
 * Length limit of a cursor of sorted rows. A text is represented by its first characters, so that cursors stay below
 * it.
 */
export const MAX_SORTED_CURSOR = 1_200;
const MAX_SORTED_VALUE = 400;

export const writeSortedCursor = ({ value, ms, id }: ValuedPlace): string =>
  Buffer.from(JSON.stringify([value, ms, id])).toString('base64url');

/** The position that a cursor of sorted rows names; null where the cursor is invalid. */
export const readSortedCursor = (cursor: string): ValuedPlace | null => {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(read) || read.length !== 3) return null;
  const [value, ms, id] = read as readonly unknown[];
  const isPlace =
    typeof value === 'string' &&
    value.length <= MAX_SORTED_VALUE &&
    typeof ms === 'number' &&
    typeof id === 'string' &&
    PLACE.test(`${ms}.${id}`) &&
    BigInt(id) <= LARGEST_ID;
  return isPlace ? { value, ms, id } : null;
};

/** A position on a visitor's path: within one millisecond the order is by kind, then by id. */
export interface StepPlace extends Place {
  readonly rank: number;
}

export const writeStepCursor = ({ ms, rank, id }: StepPlace): string => encode(ms, rank, id);

export const readStepCursor = (cursor: string): StepPlace | null => {
  const [, ms, rank, id] = STEP.exec(decode(cursor)) ?? [];
  return ms === undefined || rank === undefined || id === undefined || BigInt(id) > LARGEST_ID
    ? null
    : { ms: Number(ms), rank: Number(rank), id };
};
