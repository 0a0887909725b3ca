import { journalFolders } from './collector-folders.ts';
import { readPosition, savePosition, withAllUnsure } from './load-position.ts';
import { segmentNames } from './segments.ts';

/**
 * Marks the journals of a data folder as restored from a backup: the columnar store may have any of their events, so
 * that each is looked up before it is loaded. It may be repeated until the program starts.
 *
 * @param slices names of all slices
 * @returns number of journals
 */
export const markJournalsRestored = async (dataDir: string, slices: readonly string[]): Promise<number> => {
  const folders = await journalFolders(dataDir);
  for (const folder of folders) {
    const names = await segmentNames(folder);
    for (const slice of slices) {
      const position = await readPosition(folder, names, slice);
      // A segment that was loaded before the backup was made may be missing from the one that was restored.
      await savePosition(folder, withAllUnsure({ ...position, loaded: [] }, names), slice);
    }
  }
  return folders.length;
};
