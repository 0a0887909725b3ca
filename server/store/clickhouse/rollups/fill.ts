import type { Columnar } from '../engine/columnar.ts';
import { settleAll } from '../engine/settle-all.ts';
import { ofProduct } from './rollup.ts';
import { isRebuildBatch, monthsOf, rowsForBatch, runForBatch, type Batch } from './batch.ts';
import { newContacts } from './contact-sums.ts';
import type { CreditTable } from './paths.ts';
import { stagingName, type FillStatement, type Stage, type StageInputs, type StagingArea } from './rollup.ts';
import { ROLLUPS } from './rollups.ts';

/** The statements of a stage, each with its staging table. */
const statementsAt = <S extends Stage>(
  stage: S,
  area: StagingArea,
): readonly { readonly statement: FillStatement<S>; readonly into: string }[] =>
  ROLLUPS.flatMap(({ name, filledBy }) => {
    if ('view' in filledBy) return [];
    const statement = filledBy[stage];
    return statement === undefined ? [] : [{ statement, into: stagingName(name, area) }];
  });

/** Writes what a stage of a batch adds to rollups into their staging tables, all of them at once. */
const fillStage = <S extends Stage>(
  columnar: Columnar,
  batch: Batch,
  stage: S,
  input: StageInputs[S],
): Promise<void> =>
  settleAll(
    statementsAt(stage, batch.area).map(({ statement, into }) =>
      runForBatch(columnar, statement(batch, input, into), batch),
    ),
  );

/**
 * Fills what is derived from the contacts of a part of the visitors.
 *
 * @param hasConversions whether any visitor of the batch has a conversion
 */
export const fillFromVisitors = async (
  columnar: Columnar,
  batch: Batch,
  part: StageInputs['contacts'],
  hasConversions: boolean,
): Promise<void> => {
  const fillPaths = async () => {
    await fillStage(columnar, batch, 'buyers', part);
    await fillStage(columnar, batch, 'paths', part);
  };
  await settleAll([fillStage(columnar, batch, 'contacts', part), ...(hasConversions ? [fillPaths()] : [])]);
};

/** Whether a new contact of a month has a page, a device or an address that no row explains yet. */
const hasUnknownTexts = async (columnar: Columnar, batch: Batch, month: string): Promise<boolean> => {
  const known = (column: string, table: 'landing_page' | 'contact_seen') =>
    `SELECT ${column} FROM ${table} WHERE ${ofProduct}`;
  const seen = known('seen', 'contact_seen');
  const unknown = `(page_id NOT IN (${known('page', 'landing_page')}) OR agent_id NOT IN (${seen}) OR landing_id NOT IN (${seen}))`;
  const found = await rowsForBatch(
    columnar,
    `SELECT 1 FROM contact WHERE ${newContacts(batch, month)} AND ${unknown} LIMIT 1`,
    batch,
  );
  return found.length > 0;
};

/** Fills what is derived from the new events of a month. Few batches have texts that are not known yet. */
export const fillFromEvents = async (columnar: Columnar, batch: Batch, month: string): Promise<void> => {
  const fillTexts = async () => {
    if (isRebuildBatch(batch) || (await hasUnknownTexts(columnar, batch, month)))
      await fillStage(columnar, batch, 'texts', { month });
  };
  await settleAll([fillStage(columnar, batch, 'events', { month }), fillTexts()]);
};

/** Adds the credit of the staged paths, and subtracts that of earlier paths of the same conversions. */
export const fillCredit = async (columnar: Columnar, batch: Batch, table: CreditTable): Promise<void> => {
  const staged = stagingName('conversion_path', batch.area);
  const known = 'conversion_id <= {conversion_after: UInt64}';
  const [found] = await rowsForBatch<{ written: string; renewed: string }>(
    columnar,
    `SELECT count() AS written, countIf(${known}) AS renewed FROM ${staged}`,
    batch,
  );
  const add = async () => {
    for (const month of found?.written === '0' ? [] : await monthsOf(columnar, batch, [staged]))
      await fillStage(columnar, batch, 'credit', {
        change: 'add',
        paths: `${staged} WHERE ${month}`,
        table,
      });
  };
  const take = async () => {
    if (found?.renewed !== '0')
      await fillStage(columnar, batch, 'credit', {
        change: 'take',
        paths: `conversion_path FINAL WHERE ${ofProduct} AND (ts, conversion_id) IN (SELECT ts, conversion_id FROM ${staged} WHERE ${known})`,
        table,
      });
  };
  await settleAll([add(), take()]);
};

/** Fills what is derived from the results of a period. */
export const fillFromResults = (
  columnar: Columnar,
  batch: Batch,
  within: StageInputs['results']['within'],
): Promise<void> => fillStage(columnar, batch, 'results', { within });
