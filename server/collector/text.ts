import { webUrl } from './hosts.ts';

/**
 * Maximum length of a stored page URL, landing URL and referrer, in UTF-16 units: the length that browsers
 * and proxies support.
 */
export const URL_LIMIT = 2048;
/** Maximum length of free text: result identifier, user id, keys, and the networks' parameters. */
export const TEXT_LIMIT = 255;

const LONE_SURROGATE = /\p{Surrogate}/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
// oxlint-disable-next-line no-control-regex -- as above, to take them out
const CONTROLS = /[\u0000-\u001f\u007f]/g;

/**
 * Replaces each unpaired surrogate by U+FFFD. JSON can spell one (`"\ud800"`), UTF-8 cannot, and the columnar
 * store refuses the entire batch that contains one.
 */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, '\ufffd');

/**
 * True if a text contains NUL, CR, LF or another control character: none is intentional, and PostgreSQL
 * cannot store NUL.
 */
export const hasControl = (text: string): boolean => CONTROL.test(text);

/**
 * For input that must not be refused (a visitor's click): control characters become U+FFFD, and longer text
 * is cut.
 */
export const sanitized = (text: string, limit: number): string => {
  const clean = CONTROL.test(text) ? text.replace(CONTROLS, '\ufffd') : text;
  return clean.length <= limit ? clean : wellFormed(clean.slice(0, limit));
};

/** A page's address to store. Beyond the limit it loses query and fragment, which are what makes it long. */
export const shortenedAddress = (address: string): string =>
  address.length <= URL_LIMIT ? address : wellFormed(address.replace(/[?#].*/s, '').slice(0, URL_LIMIT));

/** A referrer beyond the limit is cut to its origin, as browsers themselves do with long ones. */
export const sanitizedReferrer = (text: string): string => {
  if (text.length <= URL_LIMIT) return sanitized(text, URL_LIMIT);
  const url = webUrl(text);
  return url === null ? '' : sanitized(`${url.origin}/`, URL_LIMIT);
};
