import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** A part of a line: text, the name of something on the screen, or a link to another guide. */
export type GuideSpan = string | { readonly ui: string } | { readonly guide: string; readonly text: string };
export type GuideLine = readonly GuideSpan[];
export type GuideBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly line: GuideLine }
  | { readonly kind: 'paragraph'; readonly line: GuideLine }
  | { readonly kind: 'steps' | 'points'; readonly lines: readonly GuideLine[] };
/** A guide in one language: what a screen is for, and how to work with it. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
}

interface Context {
  /** Language of the loaded guides. */
  readonly language: string;
  readonly guides: readonly Guide[];
  /** Name of the guide that is read; null: the screen has none, and the index is shown. */
  readonly guide: string | null;
  readonly query: string;
  readonly failure: Failure | null;
}

/**
 * The panel with the guides of the screens.
 *
 *     closed ──open──▶ loading ──loaded──▶ reading { guide ⇄ index, guide ⇄ results }
 *     loading ──failure──▶ failed ──retry──▶ loading
 *     loading · failed · reading ──close──▶ closed;  closed ──open, guides are loaded──▶ reading
 *
 * Guides are loaded once for a language. A search leads to the results, clearing it to the index. A guide that was
 * opened from the results leads back to them.
 */
export const helpMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: 'open'; readonly language: string; readonly guide: string | null }
      | { readonly type: 'close' | 'retry' | 'back' }
      | { readonly type: 'read'; readonly guide: string }
      | { readonly type: 'search'; readonly query: string },
    tags: {} as 'open' | 'busy',
  },
  actors: { load: port<readonly Guide[], string>('load') },
  guards: {
    areLoaded: ({ context, event }) =>
      event.type === 'open' && context.guides.length > 0 && context.language === event.language,
    hasGuide: ({ context }) => context.guides.some(({ name }) => name === context.guide),
    hasQuery: ({ context }) => context.query.trim() !== '',
    searches: ({ event }) => event.type === 'search' && event.query.trim() !== '',
  },
  actions: {
    chooseScreen: assign(({ event }) =>
      event.type === 'open' ? { language: event.language, guide: event.guide, query: '' } : {},
    ),
    forgetGuides: assign({ guides: [] }),
    setQuery: assign(({ event }) => (event.type === 'search' ? { query: event.query } : {})),
  },
}).createMachine({
  id: 'help',
  context: { language: '', guides: [], guide: null, query: '', failure: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        open: [
          { guard: 'areLoaded', target: 'reading', actions: 'chooseScreen' },
          { target: 'loading', actions: ['chooseScreen', 'forgetGuides'] },
        ],
      },
    },
    loading: {
      tags: ['open', 'busy'],
      on: { close: 'closed', search: { actions: 'setQuery' } },
      invoke: {
        src: 'load',
        input: ({ context }) => context.language,
        onDone: {
          target: 'reading',
          actions: assign({ guides: ({ event }) => event.output, failure: null }),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    failed: { tags: 'open', on: { close: 'closed', retry: 'loading', search: { actions: 'setQuery' } } },
    reading: {
      tags: 'open',
      initial: 'opening',
      on: {
        close: 'closed',
        read: { target: '.guide', actions: assign({ guide: ({ event }) => event.guide }) },
        search: [
          { guard: 'searches', target: '.results', actions: 'setQuery' },
          { target: '.index', actions: 'setQuery' },
        ],
      },
      states: {
        opening: {
          always: [
            { guard: 'hasQuery', target: 'results' },
            { guard: 'hasGuide', target: 'guide' },
            { target: 'index' },
          ],
        },
        guide: { on: { back: [{ guard: 'hasQuery', target: 'results' }, { target: 'index' }] } },
        index: {},
        results: {},
      },
    },
  },
});
