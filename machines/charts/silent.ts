import type { ActorLogic, EventObject, Snapshot } from 'xstate';

/**
 * A child actor that is never active: `syncSnapshot` forwards only snapshots of active children, so the test or path
 * supplies the child's snapshots.
 */
export const silent = {
  getInitialSnapshot: () => ({ status: 'stopped', output: undefined, error: undefined }),
  transition: (state: unknown) => state,
  getPersistedSnapshot: (state: unknown) => state,
} as unknown as ActorLogic<Snapshot<unknown>, EventObject>;
