// Ensures that the journey tests have a browser: if the machine has none, Debian's package is installed. No other
// source is used.
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

/** The headless shell needs two thirds of the processor time of the full browser, which is minutes for the journeys. */
const [SHELL] = BROWSERS;

const fail = message => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const named = process.env.CHROMIUM;
if (named !== undefined && !existsSync(named)) fail(`CHROMIUM is ${named}, which does not exist.`);

// With the full browser only, the headless shell is installed if the user is root, as in builds; otherwise the full
// browser is sufficient.
const root = process.getuid?.() === 0;
const found = BROWSERS.some(existsSync);
const enough = named !== undefined || existsSync(SHELL) || (found && !root);
const may = existsSync('/usr/bin/apt-get') && (root || existsSync('/usr/bin/sudo'));
if (!enough && !may && !found)
  fail(`The tests require Chromium: install it (Debian: ${INSTALL}), or set CHROMIUM to its path.`);
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
  apt('update'); // stale package lists may be sufficient
  const shell =
    apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk') === 0;
  // If the package lists lack the headless shell, the full browser is installed.
  if (!shell && !found) apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk');
  if (!BROWSERS.some(existsSync))
    fail(`Chromium could not be installed: install it yourself (${INSTALL}), or set CHROMIUM to its path.`);
}
