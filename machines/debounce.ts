import { assign, emit, setup } from 'xstate';

/** Pause in typing, in ms, after which the typed text is emitted. */
export const TYPING_PAUSE_MS = 250;

/**
 * Text of an input box, which is emitted as `told` after a pause in typing.
 *
 *     resting ──type──▶ typing ──for 250 ms · send──▶ resting, `told` is emitted
 *     typing ──type──▶ typing                       (the pause restarts)
 *     any ──compose──▶ composing ──type──▶ composing ──composed──▶ typing
 *     resting ──put──▶ resting                      (the program sets the text)
 *     resting · typing ──send[text emitted already]──▶ resting, `repeated` is emitted
 *
 * Nothing is emitted while an input method composes, because its letters are no final text. `send` of an unchanged text
 * emits `repeated`: Enter repeats the search. `put` does not overwrite a text that is being typed.
 */
export const typingMachine = setup({
  types: {
    input: {} as { readonly text: string },
    context: {} as { readonly text: string; readonly sent: string },
    events: {} as
      | { readonly type: 'type' | 'put'; readonly text: string }
      | { readonly type: 'compose' | 'composed' | 'send' },
    emitted: {} as { readonly type: 'told'; readonly text: string } | { readonly type: 'repeated' },
  },
  actions: {
    take: assign((_, text: string) => ({ text })),
    tell: assign({ sent: ({ context }) => context.text }),
    emitRepeated: emit({ type: 'repeated' }),
    emitTold: emit(({ context }) => ({ type: 'told', text: context.text })),
  },
  guards: { isNew: ({ context }) => context.text !== context.sent },
  delays: { aWhile: TYPING_PAUSE_MS },
}).createMachine({
  id: 'typing',
  context: ({ input }) => ({ text: input.text, sent: input.text }),
  initial: 'resting',
  on: { compose: '.composing' },
  states: {
    resting: {
      always: { guard: 'isNew', actions: ['tell', 'emitTold'] },
      on: {
        type: { target: 'typing', actions: { type: 'take', params: ({ event }) => event.text } },
        put: { actions: assign(({ event }) => ({ text: event.text, sent: event.text })) },
        send: { actions: 'emitRepeated' },
      },
    },
    typing: {
      after: { aWhile: 'resting' },
      on: {
        type: {
          target: 'typing',
          reenter: true,
          actions: { type: 'take', params: ({ event }) => event.text },
        },
        send: [
          { guard: 'isNew', target: 'resting' },
          { target: 'resting', actions: 'emitRepeated' },
        ],
      },
    },
    composing: {
      on: { type: { actions: { type: 'take', params: ({ event }) => event.text } }, composed: 'typing' },
    },
  },
});
