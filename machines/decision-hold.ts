import { assign, emit, setup } from 'xstate';
import type { Candidate, Refusal, Verdict } from './decision.ts';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Rows whose decisions one request takes back. `key` makes the request idempotent. */
export interface TakeBackPart {
  readonly key: string;
  readonly results: readonly { readonly id: number; readonly version: number }[];
}
export interface TakeBackAnswer {
  readonly takenBack: number;
  readonly refused: readonly Refusal[];
}

/** Maximum number of results per request. */
export const TAKE_BACK_PART_SIZE = 500;
/**
 * Time in ms for which the bar stays after the hold: it covers reading, deciding and reaching the button by keyboard.
 */
export const SHOWN_AFTER_HOLD_MS = 15_000;

/**
 * Results decided by one request, in their new state. `holdMs`: time in ms until their ad networks are notified, as
 * reported by the server.
 */
export interface Decided {
  readonly request: string;
  readonly verdict: Verdict;
  readonly rows: readonly Candidate[];
  readonly holdMs: number;
}

interface Context {
  readonly request: string;
  readonly verdict: Verdict;
  readonly rows: readonly Candidate[];
  /** Time in ms until the first ad network is notified, as reported by the server. */
  readonly holdMs: number;
  /** Rows not sent yet, and the outcome of the others. */
  readonly unsent: readonly Candidate[];
  readonly takenBack: number;
  readonly refused: readonly Refusal[];
  readonly part: number;
  readonly failure: Failure | null;
}

const NOTHING_SENT = {
  unsent: [],
  takenBack: 0,
  refused: [],
  part: 0,
  failure: null,
} satisfies Partial<Context>;

/**
 * The decisions of the last request, while they can be taken back, and for a short time after.
 *
 *     empty ──decided[hold > 0]──▶ onHold,  ──decided[no hold]──▶ expired
 *     onHold ──the hold ends──▶ expired { ticking ⇄ paused }
 *     onHold ──takeBack──▶ takingBack ──part answered[more]──▶ takingBack,  ──all──▶ empty,  ──some refused──▶ refused ──acknowledge──▶ empty
 *                        takingBack ──failure──▶ unconfirmed ──takeBack──▶ takingBack (sent again under the same key)
 *     onHold · expired · unconfirmed ──decided[another request]──▶ onHold | expired,  ──dismiss──▶ empty
 *     expired ──shown long enough[nobody points at it]──▶ empty
 *
 * The server reports the remaining ms of the hold, so the browser's clock is never compared with the server's. The hold
 * of a request in parts is that of its first part. `decided` is ignored in `takingBack`, where the screen makes no
 * decision. `takenBack` is emitted when results may have changed.
 */
export const decisionHoldMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: 'decided'; readonly decided: Decided }
      | { readonly type: 'takeBack' | 'dismiss' | 'acknowledge' | 'enter' | 'leave' },
    emitted: {} as {
      readonly type: 'takenBack';
      readonly count: number;
      readonly refused: readonly Refusal[];
    },
    tags: {} as 'busy',
  },
  actors: { takeBack: port<TakeBackAnswer, TakeBackPart>('takeBack') },
  guards: {
    isSameRequest: ({ context }, decided: Decided) => context.request === decided.request,
    isOnHold: (_, decided: Decided) => decided.holdMs > 0,
    isMoreToSend: ({ context }) => context.unsent.length > TAKE_BACK_PART_SIZE,
    isRefused: ({ context }, answer: TakeBackAnswer) => context.refused.length + answer.refused.length > 0,
  },
  actions: {
    setDecision: assign((_, { request, verdict, rows, holdMs }: Decided) => ({
      ...NOTHING_SENT,
      request,
      verdict,
      rows,
      holdMs,
    })),
    add: assign(({ context }, { rows }: Decided) => ({ rows: [...context.rows, ...rows] })),
    recordAnswer: assign(({ context }, { takenBack, refused }: TakeBackAnswer) => ({
      unsent: context.unsent.slice(TAKE_BACK_PART_SIZE),
      part: context.part + 1,
      takenBack: context.takenBack + takenBack,
      refused: [...context.refused, ...refused],
    })),
    emitTakenBack: emit(({ context: { takenBack, refused } }) => ({
      type: 'takenBack' as const,
      count: takenBack,
      refused,
    })),
    clear: assign({ ...NOTHING_SENT, request: '', rows: [] }),
  },
  delays: { hold: ({ context }) => context.holdMs, shown: SHOWN_AFTER_HOLD_MS },
}).createMachine({
  id: 'decisionHold',
  context: { ...NOTHING_SENT, request: '', verdict: 1, rows: [], holdMs: 0 },
  initial: 'empty',
  states: {
    empty: {
      on: {
        decided: [
          {
            guard: { type: 'isOnHold', params: ({ event }) => event.decided },
            target: 'onHold',
            actions: { type: 'setDecision', params: ({ event }) => event.decided },
          },
          { target: 'expired', actions: { type: 'setDecision', params: ({ event }) => event.decided } },
        ],
      },
    },
    onHold: {
      after: { hold: 'expired' },
      on: {
        takeBack: { target: 'takingBack', actions: assign({ unsent: ({ context }) => context.rows }) },
        dismiss: { target: 'empty', actions: 'clear' },
        decided: [
          {
            guard: { type: 'isSameRequest', params: ({ event }) => event.decided },
            actions: { type: 'add', params: ({ event }) => event.decided },
          },
          {
            guard: { type: 'isOnHold', params: ({ event }) => event.decided },
            target: 'onHold',
            reenter: true,
            actions: { type: 'setDecision', params: ({ event }) => event.decided },
          },
          { target: 'expired', actions: { type: 'setDecision', params: ({ event }) => event.decided } },
        ],
      },
    },
    expired: {
      initial: 'ticking',
      states: {
        ticking: {
          on: { enter: 'paused' },
          after: { shown: { target: '#decisionHold.empty', actions: 'clear' } },
        },
        paused: { on: { leave: 'ticking' } },
      },
      on: {
        dismiss: { target: 'empty', actions: 'clear' },
        decided: [
          {
            guard: { type: 'isSameRequest', params: ({ event }) => event.decided },
            actions: { type: 'add', params: ({ event }) => event.decided },
          },
          {
            guard: { type: 'isOnHold', params: ({ event }) => event.decided },
            target: 'onHold',
            actions: { type: 'setDecision', params: ({ event }) => event.decided },
          },
          {
            target: 'expired',
            reenter: true,
            actions: { type: 'setDecision', params: ({ event }) => event.decided },
          },
        ],
      },
    },
    takingBack: {
      tags: 'busy',
      invoke: {
        id: 'takeBack',
        src: 'takeBack',
        input: ({ context: { request, part, unsent } }) => ({
          key: `${request}-back-${part}`,
          results: unsent.slice(0, TAKE_BACK_PART_SIZE).map(({ id, version }) => ({ id, version })),
        }),
        onDone: [
          {
            guard: 'isMoreToSend',
            target: 'takingBack',
            reenter: true,
            actions: { type: 'recordAnswer', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'refused',
            actions: [{ type: 'recordAnswer', params: ({ event }) => event.output }, 'emitTakenBack'],
          },
          {
            target: 'empty',
            actions: [
              { type: 'recordAnswer', params: ({ event }) => event.output },
              'emitTakenBack',
              'clear',
            ],
          },
        ],
        onError: {
          target: 'unconfirmed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    unconfirmed: {
      on: {
        takeBack: { target: 'takingBack', actions: assign({ failure: null }) },
        // A request without an answer may have taken effect.
        dismiss: { target: 'empty', actions: ['emitTakenBack', 'clear'] },
        decided: [
          {
            guard: { type: 'isOnHold', params: ({ event }) => event.decided },
            target: 'onHold',
            actions: ['emitTakenBack', { type: 'setDecision', params: ({ event }) => event.decided }],
          },
          {
            target: 'expired',
            actions: ['emitTakenBack', { type: 'setDecision', params: ({ event }) => event.decided }],
          },
        ],
      },
    },
    refused: { on: { acknowledge: { target: 'empty', actions: 'clear' } } },
  },
});
