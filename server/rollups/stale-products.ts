import type { CountingRules } from '../attribution/measurement-rules.ts';
import { countingRules } from '../attribution/rules.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { productsOn } from '../slices/slices.ts';
import { answersOf } from '../store/clickhouse/engine/settle-all.ts';
import { queueOf } from '../store/clickhouse/rollups/batch.ts';
import { isCurrent } from '../store/clickhouse/rollups/derived.ts';
import type { Queue } from '../store/clickhouse/rollups/rollup.ts';
import {
  limitWatermarks,
  readAllWatermarks,
  type ProductWatermarks,
} from '../store/clickhouse/rollups/watermarks.ts';
import { forgetPreviousRules, trackedProducts, type ProductRules } from '../store/postgres/reports/costs.ts';
import { changedProducts, forgetChangesOf } from '../store/postgres/results/result-changes-feed.ts';
import { derivedUpTo } from './derive-product.ts';

export interface DeriverDependencies extends Pick<
  ProductDependencies,
  'columnar' | 'slice' | 'slices' | 'db' | 'ids' | 'log'
> {
  /** The id up to which the events of all collectors are stored in a slice; absent or null: there is one collector. */
  readonly completeUpTo?: (slice: string) => Promise<bigint | null>;
  /** The `owner` of the `StagingArea` of its batches; default: no other process uses the store. */
  readonly stagingOwner?: string | null;
}

/** A product whose rollups lack events, changes of results or its present rules, or are rebuilt, as it was found. */
export interface StaleProduct {
  readonly settings: ProductRules;
  readonly rules: CountingRules;
  readonly found: ProductWatermarks;
  /** The queue of its batch. */
  readonly queue: Queue;
  /** Whether a command has a new generation made, though nothing else requires it. Its batch waits for other processes. */
  readonly isRebuild: boolean;
}

/** Reads the watermarks of products, without events that a slower collector may still precede. */
export const readWatermarks = async (
  { columnar, slice, completeUpTo }: DeriverDependencies,
  only: ReadonlySet<number> | null,
): Promise<ReadonlyMap<number, ProductWatermarks>> => {
  // Read first: all events up to this id are stored by the time at which the watermarks are read.
  const upTo = (await completeUpTo?.(slice)) ?? null;
  const found = await readAllWatermarks(columnar, only);
  return upTo === null ? found : limitWatermarks(columnar, found, upTo);
};

/**
 * Finds the products of a slice whose rollups lack events, changes of results or their present rules.
 *
 * @param only ids of the products to search; null: all
 * @param isRebuild finds products whose rollups lack nothing too
 */
export const findStaleProducts = async (
  parts: DeriverDependencies,
  only: ReadonlySet<number> | null,
  isRebuild = false,
): Promise<readonly StaleProduct[]> => {
  const { db, slice, slices } = parts;
  const [measured, changed, tracked] = await answersOf(
    readWatermarks(parts, only),
    changedProducts(db),
    trackedProducts(db, only),
  );
  // A product that moves has rows on two slices.
  const here = await productsOn(slices, slice, [...measured.keys(), ...changed]);
  if (only === null)
    await forgetChangesOf(
      db,
      changed.filter(id => here.has(id) && !measured.has(id)),
    );
  const stale: StaleProduct[] = [];
  for (const settings of tracked) {
    const { id, trackingTerm, excludedIps } = settings;
    const found = measured.get(id);
    if (found === undefined || !here.has(id)) continue;
    const rules = countingRules(id, trackingTerm, excludedIps);
    // Most products have no new events.
    if (isRebuild || !isCurrent(found.derived, found.filled, rules) || changed.includes(id))
      stale.push({
        settings,
        rules,
        found,
        queue: queueOf({ after: derivedUpTo(found.derived, rules, isRebuild), upTo: found.filled }),
        isRebuild,
      });
    else if (settings.rulesChangedAt !== null) await forgetPreviousRules(db, settings);
  }
  return stale;
};
