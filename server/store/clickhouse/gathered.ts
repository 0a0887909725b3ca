import type { Columnar } from './columnar.ts';
import { contactCounts } from './eligible.ts';
import { pageId } from './page.ts';
import { run } from './query.ts';
import { boundStep, eventsOf, isFirst, type Step } from './step.ts';

/**
 * The contacts of a part of the visitors that count, read once for all that is derived of them, and kept in the engine's memory meanwhile: visitor_id, at
 * (ms), id, ad_id, page, cost (1/100 yen), and of the contact before of the same visitor came_ad and came_at (ms), both 0 where there is none.
 */

/** How many parts are worked on at once, each in a table of its own. */
export const BENCHES = 2;

const came = 'lagInFrame(ad_id) OVER w AS came_ad, lagInFrame(at) OVER w AS came_at';
const window = (by: string) => `WINDOW w AS (PARTITION BY ${by} ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;

/** Has something made of the contacts of the visitors that `which` chooses. */
export const withGathered = async (columnar: Columnar, step: Step, which: string, bench: number, work: (table: string) => Promise<void>): Promise<void> => {
  const table = `gathered_${bench}`;
  const empty = () => run(columnar, `TRUNCATE TABLE ${table}`, {});
  // Of all contacts the window goes along the order of their table, so that they need not be sorted. Of a few the other columns are read for these alone.
  const first = isFirst(step);
  const counting = `${eventsOf('contact', 'upto')} AND ${contactCounts(step.rules)}`;
  await empty();
  try {
    await run(columnar, `
      INSERT INTO ${table} SELECT visitor_id, at, interaction_id, ad_id, page, cost, ${came} FROM (
        SELECT product_id, visitor_id, ts, toUnixTimestamp64Milli(ts) AS at, interaction_id, ad_id, ${pageId} AS page, toInt64(click_cost * 100) AS cost
        FROM contact ${first ? `WHERE ${counting} AND ${which}` : `PREWHERE ${which} WHERE ${counting}`}
      ) ${window(first ? 'product_id, visitor_id' : 'visitor_id')}`, boundStep(step));
    await work(table);
  } finally {
    await empty();
  }
};

/** The gathered contacts as lines that sum up to what a step changes: what there is now (sign 1), and what there was before it (sign -1); `more` makes a further column of each. */
export const changeOf = (step: Step, table: string, more: (reach: 'upto' | 'after') => string = () => '0 AS none'): string => {
  const now = `SELECT *, toInt64(1) AS sign, ${more('upto')} FROM ${table}`;
  return isFirst(step) ? now : `${now} UNION ALL SELECT visitor_id, at, id, ad_id, page, cost, ${came}, toInt64(-1) AS sign, ${more('after')} FROM (
    SELECT *, at AS ts, id AS interaction_id FROM ${table} WHERE id <= {contact_after: UInt64}) ${window('visitor_id')}`;
};
