import { assign, setup } from 'xstate';
import { port } from './port.ts';

/** Time in ms between two checks for new rows. */
export const POLL_INTERVAL_MS = 30_000;

/**
 * Counts periodically how many rows are newer than those on the screen; the screen does not change.
 *
 *     idle ──place──▶ waiting ──half a minute──▶ looking ──count──▶ waiting
 *                                                looking ──failure──▶ waiting, with the last count
 *     any ──place──▶ waiting (restarted) ;  any ──stop──▶ idle
 *
 * A failed check is not reported: the user did not request it, and the next may succeed.
 */
export const newsMachine = setup({
  types: {
    context: {} as { readonly question: object; readonly count: number },
    events: {} as { readonly type: 'place'; readonly question: object } | { readonly type: 'stop' },
    tags: {} as 'busy',
  },
  actors: { look: port<number, object>('look') },
  delays: { halfAMinute: POLL_INTERVAL_MS },
}).createMachine({
  id: 'news',
  context: { question: {}, count: 0 },
  initial: 'idle',
  on: {
    place: {
      target: '.waiting',
      reenter: true,
      actions: assign({ question: ({ event }) => event.question, count: 0 }),
    },
    stop: { target: '.idle', actions: assign({ count: 0 }) },
  },
  states: {
    idle: {},
    waiting: { after: { halfAMinute: 'looking' } },
    looking: {
      tags: 'busy',
      invoke: {
        src: 'look',
        input: ({ context }) => context.question,
        onDone: { target: 'waiting', actions: assign({ count: ({ event }) => event.output }) },
        onError: 'waiting',
      },
    },
  },
});
