import { assertEvent, assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

export const LOCALES = ['ja', 'en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];
/** The texts of one language by message id, in the form that the translator accepts. */
export type Texts = Readonly<Record<string, unknown>>;

/** A request for texts: the language, and the parts of the console besides the pages before the sign-in. */
export interface Wanted {
  readonly locale: Locale;
  readonly parts: readonly string[];
}

/**
 * Language of the console, and its loaded texts.
 *
 *     speaking ──choose[another] · need[more]──▶ learning ──loaded──▶ speaking
 *                    learning ──failure──▶ speaking, with the previous language and parts
 *     learning ──choose · need──▶ learning  (restarted; the last choice counts)
 *
 * The previous language stays until all texts of the new one are loaded, so no screen is partly translated. The texts
 * of each kind of screen are loaded when its first screen opens, so the sign-in page needs none of them.
 */
export const languageMachine = setup({
  types: {
    input: {} as { readonly locale: Locale; readonly texts: Texts },
    context: {} as Wanted & {
      readonly texts: Texts;
      readonly wanted: Wanted;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'choose'; readonly locale: Locale }
      | { readonly type: 'need'; readonly parts: readonly string[] },
    tags: {} as 'busy',
  },
  actors: { texts: port<Texts, Wanted>('texts') },
  actions: {
    wantLocale: assign(({ context, event }) => {
      assertEvent(event, 'choose');
      return { wanted: { ...context.wanted, locale: event.locale } };
    }),
    wantMore: assign(({ context, event }) => {
      assertEvent(event, 'need');
      return {
        wanted: { ...context.wanted, parts: [...new Set([...context.wanted.parts, ...event.parts])] },
      };
    }),
  },
  guards: {
    isAnother: ({ context, event }) => event.type === 'choose' && event.locale !== context.locale,
    isMore: ({ context, event }) =>
      event.type === 'need' && event.parts.some(part => !context.parts.includes(part)),
  },
}).createMachine({
  id: 'language',
  context: ({ input }) => ({
    ...input,
    parts: [],
    wanted: { locale: input.locale, parts: [] },
    failure: null,
  }),
  initial: 'speaking',
  states: {
    speaking: {
      on: {
        choose: { guard: 'isAnother', target: 'learning', actions: 'wantLocale' },
        need: { guard: 'isMore', target: 'learning', actions: 'wantMore' },
      },
    },
    learning: {
      tags: 'busy',
      on: {
        choose: { target: 'learning', reenter: true, actions: 'wantLocale' },
        need: { target: 'learning', reenter: true, actions: 'wantMore' },
      },
      invoke: {
        src: 'texts',
        input: ({ context }) => context.wanted,
        onDone: {
          target: 'speaking',
          actions: assign(({ context, event }) => ({
            ...context.wanted,
            texts: event.output,
            failure: null,
          })),
        },
        onError: {
          target: 'speaking',
          actions: assign(({ context, event }) => ({
            wanted: { locale: context.locale, parts: context.parts },
            failure: failureOf(event.error),
          })),
        },
      },
    },
  },
});
