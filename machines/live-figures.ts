import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Time in ms between two reads of live figures. */
export const LIVE_INTERVAL_MS = 30_000;

/**
 * Figures of the last minutes, read again and again while the page is visible.
 *
 *     reading ──done · failure──▶ waiting ──half a minute──▶ reading
 *     reading · waiting ──load · reload──▶ reading
 *     any ──page.hide──▶ hidden ──page.show──▶ reading,  with the last figures
 *
 * A failed read keeps the last figures, and the next read follows after the same interval. Nothing is read for a page
 * that nobody sees; its figures are read at once when the user returns.
 */
export const liveFiguresMachine = setup({
  types: {
    input: {} as { readonly query: object },
    context: {} as {
      readonly query: object;
      readonly figures: object | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'load'; readonly query: object }
      | { readonly type: 'reload' | 'page.hide' | 'page.show' },
    tags: {} as 'busy',
  },
  actors: { read: port<object, object>('read') },
  actions: {
    /** Figures of another query are not shown. */
    setQuery: assign((_, query: object) => ({ query, figures: null, failure: null })),
  },
  delays: { liveInterval: LIVE_INTERVAL_MS },
}).createMachine({
  id: 'liveFigures',
  context: ({ input }) => ({ query: input.query, figures: null, failure: null }),
  initial: 'reading',
  on: { 'page.hide': '.hidden' },
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        src: 'read',
        input: ({ context }) => context.query,
        onDone: {
          target: 'waiting',
          actions: assign({ figures: ({ event }) => event.output, failure: null }),
        },
        onError: { target: 'waiting', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: {
        load: {
          target: 'reading',
          reenter: true,
          actions: { type: 'setQuery', params: ({ event }) => event.query },
        },
        reload: { target: 'reading', reenter: true },
      },
    },
    waiting: {
      after: { liveInterval: 'reading' },
      on: {
        load: { target: 'reading', actions: { type: 'setQuery', params: ({ event }) => event.query } },
        reload: 'reading',
      },
    },
    hidden: {
      on: {
        load: { actions: { type: 'setQuery', params: ({ event }) => event.query } },
        'page.show': 'reading',
      },
    },
  },
});
