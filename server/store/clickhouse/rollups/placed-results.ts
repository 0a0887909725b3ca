import { dayOf, eventCounts, TOKYO } from '../events/eligible.ts';
import { ofProduct } from './rollup.ts';
import { scratchName, stagingName, type FillStatement, type StageInputs } from './rollup.ts';
import { eventsOf, isRebuildBatch, type Batch } from './batch.ts';

/**
 * The cost of results by the contact on the path of their conversion for which they were created. A batch
 * places all results again whose conversions or results changed: the present rows less the previous ones.
 */

type Within = StageInputs['results']['within'];

const AT = 'toUnixTimestamp64Milli(ts)';
const instantOf = (ms: string) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
const KEYS =
  'day, conversion_id, at, interaction_id, own_ad, placed, ad_id, agent, landing, hour, weekday, past';

/** Of the conversions that do not count those whose visitors had converted before: at, conversion_id. */
const existing = (batch: Batch, moved: string): string => {
  const uncounted = `SELECT ${AT} AS at, conversion_id, visitor_id FROM conversion WHERE ${eventsOf('conversion', 'upto')} AND NOT (${eventCounts(batch.rules)}) AND (ts, conversion_id) IN (SELECT ${instantOf('at')}, conversion_id FROM ${moved})`;
  const buyers = ['buyer', stagingName('buyer', batch.area)].map(
    table =>
      `SELECT visitor_id, lasts FROM ${table} WHERE ${ofProduct} AND notEmpty(lasts) AND visitor_id IN (SELECT visitor_id FROM (${uncounted}))`,
  );
  return `SELECT u.at, u.conversion_id FROM (${uncounted}) AS u INNER JOIN (SELECT visitor_id, min(lasts[1]) AS first_cv FROM (${(isRebuildBatch(batch) ? buyers.slice(1) : buyers).join(' UNION ALL ')}) GROUP BY visitor_id) AS f
    ON f.visitor_id = u.visitor_id WHERE f.first_cv < u.at`;
};

/** The paths of these conversions after the batch. */
const pathsOf = (batch: Batch, moved: string, within: Within): string => {
  const columns = `${AT} AS at, conversion_id, times, interaction_ids, ad_ids, agent_ids, landing_ids, first_cv`;
  const written = stagingName('conversion_path', batch.area);
  const [now, before] = [
    `SELECT ${columns} FROM ${written} WHERE ${within(AT)}`,
    `SELECT ${columns} FROM conversion_path FINAL WHERE ${ofProduct} AND ${within(AT)}
    AND (ts, conversion_id) IN (SELECT ${instantOf('at')}, conversion_id FROM ${moved}) AND (ts, conversion_id) NOT IN (SELECT ts, conversion_id FROM ${written})`,
  ];
  return isRebuildBatch(batch) ? now : `${now} UNION ALL ${before}`;
};

/** The present rows of the results of a period, and the previous ones with a negative sign. */
export const insertPlacedResults: FillStatement<'results'> = (batch, { within }, into) => {
  const moved = `(SELECT at, conversion_id FROM ${scratchName('moved_conversion', batch.area)} WHERE ${within('at')})`;
  const known = `${ofProduct} AND ${within('at')} AND (day, conversion_id) IN (SELECT ${dayOf('at')}, conversion_id FROM ${moved})`;
  const raw = 'SELECT at, conversion_id, interaction_id, own_ad, approved AS a, pending AS p FROM';
  const all = `${raw} ${scratchName('moved_result', batch.area)} WHERE ${within('at')}${isRebuildBatch(batch) ? '' : ` UNION ALL ${raw} result_line WHERE ${known}`}`;
  const ofContact = (value: string) => `if(i = 0, 0, ${value})`;
  const placed = `
    SELECT ${dayOf('r.at')} AS day, r.conversion_id AS conversion_id, r.at AS at, r.interaction_id AS interaction_id, r.own_ad AS own_ad, indexOf(p.interaction_ids, r.interaction_id) AS i, toUInt8(i > 0) AS placed,
      if(i = 0, r.own_ad, p.ad_ids[i]) AS ad_id, p.agent_ids[i] AS agent, p.landing_ids[i] AS landing,
      toUInt8(${ofContact(`intDiv(p.times[i] + ${TOKYO}, 3600000) % 24`)}) AS hour, toUInt8(${ofContact(`(intDiv(p.times[i] + ${TOKYO}, 86400000) + 4) % 7`)}) AS weekday,
      toUInt8(multiIf(p.conversion_id = 0, (r.at, r.conversion_id) IN (${existing(batch, moved)}), p.first_cv = 0, 0, i = 0, 1, p.first_cv < p.times[i], 3, p.first_cv < p.times[-1], 2, 1)) AS past,
      r.approved AS a, r.pending AS p
    FROM (SELECT at, conversion_id, interaction_id, own_ad, sum(a) AS approved, sum(p) AS pending FROM (${all}) GROUP BY at, conversion_id, interaction_id, own_ad HAVING approved != 0 OR pending != 0) AS r
    LEFT JOIN (${pathsOf(batch, moved, within)}) AS p ON p.conversion_id = r.conversion_id AND p.at = r.at`;
  const before = `SELECT ${KEYS}, -approved AS a, -pending AS p FROM result_line WHERE ${known}`;
  return `
    INSERT INTO ${into} SELECT {product: UInt32}, {generation: UInt64}, ${KEYS}, sum(a) AS approved, sum(p) AS pending
    FROM (SELECT ${KEYS}, a, p FROM (${placed})${isRebuildBatch(batch) ? '' : ` UNION ALL ${before}`}) GROUP BY ${KEYS} HAVING approved != 0 OR pending != 0`;
};
