import { hash } from 'node:crypto';
import { and, eq, gte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { conversionClaim } from '../schema/index.ts';
import type { ConversionKey, ExistingClaim } from './conversion-claims.ts';

/**
 * Claims whose result identifiers were removed. They have a digest instead, by which a repeated call is recognised until
 * the claim expires.
 */

/** No sender's identifier has a control character, so none equals the digest of another. */
const PREFIX = '\tsha256:';
const erasedArgsOf = (args: string): string => `${PREFIX}${hash('sha256', args)}`;
/** The same in a statement that calls the claims to erase `erased`. */
const ERASED_ARGS = sql`${PREFIX}::text || encode(sha256(convert_to(erased.args, 'UTF8')), 'hex')`;

/** The erased claim on an identifier; null: there is none, or it is from before `expired`. */
export const findErasedClaim = async (
  db: Database,
  { productId, cvSettingId, cvType, args }: ConversionKey,
  expired: Date,
): Promise<ExistingClaim | null> => {
  const [found] = await db
    .select()
    .from(conversionClaim)
    .where(
      and(
        eq(conversionClaim.productId, productId),
        eq(conversionClaim.cvSettingId, cvSettingId),
        eq(conversionClaim.cvType, cvType),
        eq(conversionClaim.args, erasedArgsOf(args)),
        gte(conversionClaim.claimedAt, expired),
      ),
    );
  return found ?? null;
};

/**
 * Replaces the identifiers of some claims by their digests, and forgets the digest of the other values.
 *
 * @param which relation with the key and the `conversion_id` of each claim
 * @returns number of claims
 */
const replaceIdentifiers = (db: Database, productId: number, which: SQL): Promise<number> =>
  db.transaction(async tx => {
    const isOfErased = sql`claim.product_id = ${productId} and claim.cv_setting_id = erased.cv_setting_id
      and claim.cv_type = erased.cv_type`;
    // An earlier claim on the same identifier has expired, or the later one would not exist.
    await tx.execute(sql`
      delete from ${conversionClaim} claim using (${which}) erased
      where ${isOfErased} and claim.args = ${ERASED_ARGS}`);
    // By the key: a repeated call may rewrite the row meanwhile.
    const replaced = await tx.execute(sql`
      update ${conversionClaim} claim
      set args = ${ERASED_ARGS}, digest = '', conversion_id = coalesce(claim.conversion_id, erased.conversion_id)
      from (${which}) erased where ${isOfErased} and claim.args = erased.args`);
    return replaced.rowCount ?? 0;
  });

/** A stored conversion with a result identifier; ids are decimal, and `claimId` is 0 if it has no claim. */
export interface IdentifiedConversion extends Omit<ConversionKey, 'productId'> {
  readonly conversionId: string;
  readonly claimId: string;
}

const CLAIMS_PER_STATEMENT = 10_000;

/** Replaces the identifiers of the claims on conversions of one product. */
export const eraseClaimsOf = async (
  db: Database,
  productId: number,
  conversions: readonly IdentifiedConversion[],
): Promise<void> => {
  for (let first = 0; first < conversions.length; first += CLAIMS_PER_STATEMENT) {
    const some = conversions.slice(first, first + CLAIMS_PER_STATEMENT);
    const column = <Value extends string | number>(
      type: 'int' | 'bigint' | 'text',
      of: (one: IdentifiedConversion) => Value,
    ) => sql`${sql.param(some.map(of))}::${sql.raw(type)}[]`;
    await replaceIdentifiers(
      db,
      productId,
      sql`
      select distinct on (claim.cv_setting_id, claim.cv_type, claim.args)
        claim.cv_setting_id, claim.cv_type, claim.args, conversion.conversion_id
      from ${conversionClaim} claim join unnest(
        ${column('int', one => one.cvSettingId)},
        ${column('int', one => one.cvType)},
        ${column('text', one => one.args)},
        ${column('bigint', one => one.conversionId)},
        ${column('bigint', one => one.claimId)}
      ) as conversion(cv_setting_id, cv_type, args, conversion_id, claim_id)
        on claim.cv_setting_id = conversion.cv_setting_id and claim.cv_type = conversion.cv_type
        and claim.args = conversion.args
        and (claim.conversion_id = conversion.conversion_id or claim.claim_id = conversion.claim_id)
      where claim.product_id = ${productId}`,
    );
  }
};

/** Replaces the identifiers of a product's claims from before a time. */
export const eraseClaimsBefore = async (
  db: Database,
  productId: number,
  before: Date,
  goesOn: () => boolean,
): Promise<void> => {
  const old = sql`
    select claim.cv_setting_id, claim.cv_type, claim.args, claim.conversion_id from ${conversionClaim} claim
    where claim.product_id = ${productId} and claim.claimed_at < ${before.toISOString()}
      and not starts_with(claim.args, ${PREFIX})
    order by claim.claimed_at, claim.claim_id limit ${CLAIMS_PER_STATEMENT}`;
  for (let replaced = 1; replaced > 0 && goesOn();) replaced = await replaceIdentifiers(db, productId, old);
};
