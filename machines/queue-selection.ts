import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/**
 * The selected notifications of the result queue, and the command that sends them again.
 *
 *     choosing ──resend[something is selected]──▶ resending ──sent──▶ choosing, nothing selected
 *                                                 resending ──cancelled · failure──▶ choosing, the same selected
 *     any ──clear──▶ nothing selected (the button, and another query of the queue)
 *
 * The port confirms and sends. A selection cannot change meanwhile: the notifications that are sent stay those that
 * the user confirmed.
 */
export const queueSelectionMachine = setup({
  types: {
    context: {} as { readonly keys: readonly string[]; readonly failure: Failure | null },
    events: {} as
      | { readonly type: 'select'; readonly keys: readonly string[] }
      | { readonly type: 'clear' }
      | { readonly type: 'resend' },
    tags: {} as 'busy',
  },
  actors: { resend: port<boolean, readonly string[]>('resend') },
  guards: {
    hasSelection: ({ context }) => context.keys.length > 0,
    isSent: (_, isSent: boolean) => isSent,
  },
  actions: { clear: assign({ keys: [] }) },
}).createMachine({
  id: 'queueSelection',
  context: { keys: [], failure: null },
  initial: 'choosing',
  on: { clear: { actions: 'clear' } },
  states: {
    choosing: {
      on: {
        select: { actions: assign({ keys: ({ event }) => event.keys }) },
        resend: { guard: 'hasSelection', target: 'resending', actions: assign({ failure: null }) },
      },
    },
    resending: {
      tags: 'busy',
      invoke: {
        src: 'resend',
        input: ({ context }) => context.keys,
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => event.output },
            target: 'choosing',
            actions: 'clear',
          },
          { target: 'choosing' },
        ],
        onError: { target: 'choosing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
  },
});
