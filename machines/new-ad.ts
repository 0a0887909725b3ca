import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The click URL of an ad: with the macros of its parameters, for campaigns, and without, for printed media. */
export interface ClickUrl {
  readonly forCampaigns: string;
  readonly plain: string;
}

/**
 * Adds an ad, or a copy of one, and makes its click URL.
 *
 *     starting ──a new ad──▶ composing,  ──a copy──▶ copying
 *     copying ──done──▶ composing,  ──failure──▶ notCopied ──retry──▶ copying
 *     composing ──saved──▶ linking,  ──close──▶ closed
 *     linking ──done──▶ informing,  ──failure──▶ notLinked ──retry──▶ linking
 *     copying · notCopied · notLinked · informing ──close──▶ closed
 *
 * The form has an editor of its own (machines/editor.ts). `linking` cannot be closed: the ad exists, and its URL is
 * made in a moment.
 */
export const newAdMachine = setup({
  types: {
    input: {} as { readonly sourceId: number | null },
    context: {} as {
      /** Ad that is copied; null: a new one is added. */
      readonly sourceId: number | null;
      /** Fields of the form at first. */
      readonly initial: object;
      readonly adId: number | null;
      readonly clickUrl: ClickUrl | null;
      readonly failure: Failure | null;
    },
    events: {} as { readonly type: 'saved'; readonly adId: number } | { readonly type: 'retry' | 'close' },
    tags: {} as 'busy',
  },
  actors: {
    copy: port<object, { readonly sourceId: number }>('copy'),
    link: port<ClickUrl, { readonly adId: number }>('link'),
  },
  guards: { isNew: ({ context }) => context.sourceId === null },
}).createMachine({
  id: 'newAd',
  context: ({ input: { sourceId } }) => ({
    sourceId,
    initial: {},
    adId: null,
    clickUrl: null,
    failure: null,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isNew', target: 'composing' }, { target: 'copying' }] },
    copying: {
      tags: 'busy',
      invoke: {
        src: 'copy',
        input: ({ context }) => ({ sourceId: context.sourceId ?? 0 }),
        onDone: {
          target: 'composing',
          actions: assign({ initial: ({ event }) => event.output, failure: null }),
        },
        onError: {
          target: 'notCopied',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
      on: { close: 'closed' },
    },
    notCopied: { on: { retry: 'copying', close: 'closed' } },
    composing: {
      on: {
        saved: { target: 'linking', actions: assign({ adId: ({ event }) => event.adId }) },
        close: 'closed',
      },
    },
    linking: {
      tags: 'busy',
      invoke: {
        src: 'link',
        input: ({ context }) => ({ adId: context.adId ?? 0 }),
        onDone: {
          target: 'informing',
          actions: assign({ clickUrl: ({ event }) => event.output, failure: null }),
        },
        onError: {
          target: 'notLinked',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    notLinked: { on: { retry: 'linking', close: 'closed' } },
    informing: { on: { close: 'closed' } },
    closed: { type: 'final' },
  },
});
