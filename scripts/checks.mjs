// What is found without running anything: types, lint, dead code. Beside them the console is built, which the tests need.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './prepare.mjs';

const tool = (what, file, ...args) => ({ what, args: [`node_modules/${file}`, ...args] });

/** The longest first, so that none is waited for alone at the end. */
const CHECKS = [
  tool('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '--quiet'),
  ...['tests', 'server', 'src', 'machines'].map(folder => tool(`types of ${folder}`, 'typescript/bin/tsc', '-p', folder)),
  tool('dead code', 'knip/bin/knip.js', '--no-progress'),
  { what: 'the build of the console', args: ['--input-type=module', '--eval', `import { buildConsole } from ${JSON.stringify(new URL('prepare.mjs', import.meta.url).href)}; buildConsole();`], needed: true },
];

const check = ({ what, args, needed = false }) => new Promise(done => {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => { said += text; });
  const end = code => {
    process.stdout.write(`Checked ${what}${code === 0 ? '' : `, which FAILED with code ${code}`} (${((performance.now() - begun) / 1000).toFixed(0)} s)\n${said}`);
    done(code === 0 ? [] : [{ what, said, needed }]);
  };
  child.once('error', error => {
    said += error.message;
    end(127);
  });
  child.once('close', end);
});

/** Runs all of them, as many at a time as there are processors; answers which failed, what they said, and whether the tests need it. */
export const runChecks = async () => {
  process.stdout.write('Checking types, lint and dead code, and building the console …\n');
  const waiting = [...CHECKS];
  const failed = [];
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) failed.push(...await check(next));
  }));
  return failed;
};
