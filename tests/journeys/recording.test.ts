import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Recording } from '../../machines/charts/record.ts';
import en from '../../src/messages/en.json' with { type: 'json' };
import { axeFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { builtFile } from '../support/built.ts';
import { COMPANY, demoUrl, emailOf, storedText, operator, PASSWORD, returning } from '../support/operator.ts';

/**
 * The recording for a bug report, saved from the account menu and from the page of an error. It starts with
 * the page, contains no personal data and can be replayed.
 */
const browser = await launchBrowser();
const saved = async (
  page: Page,
  save: () => Promise<unknown>,
): Promise<{ readonly path: string; readonly text: string; readonly actors: Recording['actors'] }> => {
  const [file] = await Promise.all([page.waitForEvent('download'), save()]);
  const path = await file.path();
  const text = await readFile(path, 'utf8');
  return { path, text, actors: (JSON.parse(text) as Recording).actors };
};
const eventsOf = (actors: Recording['actors'], machine: string) =>
  actors
    .find(actor => actor.machine === machine)!
    .steps.map(({ event }) => (event as { readonly type: string }).type);

test('a recording starts with the page, contains the sign-in without personal data, and can be replayed', async () => {
  const { page, close } = await returning(browser, { ic_locale: storedText('en') }, { fresh: true });
  await page.goto(`${demoUrl()}/ad/category-setting?list=types&product_id=1`);
  await page.locator('[name=company]').fill(COMPANY);
  await page.locator('[name=email]').fill(emailOf('admin'));
  await page.locator('[name=password]').fill(PASSWORD);
  await page.locator('form [type=submit]').click();
  await page.getByRole('row').nth(2).waitFor();
  const name = (await page.locator('.avatar-button').getAttribute('aria-label')) ?? '';
  // Makes the next screen fail while it renders.
  await page.evaluate(() => {
    globalThis.ResizeObserver = (() => {
      throw new TypeError('é 山田 yamada');
    }) as never;
  });
  await page.getByRole('link', { name: en['dashboard.title'], exact: true }).first().click();
  await page.getByRole('heading', { name: en['crash.title'] }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const { path, text, actors } = await saved(page, () =>
    page.getByRole('button', { name: en['app.recording'], exact: true }).click(),
  );
  expect(eventsOf(actors, 'session')).toEqual([
    'xstate.done.actor.0.session.restoring',
    'signIn',
    'xstate.done.actor.0.session.signingIn',
  ]);
  expect(actors.map(({ machine }) => machine)).toEqual(
    expect.arrayContaining(['console', 'startup', 'list', 'uncaughtError', 'banner']),
  );
  for (const secret of [PASSWORD, emailOf('admin'), 'yamada', '山田', 'eyJ', name])
    if (secret !== '') expect(text).not.toContain(secret);
  expect(
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/replay-ui.ts', path], { encoding: 'utf8' }),
  ).toContain('Every step leads to the recorded state.');
  await close();
});

test('a recording can be saved when the frame itself could not be rendered', async () => {
  const { page, close } = await operator(browser, { speaking: 'en', fresh: true });
  await page.route(
    url => url.pathname === builtFile('src/layout/shell.tsx'),
    route => route.fulfill({ contentType: 'text/javascript', body: 'throw new TypeError("é")' }),
  );
  await page.goto(`${demoUrl()}/dashboard`);
  await page.getByRole('heading', { name: en['crash.title'] }).waitFor();
  const { actors } = await saved(page, () =>
    page.getByRole('button', { name: en['app.recording'], exact: true }).click(),
  );
  expect(eventsOf(actors, 'session')).toEqual([
    'xstate.done.actor.0.session.restoring',
    'xstate.done.actor.0.session.refreshing',
  ]);
  await close();
});
