import { trimEndOf } from '../platform/trim-end.ts';
import { parseUrl } from './hosts.ts';
import { matchesWildcard } from './wildcard.ts';

/**
 * The page that a CV setting matches.
 *
 * `host/path`, optionally with a scheme; `/path` for any of the product's hosts; `*` matches any characters.
 * The path is case-sensitive, the host is not; a trailing slash and the fragment are ignored; a port counts
 * only if the pattern names one. A query in the pattern lists required parameters in any order; without one
 * the page's query is ignored.
 */
export interface PagePattern {
  readonly host: string | null;
  readonly port: string | null;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Browsers send `/%E6%97%A5`, users enter `/日`; a stray percent sign stays unchanged. */
const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const plainPath = (path: string): string =>
  path.endsWith('/') ? trimEndOf(decoded(path), '/') || '/' : decoded(path);

/** Parses a setting's page; null if it is empty, which matches no page. */
export const readPattern = (text: string): PagePattern | null => {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/#.*$/s, '');
  if (bare === '') return null;
  const [before = '', query = ''] = bare.split(/\?(.*)/s);
  const slash = before.indexOf('/');
  const authority = slash === -1 ? before : before.slice(0, slash);
  const [host = '', port] = authority.toLowerCase().split(':');
  return {
    host: host === '' ? null : asciiHost(host),
    port: port ?? null,
    path: slash === -1 ? '/' : plainPath(before.slice(slash)),
    query: [...new URLSearchParams(query)],
  };
};

const hostnameOf = (host: string): string => parseUrl(`http://${host}`)?.hostname ?? host;

/**
 * The ASCII form, which browsers send. URL rejects a host with `*`, so the labels of such a host are
 * converted one by one.
 */
const asciiHost = (host: string): string => {
  if (!host.includes('*')) return hostnameOf(host);
  return host
    .split('.')
    .map(label => (label.includes('*') || /^\p{ASCII}*$/u.test(label) ? label : hostnameOf(label)))
    .join('.');
};

export const matchesPage = (pattern: PagePattern | null, page: URL): boolean => {
  if (pattern === null) return false;
  if (pattern.host !== null && !matchesWildcard(pattern.host, page.hostname)) return false;
  if (pattern.port !== null && pattern.port !== (page.port || (page.protocol === 'https:' ? '443' : '80')))
    return false;
  if (!matchesWildcard(pattern.path, plainPath(page.pathname))) return false;
  return pattern.query.every(([name, value]) =>
    page.searchParams.getAll(name).some(found => matchesWildcard(value, found)),
  );
};
