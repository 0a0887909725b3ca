import { link, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SettingError } from '../settings.ts';
import { until } from '../processes.ts';
import { type LockFile, lockName, lockNames, newestLock } from './files.ts';
import { isRunning, ownIdentity } from './identity.ts';

/** The owner changes its lock this often. */
export const BEAT_MS = 2_000;
/**
 * So many looks, one a beat, must find the lock of an owner out of sight unchanged before another program
 * takes the folder over.
 */
const SILENT_CHECKS = 6;
/**
 * A volume that answers slower than the owner beats hides its beats; after so many looks the start gives up.
 */
const MAX_CHECKS = 30;
/** An owner that is asked for its state answers within this time, unless its event loop is busy. */
const STATE_TIMEOUT_MS = 1_000;
/** A stopping owner has closed its stores, or given up, within this time. */
const STOP_TIMEOUT_MS = 20_000;
/** What a killed start left behind is removed when it is this old. */
const LITTER_MS = 3_600_000;

export const unwritable = (folder: string, error: unknown) =>
  new SettingError(`DATA_DIR ${folder} cannot be written to (${(error as Error).message}).`);

/** Another program owns the folder. */
export class FolderInUse extends SettingError {
  /** Whether it runs on this machine, so that its stores can be reached by their sockets. */
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

/** The state of an owner; `unsupervised`: the process that would start it again was killed. */
export type OwnerState = 'running' | 'stopping' | 'unsupervised';

/** Asks an owner on its socket. Null: it gave no answer. */
const askState = async (socket: string): Promise<string | null> => {
  const connection = connect(socket);
  connection.setTimeout(STATE_TIMEOUT_MS, () => connection.destroy());
  return text(connection).catch(() => null);
};

/** Asks a process to end. False: it belongs to another user. */
const terminate = (pid: number): boolean => {
  try {
    process.kill(pid, 'SIGTERM');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'; // it ended meanwhile
  }
};

/**
 * Waits for the end of an owner that is stopping. An unsupervised owner is stopped first, where the attempt
 * replaces it.
 *
 * @returns false: the owner goes on
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
      `Touchpath runs on ${folder} (process ${owner.pid}) without a supervisor: it is stopped, and this start takes its place.`,
    );
    if (!terminate(owner.pid)) return false;
  } else if (state === 'stopping') {
    log.warn(`Touchpath is stopping on ${folder} (process ${owner.pid}): this start waits for its end.`);
  } else return false;
  return until(async () => (await isRunning(owner, socket)) !== true, STOP_TIMEOUT_MS);
};

/** Waits whether an owner out of sight gives a sign of life. True: it did. */
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
    // Who cannot write cannot conclude anything from the silence of others.
    await prove();
    const now = await newestLock(folder);
    if (now?.generation !== seen.generation) return false;
    if (now.sign !== seen.sign) return true;
    silent = performance.now() - begun < BEAT_MS ? silent + 1 : 0;
  }
  if (silent < SILENT_CHECKS)
    throw new SettingError(
      `DATA_DIR ${folder} answers too slowly to tell whether another Touchpath runs on it.`,
    );
  return false;
};

/** A process that wants to own a folder. */
export interface Attempt {
  readonly folder: string;
  readonly token: string;
  /** The path of the lock that it has prepared. */
  readonly candidate: string;
  /** Shows that the folder takes writes; throws where it does not. */
  readonly prove: () => Promise<void>;
  readonly beatMs: number;
  readonly log: Logger;
  readonly replacesUnsupervised: boolean;
}

/**
 * Waits until the owner of a lock ended or gave no sign of life.
 *
 * @returns `changed`: another lock may be the newest one now; `free`: nobody owns the folder
 * @throws {FolderInUse} its owner goes on
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
      `DATA_DIR was in use by another container or machine (host ${owner?.host ?? 'unknown'}): waiting up to ${(SILENT_CHECKS * beatMs) / 1000} s for a sign of it.`,
    );
    if (await isBeating(seen, folder, prove, beatMs)) throw refusal(folder, seen);
  }
  return 'free';
};

/** Gives the candidate a number. @returns false: another program has it, or a higher one */
const linkCandidate = async ({ folder, candidate }: Attempt, generation: number): Promise<boolean> => {
  const path = join(folder, lockName(generation));
  try {
    await link(candidate, path); // all of it or nothing, and never over another
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(folder, error);
  }
  // Another program may have started and ended since the look, and left a higher number.
  const [newest] = await lockNames(folder);
  if (newest?.generation === generation) return true;
  await rm(path, { force: true });
  return false;
};

/** Gives the candidate the next number once nobody owns the folder; answers the number. */
export const acquire = async (attempt: Attempt): Promise<number> => {
  for (;;) {
    const seen = await newestLock(attempt.folder);
    // A network volume may report that the link failed though it was made.
    if (seen !== null && seen.owner?.token === attempt.token) return seen.generation;
    if (seen !== null && (await waitForRelease(seen, attempt)) === 'changed') continue;
    const generation = (seen?.generation ?? 0) + 1;
    if (await linkCandidate(attempt, generation)) return generation;
  }
};

/** Removes the locks of earlier owners, and what owners and starts that were killed left beside them. */
export const removeEarlier = async (folder: string, generation: number): Promise<void> => {
  for (const { name, generation: earlier } of await lockNames(folder))
    if (earlier < generation) await rm(join(folder, name), { force: true });
  for (const name of (await readdir(folder)).filter(one => /^lock\.[0-9a-f-]{36}(?:\.sock)?$/.test(one))) {
    // A younger one may belong to a start that waits.
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > LITTER_MS)
      await rm(join(folder, name), { force: true });
  }
};
