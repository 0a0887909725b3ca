import { assign, emit, enqueueActions, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { queryMachine } from './query.ts';
import { port } from './port.ts';

/** The query of a list. */
export interface ListParameters {
  readonly variables: object;
  /** Whether a search or filter restricts the rows: an empty answer then does not mean an empty list. */
  readonly narrowed: boolean;
}

/** One page of the list. */
export interface ListPage {
  /** Number of rows on all pages. */
  readonly count: number;
  readonly rows: readonly { readonly id: number }[];
}

/** Marks rows as deleted, or restores them. */
export interface RowCommand {
  readonly kind: 'remove' | 'restore';
  readonly ids: readonly number[];
}

/** A row command with the rows as shown, which the confirmation lists. */
export interface CommandOnRows {
  readonly kind: RowCommand['kind'];
  readonly rows: ListPage['rows'];
}

type Rows = SnapshotFrom<typeof queryMachine>;
const pageOf = (rows: Rows): ListPage | null => rows.context.result as ListPage | null;
/** The selectable rows with these ids. */
export const rowsIn = (
  { page, gathered }: { readonly page: ListPage | null; readonly gathered: ListPage['rows'] | null },
  ids: readonly number[],
): ListPage['rows'] => {
  const selectedIds = new Set(ids);
  return (gathered ?? page?.rows ?? []).filter(({ id }) => selectedIds.has(id));
};
const isDenied = ({ context: { failure } }: Rows): boolean => failure?.kind === 'denied';

/**
 * A list and its row commands: the rows of the last query, the selection, and the running command.
 *
 *     rows  loading ──rows▶ filled,  ──none on this page, some on others▶ pastLastPage (`pastLastPage` emitted: another page opens)
 *              ├──none[narrowed]▶ noMatches,  ──none▶ empty
 *              └──failure▶ failed,  ──not allowed▶ denied
 *           any ──load · reload──▶ loading                        (the query machine discards late answers)
 *     work  idle ──run[to some]──▶ running ──done──▶ idle   (list reloaded, selection cleared, `done` emitted)
 *                                    running ──not confirmed──▶ idle
 *                                    running ──failure──▶ idle (the selection stays, `failed` is emitted)
 *             ──gather[there are other pages]──▶ gathering ──rows──▶ idle (the rows of all pages are selected)
 *                                    gathering ──cancel · load──▶ idle,  ──failure──▶ idle (`gatherFailed` emitted)
 *
 * The port `act` asks for confirmation where needed, and resolves to whether the command ran. Another query clears the
 * selection; an answer without a selected row deselects that row, so a command applies only to visible or gathered
 * rows. Reloading does not affect a running command.
 */
export const listMachine = setup({
  types: {
    input: {} as { readonly query: ListParameters },
    context: {} as {
      readonly queryRef: ActorRefFrom<typeof queryMachine>;
      readonly query: ListParameters;
      readonly page: ListPage | null;
      readonly failure: Failure | null;
      readonly selected: readonly number[];
      /** Rows of all pages, from which the selection was made; null: the selection is from the shown page. */
      readonly gathered: ListPage['rows'] | null;
      readonly command: RowCommand | null;
    },
    events: {} as
      | { readonly type: 'xstate.snapshot.query'; readonly snapshot: Rows }
      | { readonly type: 'load'; readonly query: ListParameters }
      | { readonly type: 'reload' }
      | { readonly type: 'select'; readonly ids: readonly number[] }
      | { readonly type: 'gather' | 'cancel' }
      | { readonly type: 'run'; readonly command: RowCommand },
    emitted: {} as
      | { readonly type: 'done'; readonly command: RowCommand }
      | { readonly type: 'failed'; readonly command: RowCommand; readonly failure: Failure }
      | { readonly type: 'gatherFailed'; readonly failure: Failure }
      | { readonly type: 'pastLastPage'; readonly query: ListParameters; readonly count: number },
    tags: {} as 'busy',
  },
  actors: {
    query: queryMachine,
    act: port<boolean, CommandOnRows>('act'),
    gather: port<ListPage['rows'], ListParameters>('gather'),
  },
  guards: {
    isLoading: (_, rows: Rows) => rows.matches('loading'),
    isDenied: (_, rows: Rows) => rows.matches('failed') && isDenied(rows),
    isFailed: (_, rows: Rows) => rows.matches('failed'),
    isFilled: (_, rows: Rows) => (pageOf(rows)?.rows.length ?? 0) > 0,
    isPastLastPage: (_, rows: Rows) => (pageOf(rows)?.count ?? 0) > 0,
    isNarrowed: ({ context }) => context.query.narrowed,
    hasRows: ({ context }, { ids }: RowCommand) => rowsIn(context, ids).length > 0,
    hasOtherPages: ({ context: { page } }) => page !== null && page.count > page.rows.length,
  },
  actions: {
    setAnswer: assign(({ context }, rows: Rows) => {
      const page = pageOf(rows);
      const shownIds = new Set(page?.rows.map(({ id }) => id));
      return {
        page,
        failure: rows.context.failure,
        ...(rows.matches('loaded') && {
          selected: context.selected.filter(id => shownIds.has(id)),
          gathered: null,
        }),
      };
    }),
    reload: sendTo(({ context }) => context.queryRef, { type: 'reload' }),
  },
}).createMachine({
  id: 'list',
  context: ({ input, spawn }) => ({
    queryRef: spawn('query', { id: 'query', syncSnapshot: true, input: { query: input.query } }),
    query: input.query,
    page: null,
    failure: null,
    selected: [],
    gathered: null,
    command: null,
  }),
  type: 'parallel',
  states: {
    rows: {
      initial: 'loading',
      on: {
        load: {
          target: '.loading',
          actions: [
            assign({ query: ({ event }) => event.query, selected: [], gathered: null }),
            sendTo(
              ({ context }) => context.queryRef,
              ({ event }) => ({ type: 'load', query: event.query }),
            ),
          ],
        },
        reload: { target: '.loading', actions: 'reload' },
        select: { actions: assign({ selected: ({ event }) => event.ids }) },
        'xstate.snapshot.query': [
          { guard: { type: 'isLoading', params: ({ event }) => event.snapshot }, target: '.loading' },
          {
            guard: { type: 'isDenied', params: ({ event }) => event.snapshot },
            target: '.denied',
            actions: { type: 'setAnswer', params: ({ event }) => event.snapshot },
          },
          {
            guard: { type: 'isFailed', params: ({ event }) => event.snapshot },
            target: '.failed',
            actions: { type: 'setAnswer', params: ({ event }) => event.snapshot },
          },
          {
            guard: { type: 'isFilled', params: ({ event }) => event.snapshot },
            target: '.filled',
            actions: { type: 'setAnswer', params: ({ event }) => event.snapshot },
          },
          {
            guard: { type: 'isPastLastPage', params: ({ event }) => event.snapshot },
            target: '.pastLastPage',
            actions: { type: 'setAnswer', params: ({ event }) => event.snapshot },
          },
          {
            guard: 'isNarrowed',
            target: '.noMatches',
            actions: { type: 'setAnswer', params: ({ event }) => event.snapshot },
          },
          { target: '.empty', actions: { type: 'setAnswer', params: ({ event }) => event.snapshot } },
        ],
      },
      states: {
        loading: { tags: 'busy' },
        filled: {},
        pastLastPage: {
          entry: emit(({ context: { query, page } }) => ({
            type: 'pastLastPage' as const,
            query,
            count: page?.count ?? 0,
          })),
        },
        noMatches: {},
        empty: {},
        failed: {},
        denied: {},
      },
    },
    work: {
      initial: 'idle',
      states: {
        idle: {
          // On the return to the list, after the result of the action was reported.
          entry: assign({ command: null }),
          on: {
            run: {
              guard: { type: 'hasRows', params: ({ event }) => event.command },
              target: 'running',
              actions: assign({ command: ({ event }) => event.command }),
            },
            gather: { guard: 'hasOtherPages', target: 'gathering' },
          },
        },
        running: {
          tags: 'busy',
          invoke: {
            src: 'act',
            input: ({ context }) => ({
              kind: context.command?.kind ?? 'remove',
              rows: rowsIn(context, context.command?.ids ?? []),
            }),
            onDone: {
              target: 'idle',
              actions: enqueueActions(({ context: { command }, event, enqueue }) => {
                if (!event.output || command === null) return;
                enqueue.assign({ selected: [], gathered: null });
                enqueue('reload');
                enqueue(emit({ type: 'done', command }));
              }),
            },
            onError: {
              target: 'idle',
              actions: enqueueActions(({ context: { command }, event, enqueue }) => {
                if (command !== null)
                  enqueue(emit({ type: 'failed', command, failure: failureOf(event.error) }));
              }),
            },
          },
        },
        gathering: {
          tags: 'busy',
          invoke: {
            src: 'gather',
            input: ({ context: { query } }) => query,
            onDone: {
              target: 'idle',
              actions: assign(({ event: { output } }) => ({
                gathered: output,
                selected: output.map(({ id }) => id),
              })),
            },
            onError: {
              target: 'idle',
              actions: emit(({ event }) => ({
                type: 'gatherFailed' as const,
                failure: failureOf(event.error),
              })),
            },
          },
          on: { cancel: 'idle', load: 'idle' },
        },
      },
    },
  },
});
