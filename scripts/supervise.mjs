// Supervises a Node program: restarts it after it was killed or ended because of an internal fault.
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
 * Runs a program until it ends by itself or is told to end. Forwards signals, and ends this process with the program's
 * exit code. The IPC channel shows the program by its close that the supervisor was killed.
 * @param {readonly string[]} args Node's arguments: options, file, arguments of the program
 * @param {number} [firstDelayMs] delay in ms before the second start in a row; it doubles with each further one
 */
export const supervise = async (args, firstDelayMs = FIRST_DELAY_MS) => {
  let isStopping = false;
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  for (const name of SIGNALS) {
    process.on(name, () => {
      isStopping = true;
      if (child === null) process.exit(0);
      child.kill(name);
    });
  }
  for (let ends = 0; ;) {
    const begun = performance.now();
    const started = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    child = started;
    const [code, signal] = await new Promise(done => {
      started.once('exit', (...end) => done(end));
      started.once('error', error => {
        process.stderr.write(`${error.message}\n`);
        done([1, null]);
      });
    });
    child = null;
    ends = performance.now() - begun > STEADY_RUN_MS ? 1 : ends + 1;
    const isFault = signal !== null || code === FAULT_EXIT_CODE;
    if (isStopping || !isFault || ends >= MAX_ENDS) process.exit(code ?? 1);
    const delay = ends === 1 ? 0 : firstDelayMs * 2 ** (ends - 2);
    process.stderr.write(
      `Touchpath exited (${signal ?? `code ${code}`}) and is restarted${delay === 0 ? '' : ` in ${delay / 1000} s`}.\n`,
    );
    await sleep(delay);
  }
};
