import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const NUMBER = /^[1-9]\d*$/;

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

/**
 * The data folder of a collector, and those of its further processes (`COLLECTOR_PROCESSES`, scripts/collector-processes.mjs).
 * Folders stay where the number was lowered, since their journals may have events.
 */
export const collectorFolders = async (dataDir: string): Promise<readonly string[]> => {
  const processes = join(dataDir, 'processes');
  const numbers = (await namesIn(processes)).filter(name => NUMBER.test(name)).map(Number);
  return [dataDir, ...numbers.toSorted((a, b) => a - b).map(number => join(processes, String(number)))];
};

/** The folders of journals in a data folder, as far as they exist. */
export const journalFolders = async (dataDir: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const folder of await collectorFolders(dataDir))
    if ((await namesIn(folder)).includes('journal')) found.push(join(folder, 'journal'));
  return found;
};
