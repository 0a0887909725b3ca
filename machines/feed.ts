import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** One page of an answer that is read page by page: its rows, and the cursor that requests the next ones. */
export interface FeedPage {
  readonly rows: readonly object[];
  /** Null at the end. */
  readonly next: string | null;
  /** Data about the complete answer, sent once with the first page: for example counts. */
  readonly head: object | null;
  /**
   * Rows before this instant were not searched yet: `next` continues there; null or absent: nothing was left
   * out.
   */
  readonly reached?: string | null;
}

/** Rows named by the value of one field. */
export interface RowSelector {
  readonly field: string;
  readonly values: readonly unknown[];
}

/** @returns the rows that a selector does not name */
const rowsWithout = (rows: readonly object[], { field, values }: RowSelector): readonly object[] => {
  const removed = new Set(values);
  return rows.filter(row => !removed.has((row as Readonly<Record<string, unknown>>)[field]));
};

/**
 * A question whose answer comes in pages by key; each page joins those before it.
 *
 *     loading ──page──▶ resting ──more[not the end]──▶ adding ──page──▶ resting
 *        └──failure──▶ failed        adding ──failure──▶ stuck ──more──▶ adding
 *     any ──load · reload──▶ loading
 *     resting ──want──▶ adding,  until so many rows are here or the end is ──▶ gathered ──take · want none──▶ resting
 *     stuck ──want──▶ adding,  failed ──want──▶ loading: whoever wants them wants to try again
 *     any ──remove[others remain]──▶ the same state without these rows,  ──remove──▶ loading
 *     loading · adding ──remove──▶ the same state, re-entered (an answer from before the removal is discarded)
 *
 * The pages of the last question stay on the screen until the first page of the next is there. `more` while a
 * page is on its way
 * says nothing new and is not heard, so scrolling fast asks once. `want` asks for so many rows at once, page
 * after page: a print is of more than is in sight.
 * Whatever comes between, another question or a page that fails, ends the want: nobody prints what he did not
 * ask for.
 * `remove` takes out rows that an action of the user moved out of the query, so that the others stay in their
 * places. They come back with the next first page, if the server still has them.
 */
export const feedMachine = setup({
  types: {
    input: {} as { readonly question: object },
    context: {} as {
      readonly question: object;
      readonly rows: readonly object[] | null;
      readonly next: string | null;
      readonly head: object | null;
      /** How far the last page looked, where it ended before its time. */
      readonly reached: string | null;
      readonly failure: Failure | null;
      /** Number of rows to load independent of scrolling; 0: only those that the user scrolls to. */
      readonly wanted: number;
    },
    events: {} as
      | { readonly type: 'load'; readonly question: object }
      | { readonly type: 'reload' | 'more' | 'take' }
      | { readonly type: 'want'; readonly count: number }
      | ({ readonly type: 'remove' } & RowSelector),
    tags: {} as 'busy',
  },
  actors: { page: port<FeedPage, { readonly question: object; readonly after: string | null }>('page') },
  guards: {
    isMore: ({ context }) => context.next !== null,
    isShort: ({ context }) => context.next !== null && (context.rows?.length ?? 0) < context.wanted,
    isWanted: ({ context }) => context.wanted > 0,
    leavesRows: ({ context: { rows } }, removed: RowSelector) => rowsWithout(rows ?? [], removed).length > 0,
    wantsSome: ({ event }) => event.type === 'want' && event.count > 0,
  },
  actions: {
    want: assign((_, count: number) => ({ wanted: count })),
    letGo: assign({ wanted: 0 }),
    removeRows: assign(({ context: { rows } }, removed: RowSelector) => ({
      rows: rowsWithout(rows ?? [], removed),
    })),
  },
}).createMachine({
  id: 'feed',
  context: ({ input }) => ({
    question: input.question,
    rows: null,
    next: null,
    head: null,
    reached: null,
    failure: null,
    wanted: 0,
  }),
  initial: 'loading',
  on: {
    load: { target: '.loading', actions: assign({ question: ({ event }) => event.question, wanted: 0 }) },
    reload: { target: '.loading', actions: 'letGo' },
    want: { actions: { type: 'want', params: ({ event }) => event.count } },
    remove: [
      {
        guard: { type: 'leavesRows', params: ({ event }) => event },
        actions: { type: 'removeRows', params: ({ event }) => event },
      },
      { target: '.loading', actions: 'letGo' },
    ],
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'page',
        input: ({ context }) => ({ question: context.question, after: null }),
        onDone: {
          target: 'resting',
          actions: assign(({ event }) => ({
            ...event.output,
            reached: event.output.reached ?? null,
            failure: null,
          })),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error), wanted: 0 }),
        },
      },
      on: {
        remove: [
          {
            guard: { type: 'leavesRows', params: ({ event }) => event },
            target: 'loading',
            reenter: true,
            actions: { type: 'removeRows', params: ({ event }) => event },
          },
          { target: 'loading', reenter: true },
        ],
      },
    },
    resting: {
      always: [
        { guard: 'isShort', target: 'adding' },
        { guard: 'isWanted', target: 'gathered' },
      ],
      on: { more: { guard: 'isMore', target: 'adding' } },
    },
    gathered: {
      on: {
        take: { target: 'resting', actions: 'letGo' },
        want: { target: 'resting', actions: { type: 'want', params: ({ event }) => event.count } },
      },
    },
    adding: {
      tags: 'busy',
      invoke: {
        src: 'page',
        input: ({ context }) => ({ question: context.question, after: context.next }),
        onDone: {
          target: 'resting',
          actions: assign({
            rows: ({ context, event }) => [...(context.rows ?? []), ...event.output.rows],
            next: ({ event }) => event.output.next,
            reached: ({ event }) => event.output.reached ?? null,
            failure: null,
          }),
        },
        onError: {
          target: 'stuck',
          actions: assign({ failure: ({ event }) => failureOf(event.error), wanted: 0 }),
        },
      },
      on: {
        remove: [
          {
            guard: { type: 'leavesRows', params: ({ event }) => event },
            target: 'adding',
            reenter: true,
            actions: { type: 'removeRows', params: ({ event }) => event },
          },
          { target: 'loading', actions: 'letGo' },
        ],
      },
    },
    stuck: {
      on: {
        more: 'adding',
        want: {
          guard: 'wantsSome',
          target: 'adding',
          actions: { type: 'want', params: ({ event }) => event.count },
        },
      },
    },
    failed: {
      on: {
        want: {
          guard: 'wantsSome',
          target: 'loading',
          actions: { type: 'want', params: ({ event }) => event.count },
        },
      },
    },
  },
});
