import { assertEvent, assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

export const LOCALES = ['ja', 'en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];
/** The texts of one language by message id, as the translator wants them. */
export type Texts = Readonly<Record<string, unknown>>;

/**
 * The language that the console speaks.
 *
 *     speaking ──choose[another]──▶ learning ──learnt──▶ speaking
 *                    learning ──failure──▶ speaking, in the language before
 *     learning ──choose──▶ learning  (the last choice counts)
 *
 * It keeps speaking the old language until the texts of the new one are there, so no screen is ever half translated.
 */
export const languageMachine = setup({
  types: {
    input: {} as { readonly locale: Locale; readonly texts: Texts },
    context: {} as { readonly locale: Locale; readonly texts: Texts; readonly wanted: Locale; readonly failure: Failure | null },
    events: {} as { readonly type: 'choose'; readonly locale: Locale },
    tags: {} as 'busy',
  },
  actors: { texts: port<Texts, { readonly locale: Locale }>('texts') },
  actions: {
    want: assign(({ event }) => {
      assertEvent(event, 'choose');
      return { wanted: event.locale };
    }),
  },
  guards: { isAnother: ({ context, event }) => event.locale !== context.locale },
}).createMachine({
  id: 'language',
  context: ({ input }) => ({ ...input, wanted: input.locale, failure: null }),
  initial: 'speaking',
  states: {
    speaking: { on: { choose: { guard: 'isAnother', target: 'learning', actions: 'want' } } },
    learning: {
      tags: 'busy',
      on: { choose: { target: 'learning', reenter: true, actions: 'want' } },
      invoke: {
        src: 'texts',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: { target: 'speaking', actions: assign(({ context, event }) => ({ locale: context.wanted, texts: event.output, failure: null })) },
        onError: { target: 'speaking', actions: assign(({ context, event }) => ({ wanted: context.locale, failure: failureOf(event.error) })) },
      },
    },
  },
});
