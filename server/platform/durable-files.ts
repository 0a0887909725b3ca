import { open, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Syncs a folder, so that a crash cannot lose the name of a file whose content was synced. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Creates or replaces a file (mode 0600). The new content is durable when the promise resolves; after a crash before
 * that, the former file remains.
 *
 * @param content a text, or a function that writes to the new file
 * @throws when the disk fails; the former file remains
 */
export const replaceFile = async (
  folder: string,
  name: string,
  content: string | ((file: FileHandle) => Promise<void>),
): Promise<void> => {
  const path = join(folder, name);
  const handle = await open(`${path}.new`, 'w', 0o600);
  try {
    await (typeof content === 'string' ? handle.writeFile(content) : content(handle));
    await handle.datasync();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The error of a write has no path, unlike those of other calls.
    throw Object.assign(new Error(`${path} cannot be written (${message}).`, { cause: error }), { code });
  } finally {
    await handle.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(folder);
};
