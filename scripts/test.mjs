// npm test: sets up what is missing, then runs all tests, and at the same time checks types, lint, dead code and
// format. Arguments go to vitest: npm test -- tests/server/installation/stores.test.ts
// npm run test:long: with --long, the same with many times as many random examples; takes hours. Where Debian's
// PostgreSQL 15 is installed, the tests of the server run on it too, with the examples of npm test.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';
import { runChecks } from './checks.mjs';
import { install, root } from './prepare.mjs';
import { failedIn, shortOf } from './verdict.mjs';

/** Builds what the tests need and a clone lacks. */
const building = (what, ...names) =>
  runProgram(what, [
    '--input-type=module',
    '--eval',
    `import * as build from ${JSON.stringify(new URL('prepare.mjs', import.meta.url).href)}; for (const name of ${JSON.stringify(names)}) build[name]();`,
  ]);

const cliArguments = process.argv.slice(2);
const isLong = cliArguments.includes('--long');
/** The programs of Debian's PostgreSQL 15, which the long form tries beside the embedded one. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin';

/** An in-memory file system of Linux. */
const MEMORY = '/dev/shm';
const GiB = 2 ** 30;

/**
 * Folder for stores, pages and files of the tests: in memory if there is enough, because files cost the disk a seventh
 * of the time of the store tests. TMPDIR overrides it.
 */
const placeOf = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (process.env.TMPDIR === undefined && bavail * bsize >= 4 * GiB && process.availableMemory() >= 8 * GiB)
      return MEMORY;
  } catch {
    // Other systems lack the folder.
  }
  return tmpdir();
};

/** @param extra arguments of vitest, and settings of the tests */
const runTests = async (extra, settings) => {
  const folder = mkdtempSync(join(placeOf(), 'touchpath-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(folder, 0o755);
  const verdict = join(folder, 'failed.json');
  const args = [
    'run',
    '--reporter=default',
    '--reporter=./scripts/verdict.mjs',
    ...extra,
    ...cliArguments.filter(argument => argument !== '--long'),
  ];
  const code = await new Promise(done => {
    spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...settings, VERDICT: verdict, TMPDIR: folder },
    }).once('close', done);
  });
  const failed = code === 0 ? [] : failedIn(verdict);
  rmSync(folder, { recursive: true, force: true });
  return failed;
};

const runAll = async () => {
  const failed = await runTests([], isLong ? { TEST_LONG: '1' } : {});
  if (!isLong || process.env.TEST_POSTGRES || !existsSync(join(DEBIAN_POSTGRES, 'postgres'))) return failed;
  process.stdout.write('The tests of the server on PostgreSQL 15 …\n');
  return [
    ...failed,
    ...(await runTests(['--project=server', '--passWithNoTests'], { TEST_POSTGRES: DEBIAN_POSTGRES })),
  ];
};

// Both download, and neither waits for the other.
const browser = runProgram('a browser', ['scripts/browser.mjs']);
install();
process.stdout.write(
  'Building the dependencies of the tests; types, lint, dead code and format are checked in parallel …\n',
);
const checking = runChecks();
const needed = await Promise.all([
  browser,
  // The bundle of the server contains the gateway.
  building('the GraphQL gateway and the server', 'buildGateway', 'buildServer'),
  building('the console', 'buildConsole'),
]);
const tested = needed.every(({ ok }) => ok) ? await runAll() : [];
const unsound = [...needed, ...(await checking)].filter(({ ok }) => !ok);

const failed = [...unsound.map(({ what, output }) => `${what}\n${shortOf(output, 'end')}`), ...tested];
if (failed.length > 0) process.stderr.write(`\nFailed:\n${failed.map(one => `- ${one}`).join('\n')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
