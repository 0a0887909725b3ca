import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';

/** Tables with a `product_id`, including rollups; views store no rows. */
const productTables = async (columnar: Columnar): Promise<string[]> => {
  const rows = await rowsOf<{ name: string }>(
    columnar,
    `SELECT t.name AS name FROM system.tables AS t INNER JOIN system.columns AS c ON c.database = t.database AND c.table = t.name
     WHERE t.database = currentDatabase() AND c.name = 'product_id' AND t.engine LIKE '%MergeTree' ORDER BY name`,
    {},
  );
  return rows.map(row => row.name);
};

/** Whether the store has events or rollups of any of these products. */
export const hasProductRows = async (columnar: Columnar, productIds: readonly number[]): Promise<boolean> => {
  const [row] = await rowsOf<{ found: string }>(
    columnar,
    `SELECT count() AS found FROM (SELECT 1 FROM merge(currentDatabase(), '^(contact|access|conversion|impression|derived_state|conversion_path)$')
     WHERE product_id IN ({ids:Array(UInt32)}) LIMIT 1)`,
    { ids: productIds },
  );
  return row?.found === '1';
};

/** Those of the tables that have rows of these products: an empty deletion takes as long as a small one. */
const tablesWithRows = async (columnar: Columnar, productIds: readonly number[]): Promise<string[]> => {
  const tables = await productTables(columnar);
  const rows = await rowsOf<{ name: string }>(
    columnar,
    `SELECT DISTINCT _table AS name FROM merge(currentDatabase(), '^(${tables.join('|')})$')
     WHERE product_id IN ({ids:Array(UInt32)}) ORDER BY name`,
    { ids: productIds },
  );
  return rows.map(row => row.name);
};

/** Deletes all events and rollups of these products, and waits until they are deleted. */
export const removeProductRows = async (columnar: Columnar, productIds: readonly number[]): Promise<void> => {
  for (const table of await tablesWithRows(columnar, productIds)) {
    await columnar.command({
      query: `ALTER TABLE ${table} DELETE WHERE product_id IN ({ids:Array(UInt32)})`,
      query_params: { ids: productIds },
      clickhouse_settings: { mutations_sync: '2', max_execution_time: 0 },
    });
  }
};
