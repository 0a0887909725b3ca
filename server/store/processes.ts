import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';

/** Whether a process with this id runs. One that ended and that nobody asked for (an adopted one in a container without init) does not. */
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

/**
 * The processes that work in a cluster's folder: PostgreSQL's change into it and stay. An id alone proves nothing, as ids are given out anew
 * after a restart of the machine or a container.
 */
export const processesIn = async (data: string, candidates: readonly number[]): Promise<number[]> => {
  if (process.platform !== 'linux') {
    const command = (pid: number) => spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
    return candidates.filter(pid => isAlive(pid) && command(pid).includes(data));
  }
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // Processes end while one looks, and others' cannot be looked at: neither is one of ours.
    const [folder, status] = await Promise.all([
      readlink(`/proc/${name}/cwd`).catch(() => ''), readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''),
    ]);
    if (folder === data && !/\) Z /.test(status)) found.push(Number(name));
  }
  return found;
};

/** The processes whose command line holds all these words, this one left out. Where nothing tells of others, only the candidates are looked at. */
export const processesWith = async (words: readonly string[], candidates: readonly number[]): Promise<number[]> => {
  const linux = process.platform === 'linux';
  const pids = linux ? (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number) : candidates;
  const found: number[] = [];
  for (const pid of pids) {
    if (pid === process.pid || !isAlive(pid)) continue;
    // One that has ended meanwhile has no words.
    const command = linux ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
      : spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout.trim().split(' ');
    if (words.every(word => command.some(argument => argument === word || argument.endsWith(`/${word}`)))) found.push(pid);
  }
  return found;
};
