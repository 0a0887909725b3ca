// A vitest reporter that prints a short summary of the failures at the end of the output.
import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';

const MAX_FAILURES = 20;
const LINES = 8;
const COLUMNS = 240;
const PLACES = 3;

/**
 * Line by which a failed property test can be repeated with its example. It must be complete, so it is not shortened;
 * it grows with each shrinking step.
 */
const REPLAY = /^\{ seed: -?\d+, path: /;

/**
 * First lines of an output, indented and without colours.
 * @param from 'end': the last lines instead
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
 * Locations of an error in the project's files. A test that timed out has the stack of another error, without a
 * message.
 */
const placesOf = stack =>
  (stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line) && !/node_modules|node:/.test(line))
    .slice(0, PLACES)
    .map(line => `    ${line.trim().replace(root, '').replace('file://', '')}`);

/** @param error error of a test, or any other error of vitest */
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
 * @param file output file of the reporter
 * @returns one text for each failed test and other failure
 */
export const failedIn = file => {
  let failed;
  try {
    failed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    return [`vitest exited without a result (${cause.message}): see above.`];
  }
  if (failed.length === 0) return ['No test failed, but vitest did: see above.'];
  return failed.length > MAX_FAILURES
    ? [...failed.slice(0, MAX_FAILURES), `and ${failed.length - MAX_FAILURES} more: see above.`]
    : failed;
};
