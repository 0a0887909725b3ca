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
  readonly searchedTo?: string | null;
}

/** Selects rows by the values of one field. */
export interface RowSelector {
  readonly field: string;
  readonly values: readonly unknown[];
}

/** @returns the rows that the selector does not match */
const rowsNotMatching = (rows: readonly object[], { field, values }: RowSelector): readonly object[] => {
  const removed = new Set(values);
  return rows.filter(row => !removed.has((row as Readonly<Record<string, unknown>>)[field]));
};

/**
 * A query whose answer is read in pages; each page is appended to the previous ones.
 *
 *     loading ──page──▶ idle ──loadMore[not the end]──▶ loadingMore ──page──▶ idle
 *        └──failure──▶ failed        loadingMore ──failure──▶ moreFailed ──loadMore──▶ loadingMore
 *     any ──load · reload──▶ loading
 *     idle ──require──▶ loadingMore,  until that many rows or the end ──▶ complete ──release · require none──▶ idle
 *     moreFailed ──require──▶ loadingMore,  failed ──require──▶ loading (a retry)
 *     any ──remove[others remain]──▶ the same state without these rows,  ──remove──▶ loading
 *     loading · loadingMore ──remove──▶ the same state, re-entered (an answer from before the removal is discarded)
 *
 * Rows of the previous query stay until the first page of the next one arrives. `loadMore` is ignored in `loadingMore`, so fast
 * scrolling sends one request. `require` loads a number of rows page by page, for printing; another query or a failure
 * ends it. `remove` drops rows that a user's action moved out of the query; a reload shows them if the server still
 * returns them.
 */
export const feedMachine = setup({
  types: {
    input: {} as { readonly query: object },
    context: {} as {
      readonly query: object;
      readonly rows: readonly object[] | null;
      readonly next: string | null;
      readonly head: object | null;
      /** Time up to which the last page searched, if the search stopped early. */
      readonly searchedTo: string | null;
      readonly failure: Failure | null;
      /** Number of rows to load independent of scrolling; 0: only those that the user scrolls to. */
      readonly minimumRows: number;
    },
    events: {} as
      | { readonly type: 'load'; readonly query: object }
      | { readonly type: 'reload' | 'loadMore' | 'release' }
      | { readonly type: 'require'; readonly count: number }
      | ({ readonly type: 'remove' } & RowSelector),
    tags: {} as 'busy',
  },
  actors: { page: port<FeedPage, { readonly query: object; readonly after: string | null }>('page') },
  guards: {
    isMore: ({ context }) => context.next !== null,
    isShort: ({ context }) => context.next !== null && (context.rows?.length ?? 0) < context.minimumRows,
    isRequirementMet: ({ context }) => context.minimumRows > 0,
    leavesRows: ({ context: { rows } }, removed: RowSelector) =>
      rowsNotMatching(rows ?? [], removed).length > 0,
    requiresRows: ({ event }) => event.type === 'require' && event.count > 0,
  },
  actions: {
    require: assign((_, count: number) => ({ minimumRows: count })),
    clearRequirement: assign({ minimumRows: 0 }),
    removeRows: assign(({ context: { rows } }, removed: RowSelector) => ({
      rows: rowsNotMatching(rows ?? [], removed),
    })),
  },
}).createMachine({
  id: 'feed',
  context: ({ input }) => ({
    query: input.query,
    rows: null,
    next: null,
    head: null,
    searchedTo: null,
    failure: null,
    minimumRows: 0,
  }),
  initial: 'loading',
  on: {
    load: { target: '.loading', actions: assign({ query: ({ event }) => event.query, minimumRows: 0 }) },
    reload: { target: '.loading', actions: 'clearRequirement' },
    require: { actions: { type: 'require', params: ({ event }) => event.count } },
    remove: [
      {
        guard: { type: 'leavesRows', params: ({ event }) => event },
        actions: { type: 'removeRows', params: ({ event }) => event },
      },
      { target: '.loading', actions: 'clearRequirement' },
    ],
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'page',
        input: ({ context }) => ({ query: context.query, after: null }),
        onDone: {
          target: 'idle',
          actions: assign(({ event }) => ({
            ...event.output,
            searchedTo: event.output.searchedTo ?? null,
            failure: null,
          })),
        },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error), minimumRows: 0 }),
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
    idle: {
      always: [
        { guard: 'isShort', target: 'loadingMore' },
        { guard: 'isRequirementMet', target: 'complete' },
      ],
      on: { loadMore: { guard: 'isMore', target: 'loadingMore' } },
    },
    complete: {
      on: {
        release: { target: 'idle', actions: 'clearRequirement' },
        require: { target: 'idle', actions: { type: 'require', params: ({ event }) => event.count } },
      },
    },
    loadingMore: {
      tags: 'busy',
      invoke: {
        src: 'page',
        input: ({ context }) => ({ query: context.query, after: context.next }),
        onDone: {
          target: 'idle',
          actions: assign({
            rows: ({ context, event }) => [...(context.rows ?? []), ...event.output.rows],
            next: ({ event }) => event.output.next,
            searchedTo: ({ event }) => event.output.searchedTo ?? null,
            failure: null,
          }),
        },
        onError: {
          target: 'moreFailed',
          actions: assign({ failure: ({ event }) => failureOf(event.error), minimumRows: 0 }),
        },
      },
      on: {
        remove: [
          {
            guard: { type: 'leavesRows', params: ({ event }) => event },
            target: 'loadingMore',
            reenter: true,
            actions: { type: 'removeRows', params: ({ event }) => event },
          },
          { target: 'loading', actions: 'clearRequirement' },
        ],
      },
    },
    moreFailed: {
      on: {
        loadMore: 'loadingMore',
        require: {
          guard: 'requiresRows',
          target: 'loadingMore',
          actions: { type: 'require', params: ({ event }) => event.count },
        },
      },
    },
    failed: {
      on: {
        require: {
          guard: 'requiresRows',
          target: 'loading',
          actions: { type: 'require', params: ({ event }) => event.count },
        },
      },
    },
  },
});
