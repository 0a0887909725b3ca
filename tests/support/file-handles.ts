import { open, type FileHandle } from 'node:fs/promises';

/**
 * Returns the prototype of all file handles. A test replaces its methods to simulate disk faults and restores
 * them with `vi.restoreAllMocks`.
 */
export const fileHandlePrototype = async (): Promise<FileHandle> => {
  const handle = await open(import.meta.filename, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
};
