import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The properties of an import's runs, newest first, that the machine reads. */
export interface Runs {
  readonly runs: readonly object[];
  /** Whether a run is in progress. */
  readonly running: boolean;
}

/** Time in ms between two reads while a run is in progress. */
export const POLL_INTERVAL_MS = 2_000;

/**
 * Runs of a sync setting: polled until the last one has ended, and started by hand.
 *
 *     looking ──seen──▶ resting, or watching if a run is in progress;  looking ──failure──▶ unseen ──look──▶ looking
 *     watching ──after 2 s · look──▶ looking;  resting ──look──▶ looking
 *     resting ──run──▶ beginning ──begun──▶ looking;  beginning ──failure──▶ resting, with the failure
 *
 * `file` is the file to import; null: the server reads the source of the setting.
 */
export const syncRunsMachine = setup({
  types: {
    context: {} as {
      readonly seen: Runs | null;
      readonly file: object | null;
      readonly failure: Failure | null;
    },
    events: {} as { readonly type: 'look' } | { readonly type: 'run'; readonly file: object | null },
    tags: {} as 'busy',
  },
  actors: {
    look: port<Runs>('look'),
    begin: port<unknown, { readonly file: object | null }>('begin'),
  },
  actions: { blame: assign({ failure: (_, failure: Failure) => failure }) },
  guards: { isRunning: (_, { running }: Runs) => running },
  delays: { aWhile: POLL_INTERVAL_MS },
}).createMachine({
  id: 'syncRuns',
  context: { seen: null, file: null, failure: null },
  initial: 'looking',
  states: {
    looking: {
      tags: 'busy',
      invoke: {
        src: 'look',
        onDone: [
          {
            guard: { type: 'isRunning', params: ({ event }) => event.output },
            target: 'watching',
            actions: assign({ seen: ({ event }) => event.output }),
          },
          { target: 'resting', actions: assign({ seen: ({ event }) => event.output }) },
        ],
        onError: {
          target: 'unseen',
          actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    watching: { after: { aWhile: 'looking' }, on: { look: 'looking' } },
    unseen: { on: { look: { target: 'looking', actions: assign({ failure: null }) } } },
    resting: {
      on: {
        look: 'looking',
        run: { target: 'beginning', actions: assign({ file: ({ event }) => event.file, failure: null }) },
      },
    },
    beginning: {
      tags: 'busy',
      invoke: {
        src: 'begin',
        input: ({ context }) => ({ file: context.file }),
        onDone: 'looking',
        onError: {
          target: 'resting',
          actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
  },
});
