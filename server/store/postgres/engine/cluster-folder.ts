import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { SettingError } from '../../../platform/settings.ts';
import { isListening, processesIn } from '../../../platform/processes.ts';
import type { Account } from './binaries.ts';

/** Paths of the embedded server. */
export interface Place {
  readonly account: Account | undefined;
  /** Folder of the database cluster. */
  readonly data: string;
  /** Folder of the Unix socket. */
  readonly socket: string;
  /** File to which the server's output is appended. */
  readonly logFile: string;
  /** Folder for copies of the PostgreSQL programs. */
  readonly shelf: string;
}

/** Folder outside of all home folders, for data of a checkout that another account cannot enter. */
const OUTSIDE = '/var/lib/touchpath';
/**
 * Maximum bytes of the socket folder's path: a socket path has at most 107 bytes, and `/.s.PGSQL.5432.lock` is
 * appended.
 */
const MAX_SOCKET_FOLDER_LENGTH = 86;
/** File in a folder under {@link OUTSIDE} that names its data folder. */
const OWNER = 'belongs-to';

const nobody = async (): Promise<Account> => {
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find(l => l.startsWith('nobody:'))
    ?.split(':');
  if (line === undefined) {
    throw new SettingError(
      'PostgreSQL cannot run as root, and this machine has no user "nobody": run Touchpath as another user, or set DATABASE_URL.',
    );
  }
  return { uid: Number(line[2]), gid: Number(line[3]) };
};

const canEnter = (folder: string, account: Account) =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status ===
  0;

const own = async (folder: string, account: Account | undefined): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const owner = account?.uid ?? process.getuid?.() ?? found.uid;
  // In a shared temporary folder another user might have created a link or folder first, and would own the database.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new SettingError(
      `${folder} belongs to another user: run Touchpath as that user, or set DATABASE_URL.`,
    );
  }
  if (account) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
};

/**
 * Whether a PostgreSQL server accepts connections in a socket folder, even from another container, whose processes are
 * not visible here.
 */
export const isServed = async (socket: string): Promise<boolean> => {
  const names = (await readdir(socket).catch(() => [])).filter(name => /^\.s\.PGSQL\.\d+$/.test(name));
  return (await Promise.all(names.map(name => isListening(join(socket, name))))).includes(true);
};

/**
 * Removes folders under {@link OUTSIDE} whose data folder was in the temporary folder and no longer exists: such clones
 * take 64 MB each. All others are kept, because an absent data folder may be on an unmounted disk.
 */
const sweep = async (log: Logger): Promise<void> => {
  for (const name of await readdir(OUTSIDE)) {
    const home = join(OUTSIDE, name);
    // A folder without a readable owner file is kept.
    const owner = await readFile(join(home, OWNER), 'utf8').catch(() => '');
    if (!owner.startsWith(`${await realpath(tmpdir())}/`) || (await lstat(owner).catch(() => null))) continue;
    if (
      (await processesIn(join(home, 'data'), 'postgres', [])).length > 0 ||
      (await isServed(join(home, 'socket')))
    )
      continue;
    await rm(home, { recursive: true, force: true });
    log.info(`Removed ${home}, because its data folder ${owner} no longer exists.`);
  }
};

/**
 * Returns the cluster's folder under {@link OUTSIDE}. Its name is random and stored in the data folder, so that a new
 * data folder at the same path never finds an old database.
 */
const outside = async (folder: string, account: Account, log: Logger): Promise<string> => {
  const note = join(folder, 'postgres-location');
  const noted = await readFile(note, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const home =
    noted?.trim() ||
    join(OUTSIDE, createHash('sha256').update(folder).update(randomUUID()).digest('hex').slice(0, 12));
  try {
    await mkdir(OUTSIDE, { recursive: true, mode: 0o755 });
    await own(home, account);
  } catch (error) {
    if (error instanceof SettingError) throw error;
    throw new SettingError(
      `PostgreSQL runs as the user "nobody", which cannot access ${folder}, and ${home} cannot be created (${(error as Error).message}): move DATA_DIR, run as another user, or set DATABASE_URL.`,
    );
  }
  if (noted === null) await writeFile(note, `${home}\n`, { mode: 0o600 });
  await writeFile(join(home, OWNER), folder);
  await sweep(log);
  log.info(`PostgreSQL runs as the user "nobody", which cannot access ${folder}: its data is in ${home}.`);
  return home;
};

/** Socket folder of the server in `home`. */
const socketFolder = (home: string): string => {
  const near = join(home, 'socket');
  if (Buffer.byteLength(near) <= MAX_SOCKET_FOLDER_LENGTH) return near;
  return join(tmpdir(), `touchpath-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
};

/** Socket folder of the server that another process runs for `dataDir`. */
export const findSocketFolder = async (dataDir: string): Promise<string> => {
  const folder = await realpath(dataDir);
  const noted = await readFile(join(folder, 'postgres-location'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    },
  );
  return socketFolder(noted.trim() || join(folder, 'postgres'));
};

/** Chooses and creates the folders of the embedded server of `dataDir`; only its account can enter them. */
export const choosePlace = async (dataDir: string, log: Logger): Promise<Place> => {
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  const account = process.getuid?.() === 0 ? await nobody() : undefined;
  const away = account !== undefined && !canEnter(folder, account);
  const home = away ? await outside(folder, account, log) : join(folder, 'postgres');
  await own(home, account);
  const socket = socketFolder(home);
  await own(socket, account);
  return {
    account,
    data: join(home, 'data'),
    socket,
    logFile: join(home, 'postgres.log'),
    shelf: account ? OUTSIDE : home,
  };
};
