import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Time in ms before the same request can be repeated. */
export const COOLDOWN_MS = 60_000;

/**
 * An action that was done once and can be repeated after a cooldown: sending a mail, showing a code.
 *
 *     cooling ──in a minute──▶ ready ──repeat──▶ running ──done──▶ cooling
 *                                                running ──failure──▶ ready, with the failure to show
 */
export const cooldownMachine = setup({
  types: {
    input: {} as { readonly subject: object },
    context: {} as { readonly subject: object; readonly count: number; readonly failure: Failure | null },
    events: {} as { readonly type: 'repeat' },
    tags: {} as 'busy',
  },
  actors: { act: port<unknown, object>('act') },
  delays: { cooldown: COOLDOWN_MS },
}).createMachine({
  id: 'cooldown',
  context: ({ input }) => ({ subject: input.subject, count: 0, failure: null }),
  initial: 'cooling',
  states: {
    cooling: { after: { cooldown: 'ready' } },
    ready: { on: { repeat: 'running' } },
    running: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context }) => context.subject,
        onDone: {
          target: 'cooling',
          actions: assign({ count: ({ context }) => context.count + 1, failure: null }),
        },
        onError: { target: 'ready', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
  },
});
