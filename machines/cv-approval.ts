import { and, assign, emit, not, setup, stateIn } from 'xstate';
import {
  afterDecision,
  decidedOf,
  isReasonRequired,
  MAX_SELECTED,
  PART_SIZE,
  type Candidate,
  type Gathered,
  type Part,
  type PartAnswer,
  type Refusal,
  type Verdict,
} from './decision.ts';
import {
  NO_DECISION,
  nextPart,
  outcomeOf,
  startDecision,
  withAnswer,
  withConfirmedReason,
  withoutDecision,
  type Decision,
  type DecisionRun,
} from './decision-run.ts';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

interface Context extends DecisionRun {
  readonly selected: readonly Candidate[];
  /** Query of the rows being gathered, and the cursor of the next page. */
  readonly gathering: {
    readonly query: object;
    readonly after: string | null;
    readonly rows: readonly Candidate[];
  };
}

const NOTHING_GATHERED: Context['gathering'] = { query: {}, after: null, rows: [] };

/**
 * Decisions over results: select rows, choose a decision and a reason, send the rows in parts, and report each outcome.
 *
 *     choosing ──decide[some may become it]──▶ confirming
 *     choosing ──gather──▶ gathering ──page[more]──▶ gathering,  ──last page──▶ choosing (all of a filter are selected)
 *                          gathering ──cancel · failure──▶ choosing (selected as before)
 *     any ──query.changed──▶ the same state, nothing selected;  gathering ▶ choosing,  submitting ▶ stopping
 *     confirming ──confirm[a reason, where one is due]──▶ submitting { continuing ──cancel──▶ stopping }
 *     confirming ──back──▶ choosing,  ──back[some are decided already]──▶ partial
 *     submitting ──part answered[more, continuing]──▶ submitting,  ──all──▶ choosing
 *                ──some refused · stopped──▶ partial ──acknowledge──▶ choosing
 *                ──failure──▶ confirming (nothing typed is lost; the part is sent again under the same key)
 *
 * The selection belongs to its query: another query clears it and stops gathering. `next` of each row, sent by the
 * server, decides which decisions are possible. A sent part cannot be cancelled: `cancel` prevents further parts. A
 * changed reason gets a new key, so rows that an unanswered request decided are then reported as refused. `settled` is
 * emitted whenever results may have changed; `decided` with each part and its hold (machines/decision-hold.ts).
 */
export const cvApprovalMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: 'select'; readonly selected: readonly Candidate[] }
      | { readonly type: 'gather'; readonly query: object }
      | ({ readonly type: 'decide' } & Decision)
      | { readonly type: 'type'; readonly reason: string }
      | { readonly type: 'confirm' | 'back' | 'cancel' | 'acknowledge' | 'query.changed' },
    emitted: {} as
      | {
          readonly type: 'settled';
          readonly verdict: Verdict;
          readonly decided: readonly Candidate[];
          readonly refused: readonly Refusal[];
          readonly isComplete: boolean;
        }
      | {
          readonly type: 'decided';
          readonly request: string;
          readonly verdict: Verdict;
          readonly rows: readonly Candidate[];
          readonly holdMs: number;
        }
      | { readonly type: 'failed'; readonly failure: Failure },
    tags: {} as 'busy',
  },
  actors: {
    gather: port<Gathered, { readonly query: object; readonly after: string | null }>('gather'),
    submit: port<PartAnswer, Part>('submit'),
  },
  guards: {
    isAllowed: ({ context }, { verdict, only }: Decision) =>
      (only ?? context.selected).some(({ next }) => next.includes(verdict)),
    hasReason: ({ context }) => context.reason.trim() !== '' || !isReasonRequired(context),
    hasMoreParts: ({ context }) => context.remaining.length > PART_SIZE,
    hasOutcome: ({ context }) => context.decided.length + context.refused.length > 0,
    isRefused: ({ context }, answer: PartAnswer) => context.refused.length + answer.refused.length > 0,
    hasMorePages: ({ context }, page: Gathered) =>
      page.next !== null && context.gathering.rows.length + page.rows.length < MAX_SELECTED,
    isFailed: ({ context }) => context.failure !== null,
  },
  actions: {
    clearSelection: assign({ selected: [], gathering: NOTHING_GATHERED }),
    startDecision: assign(({ context }, decision: Decision) => startDecision(context.selected, decision)),
    emitDecided: emit(({ context }, answer: PartAnswer) => ({
      type: 'decided' as const,
      request: context.key.base,
      verdict: context.verdict,
      rows: decidedOf(context, answer).map(row => afterDecision(row, context.verdict)),
      holdMs: answer.holdMs,
    })),
    recordAnswer: assign(({ context }, answer: PartAnswer) => withAnswer(context, answer)),
    clearDecision: assign(({ context }) => withoutDecision(context)),
    emitSettled: emit(({ context }) => ({ type: 'settled' as const, ...outcomeOf(context) })),
  },
}).createMachine({
  id: 'cvApproval',
  context: { selected: [], gathering: NOTHING_GATHERED, ...NO_DECISION },
  initial: 'choosing',
  on: { 'query.changed': { actions: 'clearSelection' } },
  states: {
    choosing: {
      on: {
        select: { actions: assign({ selected: ({ event }) => event.selected }) },
        gather: {
          target: 'gathering',
          actions: assign({ gathering: ({ event }) => ({ ...NOTHING_GATHERED, query: event.query }) }),
        },
        decide: {
          guard: { type: 'isAllowed', params: ({ event }) => event },
          target: 'confirming',
          actions: { type: 'startDecision', params: ({ event }) => event },
        },
      },
    },
    gathering: {
      tags: 'busy',
      invoke: {
        id: 'gather',
        src: 'gather',
        input: ({ context: { gathering } }) => ({ query: gathering.query, after: gathering.after }),
        onDone: [
          {
            guard: { type: 'hasMorePages', params: ({ event }) => event.output },
            target: 'gathering',
            reenter: true,
            actions: assign({
              gathering: ({ context: { gathering }, event }) => ({
                ...gathering,
                after: event.output.next,
                rows: [...gathering.rows, ...event.output.rows],
              }),
            }),
          },
          {
            target: 'choosing',
            actions: assign({
              selected: ({ context: { gathering }, event }) =>
                [...gathering.rows, ...event.output.rows].slice(0, MAX_SELECTED),
              gathering: NOTHING_GATHERED,
            }),
          },
        ],
        onError: {
          target: 'choosing',
          actions: [
            assign({ gathering: NOTHING_GATHERED }),
            emit(({ event }) => ({ type: 'failed' as const, failure: failureOf(event.error) })),
          ],
        },
      },
      on: {
        cancel: { target: 'choosing', actions: assign({ gathering: NOTHING_GATHERED }) },
        'query.changed': { target: 'choosing', actions: 'clearSelection' },
      },
    },
    confirming: {
      on: {
        type: { actions: assign({ reason: ({ event }) => event.reason }) },
        confirm: {
          guard: 'hasReason',
          target: 'submitting',
          actions: assign(({ context }) => withConfirmedReason(context)),
        },
        back: [
          { guard: 'hasOutcome', target: 'partial', actions: 'emitSettled' },
          // A request without an answer may have taken effect.
          { guard: 'isFailed', target: 'choosing', actions: ['emitSettled', 'clearDecision'] },
          { target: 'choosing', actions: 'clearDecision' },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      initial: 'continuing',
      states: {
        continuing: {
          on: { cancel: 'stopping', 'query.changed': { target: 'stopping', actions: 'clearSelection' } },
        },
        stopping: {},
      },
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context }) => nextPart(context),
        onDone: [
          {
            guard: and(['hasMoreParts', not(stateIn({ submitting: 'stopping' }))]),
            target: 'submitting',
            reenter: true,
            actions: [
              { type: 'emitDecided', params: ({ event }) => event.output },
              { type: 'recordAnswer', params: ({ event }) => event.output },
            ],
          },
          {
            guard: 'hasMoreParts',
            target: 'partial',
            actions: [
              { type: 'emitDecided', params: ({ event }) => event.output },
              { type: 'recordAnswer', params: ({ event }) => event.output },
              'emitSettled',
            ],
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'partial',
            actions: [
              { type: 'emitDecided', params: ({ event }) => event.output },
              { type: 'recordAnswer', params: ({ event }) => event.output },
              'emitSettled',
            ],
          },
          {
            target: 'choosing',
            actions: [
              { type: 'emitDecided', params: ({ event }) => event.output },
              { type: 'recordAnswer', params: ({ event }) => event.output },
              'emitSettled',
              'clearDecision',
            ],
          },
        ],
        onError: {
          target: 'confirming',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    partial: { on: { acknowledge: { target: 'choosing', actions: 'clearDecision' } } },
  },
});
