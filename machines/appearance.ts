import { and, not, raise, setup, stateIn } from 'xstate';

/**
 * Appearance of the console. Every choice is a state; the machine has no context.
 *
 *     theme   light ⇄ dark ⇄ system
 *     accent  crimson ⇄ blue ⇄ teal ⇄ violet ⇄ graphite
 *     skin    default ⇄ semi_dark ⇄ blue ⇄ bordered
 *     nav     inline { vertical{wide ⇄ collapsed} ⇄ horizontal } ──screen.narrow──▶ overlay { closed ⇄ open }
 *             overlay ──screen.wide──▶ inline, in its previous state
 *     navbar  sticky ⇄ static ⇄ hidden[not horizontal];  hidden ──horizontal──▶ sticky
 *     blur    blurred ⇄ plain
 *     width   wide ⇄ compact
 *     customizer  closed ⇄ open
 *     any ──reset──▶ the initial state of every region except customizer
 *
 * On a narrow screen the navigation is a vertical overlay; a deep history state restores the previous choice on a wide
 * screen. `nav.horizontal` discards a collapse, because `vertical` is entered anew. A horizontal navigation is part of
 * the navbar, so the navbar cannot be hidden then. `reset` on a narrow screen passes through `inline`, which resets the
 * history state too.
 */
export const appearanceMachine = setup({
  types: {
    events: {} as
      | { readonly type: `theme.${Theme}` }
      | { readonly type: `accent.${Accent}` }
      | { readonly type: `skin.${Skin}` }
      | { readonly type: `navbar.${Navbar}` }
      | { readonly type: `blur.${Blur}` }
      | { readonly type: `width.${Width}` }
      | { readonly type: 'customizer.open' | 'customizer.close' | 'reset' }
      | {
          readonly type:
            | 'nav.vertical'
            | 'nav.horizontal'
            | 'nav.collapse'
            | 'nav.expand'
            | 'nav.toggle'
            | 'nav.dismiss';
        }
      | { readonly type: 'screen.narrow' | 'screen.wide' | 'navigated' },
  },
  guards: {
    isHorizontal: stateIn({ nav: { inline: 'horizontal' } }),
    isInline: stateIn({ nav: 'inline' }),
    mayHide: and(['isInline', not('isHorizontal')]),
  },
}).createMachine({
  id: 'appearance',
  type: 'parallel',
  states: {
    theme: {
      initial: 'light',
      on: { 'theme.light': '.light', 'theme.dark': '.dark', 'theme.system': '.system', reset: '.light' },
      states: { light: {}, dark: {}, system: {} },
    },
    accent: {
      initial: 'crimson',
      on: {
        'accent.crimson': '.crimson',
        'accent.blue': '.blue',
        'accent.teal': '.teal',
        'accent.violet': '.violet',
        'accent.graphite': '.graphite',
        reset: '.crimson',
      },
      states: { crimson: {}, blue: {}, teal: {}, violet: {}, graphite: {} },
    },
    skin: {
      initial: 'default',
      on: {
        'skin.default': '.default',
        'skin.semi_dark': '.semi_dark',
        'skin.blue': '.blue',
        'skin.bordered': '.bordered',
        reset: '.default',
      },
      states: { default: {}, semi_dark: {}, blue: {}, bordered: {} },
    },
    nav: {
      initial: 'inline',
      states: {
        inline: {
          initial: 'vertical',
          on: {
            'nav.vertical': '.vertical',
            'nav.horizontal': '.horizontal',
            'screen.narrow': 'overlay',
            reset: '.vertical',
          },
          states: {
            vertical: {
              initial: 'wide',
              states: {
                wide: { on: { 'nav.collapse': 'collapsed', 'nav.toggle': 'collapsed' } },
                collapsed: { on: { 'nav.expand': 'wide', 'nav.toggle': 'wide' } },
              },
            },
            horizontal: {},
            previous: { type: 'history', history: 'deep' },
          },
        },
        overlay: {
          initial: 'closed',
          on: {
            'screen.wide': 'inline.previous',
            reset: { target: 'inline.vertical', actions: raise({ type: 'screen.narrow' }) },
          },
          states: {
            closed: { on: { 'nav.toggle': 'open' } },
            open: { on: { 'nav.toggle': 'closed', 'nav.dismiss': 'closed', navigated: 'closed' } },
          },
        },
      },
    },
    navbar: {
      initial: 'sticky',
      on: {
        'navbar.sticky': '.sticky',
        'navbar.static': '.static',
        'navbar.hidden': { guard: 'mayHide', target: '.hidden' },
        reset: '.sticky',
      },
      states: { sticky: {}, static: {}, hidden: { always: { guard: 'isHorizontal', target: 'sticky' } } },
    },
    blur: {
      initial: 'blurred',
      on: { 'blur.blurred': '.blurred', 'blur.plain': '.plain', reset: '.blurred' },
      states: { blurred: {}, plain: {} },
    },
    width: {
      initial: 'wide',
      on: { 'width.wide': '.wide', 'width.compact': '.compact', reset: '.wide' },
      states: { wide: {}, compact: {} },
    },
    customizer: {
      initial: 'closed',
      states: {
        closed: { on: { 'customizer.open': 'open' } },
        open: { on: { 'customizer.close': 'closed', navigated: 'closed' } },
      },
    },
  },
});

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
/**
 * Accent colours. Their values per theme are in src/styles/tokens.css; the contrast is at least 4.5:1 wherever the
 * accent is the colour of text or its background.
 */
export const ACCENTS = ['crimson', 'blue', 'teal', 'violet', 'graphite'] as const;
export type Accent = (typeof ACCENTS)[number];
export const SKINS = ['default', 'semi_dark', 'blue', 'bordered'] as const;
export type Skin = (typeof SKINS)[number];
export const NAVBARS = ['sticky', 'static', 'hidden'] as const;
export type Navbar = (typeof NAVBARS)[number];
export const BLURS = ['blurred', 'plain'] as const;
export type Blur = (typeof BLURS)[number];
export const WIDTHS = ['wide', 'compact'] as const;
export type Width = (typeof WIDTHS)[number];
