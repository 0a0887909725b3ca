import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { CV_TAG } from '../results/notifications.ts';
import { ad, asp, company, crossdomainSetting, cvSetting, product, redirect } from '../schema/index.ts';

const ALL_ROWS = 2_147_483_647;

/** The collector compares digests, so that its memory and its settings file contain no keys. */
const digestOf = (key: typeof product.conversionKey | typeof product.previousConversionKey) =>
  sql`encode(sha256(convert_to(${key}, 'UTF8')), 'hex')`;

/** Reads one of the six tables by id. @param limit maximum number of rows; default: all */
const select = {
  products: (db: Database, where?: SQL, limit = ALL_ROWS) =>
    db
      .select({
        id: product.id,
        companyId: product.companyId,
        domain: product.domain,
        url: product.url,
        trackingTerm: product.trackingTerm,
        conversionKeyDigest: sql<string>`${digestOf(product.conversionKey)}`,
        previousConversionKeyDigest: sql<string | null>`${digestOf(product.previousConversionKey)}`,
        previousConversionKeyUntilMs: sql<
          number | null
        >`(extract(epoch from ${product.previousConversionKeyUntil}) * 1000)::float8`,
        conversionKeyRequired: product.conversionKeyRequired,
        conversionAddresses: product.conversionAddresses,
        uniqueResultIdentifiers: product.uniqueResultIdentifiers,
        excludedIps: product.excludedIps,
        shortenIps: product.shortenIps,
        status: product.status,
        inService: sql<boolean>`(select owner.status from ${company} as owner where owner.id = ${product}.company_id)`,
      })
      .from(product)
      .where(where)
      .orderBy(product.id)
      .limit(limit),
  asps: (db: Database, where?: SQL, limit = ALL_ROWS) =>
    db
      .select({
        id: asp.id,
        productId: asp.productId,
        xclidFlag: asp.xclidFlag,
        xclidName: asp.xclidName,
        mediaSessionFlag: asp.mediaSessionFlag,
        mediaSessionName: asp.mediaSessionName,
        mediaManagement1Flag: asp.mediaManagement1Flag,
        mediaManagement1Name: asp.mediaManagement1Name,
        mediaManagement2Flag: asp.mediaManagement2Flag,
        mediaManagement2Name: asp.mediaManagement2Name,
        mediaManagement3Flag: asp.mediaManagement3Flag,
        mediaManagement3Name: asp.mediaManagement3Name,
        resultFlag: asp.resultFlag,
        bringsCvTag: sql<boolean>`(${asp.status} and ${asp.resultMethod} = ${CV_TAG} and ${asp.cvTag} <> '')`,
      })
      .from(asp)
      .where(where)
      .orderBy(asp.id)
      .limit(limit),
  cvSettings: (db: Database, where?: SQL, limit = ALL_ROWS) =>
    db
      .select({
        id: cvSetting.id,
        productId: cvSetting.productId,
        cvType: cvSetting.cvType,
        cvCondition: cvSetting.cvCondition,
        cvPageUrl: cvSetting.cvPageUrl,
        routePageUrl: cvSetting.routePageUrl,
        buttonSelector: cvSetting.buttonSelector,
        status: cvSetting.status,
      })
      .from(cvSetting)
      .where(where)
      .orderBy(cvSetting.id)
      .limit(limit),
  senders: (db: Database, where?: SQL, limit = ALL_ROWS) =>
    db
      .select({
        id: crossdomainSetting.id,
        productId: crossdomainSetting.productId,
        senderDomain: crossdomainSetting.senderDomain,
        status: crossdomainSetting.status,
      })
      .from(crossdomainSetting)
      .where(where)
      .orderBy(crossdomainSetting.id)
      .limit(limit),
  ads: (db: Database, where?: SQL, limit = ALL_ROWS) =>
    db
      .select({
        id: ad.id,
        companyId: ad.companyId,
        productId: ad.productId,
        aspId: ad.aspId,
        redirectUrl: ad.redirectUrl,
        directLink: ad.directLink,
        clickCost: ad.clickCost,
        lpoFlag: ad.lpoFlag,
        lpoEntries: ad.lpoEntries,
        dynamicLpUrl: ad.dynamicLpUrl,
        ownParameters: ad.ownParameters,
        parameters: ad.parameters,
        ownResultNotice: ad.ownResultNotice,
        resultFlag: ad.resultFlag,
        status: ad.status,
      })
      .from(ad)
      .where(where)
      .orderBy(ad.id)
      .limit(limit),
  redirects: (db: Database, where?: SQL, limit = ALL_ROWS) =>
    db
      .select({
        id: redirect.id,
        adId: redirect.adId,
        redirectUrl: redirect.redirectUrl,
        redirectFlag: redirect.redirectFlag,
        lpoFlag: redirect.lpoFlag,
        lpoEntries: redirect.lpoEntries,
        dynamicLpUrl: redirect.dynamicLpUrl,
        status: redirect.status,
      })
      .from(redirect)
      .where(where)
      .orderBy(redirect.id)
      .limit(limit),
};

export type TrackingTable = keyof typeof select;
export type TrackingRow<Table extends TrackingTable> = Awaited<ReturnType<(typeof select)[Table]>>[number];
/** The rows of the collector's settings. All values survive a round trip through JSON. */
export type TrackingRows = { readonly [Table in TrackingTable]: readonly TrackingRow<Table>[] };

/** The tables, referenced ones before those that refer to them. */
export const TRACKING_TABLES = [
  'products',
  'asps',
  'cvSettings',
  'senders',
  'ads',
  'redirects',
] as const satisfies readonly TrackingTable[];

const IDS = {
  products: product.id,
  asps: asp.id,
  cvSettings: cvSetting.id,
  senders: crossdomainSetting.id,
  ads: ad.id,
  redirects: redirect.id,
};

/** The part of the settings for one ad. The ad and the network may be null before they are created. */
export interface TrackingPart {
  readonly companyId: number;
  readonly productId: number;
  readonly adId: number | null;
  readonly aspId: number | null;
}

/** An id that no row has. */
const NONE = 0;

/**
 * Reads the settings that the collector needs for the links of one ad. Deleted rows are included, because links of a
 * deleted ad remain in use.
 */
export const readTracking = async (
  db: Database,
  { companyId, productId, adId, aspId }: TrackingPart,
): Promise<TrackingRows> => {
  const [products, asps, cvSettings, senders, ads, redirects] = await Promise.all([
    select.products(db, and(eq(product.id, productId), eq(product.companyId, companyId))),
    select.asps(db, and(eq(asp.id, aspId ?? NONE), eq(asp.productId, productId))),
    select.cvSettings(db, eq(cvSetting.productId, productId)),
    select.senders(db, eq(crossdomainSetting.productId, productId)),
    select.ads(db, and(eq(ad.id, adId ?? NONE), eq(ad.productId, productId))),
    select.redirects(db, and(eq(redirect.adId, adId ?? NONE), eq(redirect.productId, productId))),
  ]);
  return { products, asps, cvSettings, senders, ads, redirects };
};

/** Rows of a table with ids above `after`, by id. */
export const readTrackingPage = async <Table extends TrackingTable>(
  db: Database,
  table: Table,
  after: number,
  limit: number,
): Promise<readonly TrackingRow<Table>[]> => select[table](db, gt(IDS[table], after), limit);

/** Rows of a table with these ids; rows that no longer exist are omitted. */
export const readTrackingRows = async <Table extends TrackingTable>(
  db: Database,
  table: Table,
  ids: readonly number[],
): Promise<readonly TrackingRow<Table>[]> => select[table](db, inArray(IDS[table], [...ids]));

/** Digest of the row layout: rows stored by an earlier version may lack columns. */
export const trackingLayout = (db: Database): string =>
  createHash('sha256')
    .update(TRACKING_TABLES.map(table => select[table](db).toSQL().sql).join('\n'))
    .digest('hex');
