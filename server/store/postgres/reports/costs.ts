import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { dayText } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import { ad, adCategory, adCost, adType, agency, asp, product } from '../schema/index.ts';

/** Relational inputs of reports: a product's rules, its ads with groups and fees, and imported costs. */

/** The present rules of a product. */
export interface ProductRules {
  readonly id: number;
  readonly companyId: number;
  readonly trackingTerm: number;
  readonly excludedIps: readonly string[];
  readonly attributionModel: number;
  /** 0 Sunday, 1 Monday. */
  readonly weekStart: number;
  /** Whether imported costs are counted. */
  readonly adCostLinkage: boolean;
  /** When the rules by which rollups are derived changed, until rollups follow them; null: they do. */
  readonly rulesChangedAt: Date | null;
  /** The rules before that change; null: it has none. */
  readonly previousTrackingTerm: number | null;
  readonly previousExcludedIps: readonly string[] | null;
}

const rules = {
  id: product.id,
  companyId: product.companyId,
  trackingTerm: product.trackingTerm,
  excludedIps: product.excludedIps,
  attributionModel: product.attributionModel,
  weekStart: product.weekStart,
  adCostLinkage: product.adCostLinkage,
  rulesChangedAt: product.rulesChangedAt,
  previousTrackingTerm: product.previousTrackingTerm,
  previousExcludedIps: product.previousExcludedIps,
};

/**
 * Reads the rules of a product, deleted or not, since past figures stay reportable; null: the company has no such
 * product.
 */
export const productRules = async (
  db: Database,
  companyId: number,
  productId: number,
): Promise<ProductRules | null> =>
  (
    await db
      .select(rules)
      .from(product)
      .where(and(eq(product.companyId, companyId), eq(product.id, productId)))
  )[0] ?? null;

/** The products of all companies, for background tasks. @param only ids; null: all */
export const trackedProducts = (
  db: Database,
  only: ReadonlySet<number> | null = null,
): Promise<ProductRules[]> =>
  db
    .select(rules)
    .from(product)
    .where(only === null ? undefined : inArray(product.id, [...only]))
    .orderBy(product.id);

/** Forgets the previous rules of a product, unless its rules changed again since these were read. */
export const forgetPreviousRules = async (
  db: Database,
  { id, trackingTerm, excludedIps }: Pick<ProductRules, 'id' | 'trackingTerm' | 'excludedIps'>,
): Promise<void> => {
  await db
    .update(product)
    .set({ rulesChangedAt: null, previousTrackingTerm: null, previousExcludedIps: null })
    .where(
      and(
        eq(product.id, id),
        isNotNull(product.rulesChangedAt),
        eq(product.trackingTerm, trackingTerm),
        eq(product.excludedIps, [...excludedIps]),
      ),
    );
};

/** Properties of an ad in reports. Days are `yyyy-MM-dd` in Tokyo; `adFee` is in yen. */
export interface ReportAd {
  readonly id: number;
  readonly name: string;
  readonly adCategoryId: number | null;
  readonly adType1Id: number | null;
  readonly adType2Id: number | null;
  readonly adType3Id: number | null;
  readonly aspId: number | null;
  readonly agencyId: number | null;
  readonly periodFrom: string | null;
  readonly periodTo: string | null;
  readonly adFee: number;
  readonly createdAt: Date;
  /** False: deleted. */
  readonly status: boolean;
}

/** Ads of a product by id, including deleted ones. */
export const reportAds = (db: Database, companyId: number, productId: number): Promise<ReportAd[]> =>
  db
    .select({
      id: ad.id,
      name: ad.name,
      adCategoryId: ad.adCategoryId,
      adType1Id: ad.adType1Id,
      adType2Id: ad.adType2Id,
      adType3Id: ad.adType3Id,
      aspId: ad.aspId,
      agencyId: ad.agencyId,
      periodFrom: ad.periodFrom,
      periodTo: ad.periodTo,
      adFee: ad.adFee,
      createdAt: ad.createdAt,
      status: ad.status,
    })
    .from(ad)
    .where(and(eq(ad.companyId, companyId), eq(ad.productId, productId)))
    .orderBy(ad.id);

/** Groups of ads. */
/** A name by which reports show an ad or a group, and whether it exists or was deleted. */
export interface EntryName {
  readonly name: string;
  readonly status: boolean;
}

type AdGroup = 'category' | 'type' | 'network' | 'agency';

const groupsOf = (
  db: Database,
  companyId: number,
  productId: number,
  group: AdGroup,
): Promise<(EntryName & { readonly id: number })[]> => {
  switch (group) {
    case 'category':
      return db
        .select({ id: adCategory.id, name: adCategory.name, status: adCategory.status })
        .from(adCategory)
        .where(and(eq(adCategory.companyId, companyId), eq(adCategory.productId, productId)));
    case 'type':
      return db
        .select({ id: adType.id, name: adType.title, status: adType.status })
        .from(adType)
        .where(and(eq(adType.companyId, companyId), eq(adType.productId, productId)));
    case 'agency':
      return db
        .select({ id: agency.id, name: agency.name, status: agency.status })
        .from(agency)
        .where(eq(agency.companyId, companyId));
    case 'network':
      return db
        .select({ id: asp.id, name: asp.name, status: asp.status })
        .from(asp)
        .where(and(eq(asp.companyId, companyId), eq(asp.productId, productId)));
  }
};

/** Names of a product's categories, types or networks, or of the company's agencies, by id, including deleted ones. */
export const groupNames = async (
  db: Database,
  companyId: number,
  productId: number,
  group: AdGroup,
): Promise<ReadonlyMap<number, EntryName>> => {
  const found = await groupsOf(db, companyId, productId, group);
  return new Map(found.map(({ id, ...entry }) => [id, entry]));
};

/** Imported cost of an ad on a day (days since 1970 in Tokyo), in 1/100 yen. */
export interface ImportedCost {
  readonly day: number;
  readonly adId: number;
  readonly cost: bigint;
}

/** Imported costs from `fromDay` (inclusive) to `untilDay` (exclusive), by day and ad. */
export const importedCosts = async (
  db: Database,
  companyId: number,
  productId: number,
  period: { readonly fromDay: number; readonly untilDay: number },
): Promise<ImportedCost[]> => {
  const day = sql<number>`${adCost.day} - date '1970-01-01'`;
  const found = await db
    .select({ day, adId: adCost.adId, cost: sql<string>`(${adCost.cost} * 100)::bigint` })
    .from(adCost)
    .where(
      and(
        eq(adCost.companyId, companyId),
        eq(adCost.productId, productId),
        gte(adCost.day, dayText(period.fromDay)),
        lt(adCost.day, dayText(period.untilDay)),
      ),
    )
    .orderBy(asc(adCost.day), adCost.adId);
  return found.map(row => ({ day: row.day, adId: row.adId, cost: BigInt(row.cost) }));
};
