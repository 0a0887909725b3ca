import { assertEvent, assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

export const LOCALES = ['ja', 'en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];
/** The texts of one language by message id, as the translator wants them. */
export type Texts = Readonly<Record<string, unknown>>;

/** Texts to be had: in which language, and whether for the pages before the sign-in alone or for the whole console. */
export interface Wanted {
  readonly locale: Locale;
  readonly whole: boolean;
}

/**
 * The language that the console speaks, and how much of it.
 *
 *     speaking ──choose[another] · enter[not whole]──▶ learning ──learnt──▶ speaking
 *                    learning ──failure──▶ speaking, what it spoke before
 *     learning ──choose · enter──▶ learning  (afresh; the last choice counts)
 *
 * It keeps speaking the old language until the texts of the new one are there, so no screen is ever half translated. The
 * texts of the screens are learnt on entering: the sign-in page does without them.
 */
export const languageMachine = setup({
  types: {
    input: {} as { readonly locale: Locale; readonly texts: Texts },
    context: {} as Wanted & { readonly texts: Texts; readonly wanted: Wanted; readonly failure: Failure | null },
    events: {} as { readonly type: 'choose'; readonly locale: Locale } | { readonly type: 'enter' },
    tags: {} as 'busy',
  },
  actors: { texts: port<Texts, Wanted>('texts') },
  actions: {
    wantLocale: assign(({ context, event }) => {
      assertEvent(event, 'choose');
      return { wanted: { ...context.wanted, locale: event.locale } };
    }),
    wantAll: assign({ wanted: ({ context }) => ({ ...context.wanted, whole: true }) }),
  },
  guards: {
    isAnother: ({ context, event }) => event.type === 'choose' && event.locale !== context.locale,
    isPartial: ({ context }) => !context.whole,
  },
}).createMachine({
  id: 'language',
  context: ({ input }) => ({ ...input, whole: false, wanted: { locale: input.locale, whole: false }, failure: null }),
  initial: 'speaking',
  states: {
    speaking: {
      on: {
        choose: { guard: 'isAnother', target: 'learning', actions: 'wantLocale' },
        enter: { guard: 'isPartial', target: 'learning', actions: 'wantAll' },
      },
    },
    learning: {
      tags: 'busy',
      on: {
        choose: { target: 'learning', reenter: true, actions: 'wantLocale' },
        enter: { target: 'learning', reenter: true, actions: 'wantAll' },
      },
      invoke: {
        src: 'texts',
        input: ({ context }) => context.wanted,
        onDone: { target: 'speaking', actions: assign(({ context, event }) => ({ ...context.wanted, texts: event.output, failure: null })) },
        onError: {
          target: 'speaking',
          actions: assign(({ context, event }) => ({ wanted: { locale: context.locale, whole: context.whole }, failure: failureOf(event.error) })),
        },
      },
    },
  },
});
