import { describe, expect, test } from 'vitest';
import { axeFaults, FEWER_LOOKS, axeFaultsIn } from '../support/axe.ts';
import { launchBrowser, resize } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, operator, restyle, settle } from '../support/operator.ts';

/** The bell of the header and its panel. */
const browser = await launchBrowser();

describe('the bell', () => {
  test.each(either(390, 1440))(
    'opens the notifications by keyboard at %i px, leads to a pending task, and is found again by Escape',
    async width => {
      const { page, troubles, close } = await operator(browser, { theme: 'dark' });
      await resize(page, { width, height: 844 });
      await page.goto(`${demoUrl()}/dashboard?product_id=1`);
      await settle(page);
      const bell = page.getByRole('button', { name: /^通知、対応待ち[\d,]+件$/ });
      const panel = page.getByRole('dialog', { name: '通知' });
      await bell.focus();
      await page.keyboard.press('Enter');
      await panel.getByRole('link', { name: '承認待ちの成果' }).waitFor();
      await panel.getByText('通知はまだありません。').waitFor();
      const [box, seen] = await Promise.all([
        panel.boundingBox(),
        page.evaluate(() => document.documentElement.clientWidth),
      ]);
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(seen);
      expect(await panel.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0);
      expect(await axeFaultsIn(page, '[popover]')).toEqual([]);
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      expect(await bell.evaluate(button => button === document.activeElement)).toBe(true);
      // A second press of the pointer closes the panel instead of opening it again.
      await bell.click();
      await panel.waitFor();
      await bell.click();
      await panel.waitFor({ state: 'detached' });
      await bell.focus();
      await page.keyboard.press('Enter');
      await panel.getByRole('link', { name: '承認待ちの成果' }).waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/log/cv-approve*');
      await panel.waitFor({ state: 'detached' });
      expect(troubles).toEqual([]);
      await close();
    },
  );

  test('states the pending tasks to a user who begins on another screen', async () => {
    const { page, troubles, close } = await operator(browser, {});
    await page.goto(`${demoUrl()}/log/reference?product_id=1`);
    await settle(page);
    const bell = page.locator('.notification-bell');
    await expect.poll(() => bell.getAttribute('aria-label')).toMatch(/^通知、対応待ち[\d,]+件$/);
    const label = await bell.getAttribute('aria-label');
    // The panel counts the same tasks.
    await bell.click();
    const tasks = page.locator('.tp-pending-task[data-due="true"] strong');
    await tasks.first().waitFor();
    const counts = (await tasks.allTextContents()).filter(text => /^[\d,]+$/.test(text));
    const sum = counts.reduce((total, text) => total + Number(text.replaceAll(',', '')), 0);
    expect(label).toBe(`通知、対応待ち${sum.toLocaleString('ja-JP')}件`);
    expect(troubles).toEqual([]);
    await close();
  });

  test.runIf(isLong)('has no axe faults with its panel open', async () => {
    const [first] = FEWER_LOOKS;
    const { page, troubles, close } = await operator(browser, first);
    await page.goto(`${demoUrl()}/dashboard?product_id=1`);
    for (const look of FEWER_LOOKS) {
      if (look !== first) await restyle(page, look);
      await settle(page);
      await page.locator('.notification-bell').click();
      await page.getByRole('dialog').getByRole('link').first().waitFor();
      expect(await axeFaults(page), look.theme).toEqual([]);
      await page.keyboard.press('Escape');
    }
    expect(troubles).toEqual([]);
    await close();
  });
});
