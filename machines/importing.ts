import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The properties of a preview that the machine reads. */
export interface Previewed {
  /** Digest of the previewed file: only this file is applied. */
  readonly digest: string;
  /** Number of errors in the rows. A file with errors cannot be applied. */
  readonly error_total: number;
}

/** A file and its import options. */
export type Chosen = object;

/**
 * A file of rows that is previewed, and then applied completely or not at all.
 *
 *     choosing ──choose──▶ reading ──previewed──▶ previewed ──apply[no errors]──▶ applying ──applied──▶ done
 *     reading ──cancel──▶ choosing;  reading ──failure──▶ refused;  applying ──failure──▶ refused
 *     refused ──again──▶ reading  (the same file: the cause may have been corrected on the server)
 *     previewed · refused · done ──choose──▶ reading, ──another──▶ choosing
 *
 * The file is retained until another is chosen. `applying` cannot be cancelled: its outcome would be unknown.
 */
export const importingMachine = setup({
  types: {
    context: {} as {
      readonly chosen: Chosen | null;
      readonly preview: Previewed | null;
      readonly outcome: object | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'choose'; readonly chosen: Chosen }
      | { readonly type: 'another' }
      | { readonly type: 'cancel' }
      | { readonly type: 'again' }
      | { readonly type: 'apply' },
    tags: {} as 'busy',
  },
  actors: {
    preview: port<Previewed, { readonly chosen: Chosen }>('preview'),
    apply: port<object, { readonly chosen: Chosen; readonly digest: string }>('apply'),
  },
  actions: {
    take: assign({ chosen: (_, chosen: Chosen) => chosen, preview: null, outcome: null, failure: null }),
    forget: assign({ chosen: null, preview: null, outcome: null, failure: null }),
    look: assign({ preview: (_, preview: Previewed) => preview }),
    note: assign({ outcome: (_, outcome: object) => outcome }),
    blame: assign({ failure: (_, failure: Failure) => failure }),
  },
  guards: { sound: ({ context }) => context.preview !== null && context.preview.error_total === 0 },
}).createMachine({
  id: 'importing',
  context: { chosen: null, preview: null, outcome: null, failure: null },
  initial: 'choosing',
  states: {
    choosing: {
      entry: 'forget',
      on: { choose: { target: 'reading', actions: { type: 'take', params: ({ event }) => event.chosen } } },
    },
    reading: {
      tags: 'busy',
      entry: assign({ failure: null }),
      invoke: {
        src: 'preview',
        input: ({ context }) => ({ chosen: context.chosen ?? {} }),
        onDone: { target: 'previewed', actions: { type: 'look', params: ({ event }) => event.output } },
        onError: {
          target: 'refused',
          actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: { cancel: 'choosing' },
    },
    previewed: {
      on: {
        apply: { target: 'applying', guard: 'sound' },
        choose: { target: 'reading', actions: { type: 'take', params: ({ event }) => event.chosen } },
        another: 'choosing',
      },
    },
    applying: {
      tags: 'busy',
      invoke: {
        src: 'apply',
        input: ({ context }) => ({ chosen: context.chosen ?? {}, digest: context.preview?.digest ?? '' }),
        onDone: { target: 'done', actions: { type: 'note', params: ({ event }) => event.output } },
        onError: {
          target: 'refused',
          actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    refused: {
      on: {
        again: 'reading',
        choose: { target: 'reading', actions: { type: 'take', params: ({ event }) => event.chosen } },
        another: 'choosing',
      },
    },
    done: {
      on: {
        choose: { target: 'reading', actions: { type: 'take', params: ({ event }) => event.chosen } },
        another: 'choosing',
      },
    },
  },
});
