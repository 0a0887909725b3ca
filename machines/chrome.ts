import { not, setup, stateIn } from 'xstate';

/**
 * How the console looks. Five regions; what is chosen is the state itself.
 *
 *     theme   light ⇄ dark ⇄ system
 *     skin    default ⇄ semi_dark ⇄ blue ⇄ bordered
 *     nav     beside { vertical{wide ⇄ collapsed} ⇄ horizontal } ──screen.narrow──▶ over { closed ⇄ open }
 *             over ──screen.wide──▶ beside, as it was
 *     navbar  sticky ⇄ static ⇄ hidden[not horizontal];  nav.horizontal turns hidden into sticky
 *     width   wide ⇄ compact
 *
 * On a narrow screen the navigation lies over the page, always vertical; what was chosen before comes back with the room
 * for it (deep history). Going horizontal forgets a collapse, since `vertical` is entered anew. A horizontal navigation
 * lives in the navbar, so the two cannot hide together.
 */
export const chromeMachine = setup({
  types: {
    events: {} as
      | { readonly type: `theme.${Theme}` }
      | { readonly type: `skin.${Skin}` }
      | { readonly type: `navbar.${Navbar}` }
      | { readonly type: `width.${Width}` }
      | { readonly type: 'nav.vertical' | 'nav.horizontal' | 'nav.collapse' | 'nav.expand' | 'nav.toggle' | 'nav.dismiss' }
      | { readonly type: 'screen.narrow' | 'screen.wide' | 'navigated' },
  },
  guards: { isVertical: not(stateIn({ nav: { beside: 'horizontal' } })) },
}).createMachine({
  id: 'chrome',
  type: 'parallel',
  states: {
    theme: {
      initial: 'light',
      on: { 'theme.light': '.light', 'theme.dark': '.dark', 'theme.system': '.system' },
      states: { light: {}, dark: {}, system: {} },
    },
    skin: {
      initial: 'default',
      on: { 'skin.default': '.default', 'skin.semi_dark': '.semi_dark', 'skin.blue': '.blue', 'skin.bordered': '.bordered' },
      states: { default: {}, semi_dark: {}, blue: {}, bordered: {} },
    },
    nav: {
      initial: 'beside',
      states: {
        beside: {
          initial: 'vertical',
          on: { 'nav.vertical': '.vertical', 'nav.horizontal': '.horizontal', 'screen.narrow': 'over' },
          states: {
            vertical: {
              initial: 'wide',
              states: {
                wide: { on: { 'nav.collapse': 'collapsed', 'nav.toggle': 'collapsed' } },
                collapsed: { on: { 'nav.expand': 'wide', 'nav.toggle': 'wide' } },
              },
            },
            horizontal: {},
            before: { type: 'history', history: 'deep' },
          },
        },
        over: {
          initial: 'closed',
          on: { 'screen.wide': 'beside.before' },
          states: {
            closed: { on: { 'nav.toggle': 'open' } },
            open: { on: { 'nav.toggle': 'closed', 'nav.dismiss': 'closed', navigated: 'closed' } },
          },
        },
      },
    },
    navbar: {
      initial: 'sticky',
      on: { 'navbar.sticky': '.sticky', 'navbar.static': '.static', 'navbar.hidden': { guard: 'isVertical', target: '.hidden' } },
      states: { sticky: {}, static: {}, hidden: { on: { 'nav.horizontal': 'sticky' } } },
    },
    width: {
      initial: 'wide',
      on: { 'width.wide': '.wide', 'width.compact': '.compact' },
      states: { wide: {}, compact: {} },
    },
  },
});

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const SKINS = ['default', 'semi_dark', 'blue', 'bordered'] as const;
export type Skin = (typeof SKINS)[number];
export const NAVBARS = ['sticky', 'static', 'hidden'] as const;
export type Navbar = (typeof NAVBARS)[number];
export const WIDTHS = ['wide', 'compact'] as const;
export type Width = (typeof WIDTHS)[number];
