import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';
import { columnsOf, copyRows, TABLES } from './copy-rows.ts';
import { EVENT_ID, type EventTable } from './load.ts';

/** Copies the events of one product from one server to another, month by month. */

/** Events of a product before an event. @property before decimal event id */
export interface ProductEvents {
  readonly productId: number;
  readonly before: string;
}

interface Month {
  readonly month: string;
  readonly rows: string;
  /** A sum over all values that does not depend on the order of rows. */
  readonly digest: string;
}

const whereOf = (table: EventTable): string =>
  `product_id = {productId: UInt32} AND ${EVENT_ID[table]} < {before: UInt64}`;

const monthsOf = async (
  columnar: Columnar,
  table: EventTable,
  columns: string,
  events: ProductEvents,
): Promise<ReadonlyMap<string, Month>> => {
  const months = await rowsOf<Month>(
    columnar,
    `SELECT _partition_id AS month, toString(count()) AS rows, toString(sum(cityHash64(${columns}))) AS digest
     FROM ${table} WHERE ${whereOf(table)} GROUP BY month ORDER BY month`,
    { ...events },
  );
  return new Map(months.map(month => [month.month, month]));
};

const isEqual = (one: Month | undefined, other: Month | undefined): boolean =>
  one?.rows === other?.rows && one?.digest === other?.digest;

const removeMonth = async (
  target: Columnar,
  table: EventTable,
  month: string,
  { productId, before }: ProductEvents,
): Promise<void> => {
  await target.command({
    query: `ALTER TABLE ${table} DELETE WHERE ${whereOf(table)} AND _partition_id = {month: String}`,
    query_params: { productId, before, month },
    clickhouse_settings: { mutations_sync: '2', max_execution_time: 0 },
  });
};

/**
 * Copies the months whose content differs.
 *
 * @returns number of copied rows; 0: every value was the same in both stores
 */
export const copyProductEvents = async (
  source: Columnar,
  target: Columnar,
  events: ProductEvents,
  copied: (table: EventTable, month: string, rows: number) => void,
): Promise<number> => {
  let sum = 0;
  for (const table of TABLES) {
    const columns = await columnsOf(source, table);
    const wanted = await monthsOf(source, table, columns, events);
    const found = await monthsOf(target, table, columns, events);
    for (const month of new Set([...wanted.keys(), ...found.keys()])) {
      if (isEqual(wanted.get(month), found.get(month))) continue;
      const rows = Number(wanted.get(month)?.rows ?? 0);
      if (found.has(month)) await removeMonth(target, table, month, events);
      await copyRows(source, target, {
        table,
        columns,
        rows,
        where: `${whereOf(table)} AND _partition_id = {month: String}`,
        bound: { ...events, month },
      });
      copied(table, month, rows);
      sum += rows + 1;
    }
  }
  return sum;
};

const idsOf = async (
  columnar: Columnar,
  table: EventTable,
  month: string,
  events: ProductEvents,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await rowsOf<{ id: string }>(
        columnar,
        `SELECT toString(${EVENT_ID[table]}) AS id FROM ${table} WHERE ${whereOf(table)} AND _partition_id = {month: String}`,
        { ...events, month },
      )
    ).map(({ id }) => id),
  );

/** Number of ids in a statement: they are part of its address. */
const IDS_PER_STATEMENT = 400;

/**
 * Copies the events that only the source has.
 *
 * @returns their number, and the ids of the conversions among them
 */
export const copyMissingEvents = async (
  source: Columnar,
  target: Columnar,
  events: ProductEvents,
): Promise<{ readonly rows: number; readonly conversions: readonly string[] }> => {
  let copied = 0;
  const conversions: string[] = [];
  for (const table of TABLES) {
    const columns = await columnsOf(source, table);
    const wanted = await monthsOf(source, table, columns, events);
    const found = await monthsOf(target, table, columns, events);
    for (const [month, { rows }] of wanted) {
      if (rows === found.get(month)?.rows) continue;
      const there = await idsOf(target, table, month, events);
      const missing = [...(await idsOf(source, table, month, events))].filter(id => !there.has(id));
      for (let at = 0; at < missing.length; at += IDS_PER_STATEMENT) {
        const ids = missing.slice(at, at + IDS_PER_STATEMENT);
        await copyRows(source, target, {
          table,
          columns,
          rows: ids.length,
          where: `${whereOf(table)} AND _partition_id = {month: String} AND ${EVENT_ID[table]} IN (SELECT toUInt64(arrayJoin({ids: Array(String)})))`,
          bound: { ...events, month, ids },
        });
      }
      copied += missing.length;
      if (table === 'conversion') conversions.push(...missing);
    }
  }
  return { rows: copied, conversions };
};

/** Ids of the last conversions of a product from an event on, ascending. */
export const lastConversionsFrom = async (
  columnar: Columnar,
  productId: number,
  from: bigint,
): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(
      columnar,
      'SELECT toString(conversion_id) AS id FROM conversion WHERE product_id = {productId: UInt32} AND cv_type = 1 AND conversion_id >= {from: UInt64} ORDER BY conversion_id LIMIT 1 BY conversion_id',
      { productId, from: from.toString() },
    )
  ).map(({ id }) => id);
