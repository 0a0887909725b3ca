import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The properties of a server-side recomputation that the machine reads. */
export interface Job {
  readonly id: number;
  /** The plan is being computed or applied. */
  readonly isRunning: boolean;
  /** The plan can be shown and applied. */
  readonly isPlanned: boolean;
  /** The recomputation was cancelled before it had a plan. */
  readonly isDropped: boolean;
  /** Digest of the plan: the server applies only the plan that was shown. Empty before planning ends. */
  readonly digest: string;
  readonly made: number;
  readonly moved: number;
  readonly rejudged: number;
}

interface Context {
  /** The product and the period. */
  readonly query: object;
  readonly job: Job | null;
  /** The plan to be applied was out of date, and a new plan is being made. */
  readonly outdated: boolean;
  readonly failure: Failure | null;
}

/** Time in ms between two reads of a running recomputation. */
export const POLL_INTERVAL_MS = 1_000;

/**
 * Recomputation of results after settings changed: planned, shown, and applied as shown. The server does the work; the
 * machine polls its state, including that of a recomputation started earlier.
 *
 *     finding ──job▶ its state;  ──none · failure──▶ choosing
 *     choosing ──plan──▶ starting ──job▶ its state;  ──failure──▶ choosing
 *     its state: running ▶ waiting;  planned ▶ planned;  none · dropped ▶ choosing;  else ended
 *     waiting ──after a second──▶ reading ──job▶ its state;  ──failure──▶ waiting, or choosing where there is back such job
 *     waiting · reading ──cancel──▶ cancelling ──job▶ its state;  ──failure──▶ waiting
 *     planned ──apply[it changes something]──▶ confirming ──back──▶ planned
 *     confirming ──confirm──▶ applying ──job▶ its state;  ──conflict──▶ starting;  ──failure──▶ confirming
 *     planned · ended ──plan──▶ starting;  any ──choose──▶ finding
 */
export const recomputationMachine = setup({
  types: {
    input: {} as { readonly query: object },
    context: {} as Context,
    events: {} as
      | { readonly type: 'choose'; readonly query: object }
      | { readonly type: 'plan' | 'cancel' | 'apply' | 'confirm' | 'back' },
    tags: {} as 'busy',
  },
  actors: {
    find: port<Job | null, { readonly query: object }>('find'),
    plan: port<Job, { readonly query: object }>('plan'),
    read: port<Job, { readonly id: number }>('read'),
    apply: port<Job, { readonly id: number; readonly digest: string }>('apply'),
    cancel: port<Job, { readonly id: number }>('cancel'),
  },
  actions: {
    choose: assign({
      query: (_, query: object) => query,
      job: null,
      outdated: false,
      failure: null,
    }),
    setJob: assign({ job: (_, job: Job | null) => job, failure: null }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
  },
  guards: {
    changesSomething: ({ context: { job } }) => job !== null && job.made + job.moved + job.rejudged > 0,
    isRunning: ({ context: { job } }) => job?.isRunning === true,
    isPlanned: ({ context: { job } }) => job?.isPlanned === true,
    isNone: ({ context: { job } }) => job === null || job.isDropped,
    isConflict: (_, failure: Failure) => failure.kind === 'conflict',
    isMissing: (_, failure: Failure) => failure.kind === 'missing' || failure.kind === 'denied',
  },
  delays: { pollInterval: POLL_INTERVAL_MS },
}).createMachine({
  id: 'recomputation',
  context: ({ input }) => ({ query: input.query, job: null, outdated: false, failure: null }),
  initial: 'finding',
  on: { choose: { target: '.finding', actions: { type: 'choose', params: ({ event }) => event.query } } },
  states: {
    finding: {
      tags: 'busy',
      invoke: {
        src: 'find',
        input: ({ context: { query } }) => ({ query }),
        onDone: { target: 'routing', actions: { type: 'setJob', params: ({ event }) => event.output } },
        onError: {
          target: 'choosing',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    choosing: { on: { plan: { target: 'starting', actions: assign({ outdated: false }) } } },
    starting: {
      tags: 'busy',
      entry: assign({ job: null, failure: null }),
      invoke: {
        src: 'plan',
        input: ({ context: { query } }) => ({ query }),
        onDone: { target: 'routing', actions: { type: 'setJob', params: ({ event }) => event.output } },
        onError: {
          target: 'choosing',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    routing: {
      always: [
        { guard: 'isNone', target: 'choosing', actions: assign({ job: null }) },
        { guard: 'isRunning', target: 'waiting' },
        { guard: 'isPlanned', target: 'planned' },
        { target: 'ended' },
      ],
    },
    waiting: { after: { pollInterval: 'reading' }, on: { cancel: 'cancelling' } },
    reading: {
      tags: 'busy',
      invoke: {
        src: 'read',
        input: ({ context: { job } }) => ({ id: job?.id ?? 0 }),
        onDone: { target: 'routing', actions: { type: 'setJob', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isMissing', params: ({ event }) => failureOf(event.error) },
            target: 'choosing',
            actions: [
              assign({ job: null }),
              { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
            ],
          },
          {
            target: 'waiting',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
      on: { cancel: 'cancelling' },
    },
    cancelling: {
      tags: 'busy',
      invoke: {
        src: 'cancel',
        input: ({ context: { job } }) => ({ id: job?.id ?? 0 }),
        onDone: { target: 'routing', actions: { type: 'setJob', params: ({ event }) => event.output } },
        onError: {
          target: 'waiting',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    planned: {
      on: {
        plan: { target: 'starting', actions: assign({ outdated: false }) },
        apply: { guard: 'changesSomething', target: 'confirming' },
      },
    },
    confirming: {
      on: { confirm: 'applying', back: { target: 'planned', actions: assign({ failure: null }) } },
    },
    applying: {
      tags: 'busy',
      entry: assign({ failure: null }),
      invoke: {
        src: 'apply',
        input: ({ context: { job } }) => ({ id: job?.id ?? 0, digest: job?.digest ?? '' }),
        onDone: {
          target: 'routing',
          actions: [assign({ outdated: false }), { type: 'setJob', params: ({ event }) => event.output }],
        },
        onError: [
          {
            guard: { type: 'isConflict', params: ({ event }) => failureOf(event.error) },
            target: 'starting',
            actions: assign({ outdated: true }),
          },
          {
            target: 'confirming',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
    },
    ended: { on: { plan: { target: 'starting', actions: assign({ outdated: false }) } } },
  },
});
