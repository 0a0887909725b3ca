import type { Ending } from '../store/clickhouse/engine/cancellation.ts';
import { onOneReplica } from '../store/clickhouse/engine/one-replica.ts';
import type { StagingArea } from '../store/clickhouse/rollups/rollup.ts';
import type { ProductWatermarks } from '../store/clickhouse/rollups/watermarks.ts';
import type { ProductHold } from '../store/postgres/reports/derivation-lock.ts';
import { forgetPreviousRules } from '../store/postgres/reports/costs.ts';
import type { TaskRecord } from '../platform/tasks.ts';
import { traced } from '../platform/tracing.ts';
import { creditTable } from './credit-table.ts';
import { deriveProduct } from './derive-product.ts';
import { readWatermarks, type DeriverDependencies, type StaleProduct } from './stale-products.ts';

/**
 * `failed`: the product is to be found again, since its batch failed, which is logged, or another process is deriving.
 * `large`: its batch was found to need the queue `large`.
 */
export type TaskOutcome = 'done' | 'failed' | 'large';

export interface BatchDependencies extends DeriverDependencies {
  /** Records whether batches succeed. */
  readonly batches: TaskRecord;
}

/**
 * Derives one product. A failure is logged and must not block the others: its reports read the events meanwhile.
 *
 * @param found null: the watermarks are read again
 */
export const deriveStaleProduct = async (
  parts: BatchDependencies,
  ending: Ending,
  {
    settings,
    rules,
    found,
    isRebuild,
    hold,
    onPublished,
  }: Pick<StaleProduct, 'settings' | 'rules' | 'isRebuild'> & {
    readonly found: ProductWatermarks | null;
    readonly hold: ProductHold;
    readonly onPublished: (() => void) | undefined;
  },
  area: StagingArea,
): Promise<TaskOutcome> => {
  try {
    const { productId } = rules;
    const { columnar, isReplicated, within } = await onOneReplica(parts.columnar);
    const its = { ...parts, columnar };
    // What was found before may be of another replica.
    const known = isReplicated ? null : found;
    const watermarks = known ?? (await readWatermarks(its, new Set([productId]))).get(productId);
    if (watermarks === undefined) return 'done';
    const options = {
      ending: { ...ending, columnar: within(ending.columnar) },
      watermarks,
      area,
      isRebuild,
      hold,
      ...(onPublished !== undefined && { onPublished }),
    };
    const outcome = await traced(
      {
        name: 'derive rollups',
        attributes: { 'touchpath.product.id': productId, 'touchpath.queue': area.queue },
      },
      () => deriveProduct(its, rules, creditTable, options),
    );
    parts.batches.succeeded();
    if (outcome === 'large') return 'large';
    if (settings.rulesChangedAt !== null && !ending.isDue()) await forgetPreviousRules(parts.db, settings);
    return 'done';
  } catch (error) {
    if (!ending.isDue()) {
      parts.batches.failed();
      parts.log.error(
        { err: error, product: rules.productId },
        'The paths of a product could not be derived.',
      );
    }
    return 'failed';
  }
};
