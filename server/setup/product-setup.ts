import { clickAddress } from '../clicks/addresses.ts';
import { indexTracking } from '../collector/tracking-index.ts';
import { LOOK_BACK_MS, matchesSetting } from '../cv-settings/preview.ts';
import type { Dependencies, ProductDependencies } from '../dependencies.ts';
import { tagOf } from '../installation/installation.ts';
import { ofProduct } from '../slices/slices.ts';
import { productActivity } from '../store/clickhouse/events/product-activity.ts';
import { recentPages } from '../store/clickhouse/events/recent-pages.ts';
import { readSetupSettings } from '../store/postgres/companies/setup-progress.ts';
import { readTracking } from '../store/postgres/tracking/tracking.ts';
import type { ProductSetupBody } from './schemas.ts';

type SetupParts = Pick<ProductDependencies, 'db' | 'columnar' | 'clock' | 'settings'>;

/** Product of a company. */
interface ProductKey {
  readonly companyId: number;
  readonly productId: number;
}

/** Whether a recent page view matches a CV setting of the product. */
const hasMatchingPage = async (
  { db, columnar, clock }: SetupParts,
  { companyId, productId }: ProductKey,
  signal: AbortSignal,
): Promise<boolean> => {
  const rows = await readTracking(db, { companyId, productId, adId: null, aspId: null });
  const settings = indexTracking(rows).products.get(productId)?.settings ?? [];
  const since = clock.now() - LOOK_BACK_MS;
  const pages = await recentPages(
    columnar,
    productId,
    { query: true, fragment: true, referrer: true },
    since,
    signal,
  );
  return pages.some(page => settings.some(setting => matchesSetting(setting, page)));
};

/** Reads how far a product of the company is set up. @throws {Failure} `timed_out` */
export const readProductSetup = async (
  stores: Pick<Dependencies, 'db' | 'slices' | 'clock' | 'settings'>,
  key: ProductKey,
  signal: AbortSignal,
): Promise<ProductSetupBody> => {
  const parts = await ofProduct(stores, key.productId);
  const { publicUrl } = parts.settings;
  const [found, activity] = await Promise.all([
    readSetupSettings(parts.db, key.companyId, key.productId),
    productActivity(parts.columnar, key.productId, signal),
  ]);
  const mayMatch = found.cvSettings > 0 && activity.hasAccesses;
  return {
    product_id: key.productId,
    domain: found.domain,
    tag: tagOf(publicUrl, key.productId),
    has_accesses: activity.hasAccesses,
    cv_settings: found.cvSettings,
    is_matched: activity.hasConversions || (mayMatch && (await hasMatchingPage(parts, key, signal))),
    ads: found.ads,
    ad_id: found.adId,
    click_url: found.redirectId === null ? null : clickAddress(publicUrl, found.redirectId),
    has_clicks: activity.hasContacts,
  };
};
