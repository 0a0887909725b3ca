import { spawn } from 'node:child_process';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Binaries } from './binaries.ts';
import { isServed, type Place } from './cluster-folder.ts';
import { isAlive, processesIn, until } from '../../../platform/processes.ts';

export const ENV = { LC_ALL: 'C', TZ: 'UTC' };
const START_TIMEOUT_MS = 60_000;

/**
 * Reads postmaster.pid (process, folder, start, port, socket folder, address, shared memory, state). Null: there is
 * none, so no server was started.
 */
const readPid = async (data: string): Promise<{ pid: number; socket: string; ready: boolean } | null> => {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0
    ? { pid, socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
    : null;
};

/**
 * Last error of the log in one line; empty if the log cannot be read. A server that cannot read its settings says so
 * without the word FATAL, as `postgres: could not …`.
 *
 * @param start length of the log in bytes before this start: errors of earlier ones say nothing about it
 */
const lastWords = async (file: string, start: number): Promise<string> => {
  const log = await readFile(file).catch(() => Buffer.alloc(0));
  const lines = log.subarray(start).toString().trim().split('\n');
  const last = lines.findLastIndex(line => /FATAL|PANIC|error|^postgres: /i.test(line));
  const detail = (lines[last + 1] ?? '').split('DETAIL:')[1]?.trim().replace(/\.$/, '');
  const words = (lines.at(last) ?? '').replace(/^.*?(FATAL|PANIC):\s*/, '');
  return detail === undefined ? words : `${words}: ${detail}`;
};

/**
 * Stops a server that outlived its Touchpath process, in case its guard was killed too, and removes its locks.
 * @throws {Error} when the server cannot be stopped because it belongs to another container
 */
export const clearOrphan = async (
  { data, socket }: Place,
  log: Logger,
  foreignEndsWithinMs: number,
): Promise<void> => {
  const noted = await readPid(data);
  const find = () => processesIn(data, 'postgres', noted ? [noted.pid] : []);
  // Every one of these signals is safe: committed data is in the write-ahead log.
  for (const [signal, timeoutMs] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const left = await find();
    if (left.length === 0) break;
    log.warn({ pids: left, signal }, 'Stopping the PostgreSQL of an earlier start.');
    for (const pid of left) if (isAlive(pid)) process.kill(pid, signal);
    await until(async () => (await find()).length === 0, timeoutMs);
  }
  if (!(await until(async () => !(await isServed(socket)), foreignEndsWithinMs)))
    throw new Error('a PostgreSQL of another container uses it');
  await rm(join(data, 'postmaster.pid'), { force: true });
  for (const name of await readdir(socket)) if (name.startsWith('.s.PGSQL.')) await rm(join(socket, name));
};

/**
 * The shell starts a guard before it becomes the server: the guard stops the server when pipe 3 closes, that is when
 * Touchpath dies. An orphaned server would block the next one, which may run in another container. A line in the pipe
 * ends the guard.
 */
const GUARDED = '{ read -r _ <&3 || kill -QUIT $$; } & exec 3<&-; exec "$@"';

/** A running server process and the pipe to its guard. */
interface Launched {
  readonly pid: number;
  readonly guard: Socket;
}

/**
 * Starts the server with its guard, and waits until it is ready.
 *
 * @param volatile no durability, for fast tests only
 * @throws {Error} with the last error of its log, or that it was not ready in time
 */
export const launch = async (place: Place, { postgres }: Binaries, volatile: boolean): Promise<Launched> => {
  const { data, socket, logFile, account } = place;
  const logged = (await stat(logFile).catch(() => null))?.size ?? 0;
  // A file and not a pipe: a server that outlives this process continues to write. A file above 8 MB is truncated.
  const isTruncated = logged > 8_000_000;
  const output = await open(logFile, isTruncated ? 'w' : 'a', 0o600);
  try {
    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${socket}`,
      'shared_buffers=64MB',
      'max_connections=80',
      'max_wal_size=512MB',
      'timezone=UTC',
      'log_timezone=UTC',
      'password_encryption=scram-sha-256',
      'log_min_messages=warning',
      ...(volatile ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
    ];
    // A separate session: an interrupt at the terminal reaches only Touchpath, which stops the stores last.
    const child = spawn(
      '/bin/sh',
      ['-c', GUARDED, 'sh', postgres, '-D', data, ...settings.flatMap(s => ['-c', s])],
      {
        ...account,
        cwd: '/',
        env: ENV,
        detached: true,
        stdio: ['ignore', output.fd, output.fd, 'pipe'],
      },
    );
    const guard = child.stdio[3] as Socket;
    guard.on('error', () => undefined); // a killed guard closes its end of the pipe
    guard.unref();
    let failure: Error | null = null;
    let ended = false;
    child.once('error', error => {
      failure = error;
    });
    child.once('exit', () => {
      ended = true;
    });
    child.unref();
    try {
      const ready = await until(async () => {
        if (failure) throw failure;
        if (ended) throw new Error(await lastWords(logFile, isTruncated ? 0 : logged));
        const noted = await readPid(data);
        return noted !== null && noted.pid === child.pid && noted.ready;
      }, START_TIMEOUT_MS);
      if (!ready || child.pid === undefined)
        throw new Error(`it was not ready after ${START_TIMEOUT_MS / 1000} s`);
    } catch (error) {
      guard.end(ended ? '\n' : ''); // the newline ends the guard; without it the guard stops the server
      throw error;
    }
    return { pid: child.pid, guard };
  } finally {
    await output.close();
  }
};

/** Stops a server: first an orderly shutdown that ends its sessions, finally SIGKILL. */
export const stopServer = async (pid: number): Promise<void> => {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 6_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const) {
    if (!isAlive(pid)) break;
    process.kill(pid, signal);
    if (await until(() => !isAlive(pid), timeoutMs)) break;
  }
};
