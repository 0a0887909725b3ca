import { ACCENTS, BLURS, appearanceMachine, NAVBARS, SKINS, THEMES, WIDTHS } from '../../appearance.ts';
import { modelOf } from '../model.ts';

const eventsOf = <const Group extends string, const Word extends string>(
  group: Group,
  words: readonly Word[],
) =>
  Object.fromEntries(
    words.map(word => [`${group} ${word}`, { type: `${group}.${word}` }]),
  ) as unknown as Readonly<Record<`${Group} ${Word}`, { readonly type: `${Group}.${Word}` }>>;

const theme = eventsOf('theme', THEMES);
const accent = eventsOf('accent', ACCENTS);
const skin = eventsOf('skin', SKINS);
const navbar = eventsOf('navbar', NAVBARS);
const blur = eventsOf('blur', BLURS);
const width = eventsOf('width', WIDTHS);
const nav = {
  'lay the menu beside': { type: 'nav.vertical' },
  'lay the menu on top': { type: 'nav.horizontal' },
  'collapse the menu': { type: 'nav.collapse' },
  'widen the menu': { type: 'nav.expand' },
  'press the menu button': { type: 'nav.toggle' },
  'press beside the menu': { type: 'nav.dismiss' },
  'the screen becomes narrow': { type: 'screen.narrow' },
  'the screen becomes wide': { type: 'screen.wide' },
} as const;
const panel = {
  'open the appearance panel': { type: 'customizer.open' },
  'close the appearance panel': { type: 'customizer.close' },
} as const;
const common = { 'go to another page': { type: 'navigated' }, reset: { type: 'reset' } } as const;

export const appearanceModel = modelOf(appearanceMachine, {
  events: { ...theme, ...accent, ...skin, ...navbar, ...blur, ...width, ...nav, ...panel, ...common },
  topics: [
    [...Object.keys(theme), 'reset'],
    [...Object.keys(accent), 'reset'],
    [...Object.keys(skin), 'reset'],
    [...Object.keys(blur), 'reset'],
    [...Object.keys(width), 'reset'],
    [...Object.keys(nav), 'go to another page', 'reset'],
    [...Object.keys(navbar), 'lay the menu on top', 'lay the menu beside', 'reset'],
    [...Object.keys(panel), 'go to another page'],
  ],
  // The state that the history state restores when the screen is wide again.
  factsOf: (_, state) => Object.values(state.historyValue).map(nodes => nodes.map(({ id }) => id)),
});
