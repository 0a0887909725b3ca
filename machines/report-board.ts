import { assign, setup } from 'xstate';
import {
  isSameBoard,
  keyedItems,
  moveItem,
  plainItems,
  type BoardItem,
  type PlacedItem,
} from './board-items.ts';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** The items of a board in the version that was read. */
export interface BoardVersion {
  readonly items: readonly BoardItem[];
  /** The server refuses a change of another version. */
  readonly version: string;
}

interface Context {
  /** The items as they were saved, in the version that is shown or arranged. */
  readonly saved: BoardVersion;
  /** The version that was loaded last. */
  readonly latest: BoardVersion;
  /** The shown items. */
  readonly items: readonly PlacedItem[];
  /** Key of the next item. */
  readonly nextKey: number;
  readonly failure: Failure | null;
}

/** Shows saved items; they get new keys. */
const shown = ({ nextKey }: Context, saved: BoardVersion): Context => ({
  saved,
  latest: saved,
  items: keyedItems(saved.items, nextKey),
  nextKey: nextKey + saved.items.length,
  failure: null,
});

/**
 * The items of an open board, and their arrangement.
 *
 *     viewing ──arrange──▶ arranging,  ──loaded──▶ viewing, with a later version
 *     any other ──loaded──▶ stays
 *     arranging ──add · move · widen · remove──▶ arranging
 *     arranging ──save[changed]──▶ saving ──saved──▶ viewing,  ──failure──▶ arranging, with the failure
 *     arranging ──cancel[changed]──▶ leaving ──keep──▶ arranging,  ──discard──▶ viewing, as loaded last
 *     arranging ──save · cancel[unchanged]──▶ viewing
 *
 * A version that is loaded while items are arranged is shown when the arrangement ends: until then, saving fails with a
 * conflict, and the user decides whether to discard the arrangement.
 */
export const reportBoardMachine = setup({
  types: {
    input: {} as BoardVersion,
    context: {} as Context,
    events: {} as
      | { readonly type: 'loaded'; readonly saved: BoardVersion }
      | { readonly type: 'add'; readonly item: BoardItem }
      | { readonly type: 'move'; readonly key: number; readonly to: number }
      | { readonly type: 'widen' | 'remove'; readonly key: number }
      | { readonly type: 'arrange' | 'save' | 'cancel' | 'keep' | 'discard' },
    tags: {} as 'busy' | 'open',
  },
  actors: { save: port<BoardVersion, BoardVersion>('save') },
  guards: {
    isLater: ({ context, event }) => event.type === 'loaded' && event.saved.version !== context.saved.version,
    isChanged: ({ context: { items, saved } }) => !isSameBoard(items, saved.items),
  },
  actions: {
    showLatest: assign(({ context }) => shown(context, context.latest)),
  },
}).createMachine({
  id: 'reportBoard',
  context: ({ input }) => ({
    saved: input,
    latest: input,
    items: keyedItems(input.items, 0),
    nextKey: input.items.length,
    failure: null,
  }),
  initial: 'viewing',
  on: { loaded: { actions: assign({ latest: ({ event }) => event.saved }) } },
  states: {
    viewing: {
      on: {
        arrange: 'arranging',
        loaded: {
          guard: 'isLater',
          actions: assign(({ context, event }) => shown(context, event.saved)),
        },
      },
    },
    arranging: {
      tags: 'open',
      on: {
        add: {
          actions: assign(({ context: { items, nextKey }, event }) => ({
            items: [...items, { ...event.item, key: nextKey }],
            nextKey: nextKey + 1,
          })),
        },
        move: {
          actions: assign(({ context, event }) => ({
            items: moveItem(context.items, event.key, event.to),
          })),
        },
        widen: {
          actions: assign(({ context, event }) => ({
            items: context.items.map(item => (item.key === event.key ? { ...item, wide: !item.wide } : item)),
          })),
        },
        remove: {
          actions: assign(({ context, event }) => ({
            items: context.items.filter(({ key }) => key !== event.key),
          })),
        },
        save: [
          { guard: 'isChanged', target: 'saving' },
          { target: 'viewing', actions: 'showLatest' },
        ],
        cancel: [
          { guard: 'isChanged', target: 'leaving' },
          { target: 'viewing', actions: 'showLatest' },
        ],
      },
    },
    saving: {
      tags: ['busy', 'open'],
      invoke: {
        src: 'save',
        input: ({ context: { items, saved } }) => ({ items: plainItems(items), version: saved.version }),
        onDone: {
          target: 'viewing',
          // The items keep their keys, so that their reports are not loaded again.
          actions: assign(({ event: { output } }) => ({ saved: output, latest: output, failure: null })),
        },
        onError: {
          target: 'arranging',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    leaving: {
      tags: 'open',
      on: { keep: 'arranging', discard: { target: 'viewing', actions: 'showLatest' } },
    },
  },
});
