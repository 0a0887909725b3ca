import { createParser } from 'css-selector-parser';
import { parseUrl } from './hosts.ts';
import { matchesPage, readPattern, type FragmentPattern, type PagePattern } from './pages.ts';

/** Checks whether any page or element can match a CV setting. Pure. */

/**
 * Replacements of `*` in an example page. No single text is valid in every host: a host that ends in a number
 * is an IP address, and a label that begins with `xn--` must be decodable.
 */
const WILDCARD_EXAMPLES = ['x', '1', '', 'fiq228c'];

/** The host of an example page if the pattern names none. */
const ANY_HOST = 'www.example.com';

/** Characters that URL would parse as structure, or remove, instead of encoding them. */
const escapePath = (path: string): string => path.replace(/[%\\\t\n\r]/g, encodeURIComponent);

/** As `escapePath`, and the character that begins the parameters of a fragment. */
const escapeFragmentPath = (path: string): string => path.replace(/[%?\t\n\r]/g, encodeURIComponent);

const exampleFragment = ({ path, query }: FragmentPattern, fill: (text: string) => string): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of query) parameters.append(name, fill(value));
  return `${escapeFragmentPath(fill(path))}?${parameters.toString()}`;
};

/** A page that the pattern describes; null if no URL has that form. */
const examplePage = ({ host, port, path, query, fragment }: PagePattern, wildcard: string): URL | null => {
  const fill = (text: string) => text.replaceAll('*', wildcard);
  const page = parseUrl(`https://${fill(host ?? ANY_HOST)}${port === null ? '' : `:${port}`}/`);
  if (page === null) return null;
  page.pathname = escapePath(fill(path));
  for (const [name, value] of query) page.searchParams.append(name, fill(value));
  if (fragment !== null) page.hash = exampleFragment(fragment, fill);
  return page;
};

/**
 * A host of a single label is a scheme without its colon (`https//shop.example`), or a path without its slash
 * (`thanks`).
 */
const isSiteHost = (host: string): boolean => /[.*]/.test(host) || host === 'localhost';

/**
 * Whether there are pages that a setting's text matches: an example page is built from the text and passed to
 * the collector's matcher.
 *
 * @param text as entered; must not be blank
 */
export const canMatchPage = (text: string): boolean => {
  const pattern = readPattern(text);
  if (pattern === null) return false;
  // Without a host, what follows two slashes is meant as the host.
  if (pattern.host === null ? pattern.path.startsWith('//') : !isSiteHost(pattern.host)) return false;
  return WILDCARD_EXAMPLES.some(wildcard => {
    const page = examplePage(pattern, wildcard);
    return page !== null && matchesPage(pattern, page);
  });
};

const parseSelector = createParser({ syntax: 'latest' });

/**
 * Whether browsers can find elements by a selector. The tag passes it to `closest`, which throws for an
 * invalid selector and never finds a pseudo-element.
 */
export const canMatchElement = (selector: string): boolean => {
  try {
    return parseSelector(selector).rules.some(rule => {
      for (let part: typeof rule | undefined = rule; part !== undefined; part = part.nestedRule) {
        if (part.items.some(({ type }) => type === 'PseudoElement')) return false;
      }
      return true;
    });
  } catch {
    return false; // the parser throws for an invalid selector
  }
};

/** A text of a CV setting that is matched against pages or elements. */
export interface MatchedText {
  readonly field: 'cv_page_url' | 'route_page_url' | 'button_selector';
  /** The values of `cv_condition` that use the text, and those that require one. */
  readonly usedBy: readonly number[];
  readonly requiredBy: readonly number[];
  /** Whether any page or element can match the text, which must not be blank. */
  readonly canMatch: (text: string) => boolean;
}

export const MATCHED_TEXTS: readonly MatchedText[] = [
  { field: 'cv_page_url', usedBy: [1, 2, 3], requiredBy: [1, 2], canMatch: canMatchPage },
  { field: 'route_page_url', usedBy: [2], requiredBy: [2], canMatch: canMatchPage },
  { field: 'button_selector', usedBy: [3], requiredBy: [3], canMatch: canMatchElement },
];
