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
export interface FileRequest {
  readonly file: object;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Download of one file.
 *
 *     idle ──start──▶ preparing ──received──▶ receiving ──done──▶ finished ──start──▶ preparing
 *     preparing · receiving ──cancel──▶ idle;  ──failure──▶ failed ──retry──▶ preparing
 *     failed ──dismiss──▶ idle;  failed ──start──▶ preparing
 *
 * An incomplete file is discarded. `cancel` aborts the signal of the port, which closes the request on the server.
 */
export const downloadMachine = setup({
  types: {
    context: {} as {
      readonly file: object;
      readonly progress: Progress | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'start'; readonly file: object }
      | { readonly type: 'received'; readonly progress: Progress }
      | { readonly type: 'cancel' }
      | { readonly type: 'retry' }
      | { readonly type: 'dismiss' },
    tags: {} as 'busy',
  },
  actors: { fetch: port<unknown, FileRequest>('fetch') },
  actions: {
    setFile: assign({ file: (_, file: object) => file }),
    setProgress: assign({ progress: (_, progress: Progress) => progress }),
  },
}).createMachine({
  id: 'download',
  context: { file: {}, progress: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: { start: { target: 'fetching', actions: { type: 'setFile', params: ({ event }) => event.file } } },
    },
    fetching: {
      tags: 'busy',
      entry: assign({ progress: null, failure: null }),
      invoke: {
        src: 'fetch',
        input: ({ context, self }) => ({
          file: context.file,
          onProgress: progress => self.send({ type: 'received', progress }),
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
              actions: { type: 'setProgress', params: ({ event }) => event.progress },
            },
          },
        },
        receiving: {
          on: { received: { actions: { type: 'setProgress', params: ({ event }) => event.progress } } },
        },
      },
    },
    finished: {
      on: { start: { target: 'fetching', actions: { type: 'setFile', params: ({ event }) => event.file } } },
    },
    failed: {
      on: {
        start: { target: 'fetching', actions: { type: 'setFile', params: ({ event }) => event.file } },
        retry: 'fetching',
        dismiss: 'idle',
      },
    },
  },
});
