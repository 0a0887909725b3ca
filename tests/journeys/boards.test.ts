import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { axeFaults, LOOKS } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { linesOfCsv } from '../support/files.ts';
import {
  demoUrl,
  operator,
  rest,
  restyle,
  settle,
  tokensOf,
  tokyoDay,
  type Who,
} from '../support/operator.ts';

/**
 * The result screens when reading only: downloads, newly arrived rows, and what an agency sees of results and
 * credit.
 */
const browser = await launchBrowser();
const ask = async <Answer>(path: string, who: Who): Promise<Answer> =>
  rest<Answer>(path, (await tokensOf(who)).access);
const number = (value: number): string => new Intl.NumberFormat('en').format(value);
const days = `product_id=1&from=${tokyoDay(29)}&to=${tokyoDay()}`;

test.runIf(isLong)(
  'the download of a result log contains all rows of the selected state, and for an agency its own only',
  async () => {
    const totals: number[] = [];
    for (const who of ['admin', 'agency'] as const) {
      const { page, troubles, close } = await operator(browser, { who });
      const {
        total,
        results: [first],
      } = await ask<{ total: number; results: { result_id: number }[] }>(
        `logs/results/?${days}&limit=1&where=approval_status%3D1`,
        who,
      );
      await page.goto(`${demoUrl()}/log/result?${days}&status=1`);
      await page.getByRole('row').nth(2).waitFor();
      await page.getByRole('button', { name: 'ダウンロード' }).click();
      // The message of completion is shown for a few seconds only.
      const doneMessage = page.getByText(`${number(total)}件をダウンロードしました`).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^CSV/ }).click(),
        doneMessage,
      ]);
      expect(file.suggestedFilename()).toMatch(/^成果通知ログ-\d{8}-\d{6}\.csv$/);
      const [head, ...rows] = linesOfCsv(await readFile(await file.path()));
      expect([rows.length, rows[0]?.[0]]).toEqual([total, String(first?.result_id)]);
      expect(new Set(rows.map(row => row[head!.indexOf('承認状態')]))).toEqual(new Set(['承認']));
      totals.push(total);
      expect(troubles).toEqual([]);
      await close();
    }
    expect(totals[1]).toBeLessThan(totals[0]!);
  },
);

test.runIf(isLong)('newly arrived results are announced and shown on request', async () => {
  const { page, troubles, close } = await operator(browser, { fresh: true });
  await page.clock.install();
  // The count of new rows is a stub, because the journeys write no results into the demo.
  await page.route('**/graphql', async route =>
    (route.request().postData() ?? '').includes('newerResults')
      ? route.fulfill({
          contentType: 'application/json',
          body: JSON.stringify({ data: { newer: { __typename: 'Newer', count: 12 } } }),
        })
      : route.fallback(),
  );
  await page.goto(`${demoUrl()}/log/cv-approve?product_id=1&status=all`);
  await page.getByRole('row').nth(2).waitFor();
  await settle(page);
  await page.clock.runFor(31_000);
  const newRowsButton = page.getByRole('button', { name: '新しい行が12件あります' });
  await newRowsButton.click();
  await newRowsButton.waitFor({ state: 'detached' });
  await page.getByRole('row').nth(2).waitFor();
  expect(troubles).toEqual([]);
  await close();
});

describe.each(
  either(
    {
      path: '/log/cv-approve',
      rows: 'logs/results/?product_id=1&where=approval_status%3D0',
      id: 'result_id',
      header: /^売上/,
      sort: '-amount',
      condition: 'cv_cost__gte=1',
    },
    {
      path: '/log/result-queue',
      rows: `logs/result_queue/?${days}`,
      id: 'result_queue_id',
      header: /^試行回数/,
      sort: '-attempts',
      condition: 'attempts__gte=1',
    },
    {
      path: '/log/result',
      rows: `logs/results/?${days}`,
      id: 'result_id',
      header: /^売上/,
      sort: '-amount',
      condition: 'cv_cost__gte=1',
    },
  ),
)('the rows of $path', ({ path, rows, id, header, sort, condition }) => {
  test('are sorted by a column as the server sorts them; the order is stored for the path and in a saved view', async () => {
    const { page, troubles, close } = await operator(browser);
    const idsOf = () =>
      page
        .locator(`[role="row"] [data-column="${id}"]:not([role="columnheader"])`)
        .evaluateAll(cells => cells.slice(0, 5).map(cell => (cell as HTMLElement).innerText));
    const served = async (query: string) =>
      (await ask<{ results: Record<string, number>[] }>(`${rows}&limit=5${query}`, 'admin')).results.map(
        row => String(row[id]),
      );
    await page.goto(`${demoUrl()}${path}?product_id=1`);
    await page.getByRole('row').nth(2).waitFor();
    expect(await idsOf()).toEqual(await served(''));
    await page.getByRole('columnheader', { name: header }).click();
    await page.waitForURL(`**sort=${sort}*`);
    await settle(page);
    const sorted = page.locator('[role="columnheader"][aria-sort="descending"]');
    expect(await sorted.getAttribute('data-column')).toBe(sort.slice(1));
    expect(await idsOf()).toEqual(await served(`&ordering=${sort}`));

    // The stored order applies to an address without parameters.
    await page.goto(`${demoUrl()}${path}?product_id=1`);
    await page.waitForURL(`**sort=${sort}*`);
    await page.goto(`${demoUrl()}${path}?product_id=1&sort=${sort}&f=${encodeURIComponent(condition)}`);
    const menu = page.getByRole('dialog', { name: '保存したビュー' });
    await page.getByRole('button', { name: 'ビュー', exact: true }).click();
    await menu.getByRole('button', { name: '名前を付けて保存' }).click();
    const form = page.getByRole('dialog', { name: '名前を付けて保存' });
    await form.getByLabel('ビューの名前').fill('高い順 é');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('button', { name: '高い順 é', exact: true }).waitFor();

    await page.goto(`${demoUrl()}${path}?product_id=1&status=all&q=x`);
    await page.getByRole('button', { name: 'ビュー', exact: true }).click();
    await menu.getByRole('button', { name: /^高い順 é/ }).click();
    await page.waitForURL('**view=*');
    const { sort: shown, f, status, q } = Object.fromEntries(new URL(page.url()).searchParams);
    expect({ shown, f, status, q }).toEqual({ shown: sort, f: condition, status: undefined, q: undefined });
    await settle(page);
    expect(await idsOf()).toEqual(await served(`&ordering=${sort}&${condition}`));
    await page.getByRole('button', { name: '高い順 é', exact: true }).click();
    await menu.getByRole('button', { name: 'ビュー「高い順 é」を削除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
    await page.getByRole('button', { name: 'ビュー', exact: true }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});

test('an order of too many rows is refused with the way back to the order by time', async () => {
  const { page, close } = await operator(browser);
  // The demo has fewer rows than the server's limit.
  await page.route('**/graphql', async route =>
    /"ordering":"-amount"/.test(route.request().postData() ?? '')
      ? route.fulfill({
          contentType: 'application/json',
          body: JSON.stringify({
            data: null,
            errors: [
              {
                message: 'invalid',
                extensions: {
                  code: 'invalid',
                  status: 400,
                  fields: { ordering: ['too_many_rows'] },
                  limits: { ordering: { max: 10_000 } },
                },
              },
            ],
          }),
        })
      : route.fallback(),
  );
  await page.goto(`${demoUrl()}/log/result?product_id=1&sort=-amount`);
  await page.getByRole('button', { name: '時刻順に戻す' }).click();
  await page.getByRole('row').nth(2).waitFor();
  expect(new URL(page.url()).searchParams.get('sort')).toBeNull();
  await close();
});

test('an agency sees the path of a conversion with its ads, and of other contacts only position and weight', async () => {
  interface DrillDown {
    readonly results: readonly { readonly conversion_id: string; readonly contacts: number }[];
  }
  interface Credit {
    readonly path: readonly { readonly hidden: boolean; readonly ad_name: string }[];
  }
  const { rows } = await ask<{ rows: readonly { key: string }[] }>(
    `analyses/attributions/?${days}&axis=1`,
    'agency',
  );
  const { results } = await ask<DrillDown>(
    `drilldown/conversions/?${days}&axis=1&key=${rows[0]?.key}&metric=cv_division&limit=100`,
    'agency',
  );
  let found: { readonly id: string; readonly credit: Credit } | null = null;
  for (const { conversion_id: id } of results.filter(({ contacts }) => contacts > 1)) {
    const credit = await ask<Credit>(`conversions/credit/?product_id=1&conversion_id=${id}`, 'agency');
    if (credit.path.some(({ hidden }) => hidden)) {
      found = { id, credit };
      break;
    }
  }
  const {
    id,
    credit: { path },
  } = found!;
  const { page, troubles, close } = await operator(browser, { who: 'agency' });
  await page.goto(`${demoUrl()}/log/cv/${id}?product_id=1`);
  await page.locator('[data-place="1"]').waitFor();
  for (const [index, { hidden, ad_name: name }] of path.entries()) {
    const line = page.locator(`[data-place="${index + 1}"]`);
    expect(await line.innerText()).toContain(hidden ? 'ほかの広告' : name);
    // The weights of the models are loaded after the path.
    await expect.poll(() => line.locator('[data-units]').count()).toBe(5);
    expect(await line.getByRole('link').count()).toBe(hidden ? 0 : 1);
  }
  // Recomputing results affects all users, so it is not available to an agency.
  await page.goto(`${demoUrl()}/log/result?product_id=1`);
  await page.getByRole('row').nth(2).waitFor();
  expect(await page.getByRole('button', { name: '成果を再計算' }).count()).toBe(0);
  await page.goto(`${demoUrl()}/log/result-recompute?product_id=1`);
  await page.getByText('表示する権限がありません').waitFor();
  expect(await page.getByRole('button', { name: '変更内容を確認' }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});

test('recomputing results takes over the period of the result log, previews without changes and has no axe faults', async () => {
  const [wide, narrow] = LOOKS;
  const looks = either(wide, narrow);
  const { page, troubles, close } = await operator(browser, wide);
  await page.goto(`${demoUrl()}/log/result?product_id=1&period=7`);
  await page.getByRole('row').nth(2).waitFor();
  await page.getByRole('button', { name: '成果を再計算' }).click();
  await page.waitForURL('**/log/result-recompute**period=7**');
  for (const look of looks) {
    if (look !== wide) await restyle(page, look);
    await page.getByRole('button', { name: look === wide ? '変更内容を確認' : 'Preview changes' }).click();
    await page.locator('[data-number="decided"] strong').waitFor();
    // The demo's results were computed with its current settings.
    expect(await page.locator('[data-number="made"] strong').innerText()).toBe('0');
    expect(
      Number((await page.locator('[data-number="decided"] strong').innerText()).replaceAll(',', '')),
    ).toBeGreaterThan(0);
    await settle(page);
    expect(await axeFaults(page), look.speaking).toEqual([]);
  }
  expect(troubles).toEqual([]);
  await close();
});

test.runIf(isLong)('a single figure opens its drill-down by click and by keyboard', async () => {
  const { page, troubles, close } = await operator(browser);
  await page.goto(`${demoUrl()}/analyze/attribution?product_id=1&period=7`);
  await page.locator('.tp-body [data-figure][data-column="cv"]').first().waitFor();
  await settle(page);
  for (const press of [
    () => page.locator('.tp-body [data-figure][data-column="cv"]').first().click(),
    () => page.keyboard.press('Enter'),
  ]) {
    const figure = await page.locator('.tp-body [data-figure][data-column="cv"]').first().innerText();
    await press();
    await page.locator('[data-drilldown="sum"] dd').waitFor();
    expect(new URL(page.url()).searchParams.get('drilldown_metric')).toBe('cv');
    expect(await page.locator('[data-drilldown="figure"] dd').innerText()).toBe(figure);
    // Closing the dialog returns the focus to the figure, so Enter opens it again.
    await page.getByRole('dialog').getByRole('grid').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(troubles).toEqual([]);
  await close();
});
