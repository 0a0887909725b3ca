import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { product } from '../schema/index.ts';

/** How `/cv` takes conversions of a product. */
export interface ServerConversionSettings {
  readonly conversionKey: string;
  /** Until when the previous key works; null: there is none. */
  readonly previousUntil: Date | null;
  readonly required: boolean;
  /** 0 none, 1 of server calls, 2 of server calls and the tag. */
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
/** The keys are no fields of the product's form, so a form that is open meanwhile is no conflict. */
const unchanged = sql`${product.updatedAt}`;

/** The keys of a product, deleted or not; null: the company has no such product. */
export const readServerConversionSettings = async (
  db: Database,
  companyId: number,
  productId: number,
): Promise<ServerConversionSettings | null> =>
  (await db.select(columns).from(product).where(isProduct(companyId, productId)))[0] ?? null;

/** The same, of a product that is not deleted, locked until the end of the transaction. */
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

/** Gives a product a new key; the one that it had works until `previousUntil`. */
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

/** Ends the previous key of a product now. */
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
