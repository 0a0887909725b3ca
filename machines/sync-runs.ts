import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The properties of an import's runs, newest first, that the machine reads. */
export interface RunList {
  readonly runs: readonly object[];
  /** Whether a run is in progress. */
  readonly running: boolean;
}

/** Time in ms between two reads while a run is in progress. */
export const POLL_INTERVAL_MS = 2_000;

/**
 * Runs of a sync setting: polled until the last one has ended, and started by hand.
 *
 *     loading ──seen──▶ idle, or polling if a run is in progress;  loading ──failure──▶ failed ──reload──▶ loading
 *     polling ──after 2 s · reload──▶ loading;  idle ──reload──▶ loading
 *     idle ──run──▶ starting ──begun──▶ loading;  starting ──failure──▶ idle, with the failure
 *
 * `file` is the file to import; null: the server reads the source of the setting.
 */
export const syncRunsMachine = setup({
  types: {
    context: {} as {
      readonly runs: RunList | null;
      readonly file: object | null;
      readonly failure: Failure | null;
    },
    events: {} as { readonly type: 'reload' } | { readonly type: 'run'; readonly file: object | null },
    tags: {} as 'busy',
  },
  actors: {
    reload: port<RunList>('reload'),
    start: port<unknown, { readonly file: object | null }>('start'),
  },
  actions: { setFailure: assign({ failure: (_, failure: Failure) => failure }) },
  guards: { isRunning: (_, { running }: RunList) => running },
  delays: { pollInterval: POLL_INTERVAL_MS },
}).createMachine({
  id: 'syncRuns',
  context: { runs: null, file: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'reload',
        onDone: [
          {
            guard: { type: 'isRunning', params: ({ event }) => event.output },
            target: 'polling',
            actions: assign({ runs: ({ event }) => event.output }),
          },
          { target: 'idle', actions: assign({ runs: ({ event }) => event.output }) },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    polling: { after: { pollInterval: 'loading' }, on: { reload: 'loading' } },
    failed: { on: { reload: { target: 'loading', actions: assign({ failure: null }) } } },
    idle: {
      on: {
        reload: 'loading',
        run: { target: 'starting', actions: assign({ file: ({ event }) => event.file, failure: null }) },
      },
    },
    starting: {
      tags: 'busy',
      invoke: {
        src: 'start',
        input: ({ context }) => ({ file: context.file }),
        onDone: 'loading',
        onError: {
          target: 'idle',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
  },
});
