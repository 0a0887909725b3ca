import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '../settings.ts';
import { nameOfUser, ownIdentity, type ProcessIdentity } from './identity.ts';

/** Content of a lock file. */
export interface LockRecord extends ProcessIdentity {
  /** Random token, unique to each owner. */
  readonly token: string;
  /** Name of the owner's Unix socket in the folder; null: the socket could not be created. */
  readonly socket: string | null;
}

/** State of the newest lock of a folder at one moment. */
export interface LockFile {
  /** Number of the owner. The highest generation is the valid lock, and generations never decrease. */
  readonly generation: number;
  readonly path: string;
  /** User id of the account that the owner ran as. */
  readonly uid: number;
  /** Differs between two reads if the owner sent a heartbeat in between. */
  readonly sign: string;
  /** Whether the owner released the folder. */
  readonly released: boolean;
  /** Null: the content is no lock of this version. */
  readonly owner: LockRecord | null;
}

/** Lock file of versions before 0.2: process id and start time, without a heartbeat. */
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
 * Text of a lock, of the same length for each heartbeat: it is overwritten in place, which needs no space on a full
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
 * Lists the locks of a folder, the newest first. Earlier locks remain if an owner is killed before it removes them.
 */
export const lockNames = async (
  folder: string,
): Promise<{ readonly name: string; readonly generation: number }[]> =>
  (await readdir(folder))
    .map(name => ({ name, generation: generationOf(name) }))
    .filter((one): one is { name: string; generation: number } => one.generation !== null)
    .toSorted((a, b) => b.generation - a.generation);

/**
 * Reads the newest lock of a folder; null: there is none.
 *
 * @throws {SettingError} a file with the name of a lock cannot be read
 */
export const newestLock = async (folder: string): Promise<LockFile | null> => {
  for (;;) {
    const [newest] = await lockNames(folder);
    if (newest === undefined) return null;
    const path = join(folder, newest.name);
    try {
      const [text, { mtimeMs, ino, uid }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
      const { generation } = newest;
      return {
        generation,
        path,
        uid,
        sign: `${ino} ${mtimeMs} ${text}`,
        released: text.startsWith(`{"beat":"${RELEASED.padStart(BEAT_DIGITS, '0')}"`),
        owner: parse(text, generation),
      };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EACCES') {
        const user = nameOfUser((await stat(path)).uid);
        throw new SettingError(
          `${path} belongs to the user ${user}, who used the folder last: run this as ${user}, or set another DATA_DIR.`,
        );
      }
      // The next owner removes earlier locks.
      if (code !== 'ENOENT')
        throw new SettingError(`${path} cannot be read (${message}): remove it, or set another DATA_DIR.`);
    }
  }
};

/** Overwrites a file with a text of the same length. */
export const overwrite = (path: string, text: string): Promise<void> => write(path, 'r+', text);

/** Writes a small file and syncs it to the disk. */
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
