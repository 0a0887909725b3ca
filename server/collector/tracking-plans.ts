import type { TrackingRow } from '../store/postgres/tracking/tracking.ts';
import { DAY } from '../platform/time.ts';
import { createExcluded } from '../attribution/excluded.ts';
import { planConversionAccess } from './conversion-access.ts';
import { hostOf, webUrl } from './hosts.ts';
import type { Page } from './landing.ts';
import { readPattern } from './pages.ts';
import {
  PARAMETERS,
  type ParameterColumn,
  type ParameterNames,
  type TrackedAd,
  type TrackedProduct,
  type TrackedRedirect,
  type TrackedSetting,
} from './tracking.ts';

/** Converts rows into the data of a click: everything parsed, checked and joined once. Pure. */

type AspRow = TrackingRow<'asps'>;
type AdRow = TrackingRow<'ads'>;
type SettingRow = TrackingRow<'cvSettings'>;

/** CV settings and senders of one product, without deleted ones, in the order of their ids. */
export interface ProductParts {
  readonly settings: readonly SettingRow[];
  readonly senders: readonly TrackingRow<'senders'>[];
  readonly tagged: boolean;
}

/** @param setting its texts as entered */
export const planSetting = (
  setting: Pick<
    SettingRow,
    'id' | 'cvType' | 'cvCondition' | 'cvPageUrl' | 'routePageUrl' | 'buttonSelector'
  >,
): TrackedSetting => ({
  id: setting.id,
  cvType: setting.cvType,
  condition: setting.cvCondition,
  page: readPattern(setting.cvPageUrl),
  route: readPattern(setting.routePageUrl),
  selector: setting.buttonSelector.trim(),
});

const planShortening = ({
  shortenIps,
  excludedIps,
}: Pick<TrackingRow<'products'>, 'shortenIps' | 'excludedIps'>): TrackedProduct['shortensAddress'] => {
  if (!shortenIps) return () => false;
  const isExcluded = createExcluded(excludedIps);
  return stored => !isExcluded(stored);
};

export const planProduct = (
  product: TrackingRow<'products'>,
  { settings, senders, tagged }: ProductParts,
): TrackedProduct => ({
  id: product.id,
  companyId: product.companyId,
  alive: product.status,
  inService: product.inService,
  host: hostOf(product.domain) ?? hostOf(product.url) ?? '',
  senders: senders.flatMap(sender => hostOf(sender.senderDomain) ?? []),
  trackingTermMs: product.trackingTerm * DAY,
  tagged,
  conversionAccess: planConversionAccess(product),
  uniqueResultIdentifiers: product.uniqueResultIdentifiers,
  shortensAddress: planShortening(product),
  settings: settings.map(planSetting),
});

const networkNames = (asp: AspRow | undefined): ParameterNames =>
  asp === undefined
    ? []
    : (
        [
          ['xclid', asp.xclidFlag, asp.xclidName],
          ['media_session', asp.mediaSessionFlag, asp.mediaSessionName],
          ['media_management1', asp.mediaManagement1Flag, asp.mediaManagement1Name],
          ['media_management2', asp.mediaManagement2Flag, asp.mediaManagement2Name],
          ['media_management3', asp.mediaManagement3Flag, asp.mediaManagement3Name],
        ] as const
      ).flatMap(([column, on, name]) => (on && name !== '' ? [[column, name] as const] : []));

const ownNames = (names: Partial<Record<ParameterColumn, string>>): ParameterNames =>
  PARAMETERS.flatMap(column => (names[column] ? [[column, names[column]] as const] : []));

/** @param asp the ad's network; undefined where it has none */
export const planAd = (ad: AdRow, product: TrackedProduct, asp: AspRow | undefined): TrackedAd => ({
  id: ad.id,
  product,
  directLink: ad.directLink,
  clickCost: ad.clickCost,
  aspId: ad.aspId,
  alive: ad.status && product.alive,
  parameters: ad.ownParameters ? ownNames(ad.parameters) : networkNames(asp),
});

const pageOf = (url: string): string | null => webUrl(url)?.href ?? null;

const lpoPages = (entries: readonly { url: string; rate: number }[]): Page[] =>
  entries.slice(0, 5).flatMap((entry, index) => {
    const href = pageOf(entry.url);
    // A page with an invalid address or no weight is never chosen; its number stays unchanged.
    return href === null || !(entry.rate > 0) ? [] : [{ number: index + 1, href, rate: entry.rate }];
  });

/** The redirect's own LPO has precedence over its ad's. */
const lpoEntries = (redirect: TrackingRow<'redirects'>, ad: AdRow) => {
  if (redirect.lpoFlag) return redirect.lpoEntries;
  return ad.lpoFlag ? ad.lpoEntries : [];
};

/** @param row the ad's own row, whose landing page replaces missing values of the redirect */
export const planRedirect = (
  redirect: TrackingRow<'redirects'>,
  ad: TrackedAd,
  row: AdRow,
): TrackedRedirect => {
  const adPage = pageOf(row.redirectUrl);
  const plain = pageOf(redirect.redirectUrl) ?? adPage;
  const pages = lpoPages(lpoEntries(redirect, row));
  return {
    id: redirect.id,
    ad,
    adPage,
    counts: redirect.status && redirect.redirectFlag && ad.alive,
    landing:
      plain === null && pages.length === 0
        ? null
        : { plain: plain ?? pages[0]?.href ?? '', pages, dynamic: redirect.dynamicLpUrl || row.dynamicLpUrl },
  };
};
