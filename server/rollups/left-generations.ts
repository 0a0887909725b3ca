import type { ProductDependencies } from '../dependencies.ts';
import { derivedOf } from '../store/clickhouse/rollups/derived.ts';
import { productsWithOtherGenerations, removeOtherGenerations } from '../store/clickhouse/rollups/removal.ts';
import { whileHeld } from '../store/postgres/reports/derivation-lock.ts';
import type { Lease } from './derivation-lease.ts';

/** Removes the rows that batches of ended processes left: those that no state of a product names. */
export const removeLeftGenerations = async (
  { columnar, db, log }: Pick<ProductDependencies, 'columnar' | 'db' | 'log'>,
  lease: Lease,
): Promise<void> => {
  try {
    for (const productId of await productsWithOtherGenerations(columnar))
      // Read again under the lock: a batch may be moving the rows of a new generation.
      await lease.withProduct(productId, hold =>
        whileHeld(db, hold, async () =>
          removeOtherGenerations(
            columnar,
            productId,
            (await derivedOf(columnar, productId))?.generation ?? '0',
          ),
        ),
      );
  } catch (error) {
    // Reports do not read these rows: nothing needs to wait for their removal.
    log.warn({ err: error }, 'Unused rows of rollups could not be removed; the next start retries.');
  }
};
