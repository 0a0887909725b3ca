import { and, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { Condition } from '../../../http/filters.ts';
import { conditionsOf } from '../engine/conditions.ts';
import type { Database } from '../engine/database.ts';
import { ad, cvSetting, product, redirect, type LpoEntry } from '../schema/index.ts';

/** Rules of a product that a log applies on reading. */
export interface LogRules {
  /** In days. */
  readonly trackingTerm: number;
  /** IP addresses and CIDR ranges. */
  readonly excludedIps: readonly string[];
  /** Ids of ads flagged for performance CVs, including deleted ones, whose contacts still count. */
  readonly performanceAds: readonly number[];
}

/** Reads the rules of a product, deleted or not; null: the company has no such product. */
export const logRules = async (
  db: Database,
  companyId: number,
  productId: number,
): Promise<LogRules | null> => {
  const [found] = await db
    .select({ trackingTerm: product.trackingTerm, excludedIps: product.excludedIps })
    .from(product)
    .where(and(eq(product.companyId, companyId), eq(product.id, productId)));
  if (found === undefined) return null;
  const ads = await db
    .select({ id: ad.id })
    .from(ad)
    .where(and(eq(ad.companyId, companyId), eq(ad.productId, productId), eq(ad.performanceCvFlag, true)));
  return { ...found, performanceAds: ads.map(({ id }) => id) };
};

/** Names of CV settings by id, including deleted ones. */
export const cvSettingsNamed = async (
  db: Database,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: cvSetting.id, name: cvSetting.name })
    .from(cvSetting)
    .where(and(eq(cvSetting.companyId, companyId), inArray(cvSetting.id, [...ids])));
  return new Map(found.map(row => [row.id, row.name]));
};

interface OneProduct {
  readonly companyId: number;
  readonly productId: number;
}

/** A condition on names, or its negation. */
const named = (
  condition: Condition,
  column: typeof ad.name | typeof cvSetting.name,
  holds: boolean,
): SQL | undefined => {
  const found = conditionsOf([{ ...condition, field: 'name' }], { name: column });
  return holds || found === undefined ? found : not(found);
};

/** Ids of the ads whose names satisfy a condition, or do not, including deleted ones. */
export const adsWhose = async (
  db: Database,
  { companyId, productId }: OneProduct,
  condition: Condition,
  holds: boolean,
): Promise<number[]> =>
  (
    await db
      .select({ id: ad.id })
      .from(ad)
      .where(and(eq(ad.companyId, companyId), eq(ad.productId, productId), named(condition, ad.name, holds)))
  ).map(({ id }) => id);

/** Ids of the CV settings whose names satisfy a condition, or do not, including deleted ones. */
export const cvSettingsWhose = async (
  db: Database,
  { companyId, productId }: OneProduct,
  condition: Condition,
  holds: boolean,
): Promise<number[]> =>
  (
    await db
      .select({ id: cvSetting.id })
      .from(cvSetting)
      .where(
        and(
          eq(cvSetting.companyId, companyId),
          eq(cvSetting.productId, productId),
          named(condition, cvSetting.name, holds),
        ),
      )
  ).map(({ id }) => id);

/** Ids of a product's ads by name. */
export const adsByName = async (db: Database, { companyId, productId }: OneProduct): Promise<number[]> =>
  (
    await db
      .select({ id: ad.id })
      .from(ad)
      .where(and(eq(ad.companyId, companyId), eq(ad.productId, productId)))
      .orderBy(ad.name, ad.id)
  ).map(({ id }) => id);

/** Ids of a product's CV settings by name, including deleted ones. */
export const cvSettingsByName = async (
  db: Database,
  { companyId, productId }: OneProduct,
): Promise<number[]> =>
  (
    await db
      .select({ id: cvSetting.id })
      .from(cvSetting)
      .where(and(eq(cvSetting.companyId, companyId), eq(cvSetting.productId, productId)))
      .orderBy(cvSetting.name, cvSetting.id)
  ).map(({ id }) => id);

interface Titled {
  readonly id: number;
  readonly titles: readonly string[];
}

/** Titles of the landing pages of a product's ads and redirects, for those with landing pages. */
export const landingTitles = async (
  db: Database,
  { companyId, productId }: OneProduct,
): Promise<{ readonly ads: readonly Titled[]; readonly redirects: readonly Titled[] }> => {
  const [ads, redirects] = await Promise.all(
    [ad, redirect].map(table =>
      db
        .select({ id: table.id, entries: table.lpoEntries })
        .from(table)
        .where(
          and(
            eq(table.companyId, companyId),
            eq(table.productId, productId),
            sql`jsonb_array_length(${table.lpoEntries}) > 0`,
          ),
        ),
    ),
  );
  const titled = (
    rows: readonly { readonly id: number; readonly entries: readonly LpoEntry[] }[] | undefined,
  ) => (rows ?? []).map(({ id, entries }) => ({ id, titles: entries.map(({ title }) => title) }));
  return { ads: titled(ads), redirects: titled(redirects) };
};

/** Name and landing pages of an ad, as a log row shows them. */
export interface Named {
  readonly name: string;
  readonly lpoEntries: readonly LpoEntry[];
}

/** Ads by id, including deleted ones, whose log rows remain. */
export const adsNamed = async (
  db: Database,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Named>> => {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: ad.id, name: ad.name, lpoEntries: ad.lpoEntries })
    .from(ad)
    .where(and(eq(ad.companyId, companyId), inArray(ad.id, [...ids])));
  return new Map(found.map(row => [row.id, row]));
};

/** Landing pages of redirects by id, including deleted ones. */
export const redirectPages = async (
  db: Database,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly LpoEntry[]>> => {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: redirect.id, lpoEntries: redirect.lpoEntries })
    .from(redirect)
    .where(and(eq(redirect.companyId, companyId), inArray(redirect.id, [...ids])));
  return new Map(found.map(row => [row.id, row.lpoEntries]));
};
