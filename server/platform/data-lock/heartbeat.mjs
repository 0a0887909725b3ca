// @ts-check
// The heartbeat of a data folder's lock. It is a thread of its own, because a program whose event loop is
// busy is not dead;
// and plain JavaScript, because Node starts a thread with it in a few milliseconds.
import {
  closeSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * What the thread is started with: the lock's folder, its number, and its text before and after the count of
 * beats.
 */
const { folder, generation, token, head, tail, beatMs } =
  /** @type {{ folder: string, generation: number, token: string, head: string, tail: string, beatMs: number }} */ (
    workerData
  );
const file = join(folder, `lock.${generation}`);
/** How long the program may take to end itself once its lock is lost. */
const END_WITHIN_MS = 1_000;

let beats = 0;
/** @type {string | null} */
let failure = null;

/** @param {unknown} error */
const report = error => {
  const reason = error === null ? null : /** @type {Error} */ (error).message;
  if ((reason === null) !== (failure === null)) parentPort?.postMessage({ failure: reason }, []);
  failure = reason;
};

/** Whether the lock is there, is ours, and no newer one is. */
const isOwn = () => {
  const isNewer = readdirSync(folder).some(
    name => /^lock\.\d{1,15}$/.test(name) && Number(name.slice('lock.'.length)) > generation,
  );
  return !isNewer && readFileSync(file, 'utf8').includes(token);
};

const write = () => {
  beats += 1;
  const opened = openSync(file, 'r+');
  try {
    writeSync(opened, `${head}${String(beats).padStart(12, '0')}${tail}`, 0);
    fdatasyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

/**
 * A volume that takes no writes may still take a new time of the file, which others see as well.
 *
 * @param {unknown} error
 */
const touch = error => {
  report(error);
  const now = new Date();
  utimesSync(file, now, now);
};

const beat = () => {
  try {
    if (!isOwn()) return lose();
    try {
      write();
      report(null);
    } catch (error) {
      touch(error);
    }
  } catch (error) {
    // Only a missing lock is a lost one: a volume that answers with an error tells nothing of who owns it.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return lose();
    report(error);
  }
  setTimeout(beat, beatMs);
};

const lose = () => {
  parentPort?.postMessage({ lost: true }, []);
  // The program ends this thread when it has taken notice; one whose event loop is busy takes none.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_WITHIN_MS);
};

beat();
