import { and, assign, emit, not, setup, stateIn } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Changed field values, and the ids of the selected rows that would change. */
interface Change {
  readonly values: object;
  readonly ids: readonly number[];
}
/** One row being saved; `anew`: on top of its current version, including changes of other users since it was read. */
export interface Changing {
  readonly id: number;
  readonly values: object;
  readonly anew: boolean;
}
/** A row that was not changed, and the failure that prevented the change. */
interface Unchanged {
  readonly id: number;
  readonly failure: Failure;
}

interface Context {
  readonly change: Change;
  /** Ids of rows that are not saved yet; the first one is being sent. */
  readonly left: readonly number[];
  readonly done: readonly number[];
  readonly unchanged: readonly Unchanged[];
  readonly anew: boolean;
}

const NOTHING: Change = { values: {}, ids: [] };

/**
 * One change of many rows: chosen, previewed row by row, and sent one row after the other.
 *
 *     choosing ──choose──▶ choosing,  ──look[it changes some]──▶ seen,  ──close──▶ closed
 *     seen ──back──▶ choosing,  ──confirm──▶ sending { going ──stop──▶ stopping }
 *     sending ──row done · row failed──▶ sending (the next)
 *             ──last row[all done]──▶ closed
 *             ──last row[some failed] · stopped[some not sent]──▶ partly
 *     partly ──again──▶ sending (the rows not done),  ──close──▶ closed
 *
 * A row that another user changed since the preview is refused as a conflict; `again` applies the change to its current
 * version. A sent row cannot be cancelled: `stop` only prevents further rows. `settled` is emitted whenever rows may
 * have changed.
 */
export const bulkChangeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: 'choose'; readonly change: Change }
      | { readonly type: 'look' | 'back' | 'confirm' | 'stop' | 'again' | 'close' },
    emitted: {} as {
      readonly type: 'settled';
      readonly done: readonly number[];
      readonly isComplete: boolean;
    },
    tags: {} as 'busy',
  },
  actors: { change: port<unknown, Changing>('change') },
  guards: {
    changesSome: ({ context: { change } }) => change.ids.length > 0,
    isMore: ({ context: { left } }) => left.length > 1,
    isWhole: ({ context: { left, unchanged } }) => left.length <= 1 && unchanged.length === 0,
  },
  actions: {
    note: assign(({ context: { left, done } }) => ({
      left: left.slice(1),
      done: [...done, ...left.slice(0, 1)],
    })),
    blame: assign(({ context: { left, unchanged } }, failure: Failure) => ({
      left: left.slice(1),
      unchanged: [...unchanged, ...left.slice(0, 1).map(id => ({ id, failure }))],
    })),
    tell: emit(({ context: { done, left, unchanged } }) => ({
      type: 'settled' as const,
      done,
      isComplete: left.length + unchanged.length === 0,
    })),
  },
}).createMachine({
  id: 'bulkChange',
  context: { change: NOTHING, left: [], done: [], unchanged: [], anew: false },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        choose: { actions: assign({ change: ({ event }) => event.change }) },
        look: { guard: 'changesSome', target: 'seen' },
        close: 'closed',
      },
    },
    seen: {
      on: {
        back: 'choosing',
        confirm: {
          target: 'sending',
          actions: assign(({ context: { change } }) => ({
            left: change.ids,
            done: [],
            unchanged: [],
            anew: false,
          })),
        },
      },
    },
    sending: {
      tags: 'busy',
      initial: 'going',
      states: { going: { on: { stop: 'stopping' } }, stopping: {} },
      invoke: {
        src: 'change',
        input: ({ context: { change, left, anew } }) => ({ id: left[0] ?? 0, values: change.values, anew }),
        onDone: [
          {
            guard: and(['isMore', not(stateIn({ sending: 'stopping' }))]),
            target: 'sending',
            reenter: true,
            actions: 'note',
          },
          { guard: 'isWhole', target: 'closed', actions: ['note', 'tell'] },
          { target: 'partly', actions: ['note', 'tell'] },
        ],
        onError: [
          {
            guard: and(['isMore', not(stateIn({ sending: 'stopping' }))]),
            target: 'sending',
            reenter: true,
            actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
          },
          {
            target: 'partly',
            actions: [{ type: 'blame', params: ({ event }) => failureOf(event.error) }, 'tell'],
          },
        ],
      },
    },
    partly: {
      on: {
        again: {
          target: 'sending',
          actions: assign(({ context: { left, unchanged } }) => ({
            left: [...unchanged.map(({ id }) => id), ...left],
            unchanged: [],
            anew: true,
          })),
        },
        close: 'closed',
      },
    },
    closed: { type: 'final' },
  },
});
