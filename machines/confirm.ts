import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/**
 * An action that the user confirms first.
 *
 *     asking ──yes──▶ doing ──done──▶ settled (happened: true)
 *        │              └───failure──▶ asking, with the failure
 *        └──no──▶ settled (happened: false)
 *
 * `doing` cannot be cancelled: a request that was sent may have taken effect, and only its answer shows it.
 */
export const confirmMachine = setup({
  types: {
    input: {} as { readonly subject: object },
    context: {} as { readonly subject: object; readonly happened: boolean; readonly failure: Failure | null },
    events: {} as { readonly type: 'yes' } | { readonly type: 'no' },
    output: {} as { readonly happened: boolean },
    tags: {} as 'busy',
  },
  actors: { act: port<unknown, object>('act') },
}).createMachine({
  id: 'confirm',
  context: ({ input }) => ({ subject: input.subject, happened: false, failure: null }),
  initial: 'asking',
  states: {
    asking: { on: { yes: 'doing', no: 'settled' } },
    doing: {
      tags: 'busy',
      invoke: {
        src: 'act',
        input: ({ context }) => context.subject,
        onDone: { target: 'settled', actions: assign({ happened: true }) },
        onError: { target: 'asking', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    settled: { type: 'final' },
  },
  output: ({ context }) => ({ happened: context.happened }),
});
