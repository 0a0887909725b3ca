import { assign, emit, setup } from 'xstate';

/** Pause in typing, in ms, after which the typed text is emitted. */
export const TYPING_PAUSE_MS = 250;

/**
 * Text of an input box, which is emitted as `changed` after a pause in typing.
 *
 *     idle ──type──▶ typing ──for 250 ms · send──▶ idle, `changed` is emitted
 *     typing ──type──▶ typing                       (the pause restarts)
 *     any ──compose──▶ composing ──type──▶ composing ──composed──▶ typing
 *     idle ──set──▶ idle                      (the program sets the text)
 *     idle · typing ──send[text emitted already]──▶ idle, `repeated` is emitted
 *
 * Nothing is emitted while an input method composes, because its letters are no final text. `send` of an unchanged text
 * emits `repeated`: Enter repeats the search. `set` does not overwrite a text that is being typed.
 */
export const debounceMachine = setup({
  types: {
    input: {} as { readonly text: string },
    context: {} as { readonly text: string; readonly sent: string },
    events: {} as
      | { readonly type: 'type' | 'set'; readonly text: string }
      | { readonly type: 'compose' | 'composed' | 'send' },
    emitted: {} as { readonly type: 'changed'; readonly text: string } | { readonly type: 'repeated' },
  },
  actions: {
    setText: assign((_, text: string) => ({ text })),
    markSent: assign({ sent: ({ context }) => context.text }),
    emitRepeated: emit({ type: 'repeated' }),
    emitChanged: emit(({ context }) => ({ type: 'changed', text: context.text })),
  },
  guards: { isNew: ({ context }) => context.text !== context.sent },
  delays: { typingPause: TYPING_PAUSE_MS },
}).createMachine({
  id: 'debounce',
  context: ({ input }) => ({ text: input.text, sent: input.text }),
  initial: 'idle',
  on: { compose: '.composing' },
  states: {
    idle: {
      always: { guard: 'isNew', actions: ['markSent', 'emitChanged'] },
      on: {
        type: { target: 'typing', actions: { type: 'setText', params: ({ event }) => event.text } },
        set: { actions: assign(({ event }) => ({ text: event.text, sent: event.text })) },
        send: { actions: 'emitRepeated' },
      },
    },
    typing: {
      after: { typingPause: 'idle' },
      on: {
        type: {
          target: 'typing',
          reenter: true,
          actions: { type: 'setText', params: ({ event }) => event.text },
        },
        send: [
          { guard: 'isNew', target: 'idle' },
          { target: 'idle', actions: 'emitRepeated' },
        ],
      },
    },
    composing: {
      on: { type: { actions: { type: 'setText', params: ({ event }) => event.text } }, composed: 'typing' },
    },
  },
});
