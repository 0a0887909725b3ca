// What is found without running anything: types, lint, dead code, format.
import { availableParallelism } from 'node:os';
import { beside } from './beside.mjs';

/**
 * The compiler and the linter are written in Go. Each has a processor to itself here: of more threads each
 * would learn the same types anew, and memory
 * is swept late, as the process ends soon.
 */
const SINGLE_THREADED = { GOMAXPROCS: '1', GOGC: '400' };

const tool = (what, file, ...args) => [what, [`node_modules/${file}`, ...args]];

/** The longest first, so that none is waited for alone at the end. */
const CHECKS = [
  tool('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--quiet'),
  ...['tests', 'server', 'src', 'machines'].map(folder =>
    tool(`types of ${folder}`, 'typescript/bin/tsc', '-p', folder, '--checkers', '1'),
  ),
  tool('dead code', 'knip/bin/knip.js', '--no-progress'),
  tool('format: run npm run format', 'oxfmt/bin/oxfmt', '--check'),
];

/**
 * Runs all of them, as many at a time as there are processors, in the time that the tests leave over; answers
 * how each ended.
 */
export const runChecks = async () => {
  const waiting = [...CHECKS];
  const ended = [];
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        ended.push(await beside(...next, { patient: true, env: SINGLE_THREADED }));
    }),
  );
  return ended;
};
