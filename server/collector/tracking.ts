import type { ConversionAccess } from './conversion-access.ts';
import { hostOf, isWithin } from './hosts.ts';
import type { LandingPlan } from './landing.ts';
import type { PagePattern } from './pages.ts';

/** Inbound parameters of an ad's network: the column that each fills, and the name under which it is sent. */
export type ParameterNames = readonly (readonly [column: ParameterColumn, name: string])[];
export const PARAMETERS = [
  'xclid',
  'media_session',
  'media_management1',
  'media_management2',
  'media_management3',
] as const;
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
  /** False: it is deleted. Its links redirect their visitors uncounted; all else of it is unknown. */
  readonly alive: boolean;
  /** False: its company is disabled, so nothing is counted. */
  readonly inService: boolean;
  /** The product's domain; its subdomains count as the product's. */
  readonly host: string;
  readonly senders: readonly string[];
  readonly trackingTermMs: number;
  readonly settings: readonly TrackedSetting[];
  /** Whether a conversion may insert a network's CV tag into its page. */
  readonly tagged: boolean;
  readonly conversionAccess: ConversionAccess;
  /** Which result identifiers are unique: 0 none, 1 those of server calls, 2 those of the tag too. */
  readonly uniqueResultIdentifiers: number;
  /** Whether events store the address shortened. Excluded addresses stay in full, or reports would count them. */
  readonly shortensAddress: (stored: string) => boolean;
}

export interface TrackedAd {
  readonly id: number;
  readonly product: TrackedProduct;
  readonly directLink: boolean;
  readonly clickCost: number;
  /** The ad's network; null: it has none. */
  readonly aspId: number | null;
  readonly parameters: ParameterNames;
  /** False: it or its product is deleted. */
  readonly alive: boolean;
}

export interface TrackedRedirect {
  readonly id: number;
  readonly ad: TrackedAd;
  /** False: deleted or off, or its ad or product is deleted: visitors are redirected to `adPage`, uncounted. */
  readonly counts: boolean;
  readonly landing: LandingPlan | null;
  /** The ad's plain landing page; null if it has none that a browser could open. */
  readonly adPage: string | null;
}

/** What is known by id. */
export interface Lookup<Entry> {
  get(id: number): Entry | undefined;
  /** Whether such a row exists at all, though it may be deleted or belong to a deleted product. */
  has(id: number): boolean;
}

/** All data of the hot path. Deleted products are excluded. */
export interface Tracking {
  readonly products: Lookup<TrackedProduct>;
  readonly ads: Lookup<TrackedAd>;
  readonly redirects: Lookup<TrackedRedirect>;
}

export type Relation = 'own' | 'sender' | 'foreign';

/** The owner of a host's pages: the product itself, one of its senders, or an unknown party. */
export const relationOf = (product: TrackedProduct, host: string): Relation => {
  if (isWithin(host, product.host)) return 'own';
  return product.senders.some(sender => isWithin(host, sender)) ? 'sender' : 'foreign';
};

const KNOWN_ORIGINS = 500;
const origins = new WeakMap<TrackedProduct, Map<string, Relation>>();

/**
 * The same for an Origin header. A site's requests all contain the same few, so results are cached as long as
 * the settings are in effect.
 */
export const originRelation = (product: TrackedProduct, origin: string): Relation => {
  let known = origins.get(product);
  if (known === undefined) origins.set(product, (known = new Map()));
  const found = known.get(origin);
  if (found !== undefined) return found;
  const host = origin === 'null' ? null : hostOf(origin);
  const relation = host === null ? 'foreign' : relationOf(product, host);
  if (known.size >= KNOWN_ORIGINS) known.clear();
  known.set(origin, relation);
  return relation;
};
