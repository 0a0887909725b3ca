import { assign, emit, setup } from 'xstate';

/**
 * The ads of budget allocation that are selected, and the adjustment of their shares.
 *
 *     choosing ──adjust[ads are named]──▶ adjusting ──save──▶ choosing, nothing selected (`adjusted` is emitted)
 *                                         adjusting ──close──▶ choosing, the same selected
 *     choosing ──remove[ads are named]──▶ choosing, nothing selected (`adjusted` is emitted, with null)
 *
 * The address owns the adjustments. One ad or the selected ads are adjusted, so the adjusted ads may differ from the
 * selected ones.
 */
export const adjustmentMachine = setup({
  types: {
    context: {} as { readonly selected: readonly string[]; readonly adjusting: readonly string[] },
    events: {} as
      | { readonly type: 'select' | 'adjust' | 'remove'; readonly keys: readonly string[] }
      | { readonly type: 'save'; readonly adjustment: object | null }
      | { readonly type: 'clear' | 'close' },
    emitted: {} as {
      readonly type: 'adjusted';
      readonly keys: readonly string[];
      readonly adjustment: object | null;
    },
  },
  guards: { hasKeys: (_, keys: readonly string[]) => keys.length > 0 },
  actions: {
    clear: assign({ selected: [], adjusting: [] }),
    emitAdjusted: emit(
      (_, event: { readonly keys: readonly string[]; readonly adjustment: object | null }) => ({
        type: 'adjusted' as const,
        ...event,
      }),
    ),
  },
}).createMachine({
  id: 'adjustment',
  context: { selected: [], adjusting: [] },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        select: { actions: assign({ selected: ({ event }) => event.keys }) },
        clear: { actions: 'clear' },
        adjust: {
          guard: { type: 'hasKeys', params: ({ event }) => event.keys },
          target: 'adjusting',
          actions: assign({ adjusting: ({ event }) => event.keys }),
        },
        remove: {
          guard: { type: 'hasKeys', params: ({ event }) => event.keys },
          actions: [
            { type: 'emitAdjusted', params: ({ event: { keys } }) => ({ keys, adjustment: null }) },
            'clear',
          ],
        },
      },
    },
    adjusting: {
      on: {
        save: {
          target: 'choosing',
          actions: [
            {
              type: 'emitAdjusted',
              params: ({ context, event }) => ({ keys: context.adjusting, adjustment: event.adjustment }),
            },
            'clear',
          ],
        },
        close: { target: 'choosing', actions: assign({ adjusting: [] }) },
      },
    },
  },
});
