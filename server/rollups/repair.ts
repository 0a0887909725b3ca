import { countingRules } from '../attribution/rules.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { dropTables, type OwnedTable } from '../store/clickhouse/rollups/ddl.ts';
import { derivedOf, writeState, type Derived } from '../store/clickhouse/rollups/derived.ts';
import { QUEUES, type Queue } from '../store/clickhouse/rollups/rollup.ts';
import type { ProductRules } from '../store/postgres/reports/costs.ts';
import { whileHeld } from '../store/postgres/reports/derivation-lock.ts';
import { createLease, type Lease } from './derivation-lease.ts';
import { removeLeftGenerations } from './left-generations.ts';

/** Repairs of the rollups of a slice, under the locks that batches take: they are safe while processes derive. */

type RepairParts = Pick<ProductDependencies, 'db' | 'slice' | 'columnar' | 'log'>;

/** Whether rollups were derived by the present rules of their product. */
export const followsRules = (
  { rules }: Pick<Derived, 'rules'>,
  { id, trackingTerm, excludedIps }: Pick<ProductRules, 'id' | 'trackingTerm' | 'excludedIps'>,
): boolean => rules === countingRules(id, trackingTerm, excludedIps).fingerprint;

/** @returns false: another process is making a batch of the queue */
const withLease = async (
  parts: RepairParts,
  queue: Queue,
  work: (lease: Lease) => Promise<void>,
): Promise<boolean> => {
  const lease = createLease(parts, { queue, owner: null });
  if (!(await lease.take(false))) return false;
  try {
    await work(lease);
  } finally {
    await lease.release();
  }
  return true;
};

/**
 * Drops staging tables of processes that have ended.
 *
 * @param find the tables, of all queues; called while no process makes a batch of a queue
 * @returns false: some were left, since another process is making a batch, and drops them itself
 */
export const dropLeftTables = async (
  parts: RepairParts,
  find: () => Promise<readonly OwnedTable[]>,
): Promise<boolean> => {
  const dropOf = async (queue: Queue): Promise<void> =>
    dropTables(
      parts.columnar,
      (await find()).filter(table => table.queue === queue),
    );
  const ended: boolean[] = [];
  for (const queue of QUEUES) ended.push(await withLease(parts, queue, () => dropOf(queue)));
  return ended.every(Boolean);
};

/** Removes rows of rollups that no report reads. @returns false: another process is making a batch */
export const removeLeftRows = (parts: RepairParts): Promise<boolean> =>
  withLease(parts, 'small', lease => removeLeftGenerations(parts, lease));

/**
 * Lets the rollups of products be made again, as after an interrupted move of rows: reports read the events until then.
 *
 * @returns false: another process is making a batch
 */
export const requestRebuild = (parts: RepairParts, productIds: readonly number[]): Promise<boolean> => {
  const { db, columnar } = parts;
  return withLease(parts, 'small', async lease => {
    for (const productId of productIds)
      await lease.withProduct(productId, hold =>
        whileHeld(db, hold, async () => {
          const derived = await derivedOf(columnar, productId);
          if (derived === null) return;
          await writeState(columnar, productId, {
            ...derived,
            ready: 0,
            version: String(BigInt(derived.version) + 1n),
          });
        }),
      );
  });
};
