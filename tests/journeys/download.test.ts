import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { linesOfCsv, rowsOfXlsx } from '../support/files.ts';
import { addFilter } from '../support/filter-bar.ts';
import { either, isLong } from '../support/long.ts';
import { choose, demoUrl, operator, rest, restoreColumns, tokensOf, tokyoDay } from '../support/operator.ts';
import { tokyoTime } from '../support/tokyo-time.ts';

/** A list is downloaded as it is shown, with the rows of all its pages. */
const browser = await launchBrowser();

interface Contact {
  readonly interaction_id: string;
  readonly reference_time: string;
  readonly ad_name: string;
}
const contacts = async (
  query: string,
): Promise<{ readonly results: readonly Contact[]; readonly total: number }> =>
  rest(
    `logs/interactions/?product_id=1&from=${tokyoDay(6)}&to=${tokyoDay()}&${query}`,
    (await tokensOf('admin')).access,
  );
const ADDRESS = '**/api/v1/logs/interactions/download/**';

describe('a download from the reference log', () => {
  test('contains what the screen shows: its filters, its columns in their order with their words, and all rows', async () => {
    const { page, troubles, close } = await operator(browser, { who: 'user' });
    await page.goto(`${demoUrl()}/log/reference?product_id=1`);
    await page.getByRole('row').nth(2).waitFor();
    await addFilter(page, 'デバイス', null, dialog => choose(dialog, '値', 'スマートフォン'));
    await page.getByRole('button', { name: '表示項目' }).click();
    await page.getByRole('checkbox', { name: 'ブラウザー', exact: true }).uncheck();
    await page.keyboard.press('Escape');
    // The last column holds the menus of the rows, which files do not contain.
    const columns = Number(await page.getByRole('grid').getAttribute('aria-colcount')) - 1;

    for (const [format, kind] of either(['Excel', 'xlsx'], ['CSV', 'csv'])) {
      const button = page.getByRole('button', { name: 'ダウンロード' });
      await button.click();
      const { results, total } = await contacts('limit=3&device=mobile');
      // The message of completion is shown for a few seconds only.
      const doneMessage = page
        .getByText(`${new Intl.NumberFormat('en').format(total)}件をダウンロードしました`)
        .waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: new RegExp(`^${format}`) }).click(),
        doneMessage,
      ]);
      expect(file.suggestedFilename()).toMatch(new RegExp(`^リファレンスログ-\\d{8}-\\d{6}\\.${kind}$`));
      const bytes = await readFile(await file.path());
      const rows = kind === 'csv' ? linesOfCsv(bytes) : await rowsOfXlsx(bytes);
      expect([rows.length, rows[0]?.length]).toEqual([total + 1, columns]);
      const at = (name: string) => rows[0]!.indexOf(name);
      expect([at('ブラウザー'), at('接触日時'), at('接触ID') > 0, at('デバイス') > 0]).toEqual([
        -1,
        0,
        true,
        true,
      ]);
      for (const [index, contact] of results.entries()) {
        const row = rows[index + 1]!;
        expect([row[0], row[at('接触ID')], row[at('広告名')], row[at('デバイス')]]).toEqual([
          `${tokyoTime(contact.reference_time)}.${contact.reference_time.slice(20, 23)}`,
          contact.interaction_id,
          contact.ad_name,
          'スマートフォン',
        ]);
      }
      expect(await button.evaluate(element => element === document.activeElement)).toBe(true);
    }
    expect(troubles).toEqual([]);
    await restoreColumns('user', 'log_reference');
    await close();
  });

  test('is stopped by its button, which closes the connection', async () => {
    const { page, troubles, close } = await operator(browser);
    let begun: (() => void) | undefined;
    const waiting = new Promise<void>(resolve => {
      begun = resolve;
    });
    // The request is never answered.
    await page.route(ADDRESS, () => begun?.());
    await page.goto(`${demoUrl()}/log/reference?product_id=1`);
    await page.getByRole('row').nth(2).waitFor();
    await page.getByRole('button', { name: 'ダウンロード' }).click();
    await page.getByRole('button', { name: /^CSV/ }).click();
    await waiting;
    await page.getByRole('progressbar').waitFor();
    const [failed] = await Promise.all([
      page.waitForEvent('requestfailed'),
      page.getByRole('button', { name: '中止' }).click(),
    ]);
    expect(failed.url()).toContain('/download/csv/');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
    await close();
  });

  // In the long form only: walk-list.test.ts fails and retries a download, and tests/gateway/download.test.ts saves it.
  test.runIf(isLong)('shows the reason when it fails, saves no file, and succeeds when retried', async () => {
    const { page, close } = await operator(browser);
    await page.route(
      ADDRESS,
      route =>
        route.fulfill({
          status: 429,
          contentType: 'application/json',
          body: JSON.stringify({ code: 'too_many_downloads', values: { most: 2 } }),
        }),
      { times: 1 },
    );
    await page.goto(`${demoUrl()}/log/reference?product_id=1`);
    await page.getByRole('row').nth(2).waitFor();
    await page.getByRole('button', { name: 'ダウンロード' }).click();
    await page.getByRole('button', { name: /^CSV/ }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'ダウンロードできませんでした。同時にダウンロードできるのは2件までです。' })
      .waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '再試行' }).click(),
    ]);
    expect(linesOfCsv(await readFile(await file.path()))).toHaveLength((await contacts('limit=1')).total + 1);
    await close();
  });
});
