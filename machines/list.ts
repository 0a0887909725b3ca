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
export interface Doing {
  readonly kind: RowCommand['kind'];
  readonly rows: ListPage['rows'];
}

type Rows = SnapshotFrom<typeof queryMachine>;
const pageOf = (rows: Rows): ListPage | null => rows.context.answer as ListPage | null;
/** The selectable rows with these ids. */
export const rowsIn = (
  { page, gathered }: { readonly page: ListPage | null; readonly gathered: ListPage['rows'] | null },
  ids: readonly number[],
): ListPage['rows'] => {
  const meant = new Set(ids);
  return (gathered ?? page?.rows ?? []).filter(({ id }) => meant.has(id));
};
const isRefused = ({ context: { failure } }: Rows): boolean => failure?.kind === 'denied';

/**
 * A list and its row commands: the rows of the last query, the selection, and the running command.
 *
 *     rows  loading ──rows▶ filled,  ──none on this page, some on others▶ beyond (`beyond` emitted: another page opens)
 *              ├──none[narrowed]▶ unfound,  ──none▶ empty
 *              └──failure▶ failed,  ──not allowed▶ denied
 *           any ──load · reload──▶ loading                        (the query machine discards late answers)
 *     work  resting ──do[to some]──▶ doing ──done──▶ resting   (list reloaded, selection cleared, `done` emitted)
 *                                    doing ──not confirmed──▶ resting
 *                                    doing ──failure──▶ resting (the selection stays, `failed` is emitted)
 *             ──gather[there are other pages]──▶ gathering ──rows──▶ resting (the rows of all pages are selected)
 *                                    gathering ──cancel · load──▶ resting,  ──failure──▶ resting (`ungathered` emitted)
 *
 * The port `act` asks for confirmation where needed, and resolves to whether the command ran. Another query clears the
 * selection; an answer without a selected row deselects that row, so a command applies only to visible or gathered
 * rows. Reloading does not affect a running command.
 */
export const listMachine = setup({
  types: {
    input: {} as { readonly question: ListParameters },
    context: {} as {
      readonly query: ActorRefFrom<typeof queryMachine>;
      readonly question: ListParameters;
      readonly page: ListPage | null;
      readonly failure: Failure | null;
      readonly picked: readonly number[];
      /** Rows of all pages, from which the selection was made; null: the selection is from the shown page. */
      readonly gathered: ListPage['rows'] | null;
      readonly deed: RowCommand | null;
    },
    events: {} as
      | { readonly type: 'xstate.snapshot.query'; readonly snapshot: Rows }
      | { readonly type: 'load'; readonly question: ListParameters }
      | { readonly type: 'reload' }
      | { readonly type: 'pick'; readonly ids: readonly number[] }
      | { readonly type: 'gather' | 'cancel' }
      | { readonly type: 'do'; readonly deed: RowCommand },
    emitted: {} as
      | { readonly type: 'done'; readonly deed: RowCommand }
      | { readonly type: 'failed'; readonly deed: RowCommand; readonly failure: Failure }
      | { readonly type: 'ungathered'; readonly failure: Failure }
      | { readonly type: 'beyond'; readonly question: ListParameters; readonly count: number },
    tags: {} as 'busy',
  },
  actors: {
    query: queryMachine,
    act: port<boolean, Doing>('act'),
    gather: port<ListPage['rows'], ListParameters>('gather'),
  },
  guards: {
    isLoading: (_, rows: Rows) => rows.matches('loading'),
    isDenied: (_, rows: Rows) => rows.matches('failed') && isRefused(rows),
    isFailed: (_, rows: Rows) => rows.matches('failed'),
    isFilled: (_, rows: Rows) => (pageOf(rows)?.rows.length ?? 0) > 0,
    isBeyond: (_, rows: Rows) => (pageOf(rows)?.count ?? 0) > 0,
    isNarrowed: ({ context }) => context.question.narrowed,
    isToSome: ({ context }, { ids }: RowCommand) => rowsIn(context, ids).length > 0,
    isMore: ({ context: { page } }) => page !== null && page.count > page.rows.length,
  },
  actions: {
    take: assign(({ context }, rows: Rows) => {
      const page = pageOf(rows);
      const there = new Set(page?.rows.map(({ id }) => id));
      return {
        page,
        failure: rows.context.failure,
        ...(rows.matches('loaded') && {
          picked: context.picked.filter(id => there.has(id)),
          gathered: null,
        }),
      };
    }),
    reload: sendTo(({ context }) => context.query, { type: 'reload' }),
  },
}).createMachine({
  id: 'list',
  context: ({ input, spawn }) => ({
    query: spawn('query', { id: 'query', syncSnapshot: true, input: { question: input.question } }),
    question: input.question,
    page: null,
    failure: null,
    picked: [],
    gathered: null,
    deed: null,
  }),
  type: 'parallel',
  states: {
    rows: {
      initial: 'loading',
      on: {
        load: {
          target: '.loading',
          actions: [
            assign({ question: ({ event }) => event.question, picked: [], gathered: null }),
            sendTo(
              ({ context }) => context.query,
              ({ event }) => ({ type: 'load', question: event.question }),
            ),
          ],
        },
        reload: { target: '.loading', actions: 'reload' },
        pick: { actions: assign({ picked: ({ event }) => event.ids }) },
        'xstate.snapshot.query': [
          { guard: { type: 'isLoading', params: ({ event }) => event.snapshot }, target: '.loading' },
          {
            guard: { type: 'isDenied', params: ({ event }) => event.snapshot },
            target: '.denied',
            actions: { type: 'take', params: ({ event }) => event.snapshot },
          },
          {
            guard: { type: 'isFailed', params: ({ event }) => event.snapshot },
            target: '.failed',
            actions: { type: 'take', params: ({ event }) => event.snapshot },
          },
          {
            guard: { type: 'isFilled', params: ({ event }) => event.snapshot },
            target: '.filled',
            actions: { type: 'take', params: ({ event }) => event.snapshot },
          },
          {
            guard: { type: 'isBeyond', params: ({ event }) => event.snapshot },
            target: '.beyond',
            actions: { type: 'take', params: ({ event }) => event.snapshot },
          },
          {
            guard: 'isNarrowed',
            target: '.unfound',
            actions: { type: 'take', params: ({ event }) => event.snapshot },
          },
          { target: '.empty', actions: { type: 'take', params: ({ event }) => event.snapshot } },
        ],
      },
      states: {
        loading: { tags: 'busy' },
        filled: {},
        beyond: {
          entry: emit(({ context: { question, page } }) => ({
            type: 'beyond' as const,
            question,
            count: page?.count ?? 0,
          })),
        },
        unfound: {},
        empty: {},
        failed: {},
        denied: {},
      },
    },
    work: {
      initial: 'resting',
      states: {
        resting: {
          // On the return to the list, after the result of the action was reported.
          entry: assign({ deed: null }),
          on: {
            do: {
              guard: { type: 'isToSome', params: ({ event }) => event.deed },
              target: 'doing',
              actions: assign({ deed: ({ event }) => event.deed }),
            },
            gather: { guard: 'isMore', target: 'gathering' },
          },
        },
        doing: {
          tags: 'busy',
          invoke: {
            src: 'act',
            input: ({ context }) => ({
              kind: context.deed?.kind ?? 'remove',
              rows: rowsIn(context, context.deed?.ids ?? []),
            }),
            onDone: {
              target: 'resting',
              actions: enqueueActions(({ context: { deed }, event, enqueue }) => {
                if (!event.output || deed === null) return;
                enqueue.assign({ picked: [], gathered: null });
                enqueue('reload');
                enqueue(emit({ type: 'done', deed }));
              }),
            },
            onError: {
              target: 'resting',
              actions: enqueueActions(({ context: { deed }, event, enqueue }) => {
                if (deed !== null) enqueue(emit({ type: 'failed', deed, failure: failureOf(event.error) }));
              }),
            },
          },
        },
        gathering: {
          tags: 'busy',
          invoke: {
            src: 'gather',
            input: ({ context: { question } }) => question,
            onDone: {
              target: 'resting',
              actions: assign(({ event: { output } }) => ({
                gathered: output,
                picked: output.map(({ id }) => id),
              })),
            },
            onError: {
              target: 'resting',
              actions: emit(({ event }) => ({
                type: 'ungathered' as const,
                failure: failureOf(event.error),
              })),
            },
          },
          on: { cancel: 'resting', load: 'resting' },
        },
      },
    },
  },
});
