import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import en from '../../src/messages/en.json' with { type: 'json' };
import { axeFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { openDevPage, shown, type DevPage } from '../support/dev-page.ts';
import { isLong } from '../support/long.ts';
import { demoUrl, operator } from '../support/operator.ts';

/** The developer page /dev/machines and the access to it. */
const texts: Readonly<Record<string, string>> = en;
const browser = await launchBrowser();
let dev: DevPage;
beforeAll(async () => {
  dev = await openDevPage(browser);
});
afterAll(() => dev.close());

test('the machine inspector shows past states, runs a machine by hand and saves a recording without personal data', async () => {
  const { page, choose, happen } = dev;
  await choose('banner');
  await happen('a lasting notice');
  await happen('close it');
  await happen('a lasting notice');
  const log = page.locator('.dev-log button');
  await log.filter({ hasText: 'dismiss' }).first().click();
  await page.getByText('A past state is shown').waitFor();
  expect(await page.locator('.dev-box.here').getAttribute('data-state')).toBe('banner.empty');
  await page.getByRole('button', { name: 'Back to now' }).click();
  expect(await page.locator('.dev-box.here').getAttribute('data-state')).toBe('banner.showing.ticking');
  await happen('close it');

  await choose('editor');
  await page.getByRole('button', { name: 'Start a trial' }).click();
  expect((await happen('it is loaded')).places).toEqual(['editing']);
  expect((await happen('type a name')).places).toEqual(['editing']);
  expect((await happen('save')).places).toEqual(['saving']);
  await page.getByLabel('Contents').fill('{');
  await page.getByText('This is not JSON with a type').waitFor();
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);

  const options = await page.locator('.dev-bar select').first().locator('option').all();
  for (const option of isLong ? options : options.slice(0, 3)) {
    await choose((await option.getAttribute('value')) ?? '');
    await page.getByRole('button', { name: 'Start a trial' }).click();
    await page.locator('.dev-box.here').first().waitFor();
  }
  // The recording keeps a limited number of actors, the latest ones.
  await choose('editor');
  await page.getByRole('button', { name: 'Start a trial' }).click();
  await page.locator('.dev-box.here').first().waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a recording' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('touchpath-recording.json');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('"machine":"editor"');
  expect(text).not.toMatch(/山田|admin@demo|eyJ/);
  // Every screen offers the recording in the account menu.
  await page.locator('.avatar-button').click();
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: texts['app.recording']! }).click(),
  ]);
  expect(again.suggestedFilename()).toBe('touchpath-recording.json');
  expect(await axeFaults(page)).toEqual([]);
  expect(dev.troubles).toEqual([]);
});

test('the delivered console contains nothing of the optional Stately inspector', async () => {
  const files = (await readdir('dist/console/assets')).filter(file => file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(await readFile(`dist/console/assets/${file}`, 'utf8')).not.toMatch(/stately\.ai|partysocket/);
});

test('the machine inspector is missing for other roles than the administrator and while it is not turned on', async () => {
  const user = await operator(browser, { who: 'user', speaking: 'en' });
  await shown(user);
  await user.page.goto(`${demoUrl()}/dev/machines`);
  await user.page.getByText(texts['notFound.lead']!).waitFor();
  await user.close();
  const admin = await operator(browser, { speaking: 'en' });
  await admin.page.goto(`${demoUrl()}/dev/machines`);
  await admin.page.getByText(texts['notFound.lead']!).waitFor();
  await admin.close();
});
