import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import {
  ACCENTS,
  BLURS,
  appearanceMachine,
  NAVBARS,
  SKINS,
  THEMES,
  WIDTHS,
} from '../../machines/appearance.ts';

type Event = EventFromLogic<typeof appearanceMachine>;
const after = (...types: Event['type'][]) => {
  const chrome = createActor(appearanceMachine).start();
  types.forEach(type => chrome.send({ type } as Event));
  return chrome.getSnapshot();
};
const DELIVERED = {
  theme: 'light',
  accent: 'crimson',
  skin: 'default',
  nav: { inline: { vertical: 'wide' } },
  navbar: 'sticky',
  blur: 'blurred',
  width: 'wide',
  customizer: 'closed',
};
const NAV: Event['type'][] = [
  'nav.vertical',
  'nav.horizontal',
  'nav.collapse',
  'nav.expand',
  'nav.toggle',
  'nav.dismiss',
  'screen.narrow',
  'screen.wide',
  'navigated',
  'navbar.sticky',
  'navbar.static',
  'navbar.hidden',
  'reset',
];

describe('the appearance', () => {
  test('starts light, crimson, vertical, sticky, blurred and wide', () => {
    expect(after().value).toEqual(DELIVERED);
  });

  test.each(
    Object.entries({
      theme: THEMES,
      accent: ACCENTS,
      skin: SKINS,
      navbar: NAVBARS,
      blur: BLURS,
      width: WIDTHS,
    }),
  )('changes only the chosen %s', (part, choices) => {
    for (const choice of choices)
      for (const before of choices) {
        expect(
          after(`${part}.${before}` as Event['type'], `${part}.${choice}` as Event['type']).value,
        ).toEqual({ ...DELIVERED, [part]: choice });
      }
  });

  test('expands, collapses and opens the navigation by its commands', () => {
    const nav = (...types: Event['type'][]) => after(...types).value.nav;
    const [wide, collapsed] = [{ inline: { vertical: 'wide' } }, { inline: { vertical: 'collapsed' } }];
    expect([
      nav('nav.collapse'),
      nav('nav.toggle'),
      nav('nav.collapse', 'nav.expand'),
      nav('nav.toggle', 'nav.toggle'),
    ]).toEqual([collapsed, collapsed, wide, wide]);
    expect([
      nav('screen.narrow', 'nav.toggle', 'nav.toggle'),
      nav('screen.narrow', 'nav.toggle', 'nav.dismiss'),
    ]).toEqual([{ overlay: 'closed' }, { overlay: 'closed' }]);
  });

  test('closes the customizer by its button and on navigation', () => {
    expect(after('customizer.open', 'customizer.close').value).toEqual(DELIVERED);
    expect(after('customizer.open', 'navigated').value).toEqual(DELIVERED);
  });

  test('returns to the defaults on reset, also for the wide layout while the screen is narrow', () => {
    const changes = [
      'theme.dark',
      'accent.teal',
      'skin.blue',
      'nav.horizontal',
      'navbar.static',
      'blur.plain',
      'width.compact',
    ] as const;
    expect(after(...changes, 'reset').value).toEqual(DELIVERED);
    expect(after(...changes, 'screen.narrow', 'reset').value).toEqual({
      ...DELIVERED,
      nav: { overlay: 'closed' },
    });
    expect(after(...changes, 'screen.narrow', 'reset', 'screen.wide').value).toEqual(DELIVERED);
    expect(after('customizer.open', 'theme.dark', 'reset').value).toMatchObject({
      theme: 'light',
      customizer: 'open',
    });
  });

  test('keeps the navbar on a narrow screen, where only the navbar opens the menu', () => {
    expect(after('screen.narrow', 'navbar.hidden').value).toMatchObject({ navbar: 'sticky' });
    expect(after('nav.horizontal', 'screen.narrow', 'navbar.hidden', 'screen.wide').value).toMatchObject({
      navbar: 'sticky',
      nav: { inline: 'horizontal' },
    });
  });

  test("ignores a change of the menu's layout on a narrow screen", () => {
    expect(after('screen.narrow', 'nav.horizontal', 'screen.wide').value).toMatchObject({
      nav: { inline: { vertical: 'wide' } },
    });
  });

  test('shows a hidden navbar and clears the collapse when the menu becomes horizontal', () => {
    expect(after('navbar.hidden', 'nav.collapse', 'nav.horizontal').value).toMatchObject({
      navbar: 'sticky',
      nav: { inline: 'horizontal' },
    });
    expect(after('nav.collapse', 'nav.horizontal', 'nav.vertical').value).toMatchObject({
      nav: { inline: { vertical: 'wide' } },
    });
    expect(after('navbar.static', 'nav.horizontal').value).toMatchObject({ navbar: 'static' });
  });

  test('has an overlay menu on a narrow screen, and the previous layout again on a wide one', () => {
    expect(after('nav.horizontal', 'screen.narrow').value).toMatchObject({ nav: { overlay: 'closed' } });
    expect(after('nav.horizontal', 'screen.narrow', 'screen.wide').value).toMatchObject({
      nav: { inline: 'horizontal' },
    });
    expect(after('nav.collapse', 'screen.narrow', 'nav.toggle', 'screen.wide').value).toMatchObject({
      nav: { inline: { vertical: 'collapsed' } },
    });
  });

  test('closes the overlay menu on navigation', () => {
    expect(after('screen.narrow', 'nav.toggle').value).toMatchObject({ nav: { overlay: 'open' } });
    expect(after('screen.narrow', 'nav.toggle', 'navigated').value).toMatchObject({
      nav: { overlay: 'closed' },
    });
  });

  test('never hides both the navbar and the menu, for any order of choices', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...NAV), { maxLength: 20 }), types => {
        const state = after(...types);
        expect(state.matches({ nav: { inline: 'horizontal' } }) && state.matches({ navbar: 'hidden' })).toBe(
          false,
        );
      }),
      { numRuns: 500 },
    ));

  test('reaches every state of the navigation', () => {
    const reached = getShortestPaths(appearanceMachine, {
      events: NAV.map(type => ({ type })) as Event[],
    }).map(path => JSON.stringify(path.state.value.nav));
    expect(new Set(reached)).toEqual(
      new Set(
        [
          { inline: { vertical: 'wide' } },
          { inline: { vertical: 'collapsed' } },
          { inline: 'horizontal' },
          { overlay: 'closed' },
          { overlay: 'open' },
        ].map(value => JSON.stringify(value)),
      ),
    );
  });
});
