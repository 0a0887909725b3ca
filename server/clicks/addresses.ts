import { wellFormed } from '../collector/text.ts';
import type { ParameterColumn, ParameterNames } from '../collector/tracking.ts';

/** Addresses of the collector for media and ad networks. */

/** Macros that stand for the values of parameters in click addresses, named as in result notifications. */
export const MACROS: Readonly<Record<ParameterColumn, string>> = {
  xclid: '{xclid}',
  media_session: '{media_session}',
  media_management1: '{key1}',
  media_management2: '{key2}',
  media_management3: '{key3}',
};

/** The separator between an address without a fragment and a further parameter. */
const separatorAfter = (page: string): string => {
  if (!page.includes('?')) return '?';
  return /[?&]$/.test(page) ? '' : '&';
};

/**
 * Appends parameters to an address, before its fragment. Names are URL-encoded; values are macros and numbers, which
 * are not.
 */
export const withParameters = (
  href: string,
  parameters: readonly (readonly [name: string, value: string])[],
): string => {
  if (parameters.length === 0) return href;
  const hash = href.indexOf('#');
  const page = hash === -1 ? href : href.slice(0, hash);
  const added = parameters
    .map(([name, value]) => `${encodeURIComponent(wellFormed(name))}=${value}`)
    .join('&');
  return `${page}${separatorAfter(page)}${added}${hash === -1 ? '' : href.slice(hash)}`;
};

export const clickAddress = (publicUrl: string, redirectId: number): string => `${publicUrl}/r/${redirectId}`;
export const impressionAddress = (publicUrl: string, adId: number): string => `${publicUrl}/i/${adId}.gif`;
export const impressionTag = (publicUrl: string, adId: number): string =>
  `<img src="${impressionAddress(publicUrl, adId)}" width="1" height="1" alt="">`;
/** The parameter by which a landing counts as a contact of an ad without a redirect (docs/collector.md). */
export const directParameter = (adId: number) => ['tp_ad', String(adId)] as const;

/** Parameters whose macros the network's system replaces. */
export const macroParameters = (names: ParameterNames) =>
  names.map(([column, name]) => [name, MACROS[column]] as const);
