import type { TrackingRows } from '../store/postgres/tracking.ts';
import { DAY } from '../time.ts';
import { hostOf, isWithin, webUrl } from './hosts.ts';
import type { LandingPlan, Page } from './landing.ts';
import { readPattern, type PagePattern } from './pages.ts';

/** Inbound parameters of an ad's network: which column each fills, and the name it comes under. */
export type ParameterNames = readonly (readonly [column: ParameterColumn, name: string])[];
export const PARAMETERS = ['xclid', 'media_session', 'media_management1', 'media_management2', 'media_management3'] as const;
export type ParameterColumn = (typeof PARAMETERS)[number];

export interface TrackedSetting {
  readonly id: number;
  readonly cvType: number;
  /** 1 URL, 2 URL and referrer, 3 button click. */
  readonly condition: number;
  readonly page: PagePattern | null;
  readonly route: PagePattern | null;
  readonly selector: string;
}

export interface TrackedProduct {
  readonly id: number;
  readonly companyId: number;
  /** The product's domain; its subdomains count as the product's. */
  readonly host: string;
  readonly senders: readonly string[];
  readonly trackingTermMs: number;
  readonly settings: readonly TrackedSetting[];
  /** Whether a conversion may bring a network's CV tag to its page. */
  readonly tagged: boolean;
}

export interface TrackedAd {
  readonly id: number;
  readonly product: TrackedProduct;
  readonly directLink: boolean;
  readonly clickCost: number;
  readonly parameters: ParameterNames;
  readonly alive: boolean;
}

export interface TrackedRedirect {
  readonly id: number;
  readonly ad: TrackedAd;
  /** False: deleted or switched off, or its ad is deleted: visitors go on to `adPage`, uncounted. */
  readonly counts: boolean;
  readonly landing: LandingPlan | null;
  /** The ad's plain landing page; null where it has none that a browser could go to. */
  readonly adPage: string | null;
}

/** All that the hot path knows, as it was at one moment. Products that are deleted are not in it, nor is what belongs to them. */
export interface Tracking {
  readonly products: ReadonlyMap<number, TrackedProduct>;
  readonly ads: ReadonlyMap<number, TrackedAd>;
  readonly redirects: ReadonlyMap<number, TrackedRedirect>;
}

type AspRow = TrackingRows['asps'][number];
const networkNames = (asp: AspRow | undefined): ParameterNames => (asp === undefined ? [] : ([
  ['xclid', asp.xclidFlag, asp.xclidName], ['media_session', asp.mediaSessionFlag, asp.mediaSessionName],
  ['media_management1', asp.mediaManagement1Flag, asp.mediaManagement1Name], ['media_management2', asp.mediaManagement2Flag, asp.mediaManagement2Name],
  ['media_management3', asp.mediaManagement3Flag, asp.mediaManagement3Name],
] as const).flatMap(([column, on, name]) => (on && name !== '' ? [[column, name] as const] : [])));

const ownNames = (names: Partial<Record<ParameterColumn, string>>): ParameterNames =>
  PARAMETERS.flatMap(column => (names[column] ? [[column, names[column]] as const] : []));

const pageOf = (url: string): string | null => webUrl(url)?.href ?? null;

const lpoPages = (entries: readonly { url: string; rate: number }[]): Page[] => entries.slice(0, 5).flatMap((entry, index) => {
  const href = pageOf(entry.url);
  // A page that nobody can open, or with no weight, is never chosen; its number stays its own.
  return href === null || !(entry.rate > 0) ? [] : [{ number: index + 1, href, rate: entry.rate }];
});

const grouped = <Row extends { productId: number }>(rows: readonly Row[]): ReadonlyMap<number, Row[]> => {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.productId);
    if (group === undefined) groups.set(row.productId, [row]);
    else group.push(row);
  }
  return groups;
};

/** Turns rows into what is asked on each click: everything parsed, checked and joined once. */
export const planTracking = (rows: TrackingRows): Tracking => {
  const settings = grouped(rows.cvSettings.filter(setting => setting.status));
  const senders = grouped(rows.senders.filter(sender => sender.status));
  const tagged = new Set(rows.tagged.map(row => row.productId));
  const products = new Map(rows.products.filter(product => product.status).map(product => [product.id, {
    id: product.id, companyId: product.companyId,
    host: hostOf(product.domain) ?? hostOf(product.url) ?? '',
    senders: (senders.get(product.id) ?? []).flatMap(sender => hostOf(sender.senderDomain) ?? []),
    trackingTermMs: product.trackingTerm * DAY, tagged: tagged.has(product.id),
    settings: (settings.get(product.id) ?? []).map(setting => ({
      id: setting.id, cvType: setting.cvType, condition: setting.cvCondition,
      page: readPattern(setting.cvPageUrl), route: readPattern(setting.routePageUrl), selector: setting.buttonSelector.trim(),
    })),
  } satisfies TrackedProduct]));

  const asps = new Map(rows.asps.map(asp => [asp.id, asp]));
  const ads = new Map<number, TrackedAd>();
  const adRows = new Map(rows.ads.map(ad => [ad.id, ad]));
  for (const ad of rows.ads) {
    const product = products.get(ad.productId);
    if (product === undefined) continue;
    ads.set(ad.id, {
      id: ad.id, product, directLink: ad.directLink, clickCost: ad.clickCost, alive: ad.status,
      parameters: ad.ownParameters ? ownNames(ad.parameters) : networkNames(ad.aspId === null ? undefined : asps.get(ad.aspId)),
    });
  }

  const redirects = new Map<number, TrackedRedirect>();
  for (const redirect of rows.redirects) {
    const ad = ads.get(redirect.adId);
    const adRow = adRows.get(redirect.adId);
    if (ad === undefined || adRow === undefined) continue;
    const adPage = pageOf(adRow.redirectUrl);
    const plain = pageOf(redirect.redirectUrl) ?? adPage;
    // The redirect's own LPO goes before its ad's.
    const pages = lpoPages(redirect.lpoFlag ? redirect.lpoEntries : adRow.lpoFlag ? adRow.lpoEntries : []);
    redirects.set(redirect.id, {
      id: redirect.id, ad, adPage, counts: redirect.status && redirect.redirectFlag && ad.alive,
      landing: plain === null && pages.length === 0 ? null : { plain: plain ?? pages[0]?.href ?? '', pages, dynamic: redirect.dynamicLpUrl || adRow.dynamicLpUrl },
    });
  }
  return { products, ads, redirects };
};

export type Relation = 'own' | 'sender' | 'foreign';

/** Whose page a host serves: the product's own, one of its senders', or somebody else's. */
export const relationOf = (product: TrackedProduct, host: string): Relation => {
  if (isWithin(host, product.host)) return 'own';
  return product.senders.some(sender => isWithin(host, sender)) ? 'sender' : 'foreign';
};

const KNOWN_ORIGINS = 500;
const origins = new WeakMap<TrackedProduct, Map<string, Relation>>();

/** The same for an Origin header. A site's requests all carry the same few, so what was found out once is kept as long as the settings are. */
export const originRelation = (product: TrackedProduct, origin: string): Relation => {
  let known = origins.get(product);
  if (known === undefined) origins.set(product, known = new Map());
  const found = known.get(origin);
  if (found !== undefined) return found;
  const host = origin === 'null' ? null : hostOf(origin);
  const relation = host === null ? 'foreign' : relationOf(product, host);
  if (known.size >= KNOWN_ORIGINS) known.clear();
  known.set(origin, relation);
  return relation;
};
