import { assertEvent, assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

export const LOCALES = ['ja', 'en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];
/** The texts of one language by message id, in the form that the translator accepts. */
export type Texts = Readonly<Record<string, unknown>>;

/** A request for texts: the language, and the parts of the console besides the pages before the sign-in. */
export interface TextRequest {
  readonly locale: Locale;
  readonly parts: readonly string[];
}

/**
 * Language of the console, and its loaded texts.
 *
 *     ready ──choose[another] · need[more]──▶ loading ──loaded──▶ ready
 *                    loading ──failure──▶ ready, with the previous language and parts
 *     loading ──choose · need──▶ loading  (restarted; the last choice counts)
 *
 * The previous language stays until all texts of the new one are loaded, so no screen is partly translated. The texts
 * of each kind of screen are loaded when its first screen opens, so the sign-in page needs none of them.
 */
export const languageMachine = setup({
  types: {
    input: {} as { readonly locale: Locale; readonly texts: Texts },
    context: {} as TextRequest & {
      readonly texts: Texts;
      readonly requested: TextRequest;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'choose'; readonly locale: Locale }
      | { readonly type: 'need'; readonly parts: readonly string[] },
    tags: {} as 'busy',
  },
  actors: { texts: port<Texts, TextRequest>('texts') },
  actions: {
    requestLocale: assign(({ context, event }) => {
      assertEvent(event, 'choose');
      return { requested: { ...context.requested, locale: event.locale } };
    }),
    requestParts: assign(({ context, event }) => {
      assertEvent(event, 'need');
      return {
        requested: {
          ...context.requested,
          parts: [...new Set([...context.requested.parts, ...event.parts])],
        },
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
    requested: { locale: input.locale, parts: [] },
    failure: null,
  }),
  initial: 'ready',
  states: {
    ready: {
      on: {
        choose: { guard: 'isAnother', target: 'loading', actions: 'requestLocale' },
        need: { guard: 'isMore', target: 'loading', actions: 'requestParts' },
      },
    },
    loading: {
      tags: 'busy',
      on: {
        choose: { target: 'loading', reenter: true, actions: 'requestLocale' },
        need: { target: 'loading', reenter: true, actions: 'requestParts' },
      },
      invoke: {
        src: 'texts',
        input: ({ context }) => context.requested,
        onDone: {
          target: 'ready',
          actions: assign(({ context, event }) => ({
            ...context.requested,
            texts: event.output,
            failure: null,
          })),
        },
        onError: {
          target: 'ready',
          actions: assign(({ context, event }) => ({
            requested: { locale: context.locale, parts: context.parts },
            failure: failureOf(event.error),
          })),
        },
      },
    },
  },
});
