import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { demoUrl, operator, rest, settle, tokensOf } from '../support/operator.ts';

/** The history of all settings, for administrators. */
const browser = await launchBrowser();

test.each([1440, 390])('a change is found by its value, and its fields are read at %i px', async width => {
  const title = `é ${randomUUID()}`;
  const { access } = await tokensOf('admin');
  const type = await rest<Record<'id', number> & Record<'updated_at', string>>('ad_types/', access, {
    product_id: 2,
    sequence: 1,
    title,
  });
  const renamed = { product_id: 2, sequence: 1, title: `${title}!`, updated_at: type.updated_at };
  await rest(`ad_types/${type.id}/`, access, renamed, 'PUT');
  const { page, troubles, close } = await operator(browser, { viewport: { width, height: 900 } });
  await page.goto(`${demoUrl()}/config/history`);
  await settle(page);
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('searchbox').press('Enter');
  await page.getByText('全2件中 1-2').waitFor();
  // The newest first: the update, then the creation.
  const update = page.getByRole('row').filter({ hasText: `${title}!` });
  await update.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '詳細' }).click();
  const dialog = page.getByRole('dialog', { name: `広告タイプ #${type.id}: 変更` });
  expect(await dialog.locator('del').allInnerTexts()).toEqual([title]);
  expect(await dialog.locator('ins').allInnerTexts()).toEqual([`${title}!`]);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
  await close();
});

test('who is no administrator has neither the menu entry nor the rows', async () => {
  const { page, close } = await operator(browser, { who: 'user' });
  await page.goto(`${demoUrl()}/config/history`);
  await settle(page);
  expect(await page.getByRole('link', { name: '変更履歴' }).count()).toBe(0);
  expect(await page.getByRole('row').count()).toBe(0);
  await close();
});
