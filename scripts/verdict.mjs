// What of a run of vitest failed, in few lines: whoever keeps only the end of the output must find it there.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';

const MOST = 20;
const LINES = 8;

/** The beginning of what was said, indented, without its colours. @param from the end instead where that tells more */
export const shortOf = (said, from = 'start') => {
  const lines = stripVTControlCharacters(said).split('\n').filter(line => line.trim() !== '');
  return (from === 'start' ? lines.slice(0, LINES) : lines.slice(-LINES)).map(line => `    ${line.slice(0, 240)}`).join('\n');
};

/** @param file what vitest's JSON reporter wrote @returns a text for each test that failed; what failed otherwise, such as a file that could not be read, by its file */
export const failedIn = file => {
  let run;
  try {
    run = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    return [`vitest ended without a report (${cause.message}): see above.`];
  }
  const failed = run.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name);
    const tests = assertionResults.filter(test => test.status === 'failed').map(test => `${path} > ${test.fullName.trim()}\n${shortOf(test.failureMessages.join('\n'))}`);
    return tests.length > 0 || status !== 'failed' ? tests : [`${path}\n${shortOf(message ?? '')}`];
  });
  if (failed.length === 0) return ['No test failed, but vitest did: see above.'];
  return failed.length > MOST ? [...failed.slice(0, MOST), `and ${failed.length - MOST} more: see above.`] : failed;
};
