import { SKINS, THEMES, NAVBARS, WIDTHS, type chromeMachine } from '../../machines/chrome.ts';
import type { ActorRefFrom } from 'xstate';
import { DARK_SYSTEM, NARROW_SCREEN } from './media.ts';

type Chrome = ActorRefFrom<typeof chromeMachine>;

/** How the console looks is kept in cookies that carry the title of the program; public/theme.js reads them before the first paint. */
const cookie = (name: string) => `touchpath-${name}`;
const A_YEAR = 365 * 24 * 60 * 60;

const cookies = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('; ').map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));

const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined => words.find(word => word === text);

/** Tells the chrome what was chosen before; a word that is none of its own (a cookie is anybody's to change) says nothing. */
export const recallLooks = (chrome: Chrome, text: string = document.cookie): void => {
  const kept = cookies(text);
  const theme = oneOf(THEMES, kept.get(cookie('theme')));
  const skin = oneOf(SKINS, kept.get(cookie('skin')));
  const navbar = oneOf(NAVBARS, kept.get(cookie('navbar')));
  const width = oneOf(WIDTHS, kept.get(cookie('width')));
  const nav = oneOf(['wide', 'collapsed', 'horizontal'] as const, kept.get(cookie('nav')));
  if (theme) chrome.send({ type: `theme.${theme}` });
  if (skin) chrome.send({ type: `skin.${skin}` });
  if (width) chrome.send({ type: `width.${width}` });
  if (nav === 'collapsed') chrome.send({ type: 'nav.collapse' });
  if (nav === 'horizontal') chrome.send({ type: 'nav.horizontal' });
  if (navbar) chrome.send({ type: `navbar.${navbar}` });
};

/** Keeps what is chosen, and shows theme and skin on the page as the attributes that the style sheets speak of. */
export const showLooks = (chrome: Chrome): void => {
  const dark = matchMedia(DARK_SYSTEM);
  const narrow = matchMedia(NARROW_SCREEN);
  const show = () => {
    const { value } = chrome.getSnapshot();
    const root = document.documentElement;
    root.dataset['theme'] = value.theme === 'system' ? (dark.matches ? 'dark' : 'light') : value.theme;
    root.dataset['skin'] = value.skin;
    keep('theme', value.theme);
    keep('skin', value.skin);
    keep('navbar', value.navbar);
    keep('width', value.width);
    if ('beside' in (value.nav as object)) {
      const { beside } = value.nav as { readonly beside: string | { readonly vertical: string } };
      keep('nav', typeof beside === 'string' ? beside : beside.vertical);
    }
  };
  const measure = () => chrome.send({ type: narrow.matches ? 'screen.narrow' : 'screen.wide' });
  dark.addEventListener('change', show);
  narrow.addEventListener('change', measure);
  measure();
  show();
  chrome.subscribe(show);
};

const keep = (name: string, value: string) => {
  document.cookie = `${cookie(name)}=${value}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax`;
};
