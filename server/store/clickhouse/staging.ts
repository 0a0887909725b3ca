import type { Columnar } from './columnar.ts';
import { rowsOf, run } from './query.ts';

/**
 * Where a step writes: tables beside the derived ones and of the same structure. Readers go on reading what was there, and whatever is cut off leaves
 * nothing behind but rows that the next step throws away. Only when all is written do the rows move, part by part and without being read or written.
 */

/** What holds sums, and can only be made afresh or added to. The paths are lines instead, each under a version. */
export const SUMS = ['daily_credit', 'daily_page_credit', 'daily_contact', 'daily_left_out', 'daily_landing', 'landing_page', 'monthly_sequence', 'monthly_step', 'buyer'] as const;
export const DERIVED = ['conversion_path', ...SUMS] as const;

export const stagedName = (table: (typeof DERIVED)[number]): string => `${table}_step`;

const written = (columnar: Columnar): Promise<{ table: string; partition: string }[]> => rowsOf(columnar, `
  SELECT DISTINCT table, partition_id AS partition FROM system.parts WHERE active AND rows > 0 AND database = currentDatabase() AND table IN (${DERIVED.map(table => `'${stagedName(table)}'`).join(', ')})`, {});

/** Throws away what a step that was cut off has left. */
export const clearStaged = async (columnar: Columnar): Promise<void> => {
  for (const table of new Set((await written(columnar)).map(one => one.table))) await run(columnar, `TRUNCATE TABLE ${table}`, {});
};

/** Moves what a step has written to where it is read. */
export const moveStaged = async (columnar: Columnar): Promise<void> => {
  const found = await written(columnar);
  // Of one table one after the other; each takes milliseconds.
  await Promise.all(DERIVED.map(async table => {
    for (const { partition } of found.filter(one => one.table === stagedName(table))) await run(columnar, `ALTER TABLE ${stagedName(table)} MOVE PARTITION ID '${partition}' TO TABLE ${table}`, {});
  }));
};
