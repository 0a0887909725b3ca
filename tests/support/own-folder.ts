import type { DataLock } from '../../server/platform/data-lock/lock.ts';

/**
 * The lock that stores require, for a temporary folder that no other process knows. It needs no real lock.
 */
export const ownFolder = (folder: string): DataLock => ({
  folder,
  onLost: () => undefined,
  release: () => Promise.resolve(),
});
