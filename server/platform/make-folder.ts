import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it that are missing. The option `recursive` of `mkdir` never answers where a file
 * system refuses a folder by the error that a missing parent gives, as /proc does.
 *
 * @param mode of the folder; those above it have the default
 */
export const makeFolder = async (folder: string, mode?: number): Promise<void> => {
  const make = async (): Promise<void> => {
    try {
      await mkdir(folder, mode);
    } catch (error) {
      const isThere =
        (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(folder)).isDirectory();
      if (!isThere) throw error;
    }
  };
  try {
    await make();
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await make();
  }
};
