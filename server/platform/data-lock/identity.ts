import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isAlive, isListening } from '../processes.ts';

/** Identity of a process, unique among all machines that share a volume. */
export interface ProcessIdentity {
  /** Boot id of the kernel; empty: unknown. */
  readonly boot: string;
  /** PID namespace of `pid`; empty: unknown. */
  readonly pidNamespace: string;
  readonly pid: number;
  /** Start time of the process in the kernel's unit, because process ids are reused. */
  readonly start: string;
  /** Host name, for messages only. */
  readonly host: string;
}

const linux = process.platform === 'linux';

const readOr = (file: string, fallback: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback; // no such process, or no such file on this system
  }
};

const ask = (command: string, ...args: string[]): string =>
  (
    spawnSync(command, args, {
      encoding: 'utf8',
      env: { LC_ALL: 'C', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    }).stdout ?? ''
  ).trim();

/** Name of an account; its number, where this machine has no such account. */
export const nameOfUser = (uid: number): string => ask('id', '-un', String(uid)) || String(uid);

const startOf = (pid: number | 'self'): string => {
  if (!linux) return ask('ps', '-o', 'lstart=', '-p', String(pid === 'self' ? process.pid : pid));
  const status = readOr(`/proc/${pid}/stat`, '');
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

const pidNamespace = (): string => {
  if (!linux) return 'the only one';
  try {
    // A /proc of another namespace numbers processes differently from kill(), so the namespace is unknown.
    return readlinkSync('/proc/self') === String(process.pid) ? readlinkSync('/proc/self/ns/pid') : '';
  } catch {
    return '';
  }
};

export const ownIdentity = (): ProcessIdentity => ({
  boot: linux
    ? readOr('/proc/sys/kernel/random/boot_id', '').trim()
    : ask('sysctl', '-n', 'kern.bootsessionuuid'),
  pidNamespace: pidNamespace(),
  pid: process.pid,
  start: startOf('self'),
  host: hostname(),
});

/**
 * Whether a process runs, as far as this process can see.
 *
 * @param socket Unix socket on which the process listens; null: none
 * @returns null: unknown, because the process is on another machine, or in another container without such a socket
 */
export const isRunning = async (owner: ProcessIdentity, socket: string | null): Promise<boolean | null> => {
  const own = ownIdentity();
  if (owner.boot === '' || owner.boot !== own.boot) return null;
  const listening = socket === null ? null : await isListening(socket);
  if (owner.pidNamespace === '' || owner.pidNamespace !== own.pidNamespace) return listening;
  return (
    listening === true || (isAlive(owner.pid) && (owner.start === '' || startOf(owner.pid) === owner.start))
  );
};
