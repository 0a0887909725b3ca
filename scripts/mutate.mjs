// npm run mutate -- [--sample SIZE [--seed SEED]] PATH [PATH …]: mutation tests of the sources under PATH (a folder, a
// file, or lines as in FILE:10-60). Prints the mutants that no test detects. Takes minutes per file; if no test has
// changed, unchanged code is not tested again. With --sample, SIZE mutants are drawn at random from all of PATH.
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PURE_TESTS, TESTS, UNMEASURED } from './mutation-tests.mjs';
import { buildGateway, digest, install, root, run } from './prepare.mjs';

const USAGE = `npm run mutate -- [--sample SIZE [--seed SEED]] PATH, with PATH in ${Object.keys(TESTS).join(', ')}.`;
const refuse = reason => {
  process.stderr.write(`${reason}${USAGE}\n`);
  process.exit(2);
};
const readArguments = () => {
  try {
    return parseArgs({
      options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
      allowPositionals: true,
    });
  } catch (error) {
    return refuse(`${error.message}\n`);
  }
};

const { values, positionals } = readArguments();
const { sample, seed } = values;
if (sample !== undefined && !/^[1-9]\d{0,4}$/.test(sample)) refuse('--sample takes a number of mutants.\n');
const paths = positionals.map(path => relative(root, resolve(path)));
const withoutLines = path => path.replace(/:\d+-\d+$/, '');
const scopeOf = path =>
  Object.keys(TESTS)
    .filter(scope => withoutLines(path) === scope || path.startsWith(`${scope}/`))
    .toSorted((a, b) => b.length - a.length)[0];
const unknown = paths.filter(
  path => !existsSync(join(root, withoutLines(path))) || scopeOf(path) === undefined,
);
if (unknown.length > 0) refuse(`No tests are assigned to: ${unknown.join(', ')}.\n`);
if (paths.length === 0) refuse('');

install();
buildGateway();
const mutate = paths.map(path =>
  statSync(join(root, withoutLines(path))).isDirectory() ? `${path}/**/*.ts` : path,
);
const tests = [...new Set(paths.flatMap(path => TESTS[scopeOf(path)]))];
const needsStores = paths.some(path => PURE_TESTS[scopeOf(path)] === undefined);
// For code that runs when a module is loaded, Stryker keeps "survived" when tests change: after a change of tests the
// whole run is repeated.
const record = createHash('sha256')
  .update(paths.join())
  .update(digest(['tests']))
  .digest('hex')
  .slice(0, 12);
process.exitCode = run(
  process.execPath,
  [
    'node_modules/@stryker-mutator/core/bin/stryker.js',
    'run',
    '--mutate',
    [...mutate, ...UNMEASURED.map(path => `!${path}`)].join(),
    '--incrementalFile',
    `.stryker/${record}.json`,
  ],
  {
    mayFail: true,
    env: {
      MUTATION_TESTS: tests.join('\n'),
      MUTATION_STORES: String(needsStores),
      ...(sample === undefined ? {} : { MUTATION_SAMPLE: sample, MUTATION_SEED: seed }),
    },
  },
);
