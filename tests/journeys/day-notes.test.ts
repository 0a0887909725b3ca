import { expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, operator, rest, settle, tokensOf, tokyoDay } from '../support/operator.ts';

/** Notes on days in the charts over time. The second product is used, as other journeys compare charts of the first. */
const browser = await launchBrowser();
const shown = (daysAgo: number): string => tokyoDay(daysAgo).replaceAll('-', '/');

test.each(either(390, 1440))(
  'a note is added, read, edited and deleted in the charts at %i px',
  async width => {
    const { page, troubles, close } = await operator(browser, { viewport: { width, height: 900 } });
    const dialog = page.getByRole('dialog');
    const badge = (text: string) => page.getByRole('button', { name: text });
    const write = async (text: string) => {
      await dialog.getByRole('textbox', { name: '内容' }).fill(text);
      await dialog.getByRole('button', { name: '保存' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const first = `テレビCM <b>${width}</b>`;
    await page.goto(`${demoUrl()}/dashboard?product_id=2&period=30`);
    await settle(page);
    // A phone draws the chart when it is near the window.
    await page.locator('.tp-chart').scrollIntoViewIfNeeded();

    // The form refuses a note without a text, and starts with today.
    await page.getByRole('button', { name: 'メモを追加' }).first().click();
    const day = dialog.getByRole('textbox', { name: '日付' });
    expect(await day.inputValue()).toBe(shown(0));
    await dialog.getByRole('button', { name: '保存' }).click();
    await dialog.getByText('必須項目です').waitFor();
    await day.fill(shown(12));
    await write(first);
    await badge(`メモ1件：${shown(12)} ${first}`).waitFor();

    // The values of the day are announced with its note.
    const chart = page.getByRole('img', { name: /CVの推移/ });
    await chart.focus();
    await page.keyboard.press('End');
    for (let at = 0; at < 12; at += 1) await page.keyboard.press('ArrowLeft');
    await page
      .getByRole('status')
      .filter({ hasText: `メモ：${first}` })
      .waitFor();
    await page.locator('.tp-chart').getByText(`メモ：${first}`).first().waitFor();

    // The chart by week shows the note at the week of its day.
    await page.goto(`${demoUrl()}/analyze/term?product_id=2&step=week`);
    await settle(page);
    const inWeek = badge(`${shown(12)} ${first}`);
    await inWeek.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await inWeek.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: `${shown(12)}のメモを編集` }).click();
    await dialog.getByRole('textbox', { name: '内容' }).waitFor();
    await write(`終了 ${width}`);
    await badge(`終了 ${width}`).click();
    await dialog.getByRole('button', { name: `${shown(12)}のメモを削除` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除' }).click();
    await badge(`終了 ${width}`).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '元に戻す' }).click();
    await badge(`終了 ${width}`).waitFor();
    expect(troubles).toEqual([]);
    await close();

    const { access } = await tokensOf('admin');
    const { results } = await rest<{ readonly results: readonly { readonly id: number }[] }>(
      'day_notes/?product_id=2',
      access,
    );
    await rest('day_notes/remove/', access, { ids: results.map(({ id }) => id) });
  },
);

test.runIf(isLong)('the band below the chart adds a note to the day under the pointer', async () => {
  const { page, troubles, close } = await operator(browser);
  await page.goto(`${demoUrl()}/dashboard?product_id=2&period=7`);
  await settle(page);
  const band = page.locator('.tp-note-adder');
  await band.scrollIntoViewIfNeeded();
  const box = (await band.boundingBox())!;
  await page.mouse.click(box.x + 42, box.y + box.height / 2);
  expect(await page.getByRole('dialog').getByRole('textbox', { name: '日付' }).inputValue()).toBe(shown(6));
  expect(troubles).toEqual([]);
  await close();
});
