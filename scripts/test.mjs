// npm test: sets up what is missing, then types, lint and all tests. Arguments go to vitest: npm test -- tests/server/stores.test.ts
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { buildGateway, install, run } from './prepare.mjs';
import { failedIn, shortOf } from './verdict.mjs';

const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const INSTALL = 'apt-get install -y chromium-headless-shell fonts-noto-cjk';

/** Costs two thirds of a whole browser, which is minutes of the journeys. */
const [SHELL] = BROWSERS;

/**
 * The journeys walk through a real browser; where the machine has none, Debian's is installed. None is ever downloaded from elsewhere. Where it has a whole
 * one only, the one without a window is tried to be had beside it by root, which is what builds run as; what is there will do if it cannot.
 */
const findBrowser = () => {
  const named = process.env.CHROMIUM;
  if (named !== undefined && !existsSync(named)) {
    process.stderr.write(`CHROMIUM names ${named}, which is not there.\n`);
    process.exit(1);
  }
  const root = process.getuid?.() === 0;
  const found = BROWSERS.some(existsSync);
  if (named !== undefined || existsSync(SHELL) || (found && !root)) return;
  const may = existsSync('/usr/bin/apt-get') && (root || existsSync('/usr/bin/sudo'));
  if (!may && found) return;
  if (!may) {
    process.stderr.write(`The tests need Chromium: install it (Debian: ${INSTALL}), or name one in CHROMIUM.\n`);
    process.exit(1);
  }
  process.stdout.write('Installing Chromium for the tests …\n');
  const apt = (...args) => {
    const [command, ...rest] = [...(root ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1', ...args];
    return run(command, rest, { mayFail: true, quiet: true });
  };
  apt('update'); // lists that cannot be refreshed may still be good enough
  const shell = apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk') === 0;
  // Where the lists do not know it, the whole one does the same.
  if (!shell && !found) apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
  if (BROWSERS.some(existsSync)) return;
  process.stderr.write(`Chromium could not be installed: do it yourself (${INSTALL}), or name one in CHROMIUM.\n`);
  process.exit(1);
};

install();
buildGateway();
findBrowser();

const runTests = () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchpath-verdict-'));
  const report = join(folder, 'tests.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)];
  const code = run(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { mayFail: true });
  const failed = code === 0 ? [] : failedIn(report);
  rmSync(folder, { recursive: true, force: true });
  return failed;
};

const unsound = await runChecks();
const failed = unsound.map(({ what, said }) => `${what}\n${shortOf(said, 'end')}`);
if (!unsound.some(({ needed }) => needed)) failed.push(...runTests());

if (failed.length > 0) process.stderr.write(`\nFailed:\n${failed.map(one => `- ${one}`).join('\n')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
