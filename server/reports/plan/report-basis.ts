import { timeOfId } from '../../platform/ids.ts';
import type { Dependencies, ProductDependencies } from '../../dependencies.ts';
import {
  findEventsBeyond,
  derivedWatermark,
  isAppended,
  isCurrent,
  type Derived,
} from '../../store/clickhouse/rollups/derived.ts';
import { hasFewEvents } from '../../store/clickhouse/rollups/batch.ts';
import type { CountingRules } from '../../attribution/measurement-rules.ts';
import { countingRules } from '../../attribution/rules.ts';
import type { ProductWatermarks } from '../../store/clickhouse/rollups/watermarks.ts';
import {
  decideFreshness,
  dependsOnDerivation,
  mayAnswerDuringRebuild,
  type RollupState,
} from '../../rollups/freshness.ts';
import { reportDemandOf } from '../../rollups/report-demand.ts';
import type { SourceOutcome } from '../../rollups/report-sources.ts';
import { isBeingDerived, readSharedWatermarks } from '../../rollups/rollup-state.ts';
import { isRebuilding } from '../../store/postgres/reports/derivation-lock.ts';
import type { Snapshot } from './snapshot.ts';

export type SourceParts = Pick<ProductDependencies, 'columnar' | 'slice' | 'db' | 'clock'> &
  Partial<Pick<Dependencies, 'settings'>>;

/** The last event to count, and whether any are impressions. */
export interface Extent {
  readonly watermark: string;
  readonly impressions: boolean;
}
type RollupsOutcome = Extract<SourceOutcome, { readonly source: 'rollups' }>;
type EventsOutcome = Extract<SourceOutcome, { readonly source: 'events' }>;

/** Rollups of a version answer. */
export interface RollupsBasis extends RollupsOutcome {
  readonly extent: Extent;
  readonly rollups: Pick<Derived, 'version' | 'generation' | 'results'>;
}
/** The events answer, up to the last loaded one. @property extent null: it has not been read yet */
export interface EventsBasis extends EventsOutcome {
  readonly extent: Extent | null;
}

/** Age in ms of an id, by the clock that ids follow. */
const ageOf = ({ clock }: SourceParts, id: string): number => clock.now() - timeOfId(BigInt(id));

/**
 * The state of the rollups of a product, and the last event that they hold.
 *
 * @param isPrevious whether the rules are previous ones, while rollups of the present ones are made
 */
const observeRollups = async (
  parts: SourceParts,
  counting: CountingRules,
  { filled, derived }: ProductWatermarks,
  isPrevious: boolean,
): Promise<{ readonly state: RollupState; readonly watermark: string }> => {
  const { watermark } = filled;
  if (derived === null || derived.rules !== counting.fingerprint)
    return { state: { kind: 'missing' }, watermark };
  if (isCurrent(derived, filled, counting)) return { state: { kind: 'current' }, watermark };
  if (derived.ready === 0)
    return { state: { kind: 'publishing', ageMs: ageOf(parts, derived.version) }, watermark };
  if (isPrevious) return { state: { kind: 'superseded' }, watermark: derivedWatermark(derived) };
  const { oldest, ...beyond } = await findEventsBeyond(parts.columnar, counting.productId, derived, filled);
  if (oldest === null || !isAppended(derived, filled, beyond))
    return { state: { kind: 'passed' }, watermark };
  const last = derivedWatermark(derived);
  const [lagMs, isComplete] = [ageOf(parts, oldest), BigInt(oldest) > BigInt(last)];
  const isOutdated = isComplete && mayAnswerDuringRebuild(lagMs) && !hasFewEvents(filled);
  if (isOutdated && (await isRebuilding(parts.db, parts.slice)))
    return { state: { kind: 'rebuilding' }, watermark: last };
  return { state: { kind: 'behind', lagMs, isComplete }, watermark: last };
};

/** Waits as the freshness policy says, and finds what answers. @param waitedMs since the start of the report */
export const chooseBasis = async (
  {
    parts,
    rules,
    counting,
    signal,
  }: Pick<Snapshot<unknown, unknown>, 'parts' | 'rules' | 'counting' | 'signal'>,
  waitedMs: () => number,
): Promise<RollupsBasis | EventsBasis> => {
  const productId = counting.productId;
  const demand = reportDemandOf(parts.db);
  let isActive = true;
  for (;;) {
    signal?.throwIfAborted();
    const watermarks = await readSharedWatermarks(parts.columnar, productId);
    const {
      filled,
      filled: { impressions },
      derived,
    } = watermarks;
    const { state, watermark } = await observeRollups(
      parts,
      counting,
      watermarks,
      (rules.rebuildingSince ?? null) !== null,
    );
    const inputs = {
      state,
      hasFewEvents: hasFewEvents(filled),
    };
    if (isActive && dependsOnDerivation({ ...inputs, waitedMs: waitedMs() })) {
      isActive = await isBeingDerived(parts, productId);
      // A batch may have ended since the state was read: then it is in the rollups.
      if (!isActive) continue;
    }
    const decision = decideFreshness({ ...inputs, isBeingDerived: isActive, waitedMs: waitedMs() });
    if (decision.action === 'rollups' && derived !== null)
      return {
        source: 'rollups',
        reason: decision.reason,
        extent: { watermark, impressions },
        rollups: derived,
      };
    if (decision.action === 'events') {
      // The following reports need not read them.
      demand.request(productId);
      return { source: 'events', reason: decision.reason, extent: filled };
    }
    if (decision.action === 'wait') await demand.nextDerivation(productId, decision.pollMs);
  }
};

/** The rows of `buyer` that have the contacts of all paths up to an event. */
export interface BuyersBasis {
  readonly generation: string;
  readonly extent: Extent;
}

/**
 * Finds the contacts of the paths of a report that differs from its product in the tracking term.
 *
 * @param watermark the last event to count; omitted: the last loaded one
 * @returns null: the rules differ in more, or the rollups lack events up to this one
 */
export const findBuyers = async (
  { parts, rules }: Pick<Snapshot<unknown, unknown>, 'parts' | 'rules'>,
  watermark?: string,
): Promise<BuyersBasis | null> => {
  const { id: productId, ownTerm, excludedIps, repeat } = rules;
  if (ownTerm === undefined || repeat !== undefined) return null;
  const watermarks = await readSharedWatermarks(parts.columnar, productId);
  const { filled, derived } = watermarks;
  const own = countingRules(productId, ownTerm, excludedIps);
  const { state, watermark: reached } = await observeRollups(parts, own, watermarks, false);
  const isComplete = state.kind === 'current' || (state.kind === 'behind' && state.isComplete);
  const wanted = watermark ?? filled.watermark;
  return derived !== null && isComplete && BigInt(wanted) <= BigInt(reached)
    ? { generation: derived.generation, extent: { watermark: wanted, impressions: filled.impressions } }
    : null;
};
