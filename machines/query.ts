import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Duration in ms after which the screen shows that an answer takes long. */
export const SLOW_QUERY_MS = 1_000;
/** The user cancelled the call; a retry may succeed. */
const CANCELLED: Failure = { kind: 'offline', code: 'cancelled' };

/**
 * One external query and its answer; only the last query counts.
 *
 *     loading { fast ──in a second──▶ slow } ──done──▶ loaded
 *        ├────failure──▶ failed
 *        └────cancel───▶ cancelled
 *     any ──load · reload──▶ loading
 *
 * `load` and `reload` re-enter `loading`, which aborts the running call and discards its answer, so requests need no
 * sequence numbers. The previous answer and failure stay during loading, so that the screen dims instead of blinking.
 * In `slow` the screen offers `cancel`, which aborts the call.
 */
export const queryMachine = setup({
  types: {
    input: {} as { readonly query: object },
    context: {} as {
      readonly query: object;
      readonly result: object | null;
      readonly failure: Failure | null;
    },
    events: {} as { readonly type: 'load'; readonly query: object } | { readonly type: 'reload' | 'cancel' },
    tags: {} as 'busy',
  },
  actors: { load: port<object, object>('load') },
  delays: { slowAfter: SLOW_QUERY_MS },
}).createMachine({
  id: 'query',
  context: ({ input }) => ({ query: input.query, result: null, failure: null }),
  initial: 'loading',
  on: {
    load: { target: '.loading', actions: assign({ query: ({ event }) => event.query }) },
    reload: { target: '.loading' },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'load',
        input: ({ context }) => context.query,
        onDone: {
          target: 'loaded',
          actions: assign({ result: ({ event }) => event.output, failure: null }),
        },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { cancel: { target: 'cancelled', actions: assign({ failure: CANCELLED }) } },
      initial: 'fast',
      states: {
        fast: { after: { slowAfter: 'slow' } },
        slow: {},
      },
    },
    loaded: {},
    failed: {},
    cancelled: {},
  },
});
