import { hash } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';
import {
  claimConversion,
  releaseClaim,
  takeOverClaim,
  type ConversionKey,
  type ExistingClaim,
} from '../store/postgres/tracking/conversion-claims.ts';
import { findErasedClaim } from '../store/postgres/tracking/erased-claims.ts';
import type { ClaimRegistry } from './claim-registry.ts';
import type { Counts } from './counts.ts';
import type { TrackedProduct } from './tracking.ts';

/** The fields of a due conversion that claims use. */
export interface DueConversion extends Omit<ConversionKey, 'productId'> {
  /** Its values: a repeated call may send others. */
  readonly values: readonly (string | number)[];
  readonly bot: 0 | 1;
}

/**
 * The outcome of a due conversion: recorded under a claim, recorded without one, or not recorded because an
 * earlier call reported it; `conversionId` is then that of the earlier call.
 */
export type ClaimOutcome =
  | { readonly kind: 'unclaimed' }
  | { readonly kind: 'claimed'; readonly claimId: string }
  | { readonly kind: 'repeated'; readonly conversionId: string };

/**
 * The conversion that was recorded under an unconfirmed claim of an earlier process, in the journal or in the
 * columnar store; null if there is none.
 */
export type FindRecorded = (productId: number, claim: ExistingClaim) => Promise<string | null>;

interface Options extends Pick<Dependencies, 'db' | 'clock'> {
  readonly registry: ClaimRegistry;
  readonly findRecorded: FindRecorded;
  readonly counters: Counts;
}

/** Attempts for a claim that other calls create, release and take over at the same moment. */
const CLAIM_ATTEMPTS = 5;

const digestOf = (values: DueConversion['values']): string =>
  hash('sha256', JSON.stringify(values)).slice(0, 32);

/** Makes the functions that say what a claim in effect means for a call. */
const createOutcomes = ({ db, registry, findRecorded, counters }: Omit<Options, 'clock'>) => {
  /** The conversion of an existing claim; null: none was recorded. */
  const conversionOf = async (key: ConversionKey, existing: ExistingClaim): Promise<string | null> => {
    if (existing.conversionId !== null) return existing.conversionId;
    const own = registry.outcome(existing.claimId);
    if (own !== undefined) return own;
    const conversionId = await findRecorded(key.productId, existing);
    if (conversionId !== null) registry.recorded({ ...key, claimId: existing.claimId, conversionId });
    return conversionId;
  };

  /** Counts a call that reports a conversion again. */
  const repeatedOf = (conversionId: string, earlier: ExistingClaim, digest: string): ClaimOutcome => {
    counters.add('repeated_conversion');
    // An erased claim has no digest of its other values.
    if (earlier.digest !== '' && earlier.digest !== digest) counters.add('repeated_conversion_other_values');
    return { kind: 'repeated', conversionId };
  };

  /**
   * The outcome of a call that has the claim. It is searched among erased claims after it was written: an erasure that
   * comes later finds it in its place.
   */
  const outcomeOfOwn = async (
    key: ConversionKey,
    { claimId, digest }: Pick<ExistingClaim, 'claimId' | 'digest'>,
    expired: Date,
  ): Promise<ClaimOutcome> => {
    try {
      const erased = await findErasedClaim(db, key, expired);
      const conversionId = erased && (await conversionOf(key, erased));
      if (erased === null || conversionId === null) return { kind: 'claimed', claimId };
      await releaseClaim(db, key, claimId);
      registry.abandon(claimId);
      return repeatedOf(conversionId, erased, digest);
    } catch (error) {
      registry.abandon(claimId);
      throw error;
    }
  };

  return { conversionOf, repeatedOf, outcomeOfOwn };
};

/**
 * Creates a function that claims the identifier of a conversion.
 *
 * A claim without a conversion belongs either to a call in progress in this process, which is awaited, or to
 * a process that ended: then the conversion is searched, and the claim is taken over if there is none.
 */
export const createClaimer = (options: Options) => {
  const { db, clock, registry } = options;
  const { conversionOf, repeatedOf, outcomeOfOwn } = createOutcomes(options);

  /** Begins a claim and writes it; a claim that could not be written does not belong to this process. */
  const begin = async <Written>(write: (claimId: string) => Promise<Written>) => {
    const claimId = registry.begin();
    try {
      return { claimId, written: await write(claimId) };
    } catch (error) {
      registry.abandon(claimId);
      throw error;
    }
  };

  return async (
    { id: productId, companyId, trackingTermMs }: TrackedProduct,
    { cvSettingId, cvType, args, values }: DueConversion,
  ): Promise<ClaimOutcome> => {
    const key: ConversionKey = { productId, cvSettingId, cvType, args };
    const digest = digestOf(values);
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
      const at = new Date(clock.now());
      const expired = new Date(clock.now() - trackingTermMs);
      const made = await begin(claimId =>
        claimConversion(db, companyId, { ...key, claimId, digest }, at, expired),
      );
      const { claimId, written: existing } = made;
      if (existing.claimId === claimId) return outcomeOfOwn(key, { claimId, digest }, expired);
      registry.abandon(claimId);
      const conversionId = await conversionOf(key, existing);
      if (conversionId !== null) return repeatedOf(conversionId, existing, digest);
      const taken = await begin(id =>
        takeOverClaim(db, { ...key, claimId: id, digest }, existing.claimId, at),
      );
      if (taken.written) return outcomeOfOwn(key, { claimId: taken.claimId, digest }, expired);
      registry.abandon(taken.claimId);
    }
    throw new Error('other processes kept making and releasing the claim');
  };
};
