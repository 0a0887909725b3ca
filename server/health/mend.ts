import { setTimeout } from 'node:timers/promises';
import type { Dependencies } from '../dependencies.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import { createCommandDeriver } from '../rollups/command-deriver.ts';
import { dropLeftTables, removeLeftRows, requestRebuild } from '../rollups/repair.ts';
import { removeMovedRows } from '../slices/moves/remove-moved-rows.ts';
import { migrateExclusively } from '../slices/open-slices.ts';
import type { Slice } from '../slices/slices.ts';
import { migrateColumnar } from '../store/clickhouse/migrations/migrate.ts';
import { readSchemaState } from '../store/clickhouse/migrations/schema-check.ts';
import { isRemovingRows } from '../store/clickhouse/rollups/removal.ts';
import { ROLLUP_NAMES } from '../store/clickhouse/rollups/rollups.ts';
import { BEHIND_AFTER_MS, type Finding, type MendTask } from './diagnosis.ts';
import { tablesOfEndedDerivers } from './slice-facts.ts';

type MendParts = Pick<Dependencies, 'db' | 'slices' | 'ids' | 'log' | 'clock'>;

/** What became of a finding. */
export interface Outcome {
  readonly isMended: boolean;
  /** What was done, or why nothing was. */
  readonly text: string;
}

const done = (text: string): Outcome => ({ isMended: true, text });
const left = (text: string): Outcome => ({ isMended: false, text });

/** For how long another process may be making a batch, and the store be removing rows. */
const BUSY_WAIT = { limitMs: MINUTE, pollMs: SECOND } as const;
const BUSY = 'Another process is making batches of rollups at the moment. Try again, or let it go on.';

/** Repeats an attempt until it succeeds, for a minute. */
const untilTrue = async (attempt: () => Promise<boolean>): Promise<boolean> => {
  for (const endMs = performance.now() + BUSY_WAIT.limitMs; ;) {
    if (await attempt()) return true;
    if (performance.now() > endMs) return false;
    await setTimeout(BUSY_WAIT.pollMs);
  }
};

/** Derives what is behind, where no other process derives at the moment. */
const derive = async (parts: MendParts, slice: Slice): Promise<Outcome> => {
  const deriver = createCommandDeriver(parts, slice);
  try {
    return (await untilTrue(() => deriver.refresh()))
      ? done('The rollups were derived up to the events that all collectors have loaded.')
      : left(BUSY);
  } finally {
    await deriver.close();
  }
};

const rebuild = async (parts: MendParts, slice: Slice, products: readonly number[]): Promise<Outcome> => {
  const its = { ...parts, slice: slice.name, columnar: slice.columnar };
  return (await untilTrue(() => requestRebuild(its, products))) ? derive(parts, slice) : left(BUSY);
};

/**
 * Creates missing tables and columns. A lost rollup would be empty while its state says that it is not, so that all are
 * dropped before, and made again.
 */
const migrate = async (parts: MendParts, slice: Slice, missing: readonly string[]): Promise<Outcome> => {
  const run = () => migrateColumnar(slice.columnar, migrateExclusively(parts.db));
  const areDerived = missing.some(name =>
    ROLLUP_NAMES.some(rollup => name === rollup || name.startsWith(`${rollup}.`)),
  );
  if (areDerived) {
    const deriver = createCommandDeriver(parts, slice);
    try {
      const failed = await deriver.dropAndRebuild(run);
      if (failed.length > 0)
        return left(`The rollups of the products ${failed.join(', ')} could not be made; the log says why.`);
    } finally {
      await deriver.close();
    }
  } else await run();
  const still = (await readSchemaState(slice.columnar)).missing;
  if (still.length > 0) return left(`Migrations do not create ${still.join(', ')}: restore a backup.`);
  return done(areDerived ? 'The migrations ran, and all rollups were made again.' : 'The migrations ran.');
};

const removeRows = async (parts: MendParts, { name, columnar }: Slice): Promise<Outcome> => {
  const its = { ...parts, slice: name, columnar };
  if (!(await untilTrue(() => removeLeftRows(its)))) return left(BUSY);
  return (await untilTrue(async () => !(await isRemovingRows(columnar))))
    ? done('The rows were removed.')
    : left('ClickHouse has begun to remove the rows, and continues.');
};

const mendTask = async (parts: MendParts, task: MendTask): Promise<Outcome> => {
  if (task.kind === 'remove-moved-rows')
    return (await removeMovedRows(parts))
      ? done('Late events were copied, and the rows were removed.')
      : left('Another process is removing them at the moment.');
  const slice = parts.slices.all.find(({ name }) => name === task.slice);
  if (slice === undefined) throw new TypeError(`${task.slice} is no slice`);
  switch (task.kind) {
    case 'migrate':
      return migrate(parts, slice, task.missing);
    case 'drop-tables': {
      const find = () => tablesOfEndedDerivers(parts, slice, parts.clock.now() - BEHIND_AFTER_MS);
      return (await dropLeftTables({ ...parts, slice: slice.name, columnar: slice.columnar }, find))
        ? done('The tables were dropped.')
        : left(`${BUSY} It drops them itself.`);
    }
    case 'remove-rows':
      return removeRows(parts, slice);
    case 'rebuild':
      return rebuild(parts, slice, task.products);
    case 'derive':
      return derive(parts, slice);
  }
};

/** Mends what is safe while programs run. A finding that must not be mended says why. */
export const mend = (parts: MendParts, finding: Finding): Promise<Outcome> =>
  typeof finding.mend === 'string' ? Promise.resolve(left(finding.mend)) : mendTask(parts, finding.mend);
