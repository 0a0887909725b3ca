import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from './database.ts';
import { ad, cvSetting, product, redirect, type LpoEntry } from './schema.ts';

/** The rules of a product that a log applies when it is read. */
export interface LogRules {
  /** Days. */
  readonly trackingTerm: number;
  /** Addresses and CIDR ranges. */
  readonly excludedIps: readonly string[];
  /** The ads that may be performance CV ads, deleted ones included: their contacts still count. */
  readonly performanceAds: readonly number[];
}

/** The present rules of a product, deleted or not; null where the company has no such product. */
export const logRules = async (db: Database, companyId: number, productId: number): Promise<LogRules | null> => {
  const [found] = await db.select({ trackingTerm: product.trackingTerm, excludedIps: product.excludedIps }).from(product)
    .where(and(eq(product.companyId, companyId), eq(product.id, productId)));
  if (found === undefined) return null;
  const ads = await db.select({ id: ad.id }).from(ad).where(and(eq(ad.companyId, companyId), eq(ad.productId, productId), eq(ad.performanceCvFlag, true)));
  return { ...found, performanceAds: ads.map(({ id }) => id) };
};

/** The names of CV settings by their ids, deleted ones included. */
export const cvSettingsNamed = async (db: Database, companyId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  const found = await db.select({ id: cvSetting.id, name: cvSetting.name }).from(cvSetting).where(and(eq(cvSetting.companyId, companyId), inArray(cvSetting.id, [...ids])));
  return new Map(found.map(row => [row.id, row.name]));
};

/** What a row of a log shows of an ad or a redirect. */
export interface Named { readonly name: string; readonly lpoEntries: readonly LpoEntry[] }

/** Ads by their ids, deleted ones included: their log stays. */
export const adsNamed = async (db: Database, companyId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Named>> => {
  if (ids.length === 0) return new Map();
  const found = await db.select({ id: ad.id, name: ad.name, lpoEntries: ad.lpoEntries }).from(ad).where(and(eq(ad.companyId, companyId), inArray(ad.id, [...ids])));
  return new Map(found.map(row => [row.id, row]));
};

/** The landing pages of redirects by their ids, deleted ones included. */
export const redirectPages = async (db: Database, companyId: number, ids: readonly number[]): Promise<ReadonlyMap<number, readonly LpoEntry[]>> => {
  if (ids.length === 0) return new Map();
  const found = await db.select({ id: redirect.id, lpoEntries: redirect.lpoEntries }).from(redirect)
    .where(and(eq(redirect.companyId, companyId), inArray(redirect.id, [...ids])));
  return new Map(found.map(row => [row.id, row.lpoEntries]));
};
