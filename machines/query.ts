import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** From then on an answer takes long, in milliseconds. */
export const LONG = 1_000;
/** The user cancelled the wait; sending the query again may succeed. */
const CANCELLED: Failure = { kind: 'offline', code: 'cancelled' };

/**
 * One question to the outside and its answer; only the last question counts.
 *
 *     loading { prompt ──in a second──▶ long } ──answer──▶ loaded
 *        ├────failure──▶ failed
 *        └────giveUp───▶ givenUp
 *     any ──load · reload──▶ loading
 *
 * `load` and `reload` enter `loading` anew, which stops the call under way: its AbortSignal fires and its
 * answer, should it
 * still come, has nobody to go to. So no request carries a number. Answer and failure stay while the next
 * answer is awaited
 * (the screen dims instead of blinking); each is replaced by the next outcome. Of what takes long the screen
 * says so, and the user may give it up, which ends
 * the call as well.
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
