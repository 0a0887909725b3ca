import type { Columnar } from '../engine/columnar.ts';
import { rowsOf, SMALL } from '../engine/query.ts';
import { ROLLUP_NAMES, type RollupName } from './rollups.ts';

/** The size of a rollup on the disk of a server, with generations that no report reads and that are not yet removed. */
export interface RollupSize {
  readonly rollup: RollupName;
  readonly bytes: number;
  readonly rows: number;
}

/** Reads the sizes of all rollups, from what the store knows of its parts: no row is read. */
export const readRollupSizes = async (columnar: Columnar): Promise<readonly RollupSize[]> => {
  const found = await rowsOf<{ rollup: RollupName; bytes: string; rows: string }>(
    columnar,
    `SELECT table AS rollup, sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts
    WHERE active AND database = currentDatabase() AND table IN {names: Array(String)} GROUP BY table`,
    { names: ROLLUP_NAMES },
    undefined,
    SMALL,
  );
  const sizes = new Map(
    found.map(({ rollup, bytes, rows }) => [rollup, { bytes: Number(bytes), rows: Number(rows) }]),
  );
  return ROLLUP_NAMES.map(rollup => ({ rollup, ...(sizes.get(rollup) ?? { bytes: 0, rows: 0 }) }));
};
