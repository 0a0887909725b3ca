import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from '../../server/platform/processes.ts';

/** The programs of Debian's PostgreSQL 15, where it is installed. */
export const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin';

/** Account of the server for runs as root, which PostgreSQL refuses. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const READY_WITHIN_MS = 30_000;

/** A PostgreSQL of the machine, on a new cluster and a socket of its own, so that it needs no free port. */
export interface MachinePostgres {
  /** Folder of the socket: the `host` of connections. */
  readonly socket: string;
  readonly user: string;
  pid(): number;
  stop(): Promise<void>;
}

const untilReady = async (address: pg.ClientConfig, pid: number): Promise<void> => {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ ...address, database: 'postgres' });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > deadline || !isAlive(pid)) throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
};

/**
 * Starts a PostgreSQL of the machine, which does not wait for its disk.
 *
 * @param programs folder of `initdb` and `postgres`
 * @param home folder that is created for the cluster and the socket
 * @param options.settings such as `shared_buffers=1GB`
 */
export const startMachinePostgres = async (
  programs: string,
  home: string,
  { locale, settings }: { readonly locale: string; readonly settings: readonly string[] },
): Promise<MachinePostgres> => {
  const isRoot = process.getuid?.() === 0;
  const account = { ...(isRoot && NOBODY), cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } };
  await mkdir(home, { mode: 0o700 });
  if (isRoot) await chown(home, NOBODY.uid, NOBODY.gid);
  const data = join(home, 'data');
  const user = 'touchpath';
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
    { ...account, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`);
  const all = [
    'listen_addresses=',
    `unix_socket_directories=${home}`,
    'timezone=UTC',
    'fsync=off',
    ...settings,
  ];
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...all.flatMap(one => ['-c', one])], {
    ...account,
    // An interrupt at the terminal reaches the tests, which stop the server last.
    detached: true,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const pid = child.pid ?? 0;
  await untilReady({ host: home, user }, pid);
  return {
    socket: home,
    user,
    pid: () => pid,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
};
