import { and, asc, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { ad, cvSetting, invitation, product, redirect, user } from '../schema/index.ts';

/** Settings of a product that its setup consists of; deleted rows do not count. */
export interface SetupSettings {
  readonly domain: string;
  readonly cvSettings: number;
  readonly ads: number;
  /** The ad of the oldest counted click URL, otherwise the oldest ad; null: the product has no ad. */
  readonly adId: number | null;
  /** The oldest redirect whose clicks are counted; null: none. */
  readonly redirectId: number | null;
}

/** Reads the settings of a product. */
export const readSetupSettings = async (
  db: Database,
  companyId: number,
  productId: number,
): Promise<SetupSettings> => {
  const isOfProduct = (table: typeof ad | typeof cvSetting | typeof redirect) =>
    and(eq(table.companyId, companyId), eq(table.productId, productId), eq(table.status, true));
  const [[site], [settings], [ads], [link], [oldest]] = await Promise.all([
    db
      .select({ domain: product.domain })
      .from(product)
      .where(and(eq(product.companyId, companyId), eq(product.id, productId))),
    db.select({ n: count() }).from(cvSetting).where(isOfProduct(cvSetting)),
    db.select({ n: count() }).from(ad).where(isOfProduct(ad)),
    db
      .select({ id: redirect.id, adId: redirect.adId })
      .from(redirect)
      .innerJoin(ad, and(eq(ad.id, redirect.adId), eq(ad.status, true)))
      .where(and(isOfProduct(redirect), eq(redirect.redirectFlag, true)))
      .orderBy(asc(redirect.id))
      .limit(1),
    db.select({ id: ad.id }).from(ad).where(isOfProduct(ad)).orderBy(asc(ad.id)).limit(1),
  ]);
  return {
    domain: site?.domain ?? '',
    cvSettings: settings?.n ?? 0,
    ads: ads?.n ?? 0,
    adId: link?.adId ?? oldest?.id ?? null,
    redirectId: link?.id ?? null,
  };
};

/** Number of users of a company that are not deleted, and of invitations that are not accepted yet. */
export const countUsers = async (db: Database, companyId: number): Promise<number> => {
  const [[users], [invited]] = await Promise.all([
    db
      .select({ n: count() })
      .from(user)
      .where(and(eq(user.companyId, companyId), user.status)),
    db
      .select({ n: count() })
      .from(invitation)
      .where(and(eq(invitation.companyId, companyId), invitation.status, isNull(invitation.acceptedAt))),
  ]);
  return (users?.n ?? 0) + (invited?.n ?? 0);
};
