import { spawn, spawnSync } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { SettingError } from '../../settings.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { choosePlace, type Place } from './place.ts';
import { isAlive, processesIn, until } from '../processes.ts';

/** The embedded server, reached over a Unix socket that only its account can enter. */
export interface EmbeddedPostgres {
  /** The folder of the socket: the `host` of a connection. */
  readonly socket: string;
  readonly user: string;
  /** The server's process now. */
  pid(): number;
  /** Ends the server: open transactions are rolled back, what was committed is on disk. */
  stop(): Promise<void>;
}

const USER = 'touchpath';
const ENV = { LC_ALL: 'C', TZ: 'UTC' };
const STARTS_WITHIN = 60_000;

/** What gives up durability for speed: for tests only. */
export interface PostgresOptions { readonly volatile?: boolean }

const makeCluster = async ({ data, account }: Place, { initdb }: Binaries, volatile: boolean): Promise<void> => {
  if (await stat(join(data, 'PG_VERSION')).catch(() => null)) return;
  // Made aside and renamed: a start that is killed here leaves nothing that looks like a cluster.
  const made = `${data}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { mode: 0o700 });
  if (account) await chown(made, account.uid, account.gid);
  const args = ['-D', made, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const { status, error, stderr } = spawnSync(initdb, volatile ? [...args, '--no-sync'] : args, { ...account, cwd: '/', env: ENV, encoding: 'utf8' });
  if (status !== 0) {
    const why = error?.message ?? stderr.trim().split('\n').findLast(line => /error|fatal/i.test(line)) ?? `initdb ended with code ${status}`;
    throw new SettingError(`PostgreSQL could not make its data in ${data} (${why}): free the folder, or set DATABASE_URL.`);
  }
  await rename(made, data);
};

/** The lines of postmaster.pid: process, folder, start, port, socket folder, address, shared memory, state. Null: there is none to be read, so no server has begun. */
const readPid = async (data: string): Promise<{ pid: number; socket: string; ready: boolean } | null> => {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' } : null;
};

/** What the log says was wrong, in one line; of a log that cannot be read nothing. */
const lastWords = async (file: string): Promise<string> => {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n');
  const last = lines.findLastIndex(line => /FATAL|PANIC|error/i.test(line));
  const detail = /DETAIL:\s*(.*?)\.?$/.exec(lines[last + 1] ?? '')?.[1];
  const words = (lines.at(last) ?? '').replace(/^.*?(FATAL|PANIC):\s*/, '');
  return detail === undefined ? words : `${words}: ${detail}`;
};

/**
 * A server that a killed Touchpath left behind, when it listens where we look; one that does not is stopped.
 * Once it is certain that nobody works in the folder, the locks that it left are removed.
 */
const adoptOrClear = async ({ data, socket }: Place, log: Logger): Promise<number | null> => {
  const noted = await readPid(data);
  const living = await processesIn(data, noted ? [noted.pid] : []);
  if (noted && living.includes(noted.pid)) {
    const ready = noted.socket === socket && await until(async () => (await readPid(data))?.ready === true || !isAlive(noted.pid), 10_000);
    if (ready && isAlive(noted.pid)) {
      log.warn({ pid: noted.pid }, 'PostgreSQL was left running by an earlier start: taken over.');
      return noted.pid;
    }
  }
  // The head is gone and its backends end by themselves, or it cannot be used: ask, then insist. Both are safe; the journal is replayed.
  for (const [signal, patience] of [['SIGINT', 5_000], ['SIGQUIT', 5_000], ['SIGKILL', 5_000]] as const) {
    const left = await processesIn(data, noted ? [noted.pid] : []);
    if (left.length === 0) break;
    log.warn({ pids: left, signal }, 'PostgreSQL of an earlier start is being ended.');
    for (const pid of left) if (isAlive(pid)) process.kill(pid, signal);
    await until(async () => (await processesIn(data, left)).length === 0, patience);
  }
  await rm(join(data, 'postmaster.pid'), { force: true });
  for (const name of await readdir(socket)) if (name.startsWith('.s.PGSQL.')) await rm(join(socket, name));
  return null;
};

const launch = async (place: Place, { postgres }: Binaries, volatile: boolean): Promise<number> => {
  const { data, socket, logFile, account } = place;
  const said = await stat(logFile).catch(() => null);
  // A file and not a pipe: a server that outlives this program goes on writing. It starts afresh before it grows large.
  const output = await open(logFile, said && said.size > 8_000_000 ? 'w' : 'a', 0o600);
  try {
    const settings = [
      'listen_addresses=', `unix_socket_directories=${socket}`, 'shared_buffers=64MB', 'max_connections=80', 'max_wal_size=512MB',
      'timezone=UTC', 'log_timezone=UTC', 'password_encryption=scram-sha-256', 'log_min_messages=warning',
      ...(volatile ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
    ];
    // A session of its own: an interrupt typed at the terminal reaches us only, and we stop the stores last.
    const child = spawn(postgres, ['-D', data, ...settings.flatMap(s => ['-c', s])], {
      ...account, cwd: '/', env: ENV, detached: true, stdio: ['ignore', output.fd, output.fd],
    });
    let failure: Error | null = null;
    let ended = false;
    child.once('error', error => { failure = error; });
    child.once('exit', () => { ended = true; });
    child.unref();
    const ready = await until(async () => {
      if (failure) throw failure;
      if (ended) throw new Error(await lastWords(logFile));
      const noted = await readPid(data);
      return noted !== null && noted.pid === child.pid && noted.ready;
    }, STARTS_WITHIN);
    if (!ready || child.pid === undefined) throw new Error(`it was not ready after ${STARTS_WITHIN / 1000} s`);
    return child.pid;
  } finally {
    await output.close();
  }
};

/**
 * Starts the PostgreSQL that npm brought on the cluster under `dataDir`, making it at the first start, and keeps it running: a server that dies is
 * started again, and connections that were open see an error and are made anew by the pool.
 *
 * As root it runs as "nobody"; a data folder that "nobody" cannot enter makes it live under /var/lib/touchpath, which the log tells.
 *
 * @throws {SettingError} one line, asking for DATABASE_URL where the programs do not run
 */
export const startPostgres = async (dataDir: string, log: Logger, { volatile = false }: PostgresOptions = {}): Promise<EmbeddedPostgres> => {
  const place = await choosePlace(dataDir, log);
  const binaries = await findBinaries(place.account, place.shelf);
  await makeCluster(place, binaries, volatile);

  const start = async () => {
    try {
      return await adoptOrClear(place, log) ?? await launch(place, binaries, volatile);
    } catch (error) {
      throw new SettingError(`PostgreSQL did not start in ${dirname(place.data)} (${(error as Error).message}): see ${place.logFile}, or set DATABASE_URL.`);
    }
  };
  let pid = await start();
  let stopping = false;
  let reviving = false;
  let failures = 0;
  let restarting: Promise<void> = Promise.resolve();

  const watch = setInterval(() => {
    if (stopping || reviving || isAlive(pid)) return;
    reviving = true;
    restarting = revive().finally(() => { reviving = false; });
  }, 500);
  watch.unref();
  const revive = async (): Promise<void> => {
    for (;;) {
      if (stopping) return;
      log.error({ attempt: failures + 1 }, 'PostgreSQL ended by itself: starting it again.');
      try {
        pid = await start();
        failures = 0;
        return;
      } catch (error) {
        failures += 1;
        log.error({ err: error }, 'PostgreSQL did not start again.');
        const wait = Math.min(30_000, 500 * 2 ** failures);
        await until(() => stopping, wait);
      }
    }
  };

  return {
    socket: place.socket, user: USER, pid: () => pid,
    stop: async () => {
      stopping = true;
      clearInterval(watch);
      await restarting;
      for (const [signal, patience] of [['SIGINT', 6_000], ['SIGQUIT', 2_000], ['SIGKILL', 1_000]] as const) {
        if (!isAlive(pid)) return;
        process.kill(pid, signal);
        if (await until(() => !isAlive(pid), patience)) return;
      }
    },
  };
};
