import { parseUrl } from './hosts.ts';

/**
 * Which page a CV setting means.
 *
 * `host/path`, with or without a scheme in front; `/path` for any of the product's hosts. `*` stands for any characters. Capitals matter in the path,
 * not in the host; a slash at the end of the path and everything behind `#` do not matter; a port matters only where the pattern names one. A query in the
 * pattern lists parameters that the page must have, in any order and among others; without one the page's query does not matter.
 */
export interface PagePattern {
  readonly host: string | null;
  readonly port: string | null;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** `*` against any run of characters, without a regular expression: whatever an operator enters, the cost is at most pattern times text. */
export const glob = (pattern: string, text: string): boolean => {
  if (!pattern.includes('*')) return pattern === text;
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star !== -1) {
      p = star + 1;
      t = ++resume;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === '*') p++;
  return p === pattern.length;
};

/** Browsers send `/%E6%97%A5`, people enter `/日`; a stray percent sign is left as it is. */
const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const plainPath = (path: string): string => (path.endsWith('/') ? decoded(path).replace(/\/+$/, '') || '/' : decoded(path));

/** Reads a setting's page; null where nothing is entered, which matches no page. */
export const readPattern = (text: string): PagePattern | null => {
  const bare = text.trim().replace(/^https?:\/\//i, '').replace(/#.*$/s, '');
  if (bare === '') return null;
  const [before = '', query = ''] = bare.split(/\?(.*)/s);
  const slash = before.indexOf('/');
  const authority = slash === -1 ? before : before.slice(0, slash);
  const [host = '', port] = authority.toLowerCase().split(':');
  return {
    host: host === '' ? null : asciiHost(host), port: port ?? null,
    path: slash === -1 ? '/' : plainPath(before.slice(slash)),
    query: [...new URLSearchParams(query)],
  };
};

/** A host with `*` is not a host that URL would parse; without, its ASCII form is what browsers send. */
const asciiHost = (host: string): string => (host.includes('*') ? host : parseUrl(`http://${host}`)?.hostname ?? host);

export const matchesPage = (pattern: PagePattern | null, page: URL): boolean => {
  if (pattern === null) return false;
  if (pattern.host !== null && !glob(pattern.host, page.hostname)) return false;
  if (pattern.port !== null && pattern.port !== (page.port || (page.protocol === 'https:' ? '443' : '80'))) return false;
  if (!glob(pattern.path, plainPath(page.pathname))) return false;
  return pattern.query.every(([name, value]) => page.searchParams.getAll(name).some(found => glob(value, found)));
};
