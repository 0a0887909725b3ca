import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { CV_TAG } from './notifications.ts';
import { ad, asp, crossdomainSetting, cvSetting, product, redirect } from './schema.ts';

/** One ad's part of it: the ad and the network may be none, for one that is not made yet. */
export interface TrackingPart { readonly companyId: number; readonly productId: number; readonly adId: number | null; readonly aspId: number | null }

/** What no row has for its number. */
const NONE = 0;

/**
 * What the collector must know to answer a click without asking anybody. Deleted rows are among them: a deleted ad's links live on in the world.
 *
 * @param part of one ad only, for who asks what its links do
 */
export const readTracking = async (db: Database, part?: TrackingPart) => {
  const { companyId = NONE, productId = NONE, adId, aspId } = part ?? {};
  const only = <Condition>(condition: Condition) => (part === undefined ? undefined : condition);
  const [products, ads, redirects, asps, cvSettings, senders, tagged] = await Promise.all([
    db.select({
      id: product.id, companyId: product.companyId, domain: product.domain, url: product.url, trackingTerm: product.trackingTerm, status: product.status,
    }).from(product).where(only(and(eq(product.id, productId), eq(product.companyId, companyId)))),
    db.select({
      id: ad.id, companyId: ad.companyId, productId: ad.productId, aspId: ad.aspId, redirectUrl: ad.redirectUrl, directLink: ad.directLink, clickCost: ad.clickCost,
      lpoFlag: ad.lpoFlag, lpoEntries: ad.lpoEntries, dynamicLpUrl: ad.dynamicLpUrl, ownParameters: ad.ownParameters, parameters: ad.parameters, status: ad.status,
    }).from(ad).where(only(and(eq(ad.id, adId ?? NONE), eq(ad.productId, productId)))),
    db.select({
      id: redirect.id, adId: redirect.adId, redirectUrl: redirect.redirectUrl, redirectFlag: redirect.redirectFlag, lpoFlag: redirect.lpoFlag,
      lpoEntries: redirect.lpoEntries, dynamicLpUrl: redirect.dynamicLpUrl, status: redirect.status,
    }).from(redirect).where(only(and(eq(redirect.adId, adId ?? NONE), eq(redirect.productId, productId)))).orderBy(redirect.id),
    db.select({
      id: asp.id, xclidFlag: asp.xclidFlag, xclidName: asp.xclidName, mediaSessionFlag: asp.mediaSessionFlag, mediaSessionName: asp.mediaSessionName,
      mediaManagement1Flag: asp.mediaManagement1Flag, mediaManagement1Name: asp.mediaManagement1Name,
      mediaManagement2Flag: asp.mediaManagement2Flag, mediaManagement2Name: asp.mediaManagement2Name,
      mediaManagement3Flag: asp.mediaManagement3Flag, mediaManagement3Name: asp.mediaManagement3Name,
    }).from(asp).where(only(and(eq(asp.id, aspId ?? NONE), eq(asp.productId, productId)))),
    db.select({
      id: cvSetting.id, productId: cvSetting.productId, cvType: cvSetting.cvType, cvCondition: cvSetting.cvCondition, cvPageUrl: cvSetting.cvPageUrl,
      routePageUrl: cvSetting.routePageUrl, buttonSelector: cvSetting.buttonSelector, status: cvSetting.status,
    }).from(cvSetting).where(only(eq(cvSetting.productId, productId))).orderBy(cvSetting.id),
    db.select({ productId: crossdomainSetting.productId, senderDomain: crossdomainSetting.senderDomain, status: crossdomainSetting.status }).from(crossdomainSetting)
      .where(only(eq(crossdomainSetting.productId, productId))),
    db.selectDistinct({ productId: asp.productId }).from(asp).where(and(only(eq(asp.productId, productId)), eq(asp.status, true), eq(asp.resultMethod, CV_TAG), ne(asp.cvTag, ''),
      sql`(${asp.resultFlag} = 2 or exists (select 1 from ${ad} where ${ad.aspId} = ${asp.id} and case when ${ad.ownResultNotice} then ${ad.resultFlag} else ${asp.resultFlag} end <> 0))`)),
  ]);
  return { products, ads, redirects, asps, cvSettings, senders, /** Products of which a conversion may bring a network's CV tag to the page. */ tagged };
};

export type TrackingRows = Awaited<ReturnType<typeof readTracking>>;

/**
 * A text that differs whenever a row that {@link readTracking} reads was inserted, changed or removed.
 *
 * Built of `xmin`, the transaction that wrote each row: `updated_at` would miss a change made by hand, and one committed later than it was stamped.
 */
export const trackingVersion = async (db: Database): Promise<string> => {
  const parts = [product, ad, redirect, asp, cvSetting, crossdomainSetting]
    .map(table => sql`(select count(*) || ':' || coalesce(sum(xmin::text::numeric), 0) from ${table})`);
  const answer = await db.execute<{ version: string }>(sql`select ${sql.join(parts, sql` || ',' || `)} as version`);
  return answer.rows[0]?.version ?? '';
};
