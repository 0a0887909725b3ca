import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from './settings.ts';
import { isAlive } from './store/processes.ts';

/** When the machine started a process, as it counts; with the id this names a process for good, as ids are given out anew. */
const startOf = (pid: number): string => {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // no such process, or a system without /proc
  }
};

const isRunning = (pid: number, start: string): boolean => isAlive(pid) && (start === '' || startOf(pid) === start);

const ownerOf = (text: string): { pid: number; start: string } => {
  const [pid = '0', start = ''] = text.trim().split(' ');
  return { pid: Number(pid), start };
};

/**
 * Takes a data folder for this process: two programs on one folder would write over each other. A lock whose owner is gone is taken over.
 *
 * @returns gives the folder back
 * @throws {SettingError} when a running process holds it, naming that process
 */
export const lockFolder = async (dataDir: string): Promise<() => Promise<void>> => {
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new SettingError(`DATA_DIR ${dataDir} cannot be made (${error.message}).`);
  });
  const lock = join(dataDir, 'lock');
  const mine = `${lock}.${process.pid}`;
  const text = `${process.pid} ${startOf(process.pid)}\n`;
  try {
    await writeFile(mine, text, { mode: 0o600 });
  } catch (error) {
    throw new SettingError(`DATA_DIR ${dataDir} cannot be written to (${(error as Error).message}).`);
  }
  try {
    for (;;) {
      try {
        await link(mine, lock); // whole or not at all, and never over another
        return () => rm(lock, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const found = await readFile(lock, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null; // given back meanwhile
        throw new SettingError(`${lock} cannot be read (${error.message}): remove it, or set another DATA_DIR.`);
      });
      if (found === null) continue;
      const { pid, start } = ownerOf(found);
      if (pid > 0 && isRunning(pid, start)) {
        throw new SettingError(`Touchpath is already running on ${dataDir} (process ${pid}): stop it, or set another DATA_DIR.`);
      }
      // Moved aside and looked at again: had somebody else taken the folder over meanwhile, his lock is put back; if a third has put his there, his stands.
      const aside = `${mine}.stale`;
      await rename(lock, aside).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (await readFile(aside, 'utf8').catch(() => found) !== found) await link(aside, lock).catch(() => undefined);
      await rm(aside, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
  }
};
