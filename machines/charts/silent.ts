import type { ActorLogic, EventObject, Snapshot } from 'xstate';

/**
 * A child that is there and shows nothing (only what is active is shown to a parent): what it would show is
 * sent by hand, or a path says it.
 */
export const silent = {
  getInitialSnapshot: () => ({ status: 'stopped', output: undefined, error: undefined }),
  transition: (state: unknown) => state,
  getPersistedSnapshot: (state: unknown) => state,
} as unknown as ActorLogic<Snapshot<unknown>, EventObject>;
