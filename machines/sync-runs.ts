import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The runs of one import, the newest first, as far as this workflow looks at them. */
export interface Runs {
  readonly runs: readonly object[];
  /** One of them is under way. */
  readonly running: boolean;
}

/** How long one waits before looking again at a run that is under way. */
export const POLL_INTERVAL_MS = 2_000;

/**
 * The runs of an import that is set up: looked at until the last has ended, and begun by hand.
 *
 *     looking ──seen──▶ resting, or watching where one is under way;  looking ──failure──▶ unseen ──look──▶ looking
 *     watching ──after a while · look──▶ looking;  resting ──look──▶ looking
 *     resting ──run──▶ beginning ──begun──▶ looking;  beginning ──failure──▶ resting, with the failure to show
 *
 * `file` is the file that it is run with; null: its source is asked.
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
