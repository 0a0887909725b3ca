import { LOCALES, type Locale } from '../wording/words.ts';
import { escaped } from './html.ts';

/** Title and introduction of a screen; null: depends on data. */
export interface ScreenWords {
  readonly title: string | null;
  readonly lead: string | null;
}

/** What a page of the console loads, as written by the build (scripts/early-pages.ts). Files are absolute paths. */
export interface BuiltPage {
  /** Regular expression for the path. */
  readonly pattern: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly texts: Readonly<Record<Locale, readonly string[]>>;
  /** Null: a page outside the frame of signed-in users. */
  readonly words: Readonly<Record<Locale, ScreenWords>> | null;
  /** Whether the introduction has a line of its own. */
  readonly isLeadBelow: boolean;
}

/** Cookies of src/console/early-page.ts. */
const SIGNED_IN = /(?:^|; )touchpath-signed-in=true(?:;|$)/;
const LOCALE = /(?:^|; )touchpath-locale=([\w-]+)(?:;|$)/;
const localeOf = (cookie: string): Locale => {
  const [, name] = LOCALE.exec(cookie) ?? [];
  return LOCALES.find(locale => locale === name) ?? 'ja';
};

const links = ({ scripts, styles, texts }: BuiltPage, locale: Locale): string =>
  [
    ...styles.map(href => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...[...scripts, ...texts[locale]].map(
      href => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}">`,
    ),
  ].join('');

const bar = (style: string) => `<i style="${style}" aria-hidden="true"></i>`;

const element = (name: string, text: string | null): string =>
  text === null ? '' : `<${name}>${escaped(text)}</${name}>`;

/** The frame with the title of the screen, in the form of `Starting` in src/layout/states.tsx. */
const frameOf = ({ title, lead }: ScreenWords, isLeadBelow: boolean): string =>
  `<div id="early" class="shell skeleton early" aria-busy="true"><div class="sidebar" aria-hidden="true">${bar('width:60%')}${'<i></i>'.repeat(3)}</div>` +
  `<div class="workplace"><div class="navbar" aria-hidden="true">${bar('width:180px')}</div><main class="main"><div class="place"></div>` +
  `<header class="tp-screen-head${isLeadBelow ? ' early-lead-below' : ''}">${element('h1', title)}${element('p', lead)}</header>` +
  `${bar('height:96px')}${bar('height:320px')}</main></div></div>`;

/**
 * Completes the console's page by its address, so that a browser loads the screen beside the console's own code instead
 * of after it, and a signed-in user sees the title of the screen until the console shows it.
 *
 * @param html the built page
 * @returns the page for a path and the value of the `Cookie` header, in the language of that cookie
 */
export const createEarlyPages = (html: string, pages: readonly BuiltPage[]) => {
  const known = pages.map(page => ({ page, pattern: new RegExp(page.pattern) }));
  const made = new Map<string, string>();
  return (path: string, cookie: string): string => {
    const index = known.findIndex(({ pattern }) => pattern.test(path));
    const page = known[index]?.page;
    // Without a session the console leaves the frame for the sign-in page at once.
    if (page === undefined || (page.words !== null && !SIGNED_IN.test(cookie))) return html;
    const locale = localeOf(cookie);
    const key = `${index} ${locale}`;
    const text =
      made.get(key) ??
      html
        .replace('<html lang="ja">', `<html lang="${locale}">`)
        .replaceAll(/<(?:script type="module"|link rel="modulepreload") /g, '$&fetchpriority="low" ')
        .replace('</head>', () => `${links(page, locale)}</head>`)
        .replace('<div id="root"></div>', root =>
          page.words === null ? root : `${root}${frameOf(page.words[locale], page.isLeadBelow)}`,
        );
    made.set(key, text);
    return text;
  };
};
