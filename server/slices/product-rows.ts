import { hasProductRows, removeProductRows } from '../store/clickhouse/events/products.ts';
import type { Slices } from './slices.ts';

/** Whether any slice has events or rollups of any of these products. */
export const hasRowsOf = async ({ all }: Slices, productIds: readonly number[]): Promise<boolean> => {
  for (const { columnar } of all) if (await hasProductRows(columnar, productIds)) return true;
  return false;
};

/** Deletes all events and rollups of these products, wherever they are, and waits until they are deleted. */
export const removeRowsOf = async ({ all }: Slices, productIds: readonly number[]): Promise<void> => {
  for (const { columnar } of all) await removeProductRows(columnar, productIds);
};
