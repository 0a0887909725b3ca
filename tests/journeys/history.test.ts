import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { openJourney } from '../support/journey-fixture.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, operator, rest, settle, tokensOf } from '../support/operator.ts';

/** The history of all settings, for administrators. */
const browser = await launchBrowser();

test.each(either(390, 1440))(
  'a change is found by its value, and its fields are read at %i px',
  async width => {
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
    const dialog = page.getByRole('dialog', { name: `広告タイプ #${type.id}：変更` });
    await dialog.locator('dl').waitFor();
    expect(await dialog.locator('del').allInnerTexts()).toEqual([title]);
    expect(await dialog.locator('ins').allInnerTexts()).toEqual([`${title}!`]);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
    await close();
  },
);

test('an entry opens by a click on its time, by Enter and from its address, with the words of the form', async () => {
  const journey = await openJourney();
  const name = `é ${randomUUID()}`;
  const form = { name, domain: 'history.example', url: 'https://history.example/' };
  const product = await journey.call<Record<'id', number> & Record<'updated_at', string>>('products/', form);
  const changed = { ...form, week_start: 1, excluded_ips: ['192.0.2.7'], updated_at: product.updated_at };
  await journey.call(`products/${product.id}/`, changed, 'PUT');
  const { page, troubles, close } = await journey.at('/config/history');
  const opened = async (action: string): Promise<readonly string[]> => {
    const dialog = page.getByRole('dialog', { name: `プロダクト #${product.id}：${action}` });
    await dialog.locator('dl').waitFor();
    return (await dialog.locator('dl > div').allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '));
  };
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  const creation = page
    .getByRole('row')
    .filter({ hasText: `プロダクト名：${name} · ドメイン：history.example` });
  await creation.getByRole('link').click();
  const filledIn = [`プロダクト名 ${name}`, 'ドメイン history.example', 'サイトURL https://history.example/'];
  expect(await opened('追加')).toEqual(filledIn);
  if (isLong) expect(await axeFaults(page)).toEqual([]);
  if (isLong) await page.reload();
  expect(await opened('追加')).toEqual(filledIn);
  await closeDialog();
  expect(new URL(page.url()).searchParams.has('modal')).toBe(false);

  const update = page
    .getByRole('row')
    .filter({ hasText: '除外IPアドレス：- → 192.0.2.7 · 週の始まり：日曜日 → 月曜日' });
  await update.getByRole('gridcell', { name: 'プロダクト', exact: true }).click();
  await page.keyboard.press('Enter');
  expect(await opened('変更')).toEqual(['除外IPアドレス - → 192.0.2.7', '週の始まり 日曜日 → 月曜日']);
  await closeDialog();
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
