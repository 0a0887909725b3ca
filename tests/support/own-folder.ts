import type { DataLock } from '../../server/platform/data-lock/lock.ts';

/**
 * The proof that stores ask for, for a temporary folder that nobody else knows: no lock is needed, and none
 * has to be released before the folder is removed.
 */
export const ownFolder = (folder: string): DataLock => ({
  folder,
  onLost: () => undefined,
  release: () => Promise.resolve(),
});
