import { and, assign, not, setup, stateIn } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';
import {
  isExpanded,
  SETUP_STEPS,
  stepState,
  type ChecklistView,
  type SetupFacts,
  type SetupProgress,
  type SetupStep,
} from './setup-steps.ts';

/**
 * Time in ms between two reads while an event from outside is awaited: the first page view, the test click. A page that
 * is left open reads seldom; it is prompt again when the user returns to it.
 */
export const SETUP_POLL = { promptMs: 1_500, promptReads: 100, seldomMs: 15_000 } as const;

interface Context extends SetupProgress {
  /** The step that the user opened; null: the next one. */
  readonly opened: SetupStep | null;
  /** Why the last read failed. */
  readonly failure: Failure | null;
  /** Why the click URL could not be created. */
  readonly linkFailure: Failure | null;
  /** Reads since the user last did something here. */
  readonly polls: number;
}

/**
 * Checklist of the first setup. Which steps are done follows from the server's facts; skipped steps and the view are
 * choices of the user, which the console stores when they change.
 *
 *     facts   loading ──done──▶ known;  ──failure──▶ failed ──reload──▶ loading
 *             known: idle ⇄ waiting  (waiting while the page is visible, the steps are shown, and an event is awaited)
 *             known.waiting ──after 1.5 s, later 15 s──▶ reading ──done · failure──▶ known
 *             known · reading ──reload──▶ reading
 *             known ──link[an ad without click URL]──▶ linking ──done──▶ reading;  ──failure──▶ known
 *     ∥ page  visible ⇄ hidden
 *     any ──open · skip · restore · view──▶ stays, with another step or choice
 */
export const setupChecklistMachine = setup({
  types: {
    input: {} as Pick<SetupProgress, 'steps' | 'choice'>,
    context: {} as Context,
    events: {} as
      | { readonly type: 'reload' | 'link' | 'page.hide' | 'page.show' }
      | { readonly type: 'open' | 'skip' | 'restore'; readonly step: SetupStep }
      | { readonly type: 'view'; readonly view: ChecklistView },
    tags: {} as 'busy',
  },
  actors: {
    read: port<SetupFacts>('read'),
    link: port<unknown, { readonly adId: number }>('link'),
  },
  actions: {
    note: assign({ facts: (_, facts: SetupFacts) => facts, failure: null }),
    blame: assign({ failure: (_, failure: Failure) => failure }),
    skip: assign({
      choice: ({ context: { choice } }, step: SetupStep) => ({
        ...choice,
        skipped: SETUP_STEPS.filter(one => one === step || choice.skipped.includes(one)),
      }),
      opened: null,
    }),
    restore: assign({
      choice: ({ context: { choice } }, step: SetupStep) => ({
        ...choice,
        skipped: choice.skipped.filter(one => one !== step),
      }),
      opened: (_, step: SetupStep) => step,
    }),
    view: assign({ choice: ({ context: { choice } }, view: ChecklistView) => ({ ...choice, view }) }),
  },
  guards: {
    isAwaiting: ({ context }) => {
      const { steps, facts, choice } = context;
      return (
        facts !== null &&
        isExpanded(context) &&
        steps.some(step => stepState(step, facts, choice) === 'awaited')
      );
    },
    isPageVisible: stateIn({ page: 'visible' }),
    canLink: ({ context: { facts } }) => facts?.product?.clickUrl === null && facts.product.adId !== null,
  },
  delays: {
    pollInterval: ({ context: { polls } }) =>
      polls < SETUP_POLL.promptReads ? SETUP_POLL.promptMs : SETUP_POLL.seldomMs,
  },
}).createMachine({
  id: 'setupChecklist',
  context: ({ input }) => ({
    ...input,
    facts: null,
    opened: null,
    failure: null,
    linkFailure: null,
    polls: 0,
  }),
  type: 'parallel',
  on: {
    open: { actions: assign({ opened: ({ event }) => event.step }) },
    skip: { actions: { type: 'skip', params: ({ event }) => event.step } },
    restore: { actions: { type: 'restore', params: ({ event }) => event.step } },
    view: { actions: { type: 'view', params: ({ event }) => event.view } },
  },
  states: {
    facts: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            src: 'read',
            onDone: { target: 'known', actions: { type: 'note', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
        failed: { on: { reload: { target: 'loading', actions: assign({ failure: null }) } } },
        known: {
          initial: 'idle',
          on: {
            reload: { target: 'reading', actions: assign({ polls: 0 }) },
            link: { guard: 'canLink', target: 'linking', actions: assign({ linkFailure: null }) },
          },
          states: {
            idle: { always: { guard: and(['isAwaiting', 'isPageVisible']), target: 'waiting' } },
            waiting: {
              always: { guard: not(and(['isAwaiting', 'isPageVisible'])), target: 'idle' },
              after: {
                pollInterval: {
                  target: '#setupChecklist.facts.reading',
                  actions: assign({ polls: ({ context: { polls } }) => polls + 1 }),
                },
              },
            },
          },
        },
        reading: {
          tags: 'busy',
          // The answer of the running read may be older than what the reload announces.
          on: { reload: { target: 'reading', reenter: true, actions: assign({ polls: 0 }) } },
          invoke: {
            src: 'read',
            onDone: { target: 'known', actions: { type: 'note', params: ({ event }) => event.output } },
            onError: {
              target: 'known',
              actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
            },
          },
        },
        linking: {
          tags: 'busy',
          invoke: {
            src: 'link',
            input: ({ context: { facts } }) => ({ adId: facts?.product?.adId ?? 0 }),
            onDone: 'reading',
            onError: {
              target: 'known',
              actions: assign({ linkFailure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
      },
    },
    page: {
      initial: 'visible',
      states: {
        visible: { on: { 'page.hide': 'hidden' } },
        hidden: { on: { 'page.show': { target: 'visible', actions: assign({ polls: 0 }) } } },
      },
    },
  },
});
