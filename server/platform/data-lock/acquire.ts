import { link, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SettingError } from '../settings.ts';
import { until } from '../processes.ts';
import { type LockFile, lockName, lockNames, newestLock } from './files.ts';
import { isRunning, nameOfUser, ownIdentity } from './identity.ts';

/** Interval of the owner's heartbeat in milliseconds. */
export const BEAT_MS = 2_000;
/**
 * Consecutive checks, one per heartbeat interval, that must find the lock of an invisible owner unchanged before
 * another program takes the folder over.
 */
const SILENT_CHECKS = 6;
/**
 * Maximum number of checks. On a volume slower than the heartbeat interval no conclusion is possible, and the start
 * fails.
 */
const MAX_CHECKS = 30;
/** Milliseconds within which an owner answers its state, unless its event loop is blocked. */
const STATE_TIMEOUT_MS = 1_000;
/** Milliseconds within which a stopping owner has closed its stores or given up. */
const STOP_TIMEOUT_MS = 20_000;
/** Age in milliseconds at which files of killed starts are removed. */
const LITTER_MS = 3_600_000;

const FULL_DISK: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export const unwritable = (folder: string, error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  return new SettingError(
    FULL_DISK.has(code)
      ? `The disk of DATA_DIR ${folder} is full (${message}): make room on it.`
      : `DATA_DIR ${folder} cannot be written to (${message}).`,
  );
};

/** Another program owns the folder. */
export class FolderInUse extends SettingError {
  /** Whether the owner runs on this machine, so that its stores can be reached by Unix sockets. */
  readonly isReachable: boolean;

  constructor(message: string, isReachable: boolean) {
    super(message);
    this.isReachable = isReachable;
  }
}

const refusal = (folder: string, { owner, path }: LockFile): FolderInUse => {
  const own = ownIdentity();
  const who = owner === null ? `${path} is not a lock of this version` : `process ${owner.pid}`;
  const where =
    owner === null || (owner.boot === own.boot && owner.pidNamespace === own.pidNamespace)
      ? ''
      : ` of another container or machine, host ${owner.host}`;
  return new FolderInUse(
    `Touchpath is already running on ${folder} (${who}${where}): stop it, or set another DATA_DIR.`,
    owner !== null && owner.boot === own.boot,
  );
};

/**
 * Refuses a folder whose owner runs on this machine. Commands join its stores, also where nothing can be written because
 * the disk is full.
 *
 * @throws {FolderInUse}
 */
export const refuseOwned = async (folder: string): Promise<void> => {
  const seen = await newestLock(folder);
  if (seen === null || seen.released || seen.owner === null) return;
  const { socket } = seen.owner;
  if ((await isRunning(seen.owner, socket === null ? null : join(folder, socket))) === true)
    throw refusal(folder, seen);
};

/** State of an owner; `unsupervised`: the supervisor, which would restart the program, was killed. */
export type OwnerState = 'running' | 'stopping' | 'unsupervised';

/** Requests the state of an owner on its socket; null: no answer. */
const askState = async (socket: string): Promise<string | null> => {
  const connection = connect(socket);
  connection.setTimeout(STATE_TIMEOUT_MS, () => connection.destroy());
  return text(connection).catch(() => null);
};

/** Sends SIGTERM to a process. @returns false: the process belongs to another user */
const terminate = (pid: number): boolean => {
  try {
    process.kill(pid, 'SIGTERM');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'; // ended meanwhile
  }
};

/**
 * Waits for the end of a stopping owner. An unsupervised owner is stopped first, if the attempt replaces it.
 *
 * @returns false: the owner continues to run
 */
const waitForOwnerToEnd = async (
  { owner }: LockFile,
  { folder, log, replacesUnsupervised }: Attempt,
): Promise<boolean> => {
  if (owner === null || owner.socket === null) return false;
  const socket = join(folder, owner.socket);
  const state = await askState(socket);
  const isVisible = owner.pidNamespace === ownIdentity().pidNamespace;
  if (state === 'unsupervised' && replacesUnsupervised && isVisible) {
    log.warn(
      `Touchpath runs on ${folder} (process ${owner.pid}) without a supervisor: this start stops that process and replaces it.`,
    );
    if (!terminate(owner.pid)) return false;
  } else if (state === 'stopping') {
    log.warn(
      `Touchpath is stopping on ${folder} (process ${owner.pid}): this start waits until it has stopped.`,
    );
  } else return false;
  return until(async () => (await isRunning(owner, socket)) !== true, STOP_TIMEOUT_MS);
};

/** Waits for a heartbeat of an invisible owner. @returns true: the lock has changed, so the owner is alive */
const isBeating = async (
  seen: LockFile,
  folder: string,
  prove: () => Promise<void>,
  beatMs: number,
): Promise<boolean> => {
  let silent = 0;
  for (let look = 0; look < MAX_CHECKS && silent < SILENT_CHECKS; look++) {
    await sleep(beatMs);
    const begun = performance.now();
    // A process that cannot write to the volume cannot conclude from missing heartbeats that the owner is dead.
    await prove();
    const now = await newestLock(folder);
    if (now?.generation !== seen.generation) return false;
    if (now.sign !== seen.sign) return true;
    silent = performance.now() - begun < BEAT_MS ? silent + 1 : 0;
  }
  if (silent < SILENT_CHECKS)
    throw new SettingError(
      `DATA_DIR ${folder} responds too slowly to determine whether another Touchpath runs on it.`,
    );
  return false;
};

/** An attempt of a process to own a folder. */
export interface Attempt {
  readonly folder: string;
  readonly token: string;
  /** Path of the lock file that the process has prepared. */
  readonly candidate: string;
  /** Checks that the folder is writable; throws if not. */
  readonly prove: () => Promise<void>;
  readonly beatMs: number;
  readonly log: Logger;
  readonly replacesUnsupervised: boolean;
}

/**
 * Waits until the owner of a lock has ended or shows no heartbeat.
 *
 * @returns `changed`: another lock may be the newest now; `free`: the folder has no owner
 * @throws {FolderInUse} the owner continues to run
 */
const waitForRelease = async (seen: LockFile, attempt: Attempt): Promise<'changed' | 'free'> => {
  const { folder, prove, beatMs, log } = attempt;
  const { owner, released } = seen;
  if (released) return 'free';
  const running =
    owner === null ? null : await isRunning(owner, owner.socket === null ? null : join(folder, owner.socket));
  if (running === true) {
    if (await waitForOwnerToEnd(seen, attempt)) return 'changed';
    throw refusal(folder, seen);
  }
  if (running === null) {
    log.warn(
      `DATA_DIR was in use by another container or machine (host ${owner?.host ?? 'unknown'}): waiting up to ${(SILENT_CHECKS * beatMs) / 1000} s for a sign that it still runs.`,
    );
    if (await isBeating(seen, folder, prove, beatMs)) throw refusal(folder, seen);
  }
  return 'free';
};

/**
 * Refuses a folder of another account to root, who may enter it: root would start a PostgreSQL as the user nobody, which
 * may get an empty database of its own, and leave files that the account cannot read. The account is that of the last
 * owner, or that of a folder without one. Volumes that give all files to one account are compared by the candidate.
 *
 * @throws {SettingError}
 */
const requireAccount = async ({ folder, candidate }: Attempt, seen: LockFile | null): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  const account = seen?.uid ?? (await stat(folder)).uid;
  if ((await stat(candidate)).uid === account) return;
  const user = nameOfUser(account);
  throw new SettingError(
    `DATA_DIR ${folder} belongs to the user ${user}: run this as ${user} (runuser -u ${user} -- env DATA_DIR=${folder} …), because root would leave files there that ${user} cannot read.`,
  );
};

/** Links the candidate under a generation. @returns false: the generation or a higher one is taken */
const linkCandidate = async ({ folder, candidate }: Attempt, generation: number): Promise<boolean> => {
  const path = join(folder, lockName(generation));
  try {
    await link(candidate, path); // atomic, and never overwrites a lock
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(folder, error);
  }
  // Another program may have started and ended since the check, and left a higher generation.
  const [newest] = await lockNames(folder);
  if (newest?.generation === generation) return true;
  await rm(path, { force: true });
  return false;
};

/** Acquires the next generation as soon as the folder has no owner. @returns the generation */
export const acquire = async (attempt: Attempt): Promise<number> => {
  for (;;) {
    const seen = await newestLock(attempt.folder);
    // A network volume may report a failure of a link that it made.
    if (seen !== null && seen.owner?.token === attempt.token) return seen.generation;
    if (seen !== null && (await waitForRelease(seen, attempt)) === 'changed') continue;
    await requireAccount(attempt, seen);
    const generation = (seen?.generation ?? 0) + 1;
    if (await linkCandidate(attempt, generation)) return generation;
  }
};

/** Removes the locks of earlier owners, and the files of killed owners and starts. */
export const removeEarlier = async (folder: string, generation: number): Promise<void> => {
  for (const { name, generation: earlier } of await lockNames(folder))
    if (earlier < generation) await rm(join(folder, name), { force: true });
  for (const name of (await readdir(folder)).filter(one => /^lock\.[0-9a-f-]{36}(?:\.sock)?$/.test(one))) {
    // A younger file may belong to a start that is waiting.
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > LITTER_MS)
      await rm(join(folder, name), { force: true });
  }
};
