/**
 * The host of a URL or of what people enter as a domain (`shop.example`, `https://shop.example/`), lower
 * case, in its ASCII form, no port; null where there is none.
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
 * True where `host` is `domain` or one of its subdomains; both as {@link hostOf} gives them. Nothing is
 * within an empty domain.
 */
export const isWithin = (host: string, domain: string): boolean =>
  domain !== '' &&
  (host === domain ||
    (host.length > domain.length &&
      host.endsWith(domain) &&
      host.charCodeAt(host.length - domain.length - 1) === 46));

/**
 * The URL as parsed, if it is one that a visitor may be sent to: http or https, no user name or password in
 * it.
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
 * A URL, or null. `URL.canParse` is no way to ask first: Node 20's answers no to `http://bücher.example`,
 * whose letters all have one byte.
 */
export const parseUrl = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};
