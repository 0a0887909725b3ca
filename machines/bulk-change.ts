import { and, assign, emit, not, setup, stateIn } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** Changed field values, and the ids of the selected rows that would change. */
interface Change {
  readonly values: object;
  readonly ids: readonly number[];
}
/** One row being saved; `anew`: on top of its current version, including changes of other users since it was read. */
export interface RowChange {
  readonly id: number;
  readonly values: object;
  readonly isRetry: boolean;
}
/** A row that was not changed, and the failure that prevented the change. */
interface Unchanged {
  readonly id: number;
  readonly failure: Failure;
}

interface Context {
  readonly change: Change;
  /** Ids of rows that are not saved yet; the first one is being sent. */
  readonly remaining: readonly number[];
  readonly done: readonly number[];
  readonly unchanged: readonly Unchanged[];
  readonly isRetry: boolean;
}

const NOTHING: Change = { values: {}, ids: [] };

/**
 * One change of many rows: chosen, previewed row by row, and sent one row after the other.
 *
 *     choosing ──choose──▶ choosing,  ──preview[it changes some]──▶ previewed,  ──close──▶ closed
 *     previewed ──back──▶ choosing,  ──confirm──▶ sending { continuing ──stop──▶ stopping }
 *     sending ──row done · row failed──▶ sending (the next)
 *             ──last row[all done]──▶ closed
 *             ──last row[some failed] · stopped[some not sent]──▶ partial
 *     partial ──retry──▶ sending (the rows not done),  ──close──▶ closed
 *
 * A row that another user changed since the preview is refused as a conflict; `retry` applies the change to its current
 * version. A sent row cannot be cancelled: `stop` only prevents further rows. `settled` is emitted whenever rows may
 * have changed.
 */
export const bulkChangeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: 'choose'; readonly change: Change }
      | { readonly type: 'preview' | 'back' | 'confirm' | 'stop' | 'retry' | 'close' },
    emitted: {} as {
      readonly type: 'settled';
      readonly done: readonly number[];
      readonly isComplete: boolean;
    },
    tags: {} as 'busy',
  },
  actors: { change: port<unknown, RowChange>('change') },
  guards: {
    changesSome: ({ context: { change } }) => change.ids.length > 0,
    isMore: ({ context: { remaining } }) => remaining.length > 1,
    isAllChanged: ({ context: { remaining, unchanged } }) => remaining.length <= 1 && unchanged.length === 0,
  },
  actions: {
    recordChanged: assign(({ context: { remaining, done } }) => ({
      remaining: remaining.slice(1),
      done: [...done, ...remaining.slice(0, 1)],
    })),
    recordFailure: assign(({ context: { remaining, unchanged } }, failure: Failure) => ({
      remaining: remaining.slice(1),
      unchanged: [...unchanged, ...remaining.slice(0, 1).map(id => ({ id, failure }))],
    })),
    emitSettled: emit(({ context: { done, remaining, unchanged } }) => ({
      type: 'settled' as const,
      done,
      isComplete: remaining.length + unchanged.length === 0,
    })),
  },
}).createMachine({
  id: 'bulkChange',
  context: { change: NOTHING, remaining: [], done: [], unchanged: [], isRetry: false },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        choose: { actions: assign({ change: ({ event }) => event.change }) },
        preview: { guard: 'changesSome', target: 'previewed' },
        close: 'closed',
      },
    },
    previewed: {
      on: {
        back: 'choosing',
        confirm: {
          target: 'sending',
          actions: assign(({ context: { change } }) => ({
            remaining: change.ids,
            done: [],
            unchanged: [],
            isRetry: false,
          })),
        },
      },
    },
    sending: {
      tags: 'busy',
      initial: 'continuing',
      states: { continuing: { on: { stop: 'stopping' } }, stopping: {} },
      invoke: {
        src: 'change',
        input: ({ context: { change, remaining, isRetry } }) => ({
          id: remaining[0] ?? 0,
          values: change.values,
          isRetry,
        }),
        onDone: [
          {
            guard: and(['isMore', not(stateIn({ sending: 'stopping' }))]),
            target: 'sending',
            reenter: true,
            actions: 'recordChanged',
          },
          { guard: 'isAllChanged', target: 'closed', actions: ['recordChanged', 'emitSettled'] },
          { target: 'partial', actions: ['recordChanged', 'emitSettled'] },
        ],
        onError: [
          {
            guard: and(['isMore', not(stateIn({ sending: 'stopping' }))]),
            target: 'sending',
            reenter: true,
            actions: { type: 'recordFailure', params: ({ event }) => failureOf(event.error) },
          },
          {
            target: 'partial',
            actions: [
              { type: 'recordFailure', params: ({ event }) => failureOf(event.error) },
              'emitSettled',
            ],
          },
        ],
      },
    },
    partial: {
      on: {
        retry: {
          target: 'sending',
          actions: assign(({ context: { remaining, unchanged } }) => ({
            remaining: [...unchanged.map(({ id }) => id), ...remaining],
            unchanged: [],
            isRetry: true,
          })),
        },
        close: 'closed',
      },
    },
    closed: { type: 'final' },
  },
});
