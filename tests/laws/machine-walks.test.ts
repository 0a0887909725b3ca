import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { models } from '../../machines/charts/models/index.ts';
import { walkAll } from '../support/walks.ts';

/**
 * The machines whose generated paths are walked on a screen. The selected product is a part of the console
 * machine.
 */
const WALKED = [
  'appearance',
  'session',
  'startup',
  'list',
  'editor',
  'confirm',
  'banner',
  'console',
  'cvApproval',
  'download',
  'ownSessions',
  'secondFactor',
];
const FOLDER = 'tests/journeys';

test('every machine that controls a screen has its paths walked on that screen', () => {
  const text = readdirSync(FOLDER)
    .filter(file => /^walk-.*\.test\.ts$/.test(file))
    .map(file => readFileSync(`${FOLDER}/${file}`, 'utf8'))
    .join('\n');
  const walked = models
    .map(({ machine }) => machine.id)
    .filter(id => new RegExp(`(?:walkAll\\(|\\[)'${id}'`).test(text));
  expect(walked.toSorted()).toEqual(WALKED.toSorted());
});

test('a walk without a path to every transition fails and names the missing one', async () => {
  const nothing = () => Promise.resolve();
  const walk = walkAll('confirm', {
    begin: nothing,
    missing: () => Promise.resolve([]),
    act: { confirm: nothing, cancel: nothing, 'it is done': nothing },
  });
  await expect(walk).rejects.toThrow('confirm: transitions that no path takes');
});
