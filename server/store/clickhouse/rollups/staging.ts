import type { Columnar } from '../engine/columnar.ts';
import { FEW, rowsOf, run } from '../engine/query.ts';
import { settleAll } from '../engine/settle-all.ts';
import { scratchName, stagingName, type StagingArea } from './rollup.ts';
import { ROLLUP_NAMES } from './rollups.ts';
import { SCRATCH_TABLES } from './scratch-tables.ts';

/**
 * Staging: a batch writes to tables beside the rollups, of the same structure, while reports read the rollups.
 * An interrupted batch leaves only staged rows, which the next one discards. When all rows are written, their
 * parts move into place without being read or copied.
 */

/** A partition that a batch has written. */
export interface Staged {
  readonly table: string;
  readonly partition: string;
}

const quoted = (names: readonly string[]): string => names.map(name => `'${name}'`).join(', ');

const stagingNames = (area: StagingArea): readonly string[] =>
  ROLLUP_NAMES.map(rollup => stagingName(rollup, area));

export const stagedParts = (columnar: Columnar, area: StagingArea): Promise<Staged[]> =>
  rowsOf(
    columnar,
    `
  SELECT DISTINCT table, partition_id AS partition FROM system.parts WHERE active AND rows > 0 AND database = currentDatabase() AND table IN (${quoted(stagingNames(area))})`,
    {},
  );

/** Empties the tables of an area, also of what an interrupted batch has left. */
export const clearStaged = async (columnar: Columnar, area: StagingArea): Promise<void> => {
  const written = [
    ...stagingNames(area),
    ...Object.keys(SCRATCH_TABLES).map(table => scratchName(table, area)),
  ];
  // Usually all are empty: one query for the others costs as much as emptying one table.
  const left = await rowsOf<{ name: string }>(
    columnar,
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN (${quoted(written)}) AND total_rows > 0`,
    {},
    undefined,
    FEW,
  );
  await settleAll(left.map(({ name }) => run(columnar, `TRUNCATE TABLE ${name}`, {})));
};

/** Publishes the staged partitions: moves them to the tables that reports read. */
export const moveStaged = async (
  columnar: Columnar,
  area: StagingArea,
  found: readonly Staged[],
): Promise<void> => {
  // The partitions of one table move one after the other; each takes milliseconds.
  await settleAll(
    ROLLUP_NAMES.map(async rollup => {
      const staging = stagingName(rollup, area);
      for (const { partition } of found.filter(({ table }) => table === staging))
        await run(columnar, `ALTER TABLE ${staging} MOVE PARTITION ID '${partition}' TO TABLE ${rollup}`, {});
    }),
  );
};
