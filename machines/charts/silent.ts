import type { ActorLogic, EventObject, Snapshot } from 'xstate';

/**
 * A child that exists and has no state of its own (a parent sees only active children): the test sends its
 * snapshots by hand, or a path states them.
 */
export const silent = {
  getInitialSnapshot: () => ({ status: 'stopped', output: undefined, error: undefined }),
  transition: (state: unknown) => state,
  getPersistedSnapshot: (state: unknown) => state,
} as unknown as ActorLogic<Snapshot<unknown>, EventObject>;
