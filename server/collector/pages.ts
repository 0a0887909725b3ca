import { trimEndOf } from '../platform/trim-end.ts';
import { parseUrl } from './hosts.ts';
import { matchesWildcard } from './wildcard.ts';

/**
 * The page that a CV setting matches.
 *
 * `host/path`, optionally with a scheme; `/path` for any of the product's hosts; `*` matches any characters.
 * The path is case-sensitive, the host is not; a trailing slash is ignored; a port counts only if the pattern names
 * one. A query in the pattern lists required parameters in any order; without one the page's query is ignored.
 * A fragment that begins with `/` or `!/` is a page of a single-page application and is matched as path and query are;
 * any other is ignored.
 */
export interface PagePattern {
  readonly host: string | null;
  readonly port: string | null;
  readonly path: string;
  readonly query: PageParameters;
  /** Null: the page's fragment is ignored. */
  readonly fragment: FragmentPattern | null;
}

type PageParameters = readonly (readonly [name: string, value: string])[];

/** `#/path?query`. */
export interface FragmentPattern {
  readonly path: string;
  readonly query: PageParameters;
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

const isFragmentPage = (fragment: string): boolean => /^!?\//.test(fragment);

/** Parses a fragment without its `#`; null if it is no page. */
const readFragment = (fragment: string): FragmentPattern | null => {
  if (!isFragmentPage(fragment)) return null;
  const [address = '', query = ''] = fragment.split(/\?(.*)/s);
  const slash = address.indexOf('/');
  const path = address.slice(0, slash) + plainPath(address.slice(slash));
  return { path, query: [...new URLSearchParams(query)] };
};

/** Whether a setting's page has a fragment that is ignored. */
export const hasIgnoredFragment = (text: string): boolean => {
  const [, fragment] = text.split(/#(.*)/s);
  return fragment !== undefined && fragment !== '' && !isFragmentPage(fragment);
};

/** Parses a setting's page; null if it is empty, which matches no page. */
export const readPattern = (text: string): PagePattern | null => {
  const [bare = '', hash = ''] = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/#(.*)/s);
  const fragment = readFragment(hash);
  if (bare === '' && fragment === null) return null;
  const [before = '', query = ''] = bare.split(/\?(.*)/s);
  const slash = before.indexOf('/');
  const authority = slash === -1 ? before : before.slice(0, slash);
  const [host = '', port] = authority.toLowerCase().split(':');
  return {
    host: host === '' ? null : asciiHost(host),
    port: port ?? null,
    path: slash === -1 ? '/' : plainPath(before.slice(slash)),
    query: [...new URLSearchParams(query)],
    fragment,
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

const hasParameters = (parameters: PageParameters, required: PageParameters): boolean =>
  required.every(([name, value]) =>
    parameters.some(([found, foundValue]) => found === name && matchesWildcard(value, foundValue)),
  );

const matchesFragment = (pattern: FragmentPattern, text: string): boolean => {
  const fragment = readFragment(text);
  return (
    fragment !== null &&
    matchesWildcard(pattern.path, fragment.path) &&
    hasParameters(fragment.query, pattern.query)
  );
};

export const matchesPage = (pattern: PagePattern | null, page: URL): boolean => {
  if (pattern === null) return false;
  if (pattern.host !== null && !matchesWildcard(pattern.host, page.hostname)) return false;
  if (pattern.port !== null && pattern.port !== (page.port || (page.protocol === 'https:' ? '443' : '80')))
    return false;
  if (!matchesWildcard(pattern.path, plainPath(page.pathname))) return false;
  if (pattern.query.length > 0 && !hasParameters([...page.searchParams], pattern.query)) return false;
  return pattern.fragment === null || matchesFragment(pattern.fragment, page.hash.slice(1));
};
