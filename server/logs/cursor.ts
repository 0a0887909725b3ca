import type { Place } from '../store/clickhouse/event-filter.ts';

/** Where a page of a log ended, as an opaque word of its address. */

const PLACE = /^(\d{1,15})\.(\d{1,20})$/;
const STEP = /^(\d{1,15})\.([0-2])\.(\d{1,20})$/;
const LARGEST_ID = 2n ** 64n - 1n;

const encode = (...parts: readonly (number | string)[]): string => Buffer.from(parts.join('.')).toString('base64url');
const decode = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('latin1');

export const writeCursor = ({ ms, id }: Place): string => encode(ms, id);

/** The place that a cursor names; null where it is none of ours. */
export const readCursor = (cursor: string): Place | null => {
  const [, ms, id] = PLACE.exec(decode(cursor)) ?? [];
  return ms === undefined || id === undefined || BigInt(id) > LARGEST_ID ? null : { ms: Number(ms), id };
};

/** A place on a visitor's path: of what shares a millisecond, the later kind comes later, then the larger id. */
export interface StepPlace extends Place { readonly rank: number }

export const writeStepCursor = ({ ms, rank, id }: StepPlace): string => encode(ms, rank, id);

export const readStepCursor = (cursor: string): StepPlace | null => {
  const [, ms, rank, id] = STEP.exec(decode(cursor)) ?? [];
  return ms === undefined || rank === undefined || id === undefined || BigInt(id) > LARGEST_ID ? null : { ms: Number(ms), rank: Number(rank), id };
};
