import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';

/** Kinds of events that a product has. */
export interface ProductActivity {
  readonly hasAccesses: boolean;
  readonly hasContacts: boolean;
  readonly hasConversions: boolean;
}

/** Reads which kinds of events a product has, without bots. Each table is read by its key up to the first such row. */
export const productActivity = async (
  columnar: Columnar,
  productId: number,
  signal: AbortSignal,
): Promise<ProductActivity> => {
  const found = (table: string) =>
    `(SELECT count() FROM (SELECT 1 FROM ${table} WHERE product_id = {product_id: UInt32} AND bot = 0 LIMIT 1))`;
  const [row] = await rowsOf<{ accesses: string; contacts: string; conversions: string }>(
    columnar,
    `SELECT ${found('access')} AS accesses, ${found('contact')} AS contacts, ${found('conversion')} AS conversions`,
    { product_id: productId },
    signal,
  );
  return {
    hasAccesses: row?.accesses === '1',
    hasContacts: row?.contacts === '1',
    hasConversions: row?.conversions === '1',
  };
};
