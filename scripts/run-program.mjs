// Runs Node programs concurrently, each in its own process.
import { spawn } from 'node:child_process';
import { root } from './prepare.mjs';

/**
 * Runs a program in the project's folder and reports its output at its end.
 * @param patient whether the process runs at the lowest priority
 * @returns its name, whether it succeeded, and its output
 */
export const runProgram = (what, args, { patient = false, env = {} } = {}) =>
  new Promise(done => {
    const begun = performance.now();
    const [command, ...all] = [...(patient ? ['nice', '-n', '19'] : []), process.execPath, ...args];
    const child = spawn(command, all, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        output += text;
      });
    const end = code => {
      process.stdout.write(
        `Done: ${what}${code === 0 ? '' : `, which FAILED with code ${code}`} (${((performance.now() - begun) / 1000).toFixed(0)} s)\n${output}`,
      );
      done({ what, ok: code === 0, output });
    };
    child.once('error', error => {
      output += error.message;
      child.removeAllListeners('close');
      end(127);
    });
    child.once('close', end);
  });
