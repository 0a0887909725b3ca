import { assign, cancel, emit, enqueueActions, setup } from 'xstate';

/** Duration in ms after which a call counts as slow. */
export const SLOW_CALL_MS = 3_000;

/**
 * State of the connection to the server, and of calls that take long.
 *
 *     line  up ⇄ down;  up ──lost──▶ down ──found──▶ up, `recovered` is emitted
 *     pace  normal ──a call is late──▶ slow ──the last late call ended──▶ normal
 *           slow ──cancel──▶ `cancelled` is emitted, the calls end
 *
 * The time of each call is measured separately, so many short calls in sequence are not slow. `cancel` ends only late
 * calls that read: a late write may have taken effect already.
 */
export const networkMachine = setup({
  types: {
    context: {} as { readonly late: readonly Call[] },
    events: {} as
      | { readonly type: 'lost' | 'found' | 'cancel' }
      | { readonly type: 'call.begun' | 'call.late'; readonly call: Call }
      | { readonly type: 'call.ended'; readonly id: number },
    emitted: {} as
      | { readonly type: 'recovered' }
      | { readonly type: 'cancelled'; readonly ids: readonly number[] },
  },
  delays: { slowCall: SLOW_CALL_MS },
  guards: {
    isLast: ({ context }, id: number) => context.late.every(call => call.id === id),
    mayCancel: ({ context }) => context.late.some(call => call.readOnly),
  },
}).createMachine({
  id: 'network',
  type: 'parallel',
  context: { late: [] },
  on: {
    'call.begun': {
      actions: enqueueActions(({ event: { call }, enqueue }) =>
        enqueue.raise({ type: 'call.late', call }, { delay: 'slowCall', id: `late-${call.id}` }),
      ),
    },
  },
  states: {
    line: {
      initial: 'up',
      states: {
        up: { on: { lost: 'down' } },
        down: { on: { found: { target: 'up', actions: emit({ type: 'recovered' }) } } },
      },
    },
    pace: {
      initial: 'normal',
      on: {
        'call.late': {
          target: '.slow',
          actions: assign({ late: ({ context, event }) => [...context.late, event.call] }),
        },
        'call.ended': { actions: cancel(({ event }) => `late-${event.id}`) },
      },
      states: {
        normal: {},
        slow: {
          on: {
            'call.ended': [
              {
                guard: { type: 'isLast', params: ({ event }) => event.id },
                target: 'normal',
                actions: [cancel(({ event }) => `late-${event.id}`), assign({ late: [] })],
              },
              {
                actions: [
                  cancel(({ event }) => `late-${event.id}`),
                  assign({ late: ({ context, event }) => context.late.filter(({ id }) => id !== event.id) }),
                ],
              },
            ],
            cancel: {
              guard: 'mayCancel',
              actions: emit(
                ({ context }) =>
                  ({
                    type: 'cancelled',
                    ids: context.late.filter(({ readOnly }) => readOnly).map(({ id }) => id),
                  }) as const,
              ),
            },
          },
        },
      },
    },
  },
});

/** `asks`: the call changes nothing, so it can be cancelled. */
export interface Call {
  readonly id: number;
  readonly readOnly: boolean;
}
