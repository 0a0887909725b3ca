// Prerequisites of the program and its tests. Plain Node, because nothing is installed yet when this module is loaded.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBuildLock } from './build-lock.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const fail = message => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const stdioOf = (quiet, shownAt) =>
  quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', shownAt === 'stderr' ? 2 : 'inherit', 'inherit'];

/** Runs a program in the project's folder with visible output. Exits with its code when it fails, unless `mayFail`. */
export const run = (
  command,
  args,
  { mayFail = false, env = {}, quiet = false, stdout: shownAt = 'stdout' } = {},
) => {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: stdioOf(quiet, shownAt),
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  const code = error ? 127 : (status ?? 1);
  if (code === 0) return code;
  if (quiet) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  if (!mayFail) {
    const reason = error ? `: ${error.message}` : ` with code ${code}`;
    fail(`${[command, ...args].join(' ')} failed${reason}.`);
  }
  return code;
};

/** Runs a JavaScript program of an installed package, with TypeScript support. */
export const runTool = (file, args, options) =>
  run(process.execPath, ['--import', 'tsx', join('node_modules', file), ...args], options);

export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Touchpath needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
};

const packagesOf = file => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/**
 * Whether installed packages match the lockfile. Optional ones may be absent, and those for development where they are
 * not needed.
 */
export const matchesLock = (locked, installed, needsDevelopment) =>
  Object.entries(locked).every(
    ([path, { version, optional, dev, devOptional, peer }]) =>
      path === '' ||
      installed[path]?.version === version ||
      (installed[path] === undefined && (optional || devOptional || peer || (dev && !needsDevelopment))),
  );

/**
 * Whether this is a built installation for production, such as an image, from which `npm prune` may have removed the
 * packages for development. An outdated build does not count, because it is built again, with these packages.
 */
const isBuilt = () =>
  process.env.NODE_ENV === 'production' && [GATEWAY, CONSOLE, SERVER].every(one => isCurrent(one));

/** Whether all packages are installed: npm records what it installed at its end. */
const isInstalled = () => {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(packagesOf);
  return matchesLock(locked, installed, true) || (matchesLock(locked, installed, false) && isBuilt());
};

/** A service may run as an account that must not change the program's folder. @param {string} what has to be done */
const requireWritable = what => {
  try {
    accessSync(root, constants.W_OK);
  } catch (error) {
    fail(`${what}, and ${root} cannot be written to (${error.code}): run npm run build as its owner.`);
  }
};

/** Does work that another command may be doing, or has done meanwhile. */
const workUnlessDone = (isDone, work) =>
  withBuildLock(join(root, 'dist/.build-lock'), () => {
    if (!isDone()) work();
  });

const installPackages = () => {
  process.stderr.write('Installing the dependencies (about a minute; 1.1 GB) …\n');
  // With NODE_ENV=production npm would leave out what builds the console.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // Programs read the output of some scripts, so messages of the installation go to stderr.
  const options = { stdout: 'stderr' };
  if (process.env.npm_execpath) run(process.execPath, [process.env.npm_execpath, ...args], options);
  else run('npm', args, options);
};

/** Installs the dependencies of the lockfile if they are missing or differ. */
export const install = () => {
  checkNode();
  if (isInstalled()) return;
  requireWritable('The dependencies have to be installed');
  workUnlessDone(isInstalled, installPackages);
};

function* filesIn(path, folder) {
  const full = join(folder, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) yield path;
  else for (const name of readdirSync(full).sort()) yield* filesIn(join(path, name), folder);
}

/** Hash of the content of files and folders. */
export const digest = (inputs, folder = root) => {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(path => [...filesIn(path, folder)]))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0');
  return hash.digest('hex');
};

/** Whether a build exists and was made from the present content of its inputs. */
export const isCurrent = ({ inputs, output, stamp }, folder = root) =>
  existsSync(join(folder, output)) &&
  existsSync(join(folder, stamp)) &&
  readFileSync(join(folder, stamp), 'utf8') === digest(inputs, folder);

const makeBuild = ({ what, inputs, output, stamp, make }) => {
  // The inputs as they were read: what changes during a build is built by the next one.
  const before = digest(inputs);
  process.stderr.write(`Building ${what} …\n`);
  // A build that is interrupted leaves half an output, which the stamp of an earlier one must not call current.
  rmSync(join(root, stamp), { force: true });
  make();
  if (!existsSync(join(root, output))) fail(`Building ${what} did not create ${output}.`);
  mkdirSync(dirname(join(root, stamp)), { recursive: true });
  writeFileSync(join(root, stamp), before);
};

/** Runs a build if the content of its inputs has changed since the last one. */
const build = one => {
  if (isCurrent(one)) return;
  requireWritable(`${one.what[0].toUpperCase()}${one.what.slice(1)} has to be built`);
  workUnlessDone(
    () => isCurrent(one),
    () => makeBuild(one),
  );
};

const GATEWAY = {
  what: 'the GraphQL gateway',
  inputs: [
    '.meshrc.yaml',
    'mesh/openapi.json',
    'mesh/contract.ts',
    'server/http/openapi.ts',
    'package-lock.json',
  ],
  output: '.mesh/index.js',
  stamp: '.mesh/.inputs',
  make: () => runTool('@graphql-mesh/cli/esm/bin.js', ['build', '--fileType=js'], { quiet: true }),
};
const CONSOLE = {
  what: 'the console',
  inputs: [
    'index.html',
    'vite.config.ts',
    'scripts/chunk-graph.ts',
    'scripts/chunks.ts',
    'scripts/early-pages.ts',
    'scripts/parse-guide.ts',
    'docs/help',
    'public',
    'src',
    'machines',
    'graphql',
    'package-lock.json',
  ],
  output: 'dist/console/index.html',
  stamp: 'dist/.console-inputs',
  make: () =>
    run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'], {
      env: { NODE_ENV: 'production' },
    }),
};
const SERVER = {
  what: 'the server',
  inputs: ['server', 'mesh', 'scripts/bundle.mjs', ...GATEWAY.inputs],
  output: 'dist/server/main.mjs',
  stamp: 'dist/.server-inputs',
  make: () =>
    run(process.execPath, [
      'scripts/bundle.mjs',
      'dist/server',
      'server/main.ts',
      'server/store/clickhouse/engine/engine.ts',
    ]),
};

export const buildGateway = () => build(GATEWAY);

export const buildConsole = () => build(CONSOLE);

export const buildServer = () => build(SERVER);
