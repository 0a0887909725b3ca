import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** One page of an answer that is read page by page: its rows, and the cursor that requests the next ones. */
export interface FeedPage {
  readonly rows: readonly object[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
  /** Data about the complete answer, sent once with the first page: for example counts. */
  readonly head: object | null;
  /** Rows before this time were not searched yet: `next` continues there; null or absent: all rows were searched. */
  readonly reached?: string | null;
}

/** Selects rows by the values of one field. */
export interface RowSelector {
  readonly field: string;
  readonly values: readonly unknown[];
}

/** @returns the rows that the selector does not match */
const rowsWithout = (rows: readonly object[], { field, values }: RowSelector): readonly object[] => {
  const removed = new Set(values);
  return rows.filter(row => !removed.has((row as Readonly<Record<string, unknown>>)[field]));
};

/**
 * A query whose answer is read in pages; each page is appended to the previous ones.
 *
 *     loading ──page──▶ resting ──more[not the end]──▶ adding ──page──▶ resting
 *        └──failure──▶ failed        adding ──failure──▶ stuck ──more──▶ adding
 *     any ──load · reload──▶ loading
 *     resting ──want──▶ adding,  until that many rows or the end ──▶ gathered ──take · want none──▶ resting
 *     stuck ──want──▶ adding,  failed ──want──▶ loading (a retry)
 *     any ──remove[others remain]──▶ the same state without these rows,  ──remove──▶ loading
 *     loading · adding ──remove──▶ the same state, re-entered (an answer from before the removal is discarded)
 *
 * Rows of the previous query stay until the first page of the next one arrives. `more` is ignored in `adding`, so fast
 * scrolling sends one request. `want` loads a number of rows page by page, for printing; another query or a failure
 * ends it. `remove` drops rows that a user's action moved out of the query; a reload shows them if the server still
 * returns them.
 */
export const feedMachine = setup({
  types: {
    input: {} as { readonly question: object },
    context: {} as {
      readonly question: object;
      readonly rows: readonly object[] | null;
      readonly next: string | null;
      readonly head: object | null;
      /** Time up to which the last page searched, if the search stopped early. */
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
