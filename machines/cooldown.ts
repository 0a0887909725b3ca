import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Time in ms before the same request can be repeated. */
export const COOLDOWN_MS = 60_000;

/**
 * An action that was done once and can be repeated after a cooldown: sending a mail, showing a code.
 *
 *     resting ──in a minute──▶ ready ──repeat──▶ doing ──done──▶ resting
 *                                                doing ──failure──▶ ready, with the failure to show
 */
export const repeatMachine = setup({
  types: {
    input: {} as { readonly subject: object },
    context: {} as { readonly subject: object; readonly times: number; readonly failure: Failure | null },
    events: {} as { readonly type: 'repeat' },
    tags: {} as 'busy',
  },
  actors: { act: port<unknown, object>('act') },
  delays: { inAMinute: COOLDOWN_MS },
}).createMachine({
  id: 'repeat',
  context: ({ input }) => ({ subject: input.subject, times: 0, failure: null }),
  initial: 'resting',
  states: {
    resting: { after: { inAMinute: 'ready' } },
    ready: { on: { repeat: 'doing' } },
    doing: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context }) => context.subject,
        onDone: {
          target: 'resting',
          actions: assign({ times: ({ context }) => context.times + 1, failure: null }),
        },
        onError: { target: 'ready', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
  },
});
