import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '../settings.ts';
import { ownIdentity, type ProcessIdentity } from './identity.ts';

/** What the owner of a data folder writes into its lock. */
export interface LockRecord extends ProcessIdentity {
  /** Random: no two owners share one. */
  readonly token: string;
  /** The name of the Unix socket in the folder on which the owner listens; null: none could be made. */
  readonly socket: string | null;
}

/** One look at the newest lock of a folder. */
export interface LockFile {
  /**
   * Counts the owners of the folder. The highest number is the lock that counts, and numbers never go back.
   */
  readonly generation: number;
  readonly path: string;
  /** Differs from the last look when the owner has given a sign of life in between. */
  readonly sign: string;
  /** The owner gave the folder back. */
  readonly released: boolean;
  /** Null: the text is none of ours. */
  readonly owner: LockRecord | null;
}

/** The lock of versions before 0.2: process id and start, without a sign of life. */
const OLD_NAME = 'lock';

const generationOf = (name: string): number | null => {
  if (name === OLD_NAME) return 0;
  const [, number] = /^lock\.(\d{1,15})$/.exec(name) ?? [];
  return number === undefined ? null : Number(number);
};

export const lockName = (generation: number): string => `lock.${generation}`;

const RELEASED = 'released';
export const BEAT_DIGITS = 12;

/**
 * The text of a lock, as long for each beat: it is written over in place, which needs no space on a full
 * disk.
 */
export const lockText = (record: LockRecord, beat: number | typeof RELEASED): string =>
  `${JSON.stringify({ beat: String(beat).padStart(BEAT_DIGITS, '0'), ...record })}\n`;

const parse = (text: string, generation: number): LockRecord | null => {
  if (generation === 0) {
    const [pid = '', start = ''] = text.trim().split(' ');
    return /^\d+$/.test(pid) ? { ...ownIdentity(), pid: Number(pid), start, token: '', socket: null } : null;
  }
  try {
    const found = JSON.parse(text) as Partial<LockRecord> | null;
    return typeof found?.token === 'string' && typeof found.pid === 'number' ? (found as LockRecord) : null;
  } catch {
    return null;
  }
};

/**
 * All locks of a folder, the newest first: those of earlier owners stay when the next one is killed before it
 * removes them.
 */
export const lockNames = async (
  folder: string,
): Promise<{ readonly name: string; readonly generation: number }[]> =>
  (await readdir(folder))
    .map(name => ({ name, generation: generationOf(name) }))
    .filter((one): one is { name: string; generation: number } => one.generation !== null)
    .toSorted((a, b) => b.generation - a.generation);

/**
 * Looks at the newest lock of a folder; null: there never was one.
 *
 * @throws {SettingError} something that cannot be read has the name of a lock
 */
export const newestLock = async (folder: string): Promise<LockFile | null> => {
  for (;;) {
    const [newest] = await lockNames(folder);
    if (newest === undefined) return null;
    const path = join(folder, newest.name);
    try {
      const [text, { mtimeMs, ino }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
      const { generation } = newest;
      return {
        generation,
        path,
        sign: `${ino} ${mtimeMs} ${text}`,
        released: text.startsWith(`{"beat":"${RELEASED.padStart(BEAT_DIGITS, '0')}"`),
        owner: parse(text, generation),
      };
    } catch (error) {
      // The next owner removes the locks of those before it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        throw new SettingError(
          `${path} cannot be read (${(error as Error).message}): remove it, or set another DATA_DIR.`,
        );
      }
    }
  }
};

/** Writes over a file with a text of the same length. */
export const overwrite = (path: string, text: string): Promise<void> => write(path, 'r+', text);

/** Writes a small file as a whole and waits until the disk has it. */
export const writeDurably = (path: string, text: string): Promise<void> => write(path, 'w', text);

const write = async (path: string, flags: 'r+' | 'w', text: string): Promise<void> => {
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};
