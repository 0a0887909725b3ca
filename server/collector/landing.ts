import { isWithin, webUrl } from './hosts.ts';
import { URL_LIMIT } from './text.ts';

/**
 * A landing page that was checked when it was read: absolute, http or https, and ASCII, so that a header can
 * contain it.
 */
export interface Page {
  readonly number: number;
  readonly href: string;
  readonly rate: number;
}

/** The possible targets of a redirect. */
export interface LandingPlan {
  /** The page without LPO. */
  readonly plain: string;
  /** LPO pages with a rate above zero, numbered 1..5 as entered; empty: no LPO. */
  readonly pages: readonly Page[];
  readonly dynamic: boolean;
}

/**
 * 32 bits derived from visitor and redirect, evenly distributed (the finisher of MurmurHash3): the same
 * visitor gets the same page each time.
 */
export const visitorHash = (visitorId: string, redirectId: number): number => {
  const id = BigInt(visitorId);
  let hash =
    Math.imul(redirectId, 0x9e3779b1) ^ Number(id & 0xffffffffn) ^ Math.imul(Number(id >> 32n), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Chooses among the pages by their rates; null if there are none. */
export const choosePage = (pages: readonly Page[], visitorId: string, redirectId: number): Page | null => {
  if (pages.length === 0) return null;
  const total = pages.reduce((sum, page) => sum + page.rate, 0);
  let left = (visitorHash(visitorId, redirectId) / 2 ** 32) * total;
  for (const page of pages) {
    left -= page.rate;
    if (left < 0) return page;
  }
  return pages.at(-1) ?? null; // reached only through floating-point rounding
};

/**
 * The target that the request names, if it is a page of the product's domain; null otherwise: the redirect
 * must not be usable as an open redirect.
 */
export const dynamicTarget = (requested: string | null, host: string): string | null => {
  if (requested === null || requested.length > URL_LIMIT) return null;
  const url = webUrl(requested);
  return url !== null && url.href.length <= URL_LIMIT && isWithin(url.hostname.replace(/\.$/, ''), host)
    ? url.href
    : null;
};

/**
 * Adds the click token to a landing URL and preserves its own query and hash; an existing token is replaced.
 */
export const withToken = (href: string, token: string): string => {
  const hash = href.indexOf('#');
  const page = hash === -1 ? href : href.slice(0, hash);
  const mark = page.indexOf('?');
  const own = mark === -1 ? '' : page.slice(mark + 1);
  const ownQuery = own.includes('xclid=')
    ? own
        .split('&')
        .filter(pair => !pair.startsWith('xclid='))
        .join('&')
    : own;
  return `${mark === -1 ? page : page.slice(0, mark)}?${ownQuery === '' ? '' : `${ownQuery}&`}xclid=${token}${hash === -1 ? '' : href.slice(hash)}`;
};
