import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import {
  ACCENTS,
  NAVBARS,
  SKINS,
  THEMES,
  WIDTHS,
  type appearanceMachine,
} from '../../machines/appearance.ts';
import { DARK_SYSTEM, NARROW_SCREEN } from './media.ts';

type AppearanceActor = ActorRefFrom<typeof appearanceMachine>;

/** Name of a cookie with an appearance setting; public/theme.js reads them before the first paint. */
const cookie = (name: string) => `touchpath-${name}`;
const YEAR_S = 365 * 24 * 60 * 60;

const cookies = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('; ').map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find(word => word === text);

/**
 * Sends the stored settings to the appearance machine. Unknown values are ignored, since users can edit
 * cookies.
 */
export const restoreAppearance = (actor: AppearanceActor, text: string = document.cookie): void => {
  const cookieValues = cookies(text);
  const recalled = <Word extends string>(name: string, words: readonly Word[]) =>
    oneOf(words, cookieValues.get(cookie(name)));
  const theme = recalled('theme', THEMES);
  const accent = recalled('accent', ACCENTS);
  const skin = recalled('skin', SKINS);
  const navbar = recalled('navbar', NAVBARS);
  const width = recalled('content-width', WIDTHS);
  if (theme) actor.send({ type: `theme.${theme}` });
  if (accent) actor.send({ type: `accent.${accent}` });
  if (skin) actor.send({ type: `skin.${skin}` });
  if (width) actor.send({ type: `width.${width}` });
  if (recalled('navbar-blur', ['false'])) actor.send({ type: 'blur.plain' });
  if (recalled('nav-collapsed', ['true'])) actor.send({ type: 'nav.collapse' });
  if (recalled('layout', ['horizontal'])) actor.send({ type: 'nav.horizontal' });
  if (navbar) actor.send({ type: `navbar.${navbar}` });
};

/** The effective layout of the navigation: the chosen one, or an overlay on narrow screens. */
export const navOf = ({
  value,
}: SnapshotFrom<typeof appearanceMachine>): 'over' | 'wide' | 'collapsed' | 'horizontal' => {
  if ('overlay' in value.nav) return 'over';
  return value.nav.inline === 'horizontal' ? 'horizontal' : value.nav.inline.vertical;
};

/** Stores the settings, and sets them as the root attributes that the style sheets use. */
export const applyAppearance = (actor: AppearanceActor): void => {
  const dark = matchMedia(DARK_SYSTEM);
  const narrow = matchMedia(NARROW_SCREEN);
  const show = () => {
    const state = actor.getSnapshot();
    const { theme, accent, skin, navbar, blur, width } = state.value;
    const nav = navOf(state);
    const systemScheme = dark.matches ? 'dark' : 'light';
    const scheme = theme === 'system' ? systemScheme : theme;
    // An overlay menu can be opened from the navbar only, so the navbar cannot be hidden.
    const shown = nav === 'over' && navbar === 'hidden' ? 'sticky' : navbar;
    // Print always uses the light theme (public/theme.js), and its width may differ from the screen's.
    Object.assign(document.documentElement.dataset, {
      theme: matchMedia('print').matches ? 'light' : scheme,
      accent,
      skin,
      nav,
      navbar: shown,
      blur,
      width,
    });
    keep('theme', theme);
    keep('color-scheme', scheme);
    keep('accent', accent);
    keep('skin', skin);
    keep('navbar', navbar);
    keep('navbar-blur', String(blur === 'blurred'));
    keep('content-width', width);
    if (nav === 'over') return;
    keep('layout', nav === 'horizontal' ? 'horizontal' : 'vertical');
    keep('nav-collapsed', String(nav === 'collapsed'));
  };
  const measure = () => actor.send({ type: narrow.matches ? 'screen.narrow' : 'screen.wide' });
  dark.addEventListener('change', show);
  narrow.addEventListener('change', measure);
  measure();
  show();
  actor.subscribe(show);
};

/** Whether the server's cookie says that there is a session (server/accounts/session-cookie.ts). */
export const isMarkedSignedIn = (): boolean => cookies(document.cookie).get(cookie('signed-in')) === 'true';

const written = new Map<string, string>();
/** Writes a cookie that the page needs before the console has loaded. */
export const keep = (name: string, value: string) => {
  if (written.get(name) === value) return;
  written.set(name, value);
  document.cookie = `${cookie(name)}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
};
