import type { Columnar } from '../engine/columnar.ts';
import { dayOf } from '../events/eligible.ts';
import { rowsOf, run } from '../engine/query.ts';
import { ofProduct } from './rollup.ts';
import { fillFromResults } from './fill.ts';
import { scratchName, type StageInputs, type StagingArea } from './rollup.ts';
import { RESULT_COLUMNS } from './scratch-tables.ts';
import { isRebuildBatch, rowsForBatch, runForBatch, touchedVisitorsTable, type Batch } from './batch.ts';

/**
 * Placement of results on the paths of their conversions. A batch takes over the changes of results from
 * PostgreSQL, and places again all results of these conversions and of visitors with new events.
 */

const COLUMNS = Object.entries(RESULT_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

/**
 * Results as a table with the columns of `RESULT_COLUMNS`, for a FROM clause.
 *
 * @param lines their values separated by tabs; they become part of the query, so some ten thousands at most
 * @throws {RangeError} a value is no number
 */
export const resultsIn = (lines: string): string => {
  if (!/^[\d\t\n-]*$/.test(lines)) throw new RangeError('result lines may contain numbers only');
  return `format(TSV, '${COLUMNS}', '${lines}')`;
};

/** Stores changes of results to place. @param lines as of `resultsIn` */
export const noteResults = (columnar: Columnar, area: StagingArea, lines: string): Promise<void> =>
  run(columnar, `INSERT INTO ${scratchName('moved_result', area)} SELECT * FROM ${resultsIn(lines)}`, {});

/** Of more changed results one month is placed at a time. */
const MAX_RESULTS_AT_ONCE = 200_000;
type Within = StageInputs['results']['within'];
const ALL_ROWS: Within = () => '1';

const periodsOf = async (columnar: Columnar, conversions: string, moved: number): Promise<Within[]> => {
  if (moved <= MAX_RESULTS_AT_ONCE) return [ALL_ROWS];
  const found = await rowsOf<{ month: number }>(
    columnar,
    `SELECT DISTINCT toYYYYMM(fromUnixTimestamp64Milli(at, 'UTC')) AS month FROM ${conversions} ORDER BY month`,
    {},
  );
  return found.map(({ month }) => {
    const begin = (more: number) => Date.UTC(Math.floor(month / 100), (month % 100) - 1 + more);
    return ms => `${ms} >= ${begin(0)} AND ${ms} < ${begin(1)}`;
  });
};

const AT = 'toUnixTimestamp64Milli(ts)';
const ofTouched = (batch: Batch): string =>
  `product_id = {product: UInt32} AND conversion_id <= {conversion_upto: UInt64} AND visitor_id IN (SELECT visitor_id FROM ${touchedVisitorsTable(batch)})`;

/**
 * Places results once the paths of a batch are staged: the changed ones, and those of visitors with new events.
 *
 * @param moved number of changed results
 * @param hasConversions whether any visitor of the batch has a conversion
 */
export const placeChangedResults = async (
  columnar: Columnar,
  batch: Batch,
  moved: number,
  hasConversions: boolean,
): Promise<void> => {
  const isTouching = hasConversions && !isRebuildBatch(batch);
  if (moved === 0 && !isTouching) return;
  // Few batches concern existing results: a path mostly has its contacts before it has results.
  if (
    moved === 0 &&
    (
      await rowsForBatch(
        columnar,
        `SELECT 1 FROM result_line WHERE ${ofProduct} AND (day, conversion_id) IN (SELECT ${dayOf(AT)}, conversion_id FROM conversion WHERE ${ofTouched(batch)}) LIMIT 1`,
        batch,
      )
    ).length === 0
  )
    return;
  const [results, conversions] = [
    scratchName('moved_result', batch.area),
    scratchName('moved_conversion', batch.area),
  ];
  await runForBatch(
    columnar,
    `INSERT INTO ${conversions} SELECT DISTINCT at, conversion_id FROM (SELECT at, conversion_id FROM ${results}${isTouching ? ` UNION ALL SELECT ${AT}, conversion_id FROM conversion WHERE ${ofTouched(batch)}` : ''})`,
    batch,
  );
  for (const within of await periodsOf(columnar, conversions, moved))
    await fillFromResults(columnar, batch, within);
};
