import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';

/**
 * Whether a process with this id runs. One that ended and that nobody asked for (an adopted one in a
 * container without init) does not.
 */
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
    return false; // gone since
  }
};

/** Waits until `done` says so; false when `ms` milliseconds went by first. */
export const until = async (done: () => boolean | Promise<boolean>, ms: number): Promise<boolean> => {
  const end = performance.now() + ms;
  while (!(await done())) {
    if (performance.now() > end) return false;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return true;
};

/** The programs of the stores, as their command line shows them: its words end with a zero byte. */
const STORE_PROGRAMS = {
  postgres: /^[^\0]*postgres(?:[:\0]|$)/,
  engine: /\/engine\.(?:ts|mjs)(?:\0|$)/,
} as const;

/**
 * The processes of a store's program whose working directory is the store's folder, in which both stay. A
 * process id alone proves nothing, as ids are reused after
 * a restart of the machine or a container.
 *
 * @param candidates the only ones that are looked at where the system does not list working directories
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
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // Processes end while one looks, and others' cannot be looked at: neither is one of ours. The folder
    // itself is compared and not its path, which may be
    // the same in another container.
    const [place, command] = await Promise.all([
      stat(`/proc/${name}/cwd`).catch(() => null),
      readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
    ]);
    if (
      place?.ino === folder.ino &&
      place.dev === folder.dev &&
      STORE_PROGRAMS[program].test(command) &&
      isAlive(Number(name))
    )
      found.push(Number(name));
  }
  return found;
};

/**
 * Whether a process listens on a Unix socket; null: there is no such socket, or it cannot be asked. The
 * kernel knows it across containers, and of suspended processes too.
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
