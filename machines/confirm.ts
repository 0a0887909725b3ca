import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/**
 * An action that the user confirms first.
 *
 *     open ──confirm──▶ running ──done──▶ closed (happened: true)
 *        │              └───failure──▶ open, with the failure
 *        └──cancel──▶ closed (happened: false)
 *
 * `running` cannot be cancelled: a request that was sent may have taken effect, and only its answer shows it.
 */
export const confirmMachine = setup({
  types: {
    input: {} as { readonly subject: object },
    context: {} as {
      readonly subject: object;
      readonly completed: boolean;
      readonly failure: Failure | null;
    },
    events: {} as { readonly type: 'confirm' } | { readonly type: 'cancel' },
    output: {} as { readonly completed: boolean },
    tags: {} as 'busy',
  },
  actors: { act: port<unknown, object>('act') },
}).createMachine({
  id: 'confirm',
  context: ({ input }) => ({ subject: input.subject, completed: false, failure: null }),
  initial: 'open',
  states: {
    open: { on: { confirm: 'running', cancel: 'closed' } },
    running: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context }) => context.subject,
        onDone: { target: 'closed', actions: assign({ completed: true }) },
        onError: { target: 'open', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ completed: context.completed }),
});
