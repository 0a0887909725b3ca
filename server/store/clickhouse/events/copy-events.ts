import type { Columnar } from '../engine/columnar.ts';
import { TargetInUse } from '../../../platform/target-in-use.ts';
import { rowsOf } from '../engine/query.ts';
import { columnsOf, copyRows, TABLES } from './copy-rows.ts';
import type { EventTable } from './load.ts';

/**
 * Copy of the events into another server, part by part: the partition of a month. Rollups are not copied: they are
 * derived from the events.
 */

/** Number of rows, and a sum over all their values that does not depend on their order. */
interface Content {
  readonly rows: string;
  readonly digest: string;
}
/** A month of an event table. */
export interface CopiedMonth {
  readonly table: EventTable;
  /** As `202611`. */
  readonly month: string;
  readonly rows: number;
  /** An earlier, interrupted run had copied it. */
  readonly wasThere: boolean;
}

/** Names the events' origin in a server that receives them, until all of them are there. */
const MARKER = 'moving_events';

const monthsOf = async (columnar: Columnar, table: EventTable): Promise<string[]> =>
  (
    await rowsOf<{ month: string }>(
      columnar,
      'SELECT DISTINCT partition_id AS month FROM system.parts WHERE active AND rows > 0 AND database = currentDatabase() AND table = {table: String} ORDER BY month',
      { table },
    )
  ).map(({ month }) => month);

const contentOf = async (
  columnar: Columnar,
  table: EventTable,
  columns: string,
  month: string,
): Promise<Content> => {
  const [content] = await rowsOf<Content>(
    columnar,
    `SELECT toString(count()) AS rows, toString(sum(cityHash64(${columns}))) AS digest FROM ${table} WHERE _partition_id = {month: String}`,
    { month },
  );
  return content ?? { rows: '0', digest: '0' };
};

/**
 * Copies all events. Months that an interrupted run has copied stay; a month that it has copied in part is copied again.
 *
 * @param origin identifies the installation
 * @returns months as they are copied; every value of a month is the same in both stores
 * @throws {TargetInUse} the target has events that this installation did not copy
 */
export async function* copyEvents(
  source: Columnar,
  target: Columnar,
  origin: string,
): AsyncGenerator<CopiedMonth> {
  await claimTarget(target, origin);
  for (const table of TABLES) {
    const columns = await columnsOf(source, table);
    for (const month of await monthsOf(source, table)) {
      const wanted = await contentOf(source, table, columns, month);
      const isThere = async () => {
        const found = await contentOf(target, table, columns, month);
        return found.rows === wanted.rows && found.digest === wanted.digest;
      };
      const wasThere = await isThere();
      if (!wasThere) {
        await target.command({ query: `ALTER TABLE ${table} DROP PARTITION ID '${month}'` });
        await copyRows(source, target, {
          table,
          columns,
          rows: Number(wanted.rows),
          where: '_partition_id = {month: String}',
          bound: { month },
        });
        if (!(await isThere())) throw new Error(`The copy of ${table} ${month} differs from its source.`);
      }
      yield { table, month, rows: Number(wanted.rows), wasThere };
    }
  }
}

const hasEvents = async (columnar: Columnar): Promise<boolean> =>
  (await rowsOf(columnar, TABLES.map(table => `(SELECT 1 FROM ${table} LIMIT 1)`).join(' UNION ALL '), {}))
    .length > 0;

/** Marks an empty target, so that a later run knows its events. */
const claimTarget = async (target: Columnar, origin: string): Promise<void> => {
  const marker = await rowsOf(
    target,
    'SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = {name: String}',
    { name: MARKER },
  );
  if (marker.length === 0) {
    if (await hasEvents(target)) throw new TargetInUse('CLICKHOUSE_URL');
    await target.command({
      query: `CREATE TABLE ${MARKER} (origin String) ENGINE = MergeTree ORDER BY origin`,
    });
  }
  const [claim] = await rowsOf<{ origin: string }>(target, `SELECT origin FROM ${MARKER}`, {});
  if (claim === undefined)
    await target.insert({ table: MARKER, values: [{ origin }], format: 'JSONEachRow' });
  else if (claim.origin !== origin) throw new TargetInUse('CLICKHOUSE_URL');
};

/** Ends a copy whose events are all there. */
export const finishCopy = async (target: Columnar): Promise<void> => {
  await target.command({ query: `DROP TABLE IF EXISTS ${MARKER} SYNC` });
};
