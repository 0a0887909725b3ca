import { countingRules } from '../../attribution/rules.ts';
import type { ProductDependencies } from '../../dependencies.ts';
import { FRESHNESS } from '../../rollups/freshness.ts';
import { hasFewEvents } from '../../store/clickhouse/rollups/batch.ts';
import { productRules, type ProductRules } from '../../store/postgres/reports/costs.ts';
import { isBeingDerived, readSharedWatermarks } from '../../rollups/rollup-state.ts';

/** The rules that reports of a product follow. */
export interface AppliedRules extends ProductRules {
  /** When the product's rules changed, while reports follow the previous ones; null: they follow the present ones. */
  readonly rebuildingSince: Date | null;
}

/** The rules before a change of the last minutes; null: there was none. */
const previousRules = (rules: ProductRules, nowMs: number): ProductRules | null => {
  const { rulesChangedAt, previousTrackingTerm, previousExcludedIps } = rules;
  if (rulesChangedAt === null || previousTrackingTerm === null || previousExcludedIps === null) return null;
  return nowMs - rulesChangedAt.getTime() > FRESHNESS.previousRulesMs
    ? null
    : { ...rules, trackingTerm: previousTrackingTerm, excludedIps: previousExcludedIps };
};

const fingerprintOf = ({ id, trackingTerm, excludedIps }: ProductRules): string =>
  countingRules(id, trackingTerm, excludedIps).fingerprint;

/**
 * Reads the rules that reports of a product follow: its present ones, or the previous ones while rollups of many events
 * are made again after a change. All reports of the product follow the same rules then, and state them.
 *
 * @returns null: the company has no such product
 */
export const readAppliedRules = async (
  parts: Pick<ProductDependencies, 'columnar' | 'slice' | 'db' | 'clock'>,
  companyId: number,
  productId: number,
): Promise<AppliedRules | null> => {
  const rules = await productRules(parts.db, companyId, productId);
  if (rules === null) return null;
  const present = { ...rules, rebuildingSince: null };
  const previous = previousRules(rules, parts.clock.now());
  if (previous === null) return present;
  const fingerprint = fingerprintOf(previous);
  if (fingerprint === fingerprintOf(rules)) return present;
  const { filled, derived } = await readSharedWatermarks(parts.columnar, productId);
  // The events of a small product answer by the present rules at once.
  const isAnswering = derived?.ready === 1 && derived.rules === fingerprint && !hasFewEvents(filled);
  return isAnswering && (await isBeingDerived(parts, productId))
    ? { ...previous, rebuildingSince: rules.rulesChangedAt }
    : present;
};
