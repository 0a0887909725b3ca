import type { Columnar } from '../engine/columnar.ts';
import { FEW, rowsOf, run } from '../engine/query.ts';
import { settleAll } from '../engine/settle-all.ts';

/**
 * Where a step writes: tables beside the derived ones and of the same structure. Readers go on reading what
 * was there, and whatever is cut off leaves
 * nothing behind but rows that the next step throws away. Only when all is written do the rows move, part by
 * part and without being read or written.
 */

/**
 * What holds sums, or lines that are summed, and can only be made afresh or added to. The paths are lines
 * instead, each under a version.
 */
export const SUMS = [
  'daily_credit',
  'daily_page_credit',
  'monthly_credit',
  'daily_contact',
  'contact_line',
  'daily_agent',
  'monthly_contact',
  'contact_seen',
  'daily_left_out',
  'daily_landing',
  'landing_page',
  'monthly_lull',
  'monthly_step',
  'monthly_way',
  'buyer',
  'result_line',
  'monthly_result',
] as const;
export const DERIVED = ['conversion_path', ...SUMS] as const;

export const stagedName = (table: (typeof DERIVED)[number]): string => `${table}_step`;

/** A stretch that a step has written. */
export interface Staged {
  readonly table: string;
  readonly partition: string;
}

export const stagedParts = (columnar: Columnar): Promise<Staged[]> =>
  rowsOf(
    columnar,
    `
  SELECT DISTINCT table, partition_id AS partition FROM system.parts WHERE active AND rows > 0 AND database = currentDatabase() AND table IN (${DERIVED.map(table => `'${stagedName(table)}'`).join(', ')})`,
    {},
  );

/**
 * What is noted while a step is made, in the engine's memory: whom it concerns, and what is being worked on.
 */
const NOTES = [
  'touched',
  'gathered_contacts_0',
  'gathered_contacts_1',
  'moved_result',
  'moved_conversion',
] as const;

const STEP = [...DERIVED.map(stagedName), ...NOTES].map(table => `'${table}'`).join(', ');

/** Throws away what a step has noted, and what one that was cut off has written. */
export const clearStaged = async (columnar: Columnar): Promise<void> => {
  // As a rule there is nothing: to ask costs what it takes to empty one table.
  const left = await rowsOf<{ name: string }>(
    columnar,
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN (${STEP}) AND total_rows > 0`,
    {},
    undefined,
    FEW,
  );
  await settleAll(left.map(({ name }) => run(columnar, `TRUNCATE TABLE ${name}`, {})));
};

/** Moves what a step has written to where it is read. */
export const moveStaged = async (columnar: Columnar, found: readonly Staged[]): Promise<void> => {
  // Of one table one after the other; each takes milliseconds.
  await settleAll(
    DERIVED.map(async table => {
      for (const { partition } of found.filter(one => one.table === stagedName(table)))
        await run(
          columnar,
          `ALTER TABLE ${stagedName(table)} MOVE PARTITION ID '${partition}' TO TABLE ${table}`,
          {},
        );
    }),
  );
};
