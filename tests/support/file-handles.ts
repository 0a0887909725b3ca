import { open, type FileHandle } from 'node:fs/promises';

/**
 * What file handles share: a test puts its own disk in the place of these methods, and takes it back with
 * `vi.restoreAllMocks`.
 */
export const fileHandlePrototype = async (): Promise<FileHandle> => {
  const handle = await open(import.meta.filename, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
};
