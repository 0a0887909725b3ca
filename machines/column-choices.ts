import { assign, emit, setup } from 'xstate';
import { port } from './port.ts';
import type { ColumnChoice } from './startup.ts';

/** Changed parts of a column choice. */
export type ColumnChanges = Partial<ColumnChoice>;
/** The changes of a screen without any: one object, so that opening it changes nothing that is shown. */
export const NO_CHANGES: ColumnChanges = {};
/** One save: the key of the choice and its changed parts; without parts the choice is only renewed. */
export interface ColumnSave {
  readonly key: string;
  readonly changes: ColumnChanges;
}

/**
 * Minimum time in ms between renewals of a column choice. The server deletes a choice 30 days after its last use, and
 * opening the screen renews it.
 */
export const RENEWAL_INTERVAL_MS = 24 * 60 * 60 * 1000;

interface Context {
  /** Changes since the screens were opened, by the key of the choice. They take precedence over the stored ones. */
  readonly changes: Readonly<Record<string, ColumnChanges>>;
  /** Keys of the choices to save, the first being saved. */
  readonly queue: readonly string[];
  /** The save that is sent. */
  readonly sent: ColumnSave;
}

/**
 * Column choices of the user's screens, which are saved one after another.
 *
 *     any ──change · open[unsent changes, or not used for a day]──▶ the choice waits in the queue, once
 *     idle ──[one waits]──▶ saving ──done · failure──▶ idle, the choice leaves the queue
 *
 * Saves follow one another, so that an older choice cannot overwrite a newer one. `changed` is emitted with every
 * change and `saved` with every answer: the console stores a change in the browser from the one until the other. A
 * change that could not be saved is sent when its screen is opened again.
 */
export const columnChoicesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | {
          readonly type: 'open';
          readonly key: string;
          /** Changes that the server does not have; null: none. */
          readonly unsent: ColumnChanges | null;
          /** Time in ms since the stored choice was last used; null: nothing is stored. */
          readonly unusedMs: number | null;
        }
      | { readonly type: 'change'; readonly key: string; readonly changes: ColumnChanges },
    emitted: {} as { readonly type: 'changed' | 'saved'; readonly save: ColumnSave },
    tags: {} as 'busy',
  },
  actors: { save: port<unknown, ColumnSave>('save') },
  guards: {
    isDue: (
      _,
      { unsent, unusedMs }: { readonly unsent: ColumnChanges | null; readonly unusedMs: number | null },
    ) => unsent !== null || (unusedMs ?? 0) > RENEWAL_INTERVAL_MS,
    isWaiting: ({ context }) => context.queue.length > 0,
  },
  actions: {
    /** Replaces the changes of an earlier visit of the screen. */
    open: assign(
      ({ context }, { key, unsent }: { readonly key: string; readonly unsent: ColumnChanges | null }) => ({
        changes: { ...context.changes, [key]: unsent ?? NO_CHANGES },
      }),
    ),
    change: assign(({ context }, { key, changes }: ColumnSave) => ({
      changes: { ...context.changes, [key]: { ...context.changes[key], ...changes } },
    })),
    /** The choice that is being saved waits again. */
    enqueue: assign(({ context: { queue } }, key: string) => ({
      queue: queue.lastIndexOf(key) > 0 ? queue : [...queue, key],
    })),
    dequeue: assign({ queue: ({ context }) => context.queue.slice(1) }),
    noteSent: assign(({ context: { queue, changes } }) => {
      const key = queue[0] ?? '';
      return { sent: { key, changes: changes[key] ?? {} } };
    }),
    emitChanged: emit(({ context }, key: string) => ({
      type: 'changed' as const,
      save: { key, changes: context.changes[key] ?? {} },
    })),
    emitSaved: emit(({ context }) => ({ type: 'saved' as const, save: context.sent })),
  },
}).createMachine({
  id: 'columnChoices',
  context: { changes: {}, queue: [], sent: { key: '', changes: {} } },
  initial: 'idle',
  on: {
    open: [
      {
        guard: { type: 'isDue', params: ({ event }) => event },
        actions: [
          { type: 'open', params: ({ event }) => event },
          { type: 'enqueue', params: ({ event }) => event.key },
        ],
      },
      { actions: { type: 'open', params: ({ event }) => event } },
    ],
    change: {
      actions: [
        { type: 'change', params: ({ event }) => event },
        { type: 'enqueue', params: ({ event }) => event.key },
        { type: 'emitChanged', params: ({ event }) => event.key },
      ],
    },
  },
  states: {
    idle: { always: { guard: 'isWaiting', target: 'saving' } },
    saving: {
      tags: 'busy',
      entry: 'noteSent',
      invoke: {
        src: 'save',
        input: ({ context }) => context.sent,
        onDone: { target: 'idle', actions: ['emitSaved', 'dequeue'] },
        onError: { target: 'idle', actions: 'dequeue' },
      },
    },
  },
});
