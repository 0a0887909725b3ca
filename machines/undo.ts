import { assign, emit, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import type { RowCommand } from './list.ts';
import { port } from './port.ts';

/**
 * Undo of a row command, started from the notice that announced the command.
 *
 *     undoing ──done──▶ undone (`undone` is emitted)
 *     undoing ──failure──▶ failed (`failed` is emitted) ──retry──▶ undoing
 *
 * Undo is a separate actor, because the list of the rows may have left the screen. A second `retry` during a call is
 * ignored, so that no row command is sent twice.
 */
export const undoMachine = setup({
  types: {
    input: {} as { readonly command: RowCommand },
    context: {} as { readonly command: RowCommand; readonly failure: Failure | null },
    events: {} as { readonly type: 'retry' },
    emitted: {} as
      | { readonly type: 'undone'; readonly command: RowCommand }
      | { readonly type: 'failed'; readonly command: RowCommand; readonly failure: Failure },
    tags: {} as 'busy',
  },
  actors: { send: port<unknown, RowCommand>('send') },
}).createMachine({
  id: 'undo',
  context: ({ input: { command } }) => ({ command, failure: null }),
  initial: 'undoing',
  states: {
    undoing: {
      tags: 'busy',
      invoke: {
        src: 'send',
        input: ({ context: { command } }) => command,
        onDone: {
          target: 'undone',
          actions: emit(({ context: { command } }) => ({ type: 'undone' as const, command })),
        },
        onError: {
          target: 'failed',
          actions: [
            assign({ failure: ({ event }) => failureOf(event.error) }),
            emit(({ context: { command }, event }) => ({
              type: 'failed' as const,
              command,
              failure: failureOf(event.error),
            })),
          ],
        },
      },
    },
    failed: { on: { retry: { target: 'undoing', actions: assign({ failure: null }) } } },
    undone: { type: 'final' },
  },
});
