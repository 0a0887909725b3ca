import type { Columnar } from '../engine/columnar.ts';
import { rowsOf, run } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { ROLLUP_NAMES, SUMMED_ROLLUPS } from './rollups.ts';

/** Removes the summed rows of a product under its rules, so that a rebuild can add them again. */
export const dropSums = async (
  columnar: Columnar,
  { productId, fingerprint }: Pick<CountingRules, 'productId' | 'fingerprint'>,
): Promise<void> => {
  if (!/^\d+$/.test(fingerprint)) throw new RangeError(`${fingerprint} is not a fingerprint`); // a partition cannot be bound
  for (const table of SUMMED_ROLLUPS)
    await run(columnar, `ALTER TABLE ${table} DROP PARTITION (${productId}, ${fingerprint})`, {});
};

/** Removes the rows of rules that a product no longer has. */
export const removeStale = async (columnar: Columnar, rules: CountingRules): Promise<void> => {
  await run(
    columnar,
    'ALTER TABLE conversion_path DELETE WHERE product_id = {product: UInt32} AND rules != {rules: UInt64}',
    { product: rules.productId, rules: rules.fingerprint },
  );
  const stale = await rowsOf<{ rules: string }>(
    columnar,
    `
    SELECT DISTINCT rules FROM merge(currentDatabase(), '^(${SUMMED_ROLLUPS.join('|')})$') WHERE product_id = {product: UInt32} AND rules != {rules: UInt64}`,
    { product: rules.productId, rules: rules.fingerprint },
  );
  for (const { rules: fingerprint } of stale)
    await dropSums(columnar, { productId: rules.productId, fingerprint });
};

/** Removes all rows of all rollups, and their state. */
export const dropDerived = async (columnar: Columnar): Promise<void> => {
  for (const table of ['derived_state', ...ROLLUP_NAMES]) await run(columnar, `TRUNCATE TABLE ${table}`, {});
};
