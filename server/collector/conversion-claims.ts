import type { Dependencies } from '../dependencies.ts';
import { resultWithin } from '../platform/result-within.ts';
import * as store from '../store/postgres/tracking/conversion-claims.ts';
import {
  createClaimer,
  type ClaimOutcome,
  type DueConversion,
  type FindRecorded,
} from './claim-conversion.ts';
import { createClaimRegistry } from './claim-registry.ts';
import type { Counts } from './counts.ts';
import { Refusal } from './reasons.ts';
import type { Event } from './rows.ts';
import type { TrackedProduct } from './tracking.ts';

/** The source of a conversion: a server call to `/cv`, or a page's tag. */
export type ConversionSource = 'server' | 'tag';

/** Records conversions with a unique result identifier once, however often they are reported. */
export interface ConversionClaims {
  /**
   * Claims the identifiers of due conversions, then accepts the events of those that are new.
   *
   * @param due in the order of their CV settings: two calls that wait for each other's claims would deadlock
   * @param build creates the events when they are accepted, because event ids have to grow in the order of
   * the journal: data derived from events of lower ids is derived again. The row of a claimed conversion
   * contains its claim.
   * @throws {Refusal} nothing was recorded
   */
  record(
    product: TrackedProduct,
    source: ConversionSource,
    due: readonly DueConversion[],
    build: (outcomes: readonly ClaimOutcome[]) => readonly Event[],
  ): Promise<{ readonly events: readonly Event[]; readonly outcomes: readonly ClaimOutcome[] }>;
  /** Stores the confirmed conversions. */
  close(): Promise<void>;
}

interface Options {
  readonly parts: Pick<Dependencies, 'db' | 'clock' | 'log'>;
  readonly accept: (events: readonly Event[]) => Promise<void>;
  readonly findRecorded: FindRecorded;
  readonly counters: Counts;
}

/** How long a call waits for its claims before its sender receives a request to retry. */
const CLAIM_TIMEOUT_MS = 5_000;
const UNCLAIMED: ClaimOutcome = { kind: 'unclaimed' };

/**
 * Whether the product's setting `unique_result_identifiers` requires a claim. A bot's conversion never takes
 * a claim.
 */
const needsClaim = (
  product: TrackedProduct,
  source: ConversionSource,
  { args, bot }: DueConversion,
): boolean => args !== '' && bot === 0 && product.uniqueResultIdentifiers >= (source === 'server' ? 1 : 2);

/** Confirms the claim of a recorded conversion, where it has one. */
const confirmClaim = (registry: ReturnType<typeof createClaimRegistry>, { table, row }: Event): void => {
  if (table !== 'conversion' || row.claim_id === undefined) return;
  registry.recorded({
    productId: row.product_id,
    cvSettingId: row.cv_setting_id,
    cvType: row.cv_type,
    args: row.args,
    claimId: row.claim_id,
    conversionId: row.conversion_id,
  });
};

interface ClaimStores extends Pick<Dependencies, 'db' | 'log'> {
  readonly registry: ReturnType<typeof createClaimRegistry>;
}

/** Releases claims under which nothing was recorded, so that the next call counts as the first. */
const releaseClaims = (
  { db, log, registry }: ClaimStores,
  { id: productId }: TrackedProduct,
  due: readonly DueConversion[],
  outcomes: readonly ClaimOutcome[],
): void => {
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.kind !== 'claimed') continue;
    registry.abandon(outcome.claimId);
    const { cvSettingId, cvType, args } = due[at]!;
    store
      .releaseClaim(db, { productId, cvSettingId, cvType, args }, outcome.claimId)
      // The next call takes over a claim that remains.
      .catch((error: unknown) => log.debug({ err: error }, 'A claim could not be released.'));
  }
};

/** Opens the claims of the collector; they are confirmed in batches until `close`. */
export const openConversionClaims = ({
  parts,
  accept,
  findRecorded,
  counters,
}: Options): ConversionClaims => {
  const { db, clock, log } = parts;
  const registry = createClaimRegistry(confirmations => store.confirmClaims(db, confirmations), log);

  const claim = createClaimer({ db, clock, registry, findRecorded, counters });

  const giveBack = (
    product: TrackedProduct,
    due: readonly DueConversion[],
    outcomes: readonly ClaimOutcome[],
  ) => releaseClaims({ db, log, registry }, product, due, outcomes);

  const claimAll = async (
    product: TrackedProduct,
    source: ConversionSource,
    due: readonly DueConversion[],
  ): Promise<readonly ClaimOutcome[]> => {
    const outcomes: ClaimOutcome[] = [];
    try {
      for (const one of due)
        outcomes.push(needsClaim(product, source, one) ? await claim(product, one) : UNCLAIMED);
    } catch (error) {
      giveBack(product, due, outcomes);
      throw new Refusal('claims_unavailable', { cause: error });
    }
    return outcomes;
  };

  /** As above, limited to {@link CLAIM_TIMEOUT_MS}; a claim that is obtained later is released. */
  const claimInTime: typeof claimAll = async (product, source, due) => {
    const claiming = claimAll(product, source, due);
    const outcomes = await resultWithin(claiming, CLAIM_TIMEOUT_MS);
    if (outcomes !== null) return outcomes;
    // The caller already received a refusal.
    claiming.then(made => giveBack(product, due, made)).catch(() => undefined);
    throw new Refusal('claims_unavailable', { cause: new Error(`no claim within ${CLAIM_TIMEOUT_MS} ms`) });
  };

  return {
    record: async (product, source, due, build) => {
      const isClaimed = due.some(one => needsClaim(product, source, one));
      const outcomes = isClaimed ? await claimInTime(product, source, due) : due.map(() => UNCLAIMED);
      let events: readonly Event[];
      try {
        events = build(outcomes);
        if (events.length > 0) await accept(events);
      } catch (error) {
        giveBack(product, due, outcomes);
        throw error;
      }
      for (const event of events) confirmClaim(registry, event);
      return { events, outcomes };
    },
    close: registry.close,
  };
};
