import { describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { addFilter } from '../support/filter-bar.ts';
import { isLong } from '../support/long.ts';
import { choose, demoUrl, operator, rest, settle, tokensOf, tokyoDay } from '../support/operator.ts';
import { sharedVisit } from '../support/shared-visit.ts';
import { tokyoTime } from '../support/tokyo-time.ts';

/** The reference log: the server's rows, newest first, loaded page by page while scrolling. */
const browser = await launchBrowser();
/** Opens a screen in the page of the file. */
const open = sharedVisit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });

interface Contact {
  readonly interaction_id: string;
  readonly reference_time: string;
  readonly ad_name: string;
  readonly ip_address: string;
  readonly device: string;
}
interface Contacts {
  readonly results: readonly Contact[];
  readonly total: number;
}
const contacts = async (query: string): Promise<Contacts> =>
  rest(
    `logs/interactions/?product_id=1&from=${tokyoDay(6)}&to=${tokyoDay()}&${query}`,
    (await tokensOf('admin')).access,
  );

describe('the reference log', () => {
  test("shows the server's rows, with times of Tokyo in a browser of Los Angeles", async () => {
    const { page, troubles } = await open('/log/reference?product_id=1');
    await page.getByRole('row').nth(2).waitFor();
    const { results, total } = await contacts('limit=3');
    for (const [index, contact] of results.entries()) {
      const row = page.getByRole('row').nth(index + 1);
      expect(await row.locator('[data-column="reference_time"]').innerText()).toBe(
        tokyoTime(contact.reference_time),
      );
      expect(await row.locator('[data-column="interaction_id"]').innerText()).toBe(contact.interaction_id);
      expect(await row.locator('[data-column="ad_name"]').innerText()).toBe(contact.ad_name);
    }
    await page.getByText(`全${new Intl.NumberFormat('en').format(total)}件`).waitFor();
    expect(troubles).toEqual([]);
  });

  // In the long form only: the access log in logs.test.ts takes the same way.
  test.runIf(isLong)(
    'loads further pages while scrolling, in the order of the server, without repetition or gap',
    async () => {
      const { page, troubles, close } = await operator(browser);
      await page.goto(`${demoUrl()}/log/reference?product_id=1`);
      const grid = page.getByRole('grid');
      await grid.getByRole('row').nth(2).waitFor();
      const seen = new Map<number, string>();
      const deadline = Date.now() + 180_000;
      while (seen.size < 450 && Date.now() < deadline) {
        const drawn = await grid.evaluate(element => {
          const rows = [...element.querySelectorAll('[role="row"]')].map(
            row =>
              [
                Number(row.getAttribute('aria-rowindex')),
                row.querySelector('[role="gridcell"][data-column="interaction_id"]')?.textContent ?? '',
              ] as const,
          );
          element.scrollTop += element.clientHeight - 120;
          return rows;
        });
        for (const [at, id] of drawn) {
          if (id === '') continue;
          expect(seen.get(at) ?? id, `id in row ${at}`).toBe(id);
          seen.set(at, id);
        }
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      const ids = [...seen].sort(([a], [b]) => a - b).map(([, id]) => id);
      expect(ids.length).toBeGreaterThanOrEqual(450);
      expect(new Set(ids).size).toBe(ids.length);
      const { results } = await contacts('limit=400');
      expect(ids.slice(0, results.length)).toEqual(results.map(contact => contact.interaction_id));
      expect(troubles).toEqual([]);
      await close();
    },
  );

  // In the long form only: logs.test.ts reloads the access log, and the columns are those of every list.
  test.runIf(isLong)(
    'keeps filters and columns over a reload, and carries the filters in its address',
    async () => {
      const { page, troubles, close } = await operator(browser);
      await page.goto(`${demoUrl()}/log/reference?product_id=1`);
      await page.getByRole('row').nth(2).waitFor();
      await addFilter(page, 'デバイス', null, dialog => choose(dialog, '値', 'スマートフォン'));
      await page.waitForURL(url => url.searchParams.get('f') === 'device=mobile');
      await page.getByRole('checkbox', { name: 'ボット・重複・除外IPも表示' }).check();
      await page.waitForURL('**show=all*');
      await settle(page);
      await page.getByRole('button', { name: '表示項目' }).click();
      await page.getByRole('checkbox', { name: 'デバイス', exact: true }).uncheck();
      await page.getByRole('checkbox', { name: 'ユーザーエージェント', exact: true }).check();
      await page.keyboard.press('Escape');
      const columns = await page.getByRole('grid').getAttribute('aria-colcount');
      await page.reload();
      await page.getByRole('row').nth(2).waitFor();
      await settle(page);
      expect(await page.getByRole('grid').getAttribute('aria-colcount')).toBe(columns);
      expect(await page.getByRole('columnheader', { name: /^デバイス/ }).count()).toBe(0);
      const { results, total } = await contacts('limit=2&device=mobile&show=all');
      expect(await page.getByRole('row').nth(1).locator('[data-column="interaction_id"]').innerText()).toBe(
        results[0]?.interaction_id,
      );
      await page.getByText(`全${new Intl.NumberFormat('en').format(total)}件`).waitFor();
      await page.getByRole('button', { name: '表示項目' }).click();
      expect(
        await page.getByRole('checkbox', { name: 'ユーザーエージェント', exact: true }).isChecked(),
      ).toBe(true);
      expect(await page.getByRole('checkbox', { name: 'デバイス', exact: true }).isChecked()).toBe(false);
      await page.getByRole('button', { name: '初期設定に戻す' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: /^デバイス/ }).waitFor({ state: 'attached' });
      expect(troubles).toEqual([]);
      await close();
    },
  );

  test('copies an id with all its digits on a double click and confirms it', async () => {
    const { page, troubles } = await open('/log/reference?product_id=1');
    const cell = page.getByRole('row').nth(2).locator('[data-column="interaction_id"]');
    await cell.dblclick();
    await page.getByText('クリップボードにコピーしました').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await cell.innerText());
    expect(await cell.innerText()).toMatch(/^\d{18,20}$/);
    // Past notices are listed behind the bell, which counts only missed warnings and errors.
    await page.locator('.banner').click();
    await page.locator('.banner').waitFor({ state: 'detached' });
    // Its name ends with the number of pending tasks, which the panel counts.
    const bell = page.getByRole('button', { name: /^通知/ });
    await bell.click();
    await page.getByRole('dialog', { name: '通知' }).getByText('クリップボードにコピーしました').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await bell.evaluate(button => button === document.activeElement)).toBe(true);
    expect(troubles).toEqual([]);
  });
});
