import { randomBytes } from 'node:crypto';
import type { Dependencies, ProductDependencies } from '../dependencies.ts';
import {
  isCurrent,
  NO_EVENTS,
  writeState,
  type Derived,
  type Filled,
} from '../store/clickhouse/rollups/derived.ts';
import { removeOtherGenerations } from '../store/clickhouse/rollups/removal.ts';
import { createEnding, type Ending } from '../store/clickhouse/engine/cancellation.ts';
import { PARALLEL_PARTS, withContacts } from '../store/clickhouse/rollups/scratch-tables.ts';
import { fillCredit, fillFromEvents, fillFromVisitors } from '../store/clickhouse/rollups/fill.ts';
import type { CreditTable } from '../store/clickhouse/rollups/paths.ts';
import type { CountingRules } from '../attribution/measurement-rules.ts';
import { noteResults, placeChangedResults } from '../store/clickhouse/rollups/result-placement.ts';
import type { StagingArea } from '../store/clickhouse/rollups/rollup.ts';
import { clearStaged, moveStaged, stagedParts } from '../store/clickhouse/rollups/staging.ts';
import { readProductWatermarks, type ProductWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import {
  isRebuildBatch,
  monthsOf,
  storeTouchedVisitors,
  partsOf,
  queueOf,
  findNewEvents,
  type Batch,
} from '../store/clickhouse/rollups/batch.ts';
import { answersOf, settleAll } from '../store/clickhouse/engine/settle-all.ts';
import { moveRows, whileHeld, type ProductHold } from '../store/postgres/reports/derivation-lock.ts';
import {
  forgetChanges,
  hasChanges,
  takeChanges,
  takeResults,
} from '../store/postgres/results/result-changes-feed.ts';

/** Where a caller that shares its stores with no other program makes a batch. */
const UNSHARED_LARGE: StagingArea = { queue: 'large', owner: null };

/** Limit in ms for which rows wait for a report that blocks their move. */
const READER_WAIT_MS = 3_000;

const largerOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/**
 * Fills the rollups from the events of a batch: part by part of the visitors, and month by month of what needs
 * no visitor; then the credit of all staged paths.
 *
 * @param hasConversions whether any visitor of the batch has a conversion
 */
const fillRollups = async (
  { columnar, isDue }: Pick<Ending, 'columnar' | 'isDue'>,
  batch: Batch,
  table: CreditTable,
  hasConversions: boolean,
): Promise<void> => {
  const fillVisitors = (which: string) => (worker: number) =>
    withContacts(columnar, batch, which, worker, contacts =>
      fillFromVisitors(columnar, batch, { which, contacts }, hasConversions),
    );
  const tasks: ((worker: number) => Promise<void>)[] = [
    ...partsOf(batch).map(fillVisitors),
    ...(await monthsOf(columnar, batch, ['contact', 'conversion'])).map(
      month => () => fillFromEvents(columnar, batch, month),
    ),
  ];
  let failed = false;
  await settleAll(
    Array.from({ length: PARALLEL_PARTS }, async (_, worker) => {
      for (let work = tasks.shift(); work !== undefined && !failed && !isDue(); work = tasks.shift()) {
        await work(worker).catch((error: unknown) => {
          failed = true;
          throw error;
        });
      }
    }),
  );
  if (hasConversions && !isDue()) await fillCredit(columnar, batch, table);
};

/** The state of the derived rows; empty where they need a rebuild, or one is wanted. */
export const derivedUpTo = (before: Derived | null, rules: CountingRules, isRebuild: boolean): Filled =>
  isRebuild || before === null || before.rules !== rules.fingerprint || before.ready === 0
    ? NO_EVENTS
    : before;

/**
 * The number of a new generation, which no rows have: those of a rebuild that was interrupted in its move would be
 * counted too. Ids and versions may repeat after the clock was set back.
 */
const newGeneration = (): string => String(randomBytes(8).readBigUInt64BE());

/**
 * Prepares the staging tables for a batch, and determines its contents.
 *
 * @param added the batch that adds to the derived rows
 * @param generation theirs
 * @param isUpToDate whether all events are derived already
 * @returns the batch to take, and whether it concerns any visitor who ever converted
 */
const prepareBatch = async (
  columnar: ProductDependencies['columnar'],
  added: Omit<Batch, 'generation'>,
  generation: string,
  isUpToDate: boolean,
): Promise<{ readonly batch: Batch; readonly hasConversions: boolean }> => {
  const isAdded = !isUpToDate && added.after !== NO_EVENTS;
  const adding: Batch = { ...added, generation };
  const prepare = async () => {
    await clearStaged(columnar, added.area);
    if (isAdded) await storeTouchedVisitors(columnar, adding);
  };
  const [{ appended, hasConversions }] = await answersOf(
    isAdded
      ? findNewEvents(columnar, adding)
      : Promise.resolve({ appended: isUpToDate, hasConversions: !isUpToDate }),
    prepare(),
  );
  const rebuilding: Batch = { ...added, after: NO_EVENTS, generation: newGeneration() };
  return {
    batch: appended && !isRebuildBatch(added) ? adding : rebuilding,
    hasConversions: hasConversions || !appended,
  };
};

/**
 * The versions of a batch and of the results that it takes over. The clock that ids follow may have been set back since
 * the stored state was written, or another program's clock may have been ahead: rows under a lower number would never be
 * read, and every run would derive them again.
 */
const nextVersions = (ids: Dependencies['ids'], before: Derived | null, hasResults: boolean) => {
  const version = largerOf(ids.next(), BigInt(before?.version ?? '0') + 1n);
  const results = hasResults ? largerOf(version, BigInt(before?.results ?? '0') + 1n) : 0n;
  return { version: String(version), results: String(results) };
};

/** What derived rows have: the version of their results, and their generation. */
const derivedVersionsOf = (before: Derived | null) => ({
  resultsVersion: before?.results ?? '0',
  generation: before?.generation ?? '0',
});

type ResultsStore = Dependencies['db'] | null;
/**
 * Stages the changes of results.
 *
 * @param resultsVersion the version of the results that derived rows have
 * @param results the version that they get
 */
const stageResults = async (
  columnar: ProductDependencies['columnar'],
  db: ResultsStore,
  batch: Batch,
  { resultsVersion, results }: { readonly resultsVersion: string; readonly results: string },
) => {
  if (db === null) return 0;
  const { productId } = batch.rules;
  const note = (lines: string) => noteResults(columnar, batch.area, lines);
  return isRebuildBatch(batch)
    ? takeResults(db, productId, results, note)
    : takeChanges(db, productId, resultsVersion, results, note);
};

/**
 * Publishes the staged rows of a batch to the tables that reports read; the state records that rows are
 * moving.
 */
const publishBatch = async (
  { columnar, ids }: Pick<ProductDependencies, 'columnar' | 'ids'>,
  batch: Batch,
  results: string,
): Promise<void> => {
  const { rules, after, upTo, area, generation } = batch;
  // The state says since when rows are moving: a large batch began long before.
  const version = largerOf(ids.next(), BigInt(batch.version) + 1n);
  const state = (ready: 0 | 1, filled: Filled): Derived => ({
    ...filled,
    rules: rules.fingerprint,
    generation,
    ready,
    version: String(version + BigInt(ready)),
    results,
  });
  const [written] = await answersOf(
    stagedParts(columnar, area),
    // Reports have the rows of another generation while those of a new one are moving.
    isRebuildBatch(batch) ? Promise.resolve() : writeState(columnar, rules.productId, state(0, after)),
  );
  await moveStaged(columnar, area, written);
  await writeState(columnar, rules.productId, state(1, upTo));
};

/** Runs a change of rollups while the lock of the product is held. @param hold null: the caller has no lock */
const changeWhileHeld = (
  db: ResultsStore,
  hold: ProductHold | null,
  change: () => Promise<void>,
): Promise<void> => (db === null || hold === null ? change() : whileHeld(db, hold, change));

/** The same while no report reads that would otherwise never see stable rows. */
const publishWhileStill = (
  { db, ...parts }: Pick<ProductDependencies, 'columnar' | 'ids'> & { readonly db: ResultsStore },
  batch: Batch,
  results: string,
  hold: ProductHold | null,
): Promise<void> => {
  const publish = () => publishBatch(parts, batch, results);
  const publishStill = () => (db === null ? publish() : moveRows(db, READER_WAIT_MS, publish));
  return changeWhileHeld(db, hold, publishStill);
};

/** Whether results changed after a version. */
const lacksResults = async (db: ResultsStore, productId: number, resultsVersion: string): Promise<boolean> =>
  db !== null && hasChanges(db, productId, resultsVersion);

/** Removes the leftovers of a published batch. */
const removeLeftovers = async (
  columnar: ProductDependencies['columnar'],
  db: ResultsStore,
  batch: Batch,
  results: string,
  hold: ProductHold | null,
): Promise<void> => {
  const { rules, area, generation } = batch;
  const removeOthers = () => removeOtherGenerations(columnar, rules.productId, generation);
  await answersOf(
    clearStaged(columnar, area),
    isRebuildBatch(batch) ? changeWhileHeld(db, hold, removeOthers) : Promise.resolve(),
    db === null ? Promise.resolve() : forgetChanges(db, rules.productId, results),
  );
};

/**
 * `current`: there was nothing to do. `large`: nothing was done, since the batch of the queue `small` needs the queue
 * `large`: it has late events, which renew everything.
 */
export type DeriveOutcome = 'current' | 'derived' | 'large';

interface DeriveOptions {
  /** The watermarks; default: read from the store. */
  readonly watermarks?: ProductWatermarks | undefined;
  /** Aborts everything except the move of rows. */
  readonly ending?: Pick<Ending, 'columnar' | 'isDue'>;
  /** Whose staging tables to use; the queue `small` refuses a batch that is found to be large. */
  readonly area?: StagingArea;
  /** Makes a new generation of all rows, also where nothing requires it. */
  readonly isRebuild?: boolean;
  /** The lock of the product; null: nobody else derives it. */
  readonly hold?: ProductHold | null;
  /** Runs as soon as reports have the rows. */
  readonly onPublished?: (() => void) | undefined;
}

/**
 * Updates the derived rows of one product to the loaded events, its results and its rules: incrementally, or
 * by a rebuild where the rules changed, where past events were added, or where an earlier run was interrupted
 * while rows moved.
 *
 * A batch writes to staging tables while reports read the published ones. Reports wait only for the short move
 * of the rows, which the state records; an interruption at any time leaves every report correct.
 *
 * @param db the store of the results; null: there are none
 */
export const deriveProduct = async (
  {
    columnar,
    db,
    ids,
  }: Pick<ProductDependencies, 'columnar' | 'ids'> & { readonly db: Dependencies['db'] | null },
  rules: CountingRules,
  table: CreditTable,
  {
    watermarks,
    ending = createEnding(columnar, new AbortController().signal),
    area = UNSHARED_LARGE,
    isRebuild = false,
    hold = null,
    onPublished,
  }: DeriveOptions = {},
): Promise<DeriveOutcome> => {
  const { productId } = rules;
  const { columnar: endable } = ending;
  const { filled: upTo, derived: before } = watermarks ?? (await readProductWatermarks(endable, productId));
  const { resultsVersion, generation } = derivedVersionsOf(before);
  const isUpToDate = !isRebuild && isCurrent(before, upTo, rules);
  if (isUpToDate && !(await lacksResults(db, productId, resultsVersion))) return 'current';
  const { version, results } = nextVersions(ids, before, db !== null);
  const { batch, hasConversions } = await prepareBatch(
    endable,
    { rules, after: derivedUpTo(before, rules, isRebuild), upTo, version, area },
    generation,
    isUpToDate,
  );
  if (area.queue === 'small' && queueOf(batch) === 'large') return 'large';
  const [moved] = await answersOf(
    stageResults(endable, db, batch, { resultsVersion, results }),
    isUpToDate ? Promise.resolve() : fillRollups(ending, batch, table, hasConversions),
  );
  if (ending.isDue()) return 'derived';
  await placeChangedResults(endable, batch, moved, hasConversions);
  await publishWhileStill({ columnar, ids, db }, batch, results, hold);
  // Reports have all rows from here on: the remaining work delays no reader.
  onPublished?.();
  await removeLeftovers(columnar, db, batch, results, hold);
  return 'derived';
};
