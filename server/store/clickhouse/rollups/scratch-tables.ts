import type { Columnar } from '../engine/columnar.ts';
import { contactCounts, eventCounts } from '../events/eligible.ts';
import { run } from '../engine/query.ts';
import { eventsOf, isRebuildBatch, isSmall, runForBatch, type Batch } from './batch.ts';
import { scratchName, type ColumnTypes } from './rollup.ts';

/**
 * Tables in the engine's memory that a batch writes to and reads from, and that no report reads. Times are in
 * milliseconds since 1970, costs in 1/100 yen.
 */

/** Number of parts of the visitors that a batch works on in parallel, each with a scratch table of its own. */
export const PARALLEL_PARTS = 2;

/** @param part its number, below `PARALLEL_PARTS` */
const contactsName = (part: number): string => `gathered_contacts_${part}`;

/**
 * The counted contacts of a part of the visitors, read once for all rollups. `came_`: of the visitor's contact
 * before it, 0 where there is none. `existing`: the visitor had made a last conversion before the contact;
 * `had_`: he has a conversion at any time; `was_`: the same without the conversions of the batch.
 */
const CONTACT_COLUMNS: ColumnTypes = {
  visitor_id: 'UInt64',
  at: 'Int64',
  id: 'UInt64',
  ad_id: 'UInt32',
  page: 'UInt64',
  agent: 'UInt64',
  landing: 'UInt64',
  cost: 'Int64',
  came_ad: 'UInt32',
  came_at: 'Int64',
  existing: 'UInt8',
  had_last: 'UInt8',
  had_middle: 'UInt8',
  was_existing: 'UInt8',
  was_last: 'UInt8',
  was_middle: 'UInt8',
};

/** A result: the conversion and the contact that it was created for, its own ad, and its cost. */
export const RESULT_COLUMNS = {
  at: 'Int64',
  conversion_id: 'UInt64',
  interaction_id: 'UInt64',
  own_ad: 'UInt32',
  approved: 'Int64',
  pending: 'Int64',
} as const;

/**
 * The scratch tables of each queue with their columns. `touched`: visitors with new events. `moved_result`: changes of
 * results to place. `moved_conversion`: conversions whose results are placed again, by their time as the
 * results state it.
 */
export const SCRATCH_TABLES: Readonly<Record<string, ColumnTypes>> = {
  touched: { visitor_id: 'UInt64' },
  ...Object.fromEntries(
    Array.from({ length: PARALLEL_PARTS }, (_, part) => [contactsName(part), CONTACT_COLUMNS]),
  ),
  moved_result: RESULT_COLUMNS,
  moved_conversion: { at: 'Int64', conversion_id: 'UInt64' },
};

const came = 'lagInFrame(ad_id) OVER w AS came_ad, lagInFrame(at) OVER w AS came_at';
const window = (by: string) =>
  `WINDOW w AS (PARTITION BY ${by} ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;

/**
 * The time of each visitor's first conversions in ms, 0: none; among all of them, and among those before the
 * batch.
 */
const firstSales = (batch: Batch, which: string): string => {
  const first = (type: 0 | 1, known = '') => `minIf(toUnixTimestamp64Milli(ts), cv_type = ${type}${known})`;
  const before = ' AND conversion_id <= {conversion_after: UInt64}';
  return `SELECT visitor_id, ${first(1)} AS last, ${first(0)} AS middle, ${first(1, before)} AS last_before, ${first(0, before)} AS middle_before
    FROM conversion WHERE ${eventsOf('conversion', 'upto')} AND ${eventCounts(batch.rules)} AND ${which} GROUP BY visitor_id`;
};

/**
 * Reads the contacts of a part of the visitors into an empty scratch table and passes its name to `work`. The
 * table is emptied afterwards, except by a small batch, which has one part: `clearStaged` empties it later.
 *
 * @param which the part, as a condition on `visitor_id`
 * @param part its number, below `PARALLEL_PARTS`
 */
export const withContacts = async (
  columnar: Columnar,
  batch: Batch,
  which: string,
  part: number,
  work: (table: string) => Promise<void>,
): Promise<void> => {
  const table = scratchName(contactsName(part), batch.area);
  const empty = () => run(columnar, `TRUNCATE TABLE ${table}`, {});
  // Over all contacts the window follows the sorting key of their table, which spares the sort. Over a few,
  // PREWHERE reads the other columns of these only. Buyers are few, so their conversions fit a hash join.
  const first = isRebuildBatch(batch);
  const counting = `${eventsOf('contact', 'upto')} AND ${contactCounts(batch.rules)}`;
  try {
    await runForBatch(
      columnar,
      `
      INSERT INTO ${table} SELECT k.visitor_id, k.at, k.interaction_id, k.ad_id, k.page, k.agent, k.landing, k.cost, k.came_ad, k.came_at,
        s.last != 0 AND s.last < k.at, s.last != 0, s.middle != 0, s.last_before != 0 AND s.last_before < k.at, s.last_before != 0, s.middle_before != 0
      FROM (
        SELECT visitor_id, at, interaction_id, ad_id, page, agent, landing, cost, ${came} FROM (
          SELECT product_id, visitor_id, ts, toUnixTimestamp64Milli(ts) AS at, interaction_id, ad_id, page_id AS page, agent_id AS agent, landing_id AS landing, toInt64(click_cost * 100) AS cost
          FROM contact ${first ? `WHERE ${counting} AND ${which}` : `PREWHERE ${which} WHERE ${counting}`}
        ) ${window(first ? 'product_id, visitor_id' : 'visitor_id')}
      ) AS k LEFT JOIN (${firstSales(batch, which)}) AS s ON s.visitor_id = k.visitor_id
      SETTINGS join_algorithm = 'hash'`,
      batch,
    );
    await work(table);
  } finally {
    if (!isSmall(batch)) await empty();
  }
};

/** The contacts of a scratch table as rows that sum to the change: the present (sign 1), the previous (-1). */
export const changeOf = (batch: Batch, table: string): string => {
  const columns = 'visitor_id, at, ad_id, agent, landing, cost';
  const now = `SELECT ${columns}, came_ad, came_at, existing, had_last, had_middle, toInt64(1) AS sign FROM ${table}`;
  return isRebuildBatch(batch)
    ? now
    : `${now} UNION ALL SELECT ${columns}, ${came}, was_existing, was_last, was_middle, toInt64(-1) FROM (
    SELECT *, at AS ts, id AS interaction_id FROM ${table} WHERE id <= {contact_after: UInt64}) ${window('visitor_id')}`;
};
