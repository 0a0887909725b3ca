import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Progress of a download. */
export interface Progress {
  readonly bytes: number;
  /** Number of completely received rows; null if the format does not state it before its end. */
  readonly rows: number | null;
  /** Expected number of rows; null: unknown. */
  readonly total: number | null;
}

/** The file to fetch, and the callback for its progress. */
export interface Fetching {
  readonly wanted: object;
  readonly tell: (progress: Progress) => void;
}

/**
 * Download of one file.
 *
 *     idle ──start──▶ preparing ──received──▶ receiving ──done──▶ finished ──start──▶ preparing
 *     preparing · receiving ──cancel──▶ idle;  ──failure──▶ failed ──again──▶ preparing
 *     failed ──dismiss──▶ idle;  failed ──start──▶ preparing
 *
 * An incomplete file is discarded. `cancel` aborts the signal of the port, which closes the request on the server.
 */
export const downloadMachine = setup({
  types: {
    context: {} as {
      readonly wanted: object;
      readonly progress: Progress | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'start'; readonly wanted: object }
      | { readonly type: 'received'; readonly progress: Progress }
      | { readonly type: 'cancel' }
      | { readonly type: 'again' }
      | { readonly type: 'dismiss' },
    tags: {} as 'busy',
  },
  actors: { fetch: port<unknown, Fetching>('fetch') },
  actions: {
    want: assign({ wanted: (_, wanted: object) => wanted }),
    note: assign({ progress: (_, progress: Progress) => progress }),
  },
}).createMachine({
  id: 'download',
  context: { wanted: {}, progress: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: { start: { target: 'fetching', actions: { type: 'want', params: ({ event }) => event.wanted } } },
    },
    fetching: {
      tags: 'busy',
      entry: assign({ progress: null, failure: null }),
      invoke: {
        src: 'fetch',
        input: ({ context, self }) => ({
          wanted: context.wanted,
          tell: progress => self.send({ type: 'received', progress }),
        }),
        onDone: 'finished',
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      initial: 'preparing',
      on: { cancel: 'idle' },
      states: {
        preparing: {
          on: {
            received: {
              target: 'receiving',
              actions: { type: 'note', params: ({ event }) => event.progress },
            },
          },
        },
        receiving: { on: { received: { actions: { type: 'note', params: ({ event }) => event.progress } } } },
      },
    },
    finished: {
      on: { start: { target: 'fetching', actions: { type: 'want', params: ({ event }) => event.wanted } } },
    },
    failed: {
      on: {
        start: { target: 'fetching', actions: { type: 'want', params: ({ event }) => event.wanted } },
        again: 'fetching',
        dismiss: 'idle',
      },
    },
  },
});
