import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Duration in ms after which the screen shows that an answer takes long. */
export const LONG = 1_000;
/** The user cancelled the call; a retry may succeed. */
const CANCELLED: Failure = { kind: 'offline', code: 'cancelled' };

/**
 * One external query and its answer; only the last query counts.
 *
 *     loading { prompt ──in a second──▶ long } ──answer──▶ loaded
 *        ├────failure──▶ failed
 *        └────giveUp───▶ givenUp
 *     any ──load · reload──▶ loading
 *
 * `load` and `reload` re-enter `loading`, which aborts the running call and discards its answer, so requests need no
 * sequence numbers. The previous answer and failure stay during loading, so that the screen dims instead of blinking.
 * In `long` the screen offers `giveUp`, which aborts the call.
 */
export const queryMachine = setup({
  types: {
    input: {} as { readonly question: object },
    context: {} as {
      readonly question: object;
      readonly answer: object | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'load'; readonly question: object }
      | { readonly type: 'reload' | 'giveUp' },
    tags: {} as 'busy',
  },
  actors: { answer: port<object, object>('answer') },
  delays: { inASecond: LONG },
}).createMachine({
  id: 'query',
  context: ({ input }) => ({ question: input.question, answer: null, failure: null }),
  initial: 'loading',
  on: {
    load: { target: '.loading', actions: assign({ question: ({ event }) => event.question }) },
    reload: { target: '.loading' },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'answer',
        input: ({ context }) => context.question,
        onDone: {
          target: 'loaded',
          actions: assign({ answer: ({ event }) => event.output, failure: null }),
        },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { giveUp: { target: 'givenUp', actions: assign({ failure: CANCELLED }) } },
      initial: 'prompt',
      states: {
        prompt: { after: { inASecond: 'long' } },
        long: {},
      },
    },
    loaded: {},
    failed: {},
    givenUp: {},
  },
});
