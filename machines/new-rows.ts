import { assign, setup } from 'xstate';
import { port } from './port.ts';

/** Time in ms between two checks for new rows. */
export const POLL_INTERVAL_MS = 30_000;

/**
 * Counts periodically how many rows are newer than those on the screen; the screen does not change.
 *
 *     idle ──watch──▶ waiting ──half a minute──▶ counting ──count──▶ waiting
 *                                                counting ──failure──▶ waiting, with the last count
 *     any ──watch──▶ waiting (restarted) ;  any ──stop──▶ idle
 *
 * A failed check is not reported: the user did not request it, and the next may succeed.
 */
export const newRowsMachine = setup({
  types: {
    context: {} as { readonly query: object; readonly count: number },
    events: {} as { readonly type: 'watch'; readonly query: object } | { readonly type: 'stop' },
    tags: {} as 'busy',
  },
  actors: { count: port<number, object>('count') },
  delays: { pollInterval: POLL_INTERVAL_MS },
}).createMachine({
  id: 'newRows',
  context: { query: {}, count: 0 },
  initial: 'idle',
  on: {
    watch: {
      target: '.waiting',
      reenter: true,
      actions: assign({ query: ({ event }) => event.query, count: 0 }),
    },
    stop: { target: '.idle', actions: assign({ count: 0 }) },
  },
  states: {
    idle: {},
    waiting: { after: { pollInterval: 'counting' } },
    counting: {
      tags: 'busy',
      invoke: {
        src: 'count',
        input: ({ context }) => context.query,
        onDone: { target: 'waiting', actions: assign({ count: ({ event }) => event.output }) },
        onError: 'waiting',
      },
    },
  },
});
