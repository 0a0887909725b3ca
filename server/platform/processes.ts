import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';

/** Whether a process runs. A zombie, such as an unreaped process in a container without init, does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // ended meanwhile
  }
};

/** Waits until `done` answers true; false after `ms` milliseconds. */
export const until = async (done: () => boolean | Promise<boolean>, ms: number): Promise<boolean> => {
  const end = performance.now() + ms;
  while (!(await done())) {
    if (performance.now() > end) return false;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return true;
};

/** Command lines of the stores' programs, whose words end with a zero byte. */
const STORE_PROGRAMS = {
  postgres: /^[^\0]*postgres(?:[:\0]|$)/,
  engine: /\/engine\.(?:ts|mjs)(?:\0|$)/,
} as const;

/**
 * Finds processes of a store's program whose working directory is the store's folder. A process id alone proves
 * nothing, because ids are reused after a restart of the machine or container.
 *
 * @param candidates process ids to check on systems that do not list working directories
 */
export const processesIn = async (
  data: string,
  program: keyof typeof STORE_PROGRAMS,
  candidates: readonly number[],
): Promise<number[]> => {
  if (process.platform !== 'linux') {
    const command = (pid: number) =>
      spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
    return candidates.filter(pid => isAlive(pid) && command(pid).includes(data));
  }
  const folder = await stat(data).catch(() => null);
  if (folder === null) return [];
  // Processes that ended or that cannot be read are skipped. Folders are compared by inode, because another container
  // may have a different folder under the same path.
  const isFound = async (name: string): Promise<boolean> => {
    const [place, command] = await Promise.all([
      stat(`/proc/${name}/cwd`).catch(() => null),
      readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
    ]);
    return (
      place?.ino === folder.ino &&
      place.dev === folder.dev &&
      STORE_PROGRAMS[program].test(command) &&
      isAlive(Number(name))
    );
  };
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  // At once: one after the other, each waits for a turn of the event loop, which are long in a program under load.
  const checked = await Promise.all(names.map(async name => ({ name, isFound: await isFound(name) })));
  return checked.filter(one => one.isFound).map(({ name }) => Number(name));
};

/**
 * Whether a process listens on a Unix socket; null: the socket does not exist or cannot be opened. Unlike process
 * ids, this works across containers and for suspended processes.
 */
export const isListening = (socket: string): Promise<boolean | null> =>
  new Promise(resolve => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EAGAIN') resolve(true);
      else resolve(error.code === 'ECONNREFUSED' ? false : null);
    });
  });
