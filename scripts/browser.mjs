// Sees to it that the journeys have a browser: where the machine has none, Debian's is installed. None is
// ever downloaded from elsewhere.
import { existsSync } from 'node:fs';
import { run } from './prepare.mjs';

const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const INSTALL = 'apt-get install -y chromium-headless-shell fonts-noto-cjk';

/** Costs two thirds of a whole browser, which is minutes of the journeys. */
const [SHELL] = BROWSERS;

const fail = message => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const named = process.env.CHROMIUM;
if (named !== undefined && !existsSync(named)) fail(`CHROMIUM names ${named}, which is not there.`);

// Where there is a whole one only, the one without a window is tried to be had beside it by root, which is
// what builds run as; what is there will do if it cannot.
const root = process.getuid?.() === 0;
const found = BROWSERS.some(existsSync);
const enough = named !== undefined || existsSync(SHELL) || (found && !root);
const may = existsSync('/usr/bin/apt-get') && (root || existsSync('/usr/bin/sudo'));
if (!enough && !may && !found)
  fail(`The tests need Chromium: install it (Debian: ${INSTALL}), or name one in CHROMIUM.`);
if (!enough && may) {
  process.stdout.write('Installing Chromium for the tests …\n');
  const apt = (...args) => {
    const [command, ...rest] = [
      ...(root ? [] : ['sudo', '-n']),
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      '-o',
      'Acquire::http::Timeout=20',
      '-o',
      'Acquire::Retries=1',
      ...args,
    ];
    return run(command, rest, { mayFail: true, quiet: true });
  };
  apt('update'); // lists that cannot be refreshed may still be good enough
  const shell =
    apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk') === 0;
  // Where the lists do not know it, the whole one does the same.
  if (!shell && !found) apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
  if (!BROWSERS.some(existsSync))
    fail(`Chromium could not be installed: do it yourself (${INSTALL}), or name one in CHROMIUM.`);
}
