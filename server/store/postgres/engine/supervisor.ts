import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { DataLock } from '../../../platform/data-lock/lock.ts';
import { SettingError } from '../../../platform/settings.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { choosePlace, type Place } from './cluster-folder.ts';
import { isAlive, until } from '../../../platform/processes.ts';
import { clearOrphan, launch, stopServer } from './server-process.ts';
import { makeCluster, USER } from './make-cluster.ts';

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
const FOREIGN_ENDS_WITHIN_MS = 10_000;

/** What the operating system calls a full disk, as the embedded server, whose language is English, repeats it. */
const FULL_DISK = 'No space left on device';

/**
 * `volatile`: no durability, for fast tests only. `foreignEndsWithinMs`: time in ms in which the guard of another
 * container ends a server whose owner died.
 */
export interface PostgresOptions {
  readonly volatile?: boolean;
  readonly foreignEndsWithinMs?: number;
}

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
    const { message } = error as Error;
    const remedy = message.includes(FULL_DISK)
      ? 'make room on its disk'
      : `see ${place.logFile}, or set DATABASE_URL`;
    throw new SettingError(`PostgreSQL did not start in ${dirname(place.data)} (${message}): ${remedy}.`);
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
