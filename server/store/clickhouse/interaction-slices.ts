import type { Columnar } from './columnar.ts';
import { contactCounts } from './eligible.ts';
import { contactColumns, contactOf, parameters, rowsOf, time, where, type ContactFilter, type ContactRow, type Place, type StoredContact } from './interactions.ts';

/**
 * Reads the reference log whole, slice by slice: the same rows as its pages, many at a time.
 *
 * A page names its rows one by one, which would be an address of a megabyte here; a slice is named by where it begins and ends. Each reads the
 * month, because the table is ordered by visitor: larger slices read it less often, smaller ones hold less in memory.
 */

/** Rows of a slice: some 10 MB while they are in hand. */
export const SLICE = 5_000;

interface Slice { readonly after: Place | null; readonly size: number; readonly show: 'counted' | 'all'; readonly trackingTerm: number }
interface End { readonly ms: string; readonly interaction_id: string }

/** The slice after a place, newest first; a slice that is not full is the last. */
export const contactSlice = async (columnar: Columnar, filter: ContactFilter, { after, size, show, trackingTerm }: Slice): Promise<ContactRow[]> => {
  const begins = after === null ? '' : `AND ts <= ${time('after_ms')} AND (ts < ${time('after_ms')} OR interaction_id < {after_id: UInt64})`;
  const wanted = `${where(filter)} ${begins} ${show === 'counted' ? `AND ${contactCounts(filter)}` : ''}`;
  const given = { ...parameters(filter), after_ms: after?.ms ?? 0, after_id: after?.id ?? '0', term: trackingTerm, size };
  const [last] = await rowsOf<End>(columnar, `
    SELECT toUnixTimestamp64Milli(ts) AS ms, interaction_id FROM contact WHERE ${wanted} ORDER BY ts DESC, interaction_id DESC LIMIT 1 OFFSET {size: UInt32} - 1`, given);
  const slice = last === undefined ? wanted : `${wanted} AND ts >= ${time('last_ms')} AND (ts > ${time('last_ms')} OR interaction_id >= {last_id: UInt64})`;
  const bound = { ...given, last_ms: Number(last?.ms ?? 0), last_id: last?.interaction_id ?? '0' };
  const [rows, firsts] = await Promise.all([
    rowsOf<StoredContact>(columnar, `
      SELECT ${contactColumns(filter)} FROM contact WHERE ${slice} ORDER BY ts DESC, interaction_id DESC LIMIT {size: UInt32}`, bound),
    // As in the pages: the first contact inside the tracking term, seen from each row; only contacts that count can be the first.
    rowsOf<{ of_id: string; first_ms: string }>(columnar, `
      SELECT of_id, toUnixTimestamp64Milli(min(c.ts)) AS first_ms
      FROM (
        SELECT visitor_id, ts FROM contact WHERE product_id = {product_id: UInt32} AND ${contactCounts(filter)}
          AND visitor_id IN (SELECT visitor_id FROM contact WHERE ${slice})
      ) AS c
      INNER JOIN (SELECT visitor_id, ts AS of_ts, interaction_id AS of_id FROM contact WHERE ${slice}) AS of_slice ON c.visitor_id = of_slice.visitor_id
      WHERE c.ts <= of_ts AND c.ts >= of_ts - toIntervalDay({term: UInt16})
      GROUP BY of_id`, bound),
  ]);
  const first = new Map(firsts.map(row => [row.of_id, Number(row.first_ms)]));
  // A contact that does not count and has none before it is its visitor's first all the same.
  return rows.map(row => contactOf(row, first.get(row.interaction_id) ?? Number(row.ms)));
};
