// Static checks: types and lint, unused code and format.
import { availableParallelism } from 'node:os';
import { runProgram } from './run-program.mjs';

/**
 * The linter is a Go program, which gets one processor: parallel type checkers would repeat each other's work. Garbage
 * collection is rare, because the process is short.
 */
const SINGLE_THREADED = { GOMAXPROCS: '1', GOGC: '400' };

const tool = (what, file, ...args) => [what, [`node_modules/${file}`, ...args]];

/** Longest first, so that no long check runs alone at the end. */
const CHECKS = [
  // With --type-check, the rules and the compiler's diagnostics share the types: half the time of both apart.
  tool('types and lint', 'oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', '--quiet'),
  tool('dead code', 'knip/bin/knip.js', '--no-progress'),
  tool('format: run npm run format', 'oxfmt/bin/oxfmt', '--check'),
];

/**
 * Runs all checks, as many concurrently as there are processors, at low priority beside the tests.
 * @returns their outcomes
 */
export const runChecks = async () => {
  const waiting = [...CHECKS];
  const ended = [];
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        ended.push(await runProgram(...next, { patient: true, env: SINGLE_THREADED }));
    }),
  );
  return ended;
};
