import type { Place } from '../store/clickhouse/interactions.ts';

/** Where a page of a log ended, as an opaque word of its address. */

const PLACE = /^(\d{1,15})\.(\d{1,20})$/;
const LARGEST_ID = 2n ** 64n - 1n;

export const writeCursor = (place: Place): string => Buffer.from(`${place.ms}.${place.id}`).toString('base64url');

/** The place that a cursor names; null where it is none of ours. */
export const readCursor = (cursor: string): Place | null => {
  const [, ms, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return ms === undefined || id === undefined || BigInt(id) > LARGEST_ID ? null : { ms: Number(ms), id };
};
