import { clickAddress } from '../clicks/addresses.ts';
import { indexTracking } from '../collector/tracking-index.ts';
import { LOOK_BACK_MS, matchesSetting } from '../cv-settings/preview.ts';
import type { Dependencies, ProductDependencies } from '../dependencies.ts';
import type { TrackedProduct } from '../collector/tracking.ts';
import { tagOf } from '../installation/installation.ts';
import { readNotices } from '../installation/notices.ts';
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
  { columnar, clock }: SetupParts,
  { id: productId, settings }: TrackedProduct,
  signal: AbortSignal,
): Promise<boolean> => {
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
  const [found, activity, rows] = await Promise.all([
    readSetupSettings(parts.db, key.companyId, key.productId),
    productActivity(parts.columnar, key.productId, signal),
    readTracking(parts.db, { ...key, adId: null, aspId: null }),
  ]);
  const product = indexTracking(rows).products.get(key.productId) ?? null;
  const mayMatch = found.cvSettings > 0 && activity.hasAccesses && product !== null;
  const { refused_hosts } = await readNotices(parts.db, key, product, parts.clock.now());
  return {
    product_id: key.productId,
    domain: found.domain,
    tag: tagOf(publicUrl, key.productId),
    refused_hosts: refused_hosts.map(({ host }) => host),
    has_accesses: activity.hasAccesses,
    cv_settings: found.cvSettings,
    is_matched: activity.hasConversions || (mayMatch && (await hasMatchingPage(parts, product, signal))),
    ads: found.ads,
    ad_id: found.adId,
    click_url: found.redirectId === null ? null : clickAddress(publicUrl, found.redirectId),
    has_clicks: activity.hasContacts,
  };
};
