import { assign, emit, setup } from 'xstate';

/** How long the user types nothing before the typed text is reported. */
export const TYPING_PAUSE_MS = 250;

/**
 * Words that are typed into a box and told to others when the typing rests.
 *
 *     resting ──type──▶ typing ──for 250 ms · send──▶ resting, told
 *     typing ──type──▶ typing                       (afresh)
 *     any ──compose──▶ composing ──type──▶ composing ──composed──▶ typing
 *     resting ──put──▶ resting                      (others say what is in the box)
 *     resting · typing ──send[told already]──▶ resting, repeated
 *
 * While an input method composes nothing is told, however long that takes and whatever key ends it: its
 * letters are not words
 * yet. What is told already is not told again: Enter on it asks for the same search once more. Others do not
 * overwrite what is being typed.
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
