import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';

/** Conversions with a value of the page that could not be read. `last`: ms since 1970; null: none. */
export interface UnreadableValues {
  readonly amounts: number;
  readonly identifiers: number;
  readonly last: number | null;
}

/** Counts the conversions since a time whose page stated an unreadable amount or result identifier, without bots. */
export const countUnreadableValues = async (
  columnar: Columnar,
  productId: number,
  since: number,
): Promise<UnreadableValues> => {
  const [row] = await rowsOf<{ amounts: string; identifiers: string; last: string }>(
    columnar,
    `
    SELECT countIf(bitTest(unreadable_values, 0)) AS amounts, countIf(bitTest(unreadable_values, 1)) AS identifiers,
      toUnixTimestamp64Milli(max(ts)) AS last
    FROM conversion WHERE product_id = {product_id: UInt32} AND ts >= fromUnixTimestamp64Milli({since: Int64}, 'UTC')
      AND unreadable_values != 0 AND bot = 0`,
    { product_id: productId, since },
  );
  const [amounts, identifiers] = [Number(row?.amounts ?? 0), Number(row?.identifiers ?? 0)];
  return { amounts, identifiers, last: amounts + identifiers === 0 ? null : Number(row?.last) };
};
