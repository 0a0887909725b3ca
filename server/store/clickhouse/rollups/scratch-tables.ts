import type { Columnar } from '../engine/columnar.ts';
import { contactCounts, eventCounts } from '../events/eligible.ts';
import { run } from '../engine/query.ts';
import { eventsOf, isFirst, isSmall, runStep, type Step } from './batch.ts';

/**
 * The contacts of a part of the visitors that count, read once for all that is derived of them, and kept in
 * the engine's memory meanwhile: visitor_id, at
 * (ms), id, ad_id, page, agent, landing, cost (1/100 yen), of the contact before of the same visitor came_ad
 * and came_at (ms), both 0 where there is none, and
 * what conversions its visitor has: `existing` (a last one before the contact), had_last and had_middle (one
 * whenever), and the same without the step's own.
 */

/** How many parts are worked on at once, each in a table of its own. */
export const BENCHES = 2;

const came = 'lagInFrame(ad_id) OVER w AS came_ad, lagInFrame(at) OVER w AS came_at';
const window = (by: string) =>
  `WINDOW w AS (PARTITION BY ${by} ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;

/**
 * When each visitor made his first conversions, in ms; 0: none. Of all, and of those that were there before
 * the step.
 */
const firstSales = (step: Step, which: string): string => {
  const first = (type: 0 | 1, known = '') => `minIf(toUnixTimestamp64Milli(ts), cv_type = ${type}${known})`;
  const before = ' AND conversion_id <= {conversion_after: UInt64}';
  return `SELECT visitor_id, ${first(1)} AS last, ${first(0)} AS middle, ${first(1, before)} AS last_before, ${first(0, before)} AS middle_before
    FROM conversion WHERE ${eventsOf('conversion', 'upto')} AND ${eventCounts(step.rules)} AND ${which} GROUP BY visitor_id`;
};

/**
 * Has something made of the contacts of the visitors that `which` chooses. The table of the bench is empty
 * before; and afterwards, but for a small step's, which is over then: nothing is to wait for its emptying.
 */
export const withGathered = async (
  columnar: Columnar,
  step: Step,
  which: string,
  bench: number,
  work: (table: string) => Promise<void>,
): Promise<void> => {
  const table = `gathered_contacts_${bench}`;
  const empty = () => run(columnar, `TRUNCATE TABLE ${table}`, {});
  // Of all contacts the window goes along the order of their table, so that they need not be sorted. Of a few
  // the other columns are read for these alone.
  const first = isFirst(step);
  const counting = `${eventsOf('contact', 'upto')} AND ${contactCounts(step.rules)}`;
  try {
    await runStep(
      columnar,
      `
      INSERT INTO ${table} SELECT k.visitor_id, k.at, k.interaction_id, k.ad_id, k.page, k.agent, k.landing, k.cost, k.came_ad, k.came_at,
        s.last != 0 AND s.last < k.at, s.last != 0, s.middle != 0, s.last_before != 0 AND s.last_before < k.at, s.last_before != 0, s.middle_before != 0
      FROM (
        SELECT visitor_id, at, interaction_id, ad_id, page, agent, landing, cost, ${came} FROM (
          SELECT product_id, visitor_id, ts, toUnixTimestamp64Milli(ts) AS at, interaction_id, ad_id, page_id AS page, agent_id AS agent, landing_id AS landing, toInt64(click_cost * 100) AS cost
          FROM contact ${first ? `WHERE ${counting} AND ${which}` : `PREWHERE ${which} WHERE ${counting}`}
        ) ${window(first ? 'product_id, visitor_id' : 'visitor_id')}
      ) AS k LEFT JOIN (${firstSales(step, which)}) AS s ON s.visitor_id = k.visitor_id
      SETTINGS join_algorithm = 'hash'`,
      step,
    ); // those who bought are few
    await work(table);
  } finally {
    if (!isSmall(step)) await empty();
  }
};

/**
 * The gathered contacts as lines that sum up to what a step changes: what there is now (sign 1), and what
 * there was before it (sign -1).
 */
export const changeOf = (step: Step, table: string): string => {
  const columns = 'visitor_id, at, ad_id, agent, landing, cost';
  const now = `SELECT ${columns}, came_ad, came_at, existing, had_last, had_middle, toInt64(1) AS sign FROM ${table}`;
  return isFirst(step)
    ? now
    : `${now} UNION ALL SELECT ${columns}, ${came}, was_existing, was_last, was_middle, toInt64(-1) FROM (
    SELECT *, at AS ts, id AS interaction_id FROM ${table} WHERE id <= {contact_after: UInt64}) ${window('visitor_id')}`;
};
