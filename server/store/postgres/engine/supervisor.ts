import { spawn, spawnSync } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { DataLock } from '../../../platform/data-lock/lock.ts';
import { SettingError } from '../../../platform/settings.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { choosePlace, isServed, type Place } from './cluster-folder.ts';
import { isAlive, processesIn, until } from '../../../platform/processes.ts';

/** The embedded server, reachable over a Unix socket that only its account can access. */
export interface EmbeddedPostgres {
  /** Folder of the socket: the `host` of connections. */
  readonly socket: string;
  readonly user: string;
  /** Process id of the running server. */
  pid(): number;
  /** Stops the server: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>;
}

export const USER = 'touchpath';
const ENV = { LC_ALL: 'C', TZ: 'UTC' };
const START_TIMEOUT_MS = 60_000;
const FOREIGN_ENDS_WITHIN_MS = 10_000;

/**
 * `volatile`: no durability, for fast tests only. `foreignEndsWithinMs`: time in ms in which the guard of another
 * container ends a server whose owner died.
 */
export interface PostgresOptions {
  readonly volatile?: boolean;
  readonly foreignEndsWithinMs?: number;
}

const makeCluster = async (
  { data, account }: Place,
  { initdb }: Binaries,
  volatile: boolean,
): Promise<void> => {
  if (await stat(join(data, 'PG_VERSION')).catch(() => null)) return;
  // Created under another name and renamed: an interrupted start leaves no directory that resembles a
  // cluster.
  const made = `${data}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { mode: 0o700 });
  if (account) await chown(made, account.uid, account.gid);
  const args = [
    '-D',
    made,
    '-U',
    USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const { status, error, stderr } = spawnSync(initdb, volatile ? [...args, '--no-sync'] : args, {
    ...account,
    cwd: '/',
    env: ENV,
    encoding: 'utf8',
  });
  if (status !== 0) {
    const why =
      error?.message ??
      stderr
        .trim()
        .split('\n')
        .findLast(line => /error|fatal/i.test(line)) ??
      `initdb exited with code ${status}`;
    throw new SettingError(
      `PostgreSQL could not initialize its data in ${data} (${why}): empty the folder, or set DATABASE_URL.`,
    );
  }
  await rename(made, data);
};

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

/** Last error of the log in one line; empty if the log cannot be read. */
const lastWords = async (file: string): Promise<string> => {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n');
  const last = lines.findLastIndex(line => /FATAL|PANIC|error/i.test(line));
  const detail = (lines[last + 1] ?? '').split('DETAIL:')[1]?.trim().replace(/\.$/, '');
  const words = (lines.at(last) ?? '').replace(/^.*?(FATAL|PANIC):\s*/, '');
  return detail === undefined ? words : `${words}: ${detail}`;
};

/**
 * Stops a server that outlived its Touchpath process, in case its guard was killed too, and removes its locks.
 * @throws {Error} when the server cannot be stopped because it belongs to another container
 */
const clearOrphan = async (
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

const launch = async (place: Place, { postgres }: Binaries, volatile: boolean): Promise<Launched> => {
  const { data, socket, logFile, account } = place;
  const logFileStats = await stat(logFile).catch(() => null);
  // A file and not a pipe: a server that outlives this process continues to write. A file above 8 MB is truncated.
  const output = await open(logFile, logFileStats && logFileStats.size > 8_000_000 ? 'w' : 'a', 0o600);
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
        if (ended) throw new Error(await lastWords(logFile));
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

/**
 * Cleans up after an earlier process, and starts the server.
 * @throws {SettingError} one line that names the log and the alternative setting
 */
const startServer = async (
  place: Place,
  binaries: Binaries,
  log: Logger,
  { volatile, foreignEndsWithinMs }: Required<PostgresOptions>,
) => {
  try {
    await clearOrphan(place, log, foreignEndsWithinMs);
    return await launch(place, binaries, volatile);
  } catch (error) {
    throw new SettingError(
      `PostgreSQL did not start in ${dirname(place.data)} (${(error as Error).message}): see ${place.logFile}, or set DATABASE_URL.`,
    );
  }
};

/** Stops a server: first an orderly shutdown that ends its sessions, finally SIGKILL. */
const stopServer = async (pid: number): Promise<void> => {
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

/**
 * Runs the PostgreSQL that npm installed on the cluster in the folder of `lock`, and creates the cluster at the first
 * start. A server that dies is restarted, and the pool replaces its connections. As root the server runs as "nobody"; a
 * data folder that "nobody" cannot enter is replaced by one under /var/lib/touchpath, which is logged.
 * @throws {SettingError} one line that asks for DATABASE_URL if the programs do not run
 */
export const startPostgres = async (
  lock: DataLock,
  log: Logger,
  { volatile = false, foreignEndsWithinMs = FOREIGN_ENDS_WITHIN_MS }: PostgresOptions = {},
): Promise<EmbeddedPostgres> => {
  const place = await choosePlace(lock.folder, log);
  const binaries = await findBinaries(place.account, place.shelf);
  await makeCluster(place, binaries, volatile);

  const start = () => startServer(place, binaries, log, { volatile, foreignEndsWithinMs });
  let server = await start();
  // After the lock is lost the folder belongs to another process, so the server must not write even at a shutdown.
  lock.onLost(() => {
    if (isAlive(server.pid)) process.kill(server.pid, 'SIGKILL');
  });
  let stopping = false;
  let reviving = false;
  let failures = 0;
  let restarting: Promise<void> = Promise.resolve();

  const watch = setInterval(() => {
    if (stopping || reviving || isAlive(server.pid)) return;
    reviving = true;
    restarting = revive().finally(() => {
      reviving = false;
    });
  }, 500);
  watch.unref();
  const revive = async (): Promise<void> => {
    for (;;) {
      if (stopping) return;
      log.error({ attempt: failures + 1 }, 'PostgreSQL exited unexpectedly; restarting it.');
      try {
        server.guard.end('\n');
        server = await start();
        failures = 0;
        return;
      } catch (error) {
        failures += 1;
        log.error({ err: error }, 'PostgreSQL could not be restarted.');
        const wait = Math.min(30_000, 500 * 2 ** failures);
        await until(() => stopping, wait);
      }
    }
  };

  return {
    socket: place.socket,
    user: USER,
    pid: () => server.pid,
    stop: async () => {
      stopping = true;
      clearInterval(watch);
      await restarting;
      await stopServer(server.pid);
      server.guard.end('\n');
    },
  };
};
