import type { Columnar } from '../engine/columnar.ts';
import { dayOf, eventCounts, TOKYO } from '../events/eligible.ts';
import { rowsOf, run } from '../engine/query.ts';
import { ofProduct } from '../queries/scope.ts';
import { stagedName } from './staging.ts';
import { eventsOf, isFirst, rowsOfStep, runStep, type Step } from './batch.ts';

/**
 * What results cost, where the contacts stand on the paths of their conversions that they were made for. A
 * step takes over what was changed of results, and places anew all of the
 * conversions that this is of, and those of visitors that something is new of: what there is now less what
 * there was, as with all sums.
 */

const COLUMNS =
  'at Int64, conversion_id UInt64, interaction_id UInt64, own_ad UInt32, approved Int64, pending Int64';

/**
 * Results as a table: at (ms), conversion_id, interaction_id, own_ad, approved, pending.
 *
 * @param lines of these with tabs between them, some ten thousands at most: they stand in the text of a query
 */
export const resultsIn = (lines: string): string => {
  if (!/^[\d\t\n-]*$/.test(lines)) throw new RangeError('results are told by numbers');
  return `format(TSV, '${COLUMNS}', '${lines}')`;
};

/** Notes what was changed of results. @param lines as `resultsIn` takes them */
export const noteResults = (columnar: Columnar, lines: string): Promise<void> =>
  run(columnar, `INSERT INTO moved_result SELECT * FROM ${resultsIn(lines)}`, {});

/** Of more results at once a month is worked on at a time. */
const AT_ONCE = 200_000;
type Stretch = (ms: string) => string;
const ALL_ROWS: Stretch = () => '1';

const stretchesOf = async (columnar: Columnar, moved: number): Promise<Stretch[]> => {
  if (moved <= AT_ONCE) return [ALL_ROWS];
  const found = await rowsOf<{ month: number }>(
    columnar,
    "SELECT DISTINCT toYYYYMM(fromUnixTimestamp64Milli(at, 'UTC')) AS month FROM moved_conversion ORDER BY month",
    {},
  );
  return found.map(({ month }) => {
    const begin = (more: number) => Date.UTC(Math.floor(month / 100), (month % 100) - 1 + more);
    return ms => `${ms} >= ${begin(0)} AND ${ms} < ${begin(1)}`;
  });
};

const ofTouched = `product_id = {product: UInt32} AND conversion_id <= {conversion_upto: UInt64} AND visitor_id IN (SELECT visitor_id FROM touched)`;
const AT = 'toUnixTimestamp64Milli(ts)';
const instantOf = (ms: string) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
const KEYS =
  'day, conversion_id, at, interaction_id, own_ad, placed, ad_id, agent, landing, hour, weekday, past';

/** The conversions that do not count of visitors who had converted before: at, conversion_id. */
const existing = (step: Step, moved: string): string => {
  const uncounted = `SELECT ${AT} AS at, conversion_id, visitor_id FROM conversion WHERE ${eventsOf('conversion', 'upto')} AND NOT (${eventCounts(step.rules)}) AND (ts, conversion_id) IN (SELECT ${instantOf('at')}, conversion_id FROM ${moved})`;
  const buyers = ['buyer', stagedName('buyer')].map(
    table =>
      `SELECT visitor_id, lasts FROM ${table} WHERE ${ofProduct} AND notEmpty(lasts) AND visitor_id IN (SELECT visitor_id FROM (${uncounted}))`,
  );
  return `SELECT u.at, u.conversion_id FROM (${uncounted}) AS u INNER JOIN (SELECT visitor_id, min(lasts[1]) AS first_cv FROM (${(isFirst(step) ? buyers.slice(1) : buyers).join(' UNION ALL ')}) GROUP BY visitor_id) AS f
    ON f.visitor_id = u.visitor_id WHERE f.first_cv < u.at`;
};

/** The paths of these conversions as they will stand after the step. */
const pathsOf = (step: Step, moved: string, within: Stretch): string => {
  const columns = `${AT} AS at, conversion_id, times, interaction_ids, ad_ids, agent_ids, landing_ids, first_cv`;
  const written = stagedName('conversion_path');
  const [now, before] = [
    `SELECT ${columns} FROM ${written} WHERE ${within(AT)}`,
    `SELECT ${columns} FROM conversion_path FINAL WHERE ${ofProduct} AND ${within(AT)}
    AND (ts, conversion_id) IN (SELECT ${instantOf('at')}, conversion_id FROM ${moved}) AND (ts, conversion_id) NOT IN (SELECT ts, conversion_id FROM ${written})`,
  ];
  return isFirst(step) ? now : `${now} UNION ALL ${before}`;
};

/** Writes where results stand now, less where they stood. */
const place = (columnar: Columnar, step: Step, within: Stretch): Promise<void> => {
  const moved = `(SELECT at, conversion_id FROM moved_conversion WHERE ${within('at')})`;
  const known = `${ofProduct} AND ${within('at')} AND (day, conversion_id) IN (SELECT ${dayOf('at')}, conversion_id FROM ${moved})`;
  const raw = 'SELECT at, conversion_id, interaction_id, own_ad, approved AS a, pending AS p FROM';
  const all = `${raw} moved_result WHERE ${within('at')}${isFirst(step) ? '' : ` UNION ALL ${raw} result_line WHERE ${known}`}`;
  const ofContact = (value: string) => `if(i = 0, 0, ${value})`;
  const placed = `
    SELECT ${dayOf('r.at')} AS day, r.conversion_id AS conversion_id, r.at AS at, r.interaction_id AS interaction_id, r.own_ad AS own_ad, indexOf(p.interaction_ids, r.interaction_id) AS i, toUInt8(i > 0) AS placed,
      if(i = 0, r.own_ad, p.ad_ids[i]) AS ad_id, p.agent_ids[i] AS agent, p.landing_ids[i] AS landing,
      toUInt8(${ofContact(`intDiv(p.times[i] + ${TOKYO}, 3600000) % 24`)}) AS hour, toUInt8(${ofContact(`(intDiv(p.times[i] + ${TOKYO}, 86400000) + 4) % 7`)}) AS weekday,
      toUInt8(multiIf(p.conversion_id = 0, (r.at, r.conversion_id) IN (${existing(step, moved)}), p.first_cv = 0, 0, i = 0, 1, p.first_cv < p.times[i], 3, p.first_cv < p.times[-1], 2, 1)) AS past,
      r.approved AS a, r.pending AS p
    FROM (SELECT at, conversion_id, interaction_id, own_ad, sum(a) AS approved, sum(p) AS pending FROM (${all}) GROUP BY at, conversion_id, interaction_id, own_ad HAVING approved != 0 OR pending != 0) AS r
    LEFT JOIN (${pathsOf(step, moved, within)}) AS p ON p.conversion_id = r.conversion_id AND p.at = r.at`;
  const before = `SELECT ${KEYS}, -approved AS a, -pending AS p FROM result_line WHERE ${known}`;
  return runStep(
    columnar,
    `
    INSERT INTO ${stagedName('result_line')} SELECT {product: UInt32}, {rules: UInt64}, ${KEYS}, sum(a) AS approved, sum(p) AS pending
    FROM (SELECT ${KEYS}, a, p FROM (${placed})${isFirst(step) ? '' : ` UNION ALL ${before}`}) GROUP BY ${KEYS} HAVING approved != 0 OR pending != 0`,
    step,
  );
};

/**
 * Places results, after the paths of a step are written: those that were noted, and those of visitors that
 * something is new of.
 *
 * @param moved how many lines were noted
 * @param sells whether anybody of whom something is new ever converted
 */
export const sumResults = async (
  columnar: Columnar,
  step: Step,
  moved: number,
  sells: boolean,
): Promise<void> => {
  const isTouching = sells && !isFirst(step);
  if (moved === 0 && !isTouching) return;
  // Hardly any step concerns results that are there: a path has its contacts before it has results.
  if (
    moved === 0 &&
    (
      await rowsOfStep(
        columnar,
        `SELECT 1 FROM result_line WHERE ${ofProduct} AND (day, conversion_id) IN (SELECT ${dayOf(AT)}, conversion_id FROM conversion WHERE ${ofTouched}) LIMIT 1`,
        step,
      )
    ).length === 0
  )
    return;
  await runStep(
    columnar,
    `INSERT INTO moved_conversion SELECT DISTINCT at, conversion_id FROM (SELECT at, conversion_id FROM moved_result${isTouching ? ` UNION ALL SELECT ${AT}, conversion_id FROM conversion WHERE ${ofTouched}` : ''})`,
    step,
  );
  for (const within of await stretchesOf(columnar, moved)) await place(columnar, step, within);
};
