import type { Columnar } from '../engine/columnar.ts';
import { FEW, rowsOf, run } from '../engine/query.ts';
import { PRODUCT_PARTITIONS } from './rollup.ts';
import { ROLLUP_NAMES, ROLLUPS } from './rollups.ts';

const ALL_ROLLUPS = `merge(currentDatabase(), '^(${ROLLUP_NAMES.join('|')})$')`;

/** The partition of a product; none where a rollup is divided by month. */
const partitionOf = (rollup: string, productId: number): string =>
  ROLLUPS.find(({ name }) => name === rollup)?.partition === 'product'
    ? `IN PARTITION ${productId % PRODUCT_PARTITIONS}`
    : '';

/**
 * Removes the rows of a product that reports do not read: those of other generations than the present one. The store
 * rewrites the parts that contain some in the background. Each generation is named, so that a process which lost its
 * lock removes none that began since.
 */
export const removeOtherGenerations = async (
  columnar: Columnar,
  productId: number,
  generation: string,
): Promise<void> => {
  const tables = await rowsOf<{ name: string; generations: readonly string[] }>(
    columnar,
    `SELECT _table AS name, groupUniqArray(generation) AS generations FROM ${ALL_ROLLUPS}
     WHERE product_id = {product: UInt32} AND generation != {generation: UInt64} GROUP BY name ORDER BY name`,
    { product: productId, generation },
  );
  for (const { name, generations } of tables)
    await columnar.command({
      query: `ALTER TABLE ${name} DELETE ${partitionOf(name, productId)} WHERE product_id = {product: UInt32} AND generation IN {generations: Array(UInt64)}`,
      query_params: { product: productId, generations: generations.map(BigInt) },
      // The embedded engine would wait until the parts are rewritten.
      clickhouse_settings: { mutations_sync: '0' },
    });
};

/** The products that have rows of other generations: a batch was interrupted before it removed them, or in its move. */
export const productsWithOtherGenerations = async (columnar: Columnar): Promise<readonly number[]> => {
  const found = await rowsOf<{ product: number }>(
    columnar,
    `SELECT DISTINCT product_id AS product FROM (SELECT DISTINCT product_id, generation FROM ${ALL_ROLLUPS})
     WHERE (product_id, generation) NOT IN (SELECT product_id, argMax(generation, version) FROM derived_state GROUP BY product_id) ORDER BY product`,
    {},
    undefined,
    FEW,
  );
  return found.map(({ product }) => product);
};

/** Whether the store is removing rows of rollups in the background. */
export const isRemovingRows = async (columnar: Columnar): Promise<boolean> => {
  const found = await rowsOf(
    columnar,
    `SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND NOT is_done AND table IN ({tables: Array(String)}) LIMIT 1`,
    { tables: ROLLUP_NAMES },
    undefined,
    FEW,
  );
  return found.length > 0;
};

/** The products that have rows of rollups, or a state. */
export const productsWithDerived = async (columnar: Columnar): Promise<readonly number[]> => {
  const found = await rowsOf<{ product: number }>(
    columnar,
    `SELECT DISTINCT product_id AS product FROM merge(currentDatabase(), '^(derived_state|${ROLLUP_NAMES.join('|')})$') ORDER BY product`,
    {},
    undefined,
    FEW,
  );
  return found.map(({ product }) => product);
};

/** Removes the state of a product, and then the rows of its rollups, in the background. */
export const dropDerivedOf = async (columnar: Columnar, productId: number): Promise<void> => {
  await columnar.command({
    query: 'ALTER TABLE derived_state DELETE WHERE product_id = {product: UInt32}',
    query_params: { product: productId },
    clickhouse_settings: { mutations_sync: '2', max_execution_time: 0 },
  });
  await removeOtherGenerations(columnar, productId, '0');
};

/** Removes all rows of all rollups, and their state. */
export const dropDerived = async (columnar: Columnar): Promise<void> => {
  for (const table of ['derived_state', ...ROLLUP_NAMES])
    await run(columnar, `TRUNCATE TABLE IF EXISTS ${table}`, {});
};
