import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/**
 * One question to the outside and its answer; only the last question counts.
 *
 *     asking ──answer──▶ answered
 *        └────failure──▶ failed
 *     any ──ask · again──▶ asking
 *
 * `ask` and `again` enter `asking` anew, which stops the call under way: its AbortSignal fires and its answer, should it
 * still come, has nobody to go to. So no request carries a number. Answer and failure stay while the next answer is awaited
 * (the screen dims instead of blinking); each is replaced by the next outcome.
 */
export const inquiryMachine = setup({
  types: {
    input: {} as { readonly question: object },
    context: {} as { readonly question: object; readonly answer: object | null; readonly failure: Failure | null },
    events: {} as { readonly type: 'ask'; readonly question: object } | { readonly type: 'again' },
    tags: {} as 'busy',
  },
  actors: { answer: port<object, object>('answer') },
}).createMachine({
  id: 'inquiry',
  context: ({ input }) => ({ question: input.question, answer: null, failure: null }),
  initial: 'asking',
  on: {
    ask: { target: '.asking', actions: assign({ question: ({ event }) => event.question }) },
    again: { target: '.asking' },
  },
  states: {
    asking: {
      tags: 'busy',
      invoke: {
        src: 'answer',
        input: ({ context }) => context.question,
        onDone: { target: 'answered', actions: assign({ answer: ({ event }) => event.output, failure: null }) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    answered: {},
    failed: {},
  },
});
