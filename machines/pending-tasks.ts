import { assign, not, setup } from 'xstate';

/** Something that waits, as it was counted last. */
export interface Counted {
  /** For whom, and of which product. */
  readonly scope: string;
  readonly what: string;
  readonly count: number;
}

interface Context {
  readonly scope: string | null;
  readonly counts: Readonly<Record<string, number>>;
}

const sumOf = ({ counts }: Context): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * What waits for somebody, by what the screens were told when they asked: nothing is asked for this alone.
 *
 *     quiet ──told[something waits]──▶ waiting ──told[nothing does]──▶ quiet
 *
 * Of another product, or told to somebody else, everything before is forgotten.
 */
export const standingMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { readonly type: 'told'; readonly counted: Counted },
  },
  guards: { someWait: ({ context }) => sumOf(context) > 0 },
  actions: {
    note: assign(({ context }, { scope, what, count }: Counted) => ({
      scope,
      counts: { ...(scope === context.scope && context.counts), [what]: count },
    })),
  },
}).createMachine({
  id: 'standing',
  context: { scope: null, counts: {} },
  initial: 'quiet',
  on: { told: { actions: { type: 'note', params: ({ event }) => event.counted } } },
  states: {
    quiet: { always: { guard: 'someWait', target: 'waiting' } },
    waiting: { always: { guard: not('someWait'), target: 'quiet' } },
  },
});

/** How much waits in a scope; 0: nothing, as far as anybody was told. */
export const waitingIn = (context: Context, scope: string): number =>
  context.scope === scope ? sumOf(context) : 0;
