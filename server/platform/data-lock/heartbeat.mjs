// @ts-check
// Heartbeat of a data folder's lock. A separate thread, because a blocked event loop must not make the owner appear
// dead; in JavaScript, which Node.js starts in a few milliseconds.
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

/** Data of the thread: the lock's folder and generation, and its text before and after the heartbeat counter. */
const { folder, generation, token, head, tail, beatMs } =
  /** @type {{ folder: string, generation: number, token: string, head: string, tail: string, beatMs: number }} */ (
    workerData
  );
const file = join(folder, `lock.${generation}`);
/** Milliseconds after which a program that has lost its lock is killed. */
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

/** Whether the lock exists, is this program's, and is the newest. */
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
 * Updates the time of the lock file, which works on some volumes that refuse writes, and which others see as well.
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
    // Only a missing lock is lost; an error of the volume says nothing about the owner.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return lose();
    report(error);
  }
  setTimeout(beat, beatMs);
};

const lose = () => {
  parentPort?.postMessage({ lost: true }, []);
  // The program normally ends this thread; a program whose event loop is blocked cannot, and is killed.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_WITHIN_MS);
};

beat();
