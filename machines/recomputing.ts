import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** What judging anew would change, as far as this workflow looks at it. */
export interface Foreseen {
  /** Names it: only what was seen is done. */
  readonly digest: string;
  readonly made: number;
  readonly moved: number;
  readonly rejudged: number;
}

interface Context {
  /** The period, and of what. */
  readonly question: object;
  readonly foreseen: Foreseen | null;
  /** What was done; null: nothing yet. */
  readonly outcome: object | null;
  /** When it was to be done, it would have been something else than what was seen. */
  readonly overtaken: boolean;
  readonly failure: Failure | null;
}

/**
 * Judging results anew after settings were changed: looked at first, and done only as it was seen.
 *
 *     choosing ──look──▶ looking ──seen──▶ seen;  looking ──failure · stop──▶ choosing
 *     seen ──apply[it would change something]──▶ confirming ──no──▶ seen
 *     confirming ──yes──▶ applying ──done──▶ done ──look──▶ looking
 *     applying ──conflict──▶ looking  (it would be something else by now: that is looked at);  ──failure──▶ confirming
 *     choosing · seen · done ──choose──▶ choosing
 *
 * What was seen belongs to the period that it was seen for, so another period lets go of it. What is being applied cannot be called
 * back; after a failure a part may have been done, and doing it again does the rest or is overtaken.
 */
export const recomputingMachine = setup({
  types: {
    input: {} as { readonly question: object },
    context: {} as Context,
    events: {} as { readonly type: 'choose'; readonly question: object } | { readonly type: 'look' | 'stop' | 'apply' | 'yes' | 'no' },
    tags: {} as 'busy',
  },
  actors: {
    look: port<Foreseen, { readonly question: object }>('look'),
    apply: port<object, { readonly question: object; readonly digest: string }>('apply'),
  },
  actions: {
    choose: assign({ question: (_, question: object) => question, foreseen: null, outcome: null, overtaken: false, failure: null }),
    see: assign({ foreseen: (_, foreseen: Foreseen) => foreseen }),
    note: assign({ outcome: (_, outcome: object) => outcome }),
    blame: assign({ failure: (_, failure: Failure) => failure }),
  },
  guards: {
    changesSomething: ({ context: { foreseen } }) => foreseen !== null && foreseen.made + foreseen.moved + foreseen.rejudged > 0,
    isOvertaken: (_, failure: Failure) => failure.kind === 'conflict',
  },
}).createMachine({
  id: 'recomputing',
  context: ({ input }) => ({ question: input.question, foreseen: null, outcome: null, overtaken: false, failure: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        choose: { actions: { type: 'choose', params: ({ event }) => event.question } },
        look: { target: 'looking', actions: assign({ overtaken: false }) },
      },
    },
    looking: {
      tags: 'busy',
      entry: assign({ foreseen: null, outcome: null, failure: null }),
      invoke: {
        src: 'look',
        input: ({ context: { question } }) => ({ question }),
        onDone: { target: 'seen', actions: { type: 'see', params: ({ event }) => event.output } },
        onError: { target: 'choosing', actions: { type: 'blame', params: ({ event }) => failureOf(event.error) } },
      },
      on: {
        stop: 'choosing',
        choose: { target: 'choosing', actions: { type: 'choose', params: ({ event }) => event.question } },
      },
    },
    seen: {
      on: {
        choose: { target: 'choosing', actions: { type: 'choose', params: ({ event }) => event.question } },
        look: { target: 'looking', actions: assign({ overtaken: false }) },
        apply: { guard: 'changesSomething', target: 'confirming' },
      },
    },
    confirming: { on: { yes: 'applying', no: { target: 'seen', actions: assign({ failure: null }) } } },
    applying: {
      tags: 'busy',
      entry: assign({ failure: null }),
      invoke: {
        src: 'apply',
        input: ({ context: { question, foreseen } }) => ({ question, digest: foreseen?.digest ?? '' }),
        onDone: { target: 'done', actions: { type: 'note', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isOvertaken', params: ({ event }) => failureOf(event.error) }, target: 'looking', actions: assign({ overtaken: true }) },
          { target: 'confirming', actions: { type: 'blame', params: ({ event }) => failureOf(event.error) } },
        ],
      },
    },
    done: {
      on: {
        choose: { target: 'choosing', actions: { type: 'choose', params: ({ event }) => event.question } },
        look: { target: 'looking', actions: assign({ overtaken: false }) },
      },
    },
  },
});
