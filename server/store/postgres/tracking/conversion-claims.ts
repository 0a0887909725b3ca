import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { DAY } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import { conversionClaim, product } from '../schema/index.ts';

/** Uniqueness key of a conversion: equal values within the tracking term are the same conversion. */
export interface ConversionKey {
  readonly productId: number;
  /** 0: a server call, or an explicit call of the tag. */
  readonly cvSettingId: number;
  readonly cvType: number;
  /** The result identifier. */
  readonly args: string;
}

/** A new claim. `claimId` is random and stored in the event too. */
export interface NewClaim extends ConversionKey {
  readonly claimId: string;
  readonly digest: string;
}

/** The claim in effect after a call. */
export interface ExistingClaim {
  readonly claimId: string;
  readonly digest: string;
  /** null: unconfirmed. */
  readonly conversionId: string | null;
  readonly claimedAt: Date;
}

const isKey = (key: ConversionKey) =>
  and(
    eq(conversionClaim.productId, key.productId),
    eq(conversionClaim.cvSettingId, key.cvSettingId),
    eq(conversionClaim.cvType, key.cvType),
    eq(conversionClaim.args, key.args),
  );

/**
 * Claims a result identifier in one statement.
 * @returns the claim in effect: the new one or an earlier one
 *
 * A claim from before `expired` is replaced. An earlier claim is rewritten unchanged, because only written rows are
 * returned. Of several concurrent callers one creates the claim, and the others wait for it.
 */
export const claimConversion = async (
  db: Database,
  companyId: number,
  claim: NewClaim,
  at: Date,
  expired: Date,
): Promise<ExistingClaim> => {
  const keepUnlessExpired = (column: 'claimId' | 'conversionId' | 'digest' | 'claimedAt') => {
    const name = sql.identifier(conversionClaim[column].name);
    const isExpired = sql`${conversionClaim.claimedAt} < ${expired.toISOString()}`;
    return sql`case when ${isExpired} then excluded.${name} else ${conversionClaim[column]} end`;
  };
  const [storedClaim] = await db
    .insert(conversionClaim)
    .values({ ...claim, companyId, conversionId: null, claimedAt: at })
    .onConflictDoUpdate({
      target: [
        conversionClaim.productId,
        conversionClaim.cvSettingId,
        conversionClaim.cvType,
        conversionClaim.args,
      ],
      set: {
        claimId: keepUnlessExpired('claimId'),
        conversionId: keepUnlessExpired('conversionId'),
        digest: keepUnlessExpired('digest'),
        claimedAt: keepUnlessExpired('claimedAt'),
      },
    })
    .returning();
  if (storedClaim === undefined) throw new Error('a claim was neither created nor found');
  return storedClaim;
};

/** Takes over an unconfirmed claim whose conversion was never recorded. @returns false: another caller was faster */
export const takeOverClaim = async (
  db: Database,
  claim: NewClaim,
  abandonedId: string,
  at: Date,
): Promise<boolean> => {
  const taken = await db
    .update(conversionClaim)
    .set({ claimId: claim.claimId, digest: claim.digest, claimedAt: at })
    .where(and(isKey(claim), eq(conversionClaim.claimId, abandonedId), isNull(conversionClaim.conversionId)))
    .returning({ claimId: conversionClaim.claimId });
  return taken.length > 0;
};

/** A claim whose conversion is durable. */
export interface Confirmation extends ConversionKey {
  readonly claimId: string;
  readonly conversionId: string;
}

/** Stores the conversion ids of claims. */
export const confirmClaims = async (db: Database, confirmations: readonly Confirmation[]): Promise<void> => {
  const column = (values: readonly (string | number)[], type: 'int' | 'bigint' | 'text') =>
    sql`${sql.param(values)}::${sql.raw(type)}[]`;
  await db.execute(sql`
    update ${conversionClaim} set conversion_id = confirmed.conversion_id
    from unnest(
      ${column(
        confirmations.map(one => one.productId),
        'int',
      )},
      ${column(
        confirmations.map(one => one.cvSettingId),
        'int',
      )},
      ${column(
        confirmations.map(one => one.cvType),
        'int',
      )},
      ${column(
        confirmations.map(one => one.args),
        'text',
      )},
      ${column(
        confirmations.map(one => one.claimId),
        'bigint',
      )},
      ${column(
        confirmations.map(one => one.conversionId),
        'bigint',
      )}
    ) as confirmed(product_id, cv_setting_id, cv_type, args, claim_id, conversion_id)
    where ${conversionClaim.productId} = confirmed.product_id
      and ${conversionClaim.cvSettingId} = confirmed.cv_setting_id
      and ${conversionClaim.cvType} = confirmed.cv_type
      and ${conversionClaim.args} = confirmed.args
      and ${conversionClaim.claimId} = confirmed.claim_id`);
};

/** Releases a claim whose conversion was rejected. */
export const releaseClaim = async (db: Database, key: ConversionKey, claimId: string): Promise<void> => {
  await db
    .delete(conversionClaim)
    .where(and(isKey(key), eq(conversionClaim.claimId, claimId), isNull(conversionClaim.conversionId)));
};

const EXPIRED_PER_STATEMENT = 10_000;

/** Deletes claims that are older than their product's tracking term at `now` (ms since 1970). */
export const removeExpiredClaims = async (
  db: Database,
  now: number,
  goesOn: () => boolean,
): Promise<void> => {
  const products = await db.select({ id: product.id, trackingTerm: product.trackingTerm }).from(product);
  for (const { id, trackingTerm } of products) {
    const old = db
      .select({ row: sql`ctid` })
      .from(conversionClaim)
      .where(
        and(
          eq(conversionClaim.productId, id),
          lt(conversionClaim.claimedAt, new Date(now - trackingTerm * DAY)),
        ),
      )
      .limit(EXPIRED_PER_STATEMENT);
    for (let removed = EXPIRED_PER_STATEMENT; removed === EXPIRED_PER_STATEMENT && goesOn();) {
      removed = (await db.delete(conversionClaim).where(sql`ctid in (${old})`)).rowCount ?? 0;
    }
  }
};
