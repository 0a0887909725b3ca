/**
 * The host of a URL or of a domain as entered by a user (`shop.example`, `https://shop.example/`), lower
 * case, in its ASCII form, without port; null if there is none.
 */
export const hostOf = (text: string): string | null => {
  const trimmed = text.trim();
  const host =
    parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`)?.hostname.replace(
      /\.$/,
      '',
    ) ?? '';
  return host === '' ? null : host;
};

/**
 * True if `host` is `domain` or one of its subdomains; both as {@link hostOf} returns them. No host is within
 * an empty domain.
 */
export const isWithin = (host: string, domain: string): boolean =>
  domain !== '' &&
  (host === domain ||
    (host.length > domain.length &&
      host.endsWith(domain) &&
      host.charCodeAt(host.length - domain.length - 1) === 46));

/**
 * The parsed URL, if a visitor may be redirected to it: http or https, without user name and password.
 */
export const webUrl = (text: string): URL | null => {
  const url = parseUrl(text);
  return url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === ''
    ? url
    : null;
};

/**
 * A URL, or null. `URL.canParse` is no substitute: in Node 20 it returns false for `http://bücher.example`,
 * whose letters all fit in one byte.
 */
export const parseUrl = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};
