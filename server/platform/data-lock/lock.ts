import { randomUUID } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { makeFolder } from '../make-folder.ts';
import { SettingError } from '../settings.ts';
import { acquire, BEAT_MS, type OwnerState, refuseOwned, removeEarlier, unwritable } from './acquire.ts';
import {
  BEAT_DIGITS,
  lockName,
  type LockRecord,
  lockText,
  newestLock,
  overwrite,
  writeDurably,
} from './files.ts';
import { ownIdentity } from './identity.ts';

/** A data folder that this process owns; the stores require it as proof of ownership. */
export interface DataLock {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** Registers a callback for the moment in which another program takes the folder over. */
  onLost(end: () => void): void;
  /** Releases the folder, after everything that works in it has ended. */
  release(): Promise<void>;
}

export interface LockOptions {
  readonly log: Logger;
  /** Ends the program after the lock is lost; default: exit code 1. */
  readonly end?: () => void;
  readonly beatMs?: number;
  /** State of this program, answered to other programs that want the folder. */
  readonly state?: () => OwnerState;
  /** Whether an unsupervised owner is stopped and replaced by this program. */
  readonly replacesUnsupervised?: boolean;
}

/** Maximum length in bytes of a Unix socket's path on all systems. */
const SOCKET_PATH_LIMIT = 103;

/**
 * Listens on a Unix socket in the folder, so that other containers of the machine can check whether this process runs
 * and in which state. Null: the path is too long, or the volume supports no sockets.
 */
const listenIn = async (folder: string, name: string, state: () => OwnerState): Promise<Server | null> => {
  const path = join(folder, name);
  if (Buffer.byteLength(path) > SOCKET_PATH_LIMIT) return null;
  const server = createServer(connection => {
    connection.on('error', () => connection.destroy()); // the other process ended
    connection.write(state());
    connection.destroySoon(); // the release of the lock must not wait for the other process
  });
  const listening = await new Promise<boolean>(done => {
    server.once('error', () => done(false)).listen(path, () => done(true));
  });
  if (!listening) return null;
  server.unref();
  await chmod(path, 0o600);
  return server;
};

/**
 * Makes this process the owner of a data folder, because two programs in one folder would overwrite each other's
 * data. The owner of the newest lock is checked by process, in other containers by its socket, elsewhere by its
 * heartbeat. If the owner is dead, one process can create the next generation.
 *
 * @throws {SettingError} another program owns the folder, or the folder is not writable
 */
export const lockFolder = async (
  dataDir: string,
  {
    log,
    end = () => process.exit(1),
    beatMs = BEAT_MS,
    state = () => 'running',
    replacesUnsupervised = false,
  }: LockOptions,
): Promise<DataLock> => {
  const folder = resolve(dataDir);
  await makeFolder(folder).catch((error: Error) => {
    throw new SettingError(`DATA_DIR ${folder} cannot be created (${error.message}).`);
  });
  const token = randomUUID();
  const socket = `lock.${token}.sock`;
  const candidate = join(folder, `lock.${token}`);
  const server = await listenIn(folder, socket, state);
  const record: LockRecord = { ...ownIdentity(), token, socket: server === null ? null : socket };
  const prove = () =>
    writeDurably(candidate, lockText(record, 0)).catch((error: unknown) => {
      throw unwritable(folder, error);
    });
  try {
    await prove().catch(async (error: unknown) => {
      await refuseOwned(folder);
      throw error;
    });
    const generation = await acquire({
      folder,
      token,
      candidate,
      prove,
      beatMs,
      log,
      replacesUnsupervised,
    });
    await removeEarlier(folder, generation);
    return own({ folder, generation, record, server, log, end, beatMs });
  } catch (error) {
    server?.close();
    throw error;
  } finally {
    await rm(candidate, { force: true });
  }
};

const HEARTBEAT_MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

interface Ownership {
  readonly folder: string;
  readonly generation: number;
  readonly record: LockRecord;
  readonly server: Server | null;
  readonly log: Logger;
  readonly end: () => void;
  readonly beatMs: number;
}

const own = ({ folder, generation, record, server, log, end, beatMs }: Ownership): DataLock => {
  const path = join(folder, lockName(generation));
  const lostListeners: (() => void)[] = [];
  let heartbeat: Worker | null = null;
  const lose = (): void => {
    void heartbeat?.terminate();
    for (const one of lostListeners) one();
    log.fatal(
      `Another program owns ${folder} now, because this one was suspended or lost access to it. This one exits.`,
    );
    end();
  };
  const beat = (): void => {
    const [head = '', tail = ''] = lockText(record, 0).split('0'.repeat(BEAT_DIGITS));
    heartbeat = new Worker(new URL('heartbeat.mjs', import.meta.url), {
      workerData: { folder, generation, token: record.token, head, tail, beatMs },
      execArgv: [],
      resourceLimits: HEARTBEAT_MEMORY,
    });
    heartbeat.unref();
    heartbeat.on('message', ({ lost, failure }: { lost?: true; failure?: string | null }) => {
      if (lost === true) lose();
      else if (failure === null) log.info('The lock of DATA_DIR can be renewed again.');
      else log.warn({ why: failure }, 'The lock of DATA_DIR cannot be renewed.');
    });
    heartbeat.once('error', error => {
      throw error;
    });
  };
  // A program that ends before the first heartbeat needs no thread.
  const first = setTimeout(beat, beatMs);
  first.unref();

  return {
    folder,
    onLost: one => {
      lostListeners.push(one);
    },
    release: async () => {
      clearTimeout(first);
      await heartbeat?.terminate();
      // The lock is marked and not removed, because generations must not decrease. If that fails, the next start
      // checks whether this process runs. A lock of another program, or an unreadable one, is not changed.
      if ((await newestLock(folder).catch(() => null))?.owner?.token === record.token)
        await overwrite(path, lockText(record, 'released')).catch((error: unknown) => {
          log.warn({ err: error }, 'The lock of DATA_DIR could not be marked as released.');
        });
      await new Promise<void>(done => {
        if (server === null) done();
        else server.close(() => done());
      });
    },
  };
};
