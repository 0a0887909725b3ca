// The lock under which packages are installed and builds are made: two at once overwrite each other's files. Plain
// Node, because nothing is installed yet when this module is loaded.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const LOOK_EVERY_MS = 200;

const sleep = ms => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const codeOf = (work, codes) => {
  try {
    work();
    return null;
  } catch (error) {
    if (!codes.includes(error.code)) throw error;
    return error.code;
  }
};

/** The process that has the lock; null: none. */
const ownerOf = file => {
  let text = '';
  return codeOf(() => (text = readFileSync(file, 'utf8')), ['ENOENT']) === null ? Number(text) : null;
};

/** Whether a process runs. That of another account may not be signalled. */
const isAlive = pid => codeOf(() => process.kill(pid, 0), ['ESRCH', 'EPERM']) !== 'ESRCH';

/** Removes the lock of a process that was killed. One that another process has taken since is put back. */
const removeLeft = (file, owner) => {
  const own = `${file}.${process.pid}`;
  if (codeOf(() => renameSync(file, own), ['ENOENT']) !== null) return;
  if (ownerOf(own) !== owner) codeOf(() => linkSync(own, file), ['EEXIST']);
  rmSync(own);
};

/** Creates the lock with its content at once. @returns whether this process has it now */
const tryLock = file => {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    return codeOf(() => linkSync(own, file), ['EEXIST']) === null;
  } finally {
    rmSync(own);
  }
};

/**
 * Runs work while no other process that asks for the same lock does. One that works is waited for.
 *
 * @param {string} file
 * @param {() => void} work it may end the process
 */
export const withBuildLock = (file, work) => {
  mkdirSync(dirname(file), { recursive: true });
  for (let isNoted = false; !tryLock(file);) {
    const owner = ownerOf(file);
    if (owner === null) continue;
    if (!isAlive(owner)) {
      removeLeft(file, owner);
      continue;
    }
    // Another program may have the number of a process that was killed.
    if (!isNoted)
      process.stderr.write(
        `Waiting for the build of another command (process ${owner}; if it is none, remove ${file}) …\n`,
      );
    isNoted = true;
    sleep(LOOK_EVERY_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    work();
  } finally {
    process.off('exit', release);
    release();
  }
};
