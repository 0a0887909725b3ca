// Keeps a Node program running: what was killed, or ended at a fault of its own, is started again.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The exit code of a program that ended at a fault of its own (EX_SOFTWARE of sysexits.h). Any other code,
 * such as that of a wrong setting, would come again.
 */
const FAULT_EXIT_CODE = 70;
/** After a run of this length a program is started again without a pause. */
const STEADY_RUN_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
/** After this many ends in a row, none of them after a steady run, the supervisor ends too. */
const MAX_ENDS = 6;

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a program until it ends by itself or is asked to end, passes signals on to it, and ends this process
 * with the program's exit code.
 *
 * The program has an IPC channel: it sees by its closing that the supervisor was killed.
 *
 * @param {readonly string[]} args the arguments of Node: options, file, arguments of the program
 * @param {number} [firstDelayMs] the pause before the second start in a row; it doubles with each further one
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
      `Touchpath ended (${signal ?? `code ${code}`}) and is started again${delay === 0 ? '' : ` in ${delay / 1000} s`}.\n`,
    );
    await sleep(delay);
  }
};
