// Supervises Node programs: restarts each after it was killed or ended because of an internal fault.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Exit code of a program that ended because of an internal fault (EX_SOFTWARE of sysexits.h). Other codes, such as that
 * of an invalid setting, would recur after a restart.
 */
const FAULT_EXIT_CODE = 70;
/** Run time in ms after which a program is restarted without a delay. */
const STEADY_RUN_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
/** Maximum number of ends in a row, none after a steady run, before the supervisor ends too. */
const MAX_ENDS = 6;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * A program to supervise.
 * @typedef {object} Supervised
 * @property {readonly string[]} args Node's arguments: options, file, arguments of the program
 * @property {Readonly<Record<string, string>>} [environment] in addition to that of this process
 */

/**
 * Starts a program again until it ends by itself or the supervisor stops. The IPC channel shows the program by its close
 * that the supervisor was killed.
 * @param {Supervised} program
 * @param {{ readonly stop: AbortSignal, readonly children: Set<import('node:child_process').ChildProcess> }} state
 * @param {number} firstDelayMs
 * @returns {Promise<number>} its exit code
 */
const superviseOne = async ({ args, environment }, { stop, children }, firstDelayMs) => {
  for (let ends = 0; !stop.aborted;) {
    const begun = performance.now();
    const child = spawn(process.execPath, args, {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...environment },
    });
    children.add(child);
    const [code, signal] = await new Promise(done => {
      child.once('exit', (...end) => done(end));
      child.once('error', error => {
        process.stderr.write(`${error.message}\n`);
        done([1, null]);
      });
    });
    children.delete(child);
    ends = performance.now() - begun > STEADY_RUN_MS ? 1 : ends + 1;
    const isFault = signal !== null || code === FAULT_EXIT_CODE;
    if (stop.aborted || !isFault || ends >= MAX_ENDS) return code ?? 1;
    const delay = ends === 1 ? 0 : firstDelayMs * 2 ** (ends - 2);
    process.stderr.write(
      `Touchpath exited (${signal ?? `code ${code}`}) and is restarted${delay === 0 ? '' : ` in ${delay / 1000} s`}.\n`,
    );
    await sleep(delay, undefined, { signal: stop }).catch(() => undefined);
  }
  return 0;
};

/**
 * Runs programs until one of them ends by itself, which stops the others, or this process is told to end. Forwards
 * signals, and ends this process with the exit code of the program that ended first.
 * @param {readonly Supervised[]} programs
 * @param {number} [firstDelayMs] delay in ms before the second start in a row; it doubles with each further one
 */
export const supervise = async (programs, firstDelayMs = FIRST_DELAY_MS) => {
  const stop = new AbortController();
  const children = new Set();
  const end = signal => {
    stop.abort();
    for (const child of children) child.kill(signal);
  };
  for (const name of SIGNALS) process.on(name, () => end(name));
  const codes = [];
  const runs = programs.map(async program => {
    codes.push(await superviseOne(program, { stop: stop.signal, children }, firstDelayMs));
    if (!stop.signal.aborted) end('SIGTERM');
  });
  await Promise.all(runs);
  process.exit(codes[0]);
};
