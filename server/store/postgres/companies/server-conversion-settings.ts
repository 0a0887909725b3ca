import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { product } from '../schema/index.ts';

/** Settings of a product for conversions that servers send to `/cv`. */
export interface ServerConversionSettings {
  readonly conversionKey: string;
  /** Expiry of the previous key; null: no previous key. */
  readonly previousUntil: Date | null;
  readonly required: boolean;
  /** Scope of unique result identifiers: 0 none, 1 server calls, 2 server calls and the tag. */
  readonly uniqueResultIdentifiers: number;
}

const columns = {
  conversionKey: product.conversionKey,
  previousUntil: product.previousConversionKeyUntil,
  required: product.conversionKeyRequired,
  uniqueResultIdentifiers: product.uniqueResultIdentifiers,
};
const isProduct = (companyId: number, productId: number) =>
  and(eq(product.companyId, companyId), eq(product.id, productId));
/** The keys are not part of the product's form, so `updated_at` is preserved: an open form has no conflict. */
const unchanged = sql`${product.updatedAt}`;

/** Reads the settings of a product, deleted or not; null: the company has no such product. */
export const readServerConversionSettings = async (
  db: Database,
  companyId: number,
  productId: number,
): Promise<ServerConversionSettings | null> =>
  (await db.select(columns).from(product).where(isProduct(companyId, productId)))[0] ?? null;

/** Reads the settings of a product that is not deleted, and locks its row until the end of the transaction. */
export const lockServerConversionSettings = async (
  tx: Database,
  companyId: number,
  productId: number,
): Promise<ServerConversionSettings | null> =>
  (
    await tx
      .select(columns)
      .from(product)
      .where(and(isProduct(companyId, productId), eq(product.status, true)))
      .for('no key update')
  )[0] ?? null;

/** Replaces a product's conversion key; the previous key stays valid until `previousUntil`. */
export const replaceConversionKey = async (
  tx: Database,
  companyId: number,
  productId: number,
  previousUntil: Date,
): Promise<void> => {
  await tx
    .update(product)
    .set({
      previousConversionKey: sql`${product.conversionKey}`,
      previousConversionKeyUntil: previousUntil,
      conversionKey: sql`default`,
      updatedAt: unchanged,
    })
    .where(isProduct(companyId, productId));
};

/** Removes the previous conversion key of a product immediately. */
export const removePreviousConversionKey = async (
  tx: Database,
  companyId: number,
  productId: number,
): Promise<void> => {
  await tx
    .update(product)
    .set({ previousConversionKey: null, previousConversionKeyUntil: null, updatedAt: unchanged })
    .where(isProduct(companyId, productId));
};
