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
export type ChosenFile = object;

/**
 * A file of rows that is previewed, and then applied completely or not at all.
 *
 *     choosing ──choose──▶ reading ──previewed──▶ previewed ──apply[no errors]──▶ applying ──applied──▶ done
 *     reading ──cancel──▶ choosing;  reading ──failure──▶ refused;  applying ──failure──▶ refused
 *     refused ──retry──▶ reading  (the same file: the cause may have been corrected on the server)
 *     previewed · refused · done ──choose──▶ reading, ──chooseAnother──▶ choosing
 *
 * The file is retained until another is chosen. `applying` cannot be cancelled: its outcome would be unknown.
 */
export const importMachine = setup({
  types: {
    context: {} as {
      readonly chosen: ChosenFile | null;
      readonly preview: Previewed | null;
      readonly outcome: object | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'choose'; readonly chosen: ChosenFile }
      | { readonly type: 'chooseAnother' }
      | { readonly type: 'cancel' }
      | { readonly type: 'retry' }
      | { readonly type: 'apply' },
    tags: {} as 'busy',
  },
  actors: {
    preview: port<Previewed, { readonly chosen: ChosenFile }>('preview'),
    apply: port<object, { readonly chosen: ChosenFile; readonly digest: string }>('apply'),
  },
  actions: {
    setFile: assign({
      chosen: (_, chosen: ChosenFile) => chosen,
      preview: null,
      outcome: null,
      failure: null,
    }),
    clearFile: assign({ chosen: null, preview: null, outcome: null, failure: null }),
    setPreview: assign({ preview: (_, preview: Previewed) => preview }),
    setOutcome: assign({ outcome: (_, outcome: object) => outcome }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
  },
  guards: { isErrorFree: ({ context }) => context.preview !== null && context.preview.error_total === 0 },
}).createMachine({
  id: 'import',
  context: { chosen: null, preview: null, outcome: null, failure: null },
  initial: 'choosing',
  states: {
    choosing: {
      entry: 'clearFile',
      on: {
        choose: { target: 'reading', actions: { type: 'setFile', params: ({ event }) => event.chosen } },
      },
    },
    reading: {
      tags: 'busy',
      entry: assign({ failure: null }),
      invoke: {
        src: 'preview',
        input: ({ context }) => ({ chosen: context.chosen ?? {} }),
        onDone: { target: 'previewed', actions: { type: 'setPreview', params: ({ event }) => event.output } },
        onError: {
          target: 'refused',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: { cancel: 'choosing' },
    },
    previewed: {
      on: {
        apply: { target: 'applying', guard: 'isErrorFree' },
        choose: { target: 'reading', actions: { type: 'setFile', params: ({ event }) => event.chosen } },
        chooseAnother: 'choosing',
      },
    },
    applying: {
      tags: 'busy',
      invoke: {
        src: 'apply',
        input: ({ context }) => ({ chosen: context.chosen ?? {}, digest: context.preview?.digest ?? '' }),
        onDone: { target: 'done', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
        onError: {
          target: 'refused',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    refused: {
      on: {
        retry: 'reading',
        choose: { target: 'reading', actions: { type: 'setFile', params: ({ event }) => event.chosen } },
        chooseAnother: 'choosing',
      },
    },
    done: {
      on: {
        choose: { target: 'reading', actions: { type: 'setFile', params: ({ event }) => event.chosen } },
        chooseAnother: 'choosing',
      },
    },
  },
});
