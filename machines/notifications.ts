import { assign, setup } from 'xstate';
import type { PastNotice } from './banner.ts';

interface Context {
  /** Notices that were shown, newest first. */
  readonly past: readonly PastNotice[];
  /** The newest notice that was listed in the open panel; null: none. */
  readonly read: PastNotice | null;
}

/**
 * Notices that the user may have missed: warnings and errors that ended by time since the panel was last open. Other
 * notices confirm what the user just did.
 */
export const unreadNotices = ({ past, read }: Context): readonly PastNotice[] => {
  const known = read === null ? -1 : past.indexOf(read);
  const since = known === -1 ? past : past.slice(0, known);
  return since.filter(
    ({ kind, isClosedByUser }) => (kind === 'WARNING' || kind === 'ERROR') && isClosedByUser !== true,
  );
};

/**
 * Panel of notifications below its button, and the notices that were read in it.
 *
 *     closed ──toggle──▶ open ──toggle · close──▶ closed
 *     any ──past.changed──▶ stays, with the past notices (in open they are read)
 */
export const notificationsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: 'toggle' | 'close' }
      | { readonly type: 'past.changed'; readonly past: readonly PastNotice[] },
  },
  actions: {
    setPast: assign({ past: (_, past: readonly PastNotice[]) => past }),
    markRead: assign({ read: ({ context: { past } }) => past[0] ?? null }),
  },
}).createMachine({
  id: 'notifications',
  context: { past: [], read: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        toggle: 'open',
        'past.changed': { actions: { type: 'setPast', params: ({ event }) => event.past } },
      },
    },
    open: {
      entry: 'markRead',
      on: {
        toggle: 'closed',
        close: 'closed',
        'past.changed': {
          actions: [{ type: 'setPast', params: ({ event }) => event.past }, 'markRead'],
        },
      },
    },
  },
});
