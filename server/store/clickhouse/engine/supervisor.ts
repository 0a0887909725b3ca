import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { DataLock } from '../../../platform/data-lock/lock.ts';
import { SettingError } from '../../../platform/settings.ts';
import { isAlive, processesIn, until } from '../../../platform/processes.ts';
import { memoryOf, type Memory } from './memory.ts';

/** The embedded engine, reachable over a Unix socket that only its owner can access. */
export interface EmbeddedClickHouse {
  /** Path of the socket, which survives restarts of the engine. */
  readonly socket: string;
  /** Process id of the engine; 0 during a restart. */
  pid(): number;
  /** Stops the engine after its running queries. */
  stop(): Promise<void>;
}

const ENGINE = fileURLToPath(new URL('engine.ts', import.meta.url));
const MAX_SOCKET_PATH_LENGTH = 104;
const START_TIMEOUT_MS = 60_000;
const MiB = 1024 * 1024;

/** Folder in that of the engine for backups that are being written or restored. */
const BACKUPS = 'backups';
export const backupsFolder = (dataDir: string): string => join(dataDir, 'clickhouse', BACKUPS);

/** chDB's defaults are those of a dedicated server: 5 GB of mark cache and 90% of the machine's memory. */
const configuration = (home: string, memory: number) => {
  const escaped = home.replace(/[<&]/g, c => (c === '<' ? '&lt;' : '&amp;'));
  return `<clickhouse>
  <max_server_memory_usage>${memory}</max_server_memory_usage>
  <mark_cache_size>${256 * MiB}</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <index_mark_cache_size>${64 * MiB}</index_mark_cache_size>
  <tmp_path>${escaped}/tmp/</tmp_path>
  <user_files_path>/nonexistent/</user_files_path>
  <backups><allowed_path>${escaped}/${BACKUPS}/</allowed_path></backups>
</clickhouse>
`;
};

/** Socket path of the engine in `home`. */
export const socketOf = async (home: string): Promise<string> => {
  const near = join(home, 'engine.sock');
  if (Buffer.byteLength(near) <= MAX_SOCKET_PATH_LENGTH) return near;
  const folder = join(tmpdir(), `touchpath-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
    throw new SettingError(`${folder} belongs to another user: remove it, or set CLICKHOUSE_URL.`);
  }
  await chmod(folder, 0o700);
  return join(folder, 'engine.sock');
};

/** `orphanTimeoutMs`: time in ms that an orphaned engine may take to end after SIGTERM. */
export interface ClickHouseOptions {
  readonly orphanTimeoutMs?: number;
  readonly memory?: Memory;
}

/** Ends an engine that outlived its Touchpath process: two engines cannot share a folder. */
const endOrphan = async (
  pidFile: string,
  data: string,
  log: Logger,
  orphanTimeoutMs: number,
): Promise<void> => {
  const noted = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  const find = () => processesIn(data, 'engine', noted > 0 ? [noted] : []);
  for (const [signal, timeoutMs] of [
    ['SIGTERM', orphanTimeoutMs],
    ['SIGKILL', 5_000],
  ] as const) {
    const left = await find();
    if (left.length === 0) break;
    log.warn({ pids: left, signal }, 'Stopping the columnar engine of an earlier start.');
    for (const pid of left) if (isAlive(pid)) process.kill(pid, signal);
    await until(async () => (await find()).length === 0, timeoutMs);
  }
  await rm(pidFile, { force: true });
};

/** Paths of an engine. */
interface EngineFiles {
  readonly data: string;
  readonly socket: string;
  readonly config: string;
  readonly pid: string;
}

/** Creates the folders of the engine and writes its configuration. */
const prepareFiles = async (folder: string, memory: Memory): Promise<EngineFiles> => {
  const home = join(folder, 'clickhouse');
  const data = join(home, 'data');
  await mkdir(join(home, 'tmp'), { recursive: true, mode: 0o700 });
  await mkdir(data, { recursive: true });
  await chmod(home, 0o700);
  const socket = await socketOf(home);
  const config = join(home, 'engine.xml');
  await writeFile(config, configuration(home, memory.engine));
  return { data, socket, config, pid: join(home, 'engine.pid') };
};

/** Forks the engine's process, and waits until the engine listens. */
const forkEngine = async (files: EngineFiles, memory: Memory, log: Logger): Promise<ChildProcess> => {
  const engine = fork(ENGINE, [files.data, files.socket, files.config, String(memory.query)], {
    cwd: files.data,
    execArgv: ENGINE.endsWith('.ts') ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [],
    // A separate session: an interrupt at the terminal reaches only Touchpath. The environment is not passed on, except
    // the thread pool size: every running query occupies one thread.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', UV_THREADPOOL_SIZE: '24' },
  });
  let isRunning = false;
  const stderrLines: string[] = [];
  createInterface({ input: engine.stderr! }).on('line', line => {
    stderrLines.splice(0, stderrLines.length - 20);
    stderrLines.push(line);
    if (isRunning) log.warn({ line }, 'The columnar engine logged a message.');
  });
  await new Promise<void>((resolve, reject) => {
    const slow = setTimeout(() => engine.kill('SIGKILL'), START_TIMEOUT_MS);
    engine.once('message', () => resolve());
    engine.once('error', reject);
    engine.once('exit', (code, signal) =>
      reject(
        new Error(
          stderrLines.findLast(l => /error|exception|cannot/i.test(l))?.trim() ??
            `it exited with ${signal ?? `code ${code}`}`,
        ),
      ),
    );
    engine.once('message', () => clearTimeout(slow));
    engine.once('exit', () => clearTimeout(slow));
  });
  isRunning = true;
  engine.once('exit', () => {
    isRunning = false;
  });
  return engine;
};

/** Stops the engine after its running queries; kills it after 7 s. */
const endEngine = async (engine: ChildProcess): Promise<void> => {
  if (engine.exitCode !== null || engine.signalCode !== null) return;
  const ended = new Promise<void>(resolve => engine.once('exit', () => resolve()));
  const slow = setTimeout(() => engine.kill('SIGKILL'), 7_000);
  if (engine.connected) engine.send('stop');
  else engine.kill('SIGTERM');
  await ended;
  clearTimeout(slow);
};

/**
 * Runs chDB in a separate process on the data folder of `lock`, and restarts it on the same socket after a crash.
 * Running requests then fail; requests during the restart are refused by the socket.
 * @throws {SettingError} one line that asks for CLICKHOUSE_URL if chDB does not run
 */
export const startClickHouse = async (
  lock: DataLock,
  log: Logger,
  { orphanTimeoutMs = 6_000, memory = memoryOf(null) }: ClickHouseOptions = {},
): Promise<EmbeddedClickHouse> => {
  const files = await prepareFiles(lock.folder, memory);
  await endOrphan(files.pid, files.data, log, orphanTimeoutMs);

  let child: ChildProcess | null = null;
  let stopping = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  const start = async (): Promise<void> => {
    const made = await forkEngine(files, memory, log);
    child = made;
    await writeFile(files.pid, String(made.pid));
    made.once('exit', (code, signal) => {
      child = null;
      if (stopping) return;
      log.error({ code, signal }, 'The columnar engine exited unexpectedly; restarting it.');
      again();
    });
  };
  const revive = async (): Promise<void> => {
    try {
      await start();
      failures = 0;
    } catch (error) {
      failures += 1;
      log.error({ err: error }, 'The columnar engine could not be restarted.');
      again();
    }
  };
  const again = (): void => {
    if (!stopping) retry = setTimeout(() => void revive(), Math.min(30_000, 100 * 2 ** failures));
  };

  // After the lock is lost the folder belongs to another process, so the engine must not write.
  lock.onLost(() => {
    child?.kill('SIGKILL');
  });
  try {
    await start();
  } catch (error) {
    throw new SettingError(
      `The embedded columnar engine cannot run on this machine (${(error as Error).message}): set CLICKHOUSE_URL to a ClickHouse server.`,
    );
  }

  return {
    socket: files.socket,
    pid: () => child?.pid ?? 0,
    stop: async () => {
      stopping = true;
      clearTimeout(retry);
      if (child) await endEngine(child);
      await rm(files.pid, { force: true });
    },
  };
};
