// A reporter of vitest: what of its run failed, in few lines. Whoever keeps only the end of the output must
// find it there.
import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';

const MAX_FAILURES = 20;
const LINES = 8;
const COLUMNS = 240;
const PLACES = 3;

/**
 * By this line a property is tried again with the example that it failed with; it grows with each time that
 * the example was made smaller, and a part of it is worth nothing.
 */
const REPLAY = /^\{ seed: -?\d+, path: /;

/**
 * The beginning of what was said, indented, without its colours.
 *
 * @param from the end instead where that tells more
 */
export const shortOf = (text, from = 'start') => {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter(line => line.trim() !== '');
  return (from === 'start' ? lines.slice(0, LINES) : lines.slice(-LINES))
    .map(line => `    ${REPLAY.test(line) ? line : line.slice(0, COLUMNS)}`)
    .join('\n');
};

/**
 * Where of the project's own files an error was. A test that timed out has the stack of another error, and no
 * message in it.
 */
const placesOf = stack =>
  (stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line) && !/node_modules|node:/.test(line))
    .slice(0, PLACES)
    .map(line => `    ${line.trim().replace(root, '').replace('file://', '')}`);

/** @param error of a test, or what else vitest met */
const describeError = ({ message, diff, cause, stack }) =>
  [
    shortOf(message ?? ''),
    ...(diff ? [shortOf(diff)] : []),
    ...(cause ? [`    caused by\n${describeError(cause)}`] : placesOf(stack)),
  ].join('\n');

const failedOf = (modules, unhandled) => {
  const failed = modules.flatMap(module => {
    const texts = [...module.children.allTests('failed')].map(
      test =>
        `${module.relativeModuleId} > ${test.fullName}\n${test.result().errors.map(describeError).join('\n')}`,
    );
    const outside = [module, ...module.children.allSuites()]
      .flatMap(part => part.errors())
      .map(error => `${module.relativeModuleId}\n${describeError(error)}`);
    return [...texts, ...outside];
  });
  return [...failed, ...unhandled.map(error => `outside of all tests\n${describeError(error)}`)];
};

export default class Verdict {
  onTestRunEnd(modules, unhandled) {
    if (process.env.VERDICT) writeFileSync(process.env.VERDICT, JSON.stringify(failedOf(modules, unhandled)));
  }
}

/**
 * @param file what the reporter wrote
 * @returns a text for each test that failed, and for whatever else did
 */
export const failedIn = file => {
  let failed;
  try {
    failed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    return [`vitest ended without a verdict (${cause.message}): see above.`];
  }
  if (failed.length === 0) return ['No test failed, but vitest did: see above.'];
  return failed.length > MAX_FAILURES
    ? [...failed.slice(0, MAX_FAILURES), `and ${failed.length - MAX_FAILURES} more: see above.`]
    : failed;
};
