import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults, FEWER_LOOKS, LOOKS } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { narrowFaults } from '../support/narrow.ts';
import {
  demoUrl,
  operator,
  rest,
  restyle,
  settle,
  tokensOf,
  tokyoDay,
  unfoldChart,
} from '../support/operator.ts';
import { sharedVisit } from '../support/shared-visit.ts';

/**
 * Compares every analysis with the server's answers, and checks its address, its axe faults and its printed
 * form.
 */
const browser = await launchBrowser();

type Figures = Readonly<Record<string, number | null>>;
type Row = Figures & { readonly key: string; readonly label: string };
const ask = async <Answer>(path: string): Promise<Answer> =>
  rest<Answer>(`analyses/${path}`, (await tokensOf('admin')).access);
const days = (count: number): string => `from=${tokyoDay(count - 1)}&to=${tokyoDay()}`;
const formatInteger = (value: number | null | undefined): string =>
  value ? new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value) : '-';
const two = (value: number | null | undefined): string =>
  value
    ? new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)
    : '-';

const sheet = (page: Page): Locator => page.locator('[role="grid"], [role="treegrid"]').first();
const cell = (row: Locator, column: string): Locator => row.locator(`[data-column="${column}"]`);
const total = (page: Page): Locator => sheet(page).getByRole('row', { name: /^(?:合計|Total)/ });
const HIGH = { width: 1440, height: 1400 };
/** Opens a report in the page of the file. */
const open = sharedVisit(browser);
/** The same in a window in which the reports are drawn completely. */
const openHigh = (path: string) => open(path, HIGH);

/** The paths through a node of the flow are shown alone, by click and by keyboard. */
const expectIsolation = async (page: Page): Promise<void> => {
  // A click on a node, which is below its name, isolates its paths until a second click or Escape.
  const isolated = page.getByText(/につながる流れだけを表示しています/);
  const clickNode = async () => {
    const label = await page.locator('.tp-flow .tp-canvas svg text').first().boundingBox();
    await page.mouse.click(label!.x + 4, label!.y + label!.height + 8);
  };
  await page.locator('.tp-flow').scrollIntoViewIfNeeded();
  await clickNode();
  await isolated.waitFor();
  await clickNode();
  await isolated.waitFor({ state: 'detached' });
  await clickNode();
  await isolated.waitFor();
  await page.keyboard.press('Escape');
  await isolated.waitFor({ state: 'detached' });
  // By keyboard: the first node of a link, then its second one, then all.
  await page.locator('.tp-flow').press('ArrowRight');
  const ends = (await page.locator('.tp-flow-at').innerText()).split('：')[1]?.split(' → ') ?? [];
  expect(ends).toHaveLength(2);
  for (const end of ends) {
    await page.keyboard.press('Space');
    await page.getByText(`「${end.split('、')[0]}」につながる流れだけ`).waitFor();
  }
  await page.keyboard.press('Space');
  await isolated.waitFor({ state: 'detached' });
};

test("the figures of every report are those of the server's answer", async () => {
  for (const [path, report, question] of [
    ...either(
      [
        '/analyze/ad-statistics?axis=type1&approval=unapproved&f=device%3Dmobile',
        'ad_summaries',
        'axis=3&approval=unapproved&where=device%3Dmobile',
      ],
      ['/analyze/ad-statistics?axis=network', 'ad_summaries', 'axis=6'],
      ['/analyze/effect?axis=category', 'effects', 'axis=2'],
    ),
  ] as const) {
    const { page } = await openHigh(`${path}&product_id=1`);
    await total(page).waitFor();
    const { rows, totals } = await ask<{ rows: readonly Row[]; totals: Figures }>(
      `${report}/?product_id=1&${days(30)}&${question}`,
    );
    expect(await sheet(page).getByRole('rowheader').count(), path).toBe(rows.length + 1);
    for (const metric of ['clicks', 'cv', 'amount_sum']) {
      expect(await cell(total(page), metric).innerText(), `total of ${metric} at ${path}`).toBe(
        formatInteger(totals[metric]),
      );
      expect(
        (await cell(sheet(page).getByRole('row'), metric).allInnerTexts()).slice(1, -1).toSorted(),
        `rows of ${metric} at ${path}`,
      ).toEqual(rows.map(row => formatInteger(row[metric])).toSorted());
    }
  }

  const { page, troubles } = await openHigh('/analyze/term?product_id=1&display=1');
  await total(page).waitFor();
  const months = await ask<{ rows: readonly Row[]; totals: Figures }>(
    'time_series/?product_id=1&display_period=1&step=month',
  );
  expect(await cell(total(page), 'cv').innerText()).toBe(formatInteger(months.totals['cv']));
  expect((await cell(sheet(page).getByRole('row'), 'clicks').allInnerTexts()).slice(1, -1)).toEqual(
    months.rows.map(row => formatInteger(row['clicks'])).toReversed(),
  );
  const { totals: after } = await ask<{
    totals: { first_touch_count: number; cv: number; cells: readonly { cv: number | null }[] };
  }>(`transitions/?product_id=1&from=${months.rows[0]?.key ?? ''}&to=${tokyoDay()}`);
  const heat = page.getByRole('region', { name: '初回接触月からの推移' });
  const foot = await heat.locator('tfoot td').allInnerTexts();
  expect([foot[0], foot[1], foot[3], foot[4]]).toEqual([
    formatInteger(after.first_touch_count),
    formatInteger(after.cv),
    formatInteger(after.cells[0]?.cv),
    formatInteger(after.cells[1]?.cv),
  ]);
  expect(await heat.getByRole('columnheader').count()).toBe(1 + 3 + 25);

  const models = await ask<{ rows: readonly Row[]; totals: Figures }>(
    `models/?product_id=1&${days(30)}&axis=6`,
  );
  if (isLong) {
    await openHigh('/analyze/attribution?product_id=1&view=models&models=all&axis=network');
    await total(page).waitFor();
  }
  for (const model of isLong ? [1, 2, 3, 4, 5, 6, 7] : []) {
    expect(
      (await cell(sheet(page).getByRole('row'), `cv_division_${model}`).allInnerTexts())
        .slice(1, -1)
        .toSorted(),
      `CV by model ${model}`,
    ).toEqual(models.rows.map(row => two(row[`cv_division_${model}`])).toSorted());
    expect(await cell(total(page), `cv_division_${model}`).innerText()).toBe(two(models.totals['cv']));
  }

  await openHigh('/analyze/attribution?product_id=1&view=models&models=5,4&axis=network');
  await total(page).waitFor();
  const differenceOf = (row: Figures) =>
    two(Number((Number(row['cv_division_4']) - Number(row['cv_division_5'])).toFixed(9)));
  expect(
    (await cell(sheet(page).getByRole('row'), 'difference').allInnerTexts()).slice(1, -1).toSorted(),
  ).toEqual(models.rows.map(differenceOf).toSorted());
  expect(await cell(total(page), 'difference').innerText()).toBe('-');
  await page.getByLabel('モデルA').waitFor();
  expect(await narrowFaults(page, 'main')).toEqual([]);
  const [gained] = models.rows
    .filter(({ key }) => key !== 'no_contact')
    .toSorted((a, b) => Number(b['cv_division_4']) - Number(a['cv_division_4']));
  await page.goto(`${page.url()}&drilldown=${gained?.['key']}&drilldown_metric=cv_division_4`);
  const why = page.getByRole('dialog');
  await why
    .getByText(
      `CV ${formatInteger(gained?.['cv_division_4'])}件の最初の接触、${formatInteger(gained?.['cv_division_5'])}件の最後の接触`,
    )
    .waitFor();
  await why.getByText('最終接触：成果のすべてを最後の接触に帰属させます。').waitFor();
  await why.getByRole('radio', { name: '最終接触' }).check({ force: true });
  await expect.poll(() => page.url()).toContain('drilldown_metric=cv_division_5');

  await openHigh('/analyze/attribution?product_id=1&view=paths&axis=network&limit=50');
  const pathSummary = await ask<{
    rows: readonly Row[];
    totals: Figures;
    links: readonly { readonly cv: number }[];
  }>(`paths/?product_id=1&${days(30)}&axis=6&fold=true&limit=50&nodes=10`);
  const paths = page.getByRole('region', { name: '主な接触経路' });
  await expect.poll(() => paths.locator('tbody tr').count()).toBeGreaterThanOrEqual(pathSummary.rows.length);
  expect(
    (await paths.locator('tbody .tp-path-cv').allInnerTexts()).slice(0, pathSummary.rows.length),
  ).toEqual(pathSummary.rows.map(row => formatInteger(row['cv'])));
  expect(await paths.locator('tfoot .tp-path-cv').innerText()).toBe(formatInteger(pathSummary.totals['cv']));
  expect(await narrowFaults(page, 'main')).toEqual([]);
  // The flow says how many links it leaves out, and draws all on request.
  const few = pathSummary.links.filter(({ cv }) => cv > 0 && cv * 100 < Number(pathSummary.totals['cv']));
  expect(few.length).toBeGreaterThan(0);
  const leftOut = page.getByText(`CV全体の1%未満のつながり${few.length}本は表示していません。`);
  await leftOut.waitFor();
  await page.getByRole('radio', { name: 'すべて' }).check({ force: true });
  await leftOut.waitFor({ state: 'detached' });
  await expectIsolation(page);
  expect(troubles).toEqual([]);
});

test.runIf(isLong)('a report over time begins with the newest period', async () => {
  const { page, troubles, close } = await operator(browser, { viewport: { width: 1440, height: 900 } });
  await page.goto(`${demoUrl()}/analyze/term?product_id=1`);
  await settle(page);
  await total(page).waitFor();
  const months = await sheet(page).getByRole('rowheader').allInnerTexts();
  const periods = months.filter(text => /^\d{4}\/\d\d$/.test(text));
  expect(periods.length).toBeGreaterThan(2);
  expect(periods).toEqual(periods.toSorted().toReversed());
  expect(troubles).toEqual([]);
  await close();
});

test('the address of a report holds its complete query: a reload shows the same figures', async () => {
  const { page, troubles } = await openHigh(
    '/analyze/ad-statistics?product_id=1&period=7&axis=network&by=category&compare=previous_period&approval=unapproved&model=3&item=amount_sum&sort=-clicks&hide=trend,impressions,cvr&f=ad_category_id__in%3D1,2,3',
  );
  await total(page).waitFor();
  const figures = async () => ({
    url: page.url(),
    clicks: await cell(sheet(page).getByRole('row'), 'clicks').allInnerTexts(),
  });
  const before = await figures();
  expect(before.clicks.some(text => /[▲▼]/.test(text))).toBe(true);
  expect(await page.getByRole('columnheader', { name: 'CVR', exact: true }).count()).toBe(0);
  await unfoldChart(page);
  // The chart and its choice load when they are shown.
  await page.getByRole('radio', { name: '売上', checked: true }).waitFor();
  await page.reload();
  await total(page).waitFor();
  await settle(page);
  expect(await figures()).toEqual(before);

  // Nested rows are collapsed and expanded by keyboard.
  const outer = page.locator('[role="row"][aria-expanded="true"]').first();
  await outer.getByRole('rowheader').click();
  const rows = await sheet(page).getByRole('rowheader').count();
  await page.keyboard.press('ArrowLeft');
  await page.locator('[role="row"][aria-expanded="false"]').waitFor();
  expect(await sheet(page).getByRole('rowheader').count()).toBeLessThan(rows);
  await page.keyboard.press('ArrowRight');
  await page.locator('[role="row"][aria-expanded="false"]').waitFor({ state: 'detached' });

  expect(troubles).toEqual([]);
});

test.runIf(isLong)(
  'a report has the same figures in another language, and a row leads to the events that it counts',
  async () => {
    const { page, troubles, close } = await operator(browser, { viewport: { width: 1440, height: 1400 } });
    await page.goto(`${demoUrl()}/analyze/ad-statistics?product_id=1&period=7`);
    await settle(page);
    await total(page).waitFor();
    const clicks = () => cell(sheet(page).getByRole('row'), 'clicks').allInnerTexts();
    const before = await clicks();
    await restyle(page, { speaking: 'en', theme: 'dark', viewport: { width: 1440, height: 1400 } });
    await total(page).waitFor();
    await settle(page);
    expect((await clicks()).slice(1)).toEqual(before.slice(1));
    await page.getByRole('heading', { level: 1, name: 'Ad statistics' }).waitFor();
    expect(await page.title()).toContain('Ad statistics');
    const first = sheet(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .filter({ hasNotText: 'No contact' })
      .first();
    await first.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'View in CV log' }).click();
    await page.waitForURL(
      url =>
        url.pathname === '/log/cv' &&
        url.searchParams.get('from') === tokyoDay(6) &&
        /^\d+$/.test(url.searchParams.get('ad') ?? ''),
    );
    expect(troubles).toEqual([]);
    await close();
  },
);

test('a printed report contains all its rows, and a chart can be saved as a file', async () => {
  const { page, troubles, close } = await operator(browser, { theme: 'dark' });
  await page.goto(`${demoUrl()}/analyze/ad-statistics?product_id=1&period=90&hide=-`);
  await settle(page);
  await total(page).waitFor();
  const { rows } = await ask<{ rows: readonly Row[] }>(`ad_summaries/?product_id=1&${days(90)}&axis=1`);
  await unfoldChart(page);
  await page.locator('.tp-canvas svg').waitFor();
  await page.getByRole('button', { name: '画像を保存' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^SVG/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^CV.*\.svg$/);
  // The saved chart has light colours in the dark theme, too, because mails and paper are light.
  const light = readFileSync(await file.path(), 'utf8');
  expect([
    /<rect width="100%" height="100%" fill="([^"]+)"/.exec(light)?.[1],
    /<g transform[^]*?<text[^>]* fill="([^"]+)"/.exec(light)?.[1],
  ]).toEqual(['#fff', '#1b1b20']);
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  // A point of the chart opens the same dialog as its row, by keyboard, too.
  const chart = page.getByRole('img', { name: /^グラフ/ });
  await chart.press('ArrowRight');
  await chart.press('Enter');
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).waitFor();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  // The report is wider than one sheet: each part has all rows, and together the parts have all columns.
  const parts = page.locator('.tp-print table');
  await parts.first().waitFor();
  expect(
    await parts.evaluateAll(tables => tables.map(table => table.querySelectorAll('tbody tr').length)),
  ).toEqual(Array.from({ length: await parts.count() }, () => rows.length + 1));
  expect(await parts.count()).toBeGreaterThan(1);
  expect(await page.locator('.tp-print-head').innerText()).toContain(tokyoDay().replaceAll('-', '/'));
  expect(await sheet(page).isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  if (isLong) await printConversions(page);
  expect(troubles).toEqual([]);
  await close();
});

/** All rows of a report of single conversions are loaded before it is printed. */
const printConversions = async (page: Page) => {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = 'yes';
    };
  });
  await page.getByRole('link', { name: 'CV情報' }).click();
  await page.getByRole('button', { name: '印刷' }).click();
  await page.locator('body[data-printed]').waitFor();
  const [rowTotal, read] = (
    /^全([\d,]+)件中 1-([\d,]+)$/.exec(await page.locator('.tp-caption').innerText()) ?? []
  ).slice(1);
  expect([read, read === undefined]).toEqual([rowTotal, false]);
};

test('a scheduled report mail takes over the query of the report and the language of the user', async () => {
  const { page, troubles, close } = await operator(browser, { speaking: 'zh-CN' });
  await page.goto(`${demoUrl()}/analyze/attribution?product_id=1&axis=network&model=2`);
  await settle(page);
  await page.getByRole('button', { name: '邮件发送' }).click();
  const form = page.getByRole('dialog', { name: '添加报表发送' });
  await form.locator('.tp-applied-conditions').getByText('广告媒体').waitFor();
  expect(await form.locator('.tp-applied-conditions dd').allInnerTexts()).toEqual([
    '归因分析',
    '广告媒体',
    '衰减',
  ]);
  await form.locator('.p-dropdown-label').getByText('简体中文').waitFor();
  expect(troubles).toEqual([]);
  await close();
});

// Only the two widest reports are checked in both looks, because axe takes seconds.
test.each([
  ...either(
    ['/analyze/term', FEWER_LOOKS] as const,
    ['/analyze/ad-statistics?axis=network&by=category&compare=previous_period', FEWER_LOOKS] as const,
    ['/analyze/attribution?view=models', [LOOKS[0]]] as const,
  ),
  ['/analyze/attribution?view=paths', [LOOKS[1]]] as const,
])('%s has no axe faults', async (path, looks) => {
  const { page, troubles, close } = await operator(browser, looks[0]);
  await page.goto(`${demoUrl()}${path}`);
  for (const [index, look] of looks.entries()) {
    if (index > 0) await restyle(page, look);
    await settle(page);
    if (index === 0) await unfoldChart(page);
    await page.locator('.tp-canvas svg').first().waitFor();
    expect(await axeFaults(page), look.theme).toEqual([]);
  }
  expect(troubles).toEqual([]);
  await close();
});

test('the analyses with special rows show them, and adjustments and what-if rules are kept in the address', async () => {
  for (const path of [
    '/analyze/cv',
    '/analyze/lpo',
    ...either('/analyze/custom/item-1', '/analyze/custom/item-3'),
    '/analyze/delivery',
  ]) {
    const { page } = await open(`${path}?product_id=1`);
    await sheet(page).getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('alert').count(), path).toBe(0);
    // Their parts are those of the reports checked above; the long form checks each screen of the menu.
    if (isLong) expect(await axeFaults(page), path).toEqual([]);
    if (path.endsWith('item-3')) {
      // Cancelling the dialog returns to the report.
      await page.getByRole('link', { name: '指標・集計軸・グラフを変更' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click();
      await page.waitForURL(url => url.pathname === path);
    }
    if (!path.endsWith('item-1')) continue;
    // The name given by the company is shown wherever the screen is named.
    const name = '媒体別の費用対効果';
    expect(await page.locator('.nav-entry[aria-current="page"]').innerText()).toBe(name);
    expect(await page.locator('.crumbs [aria-current="page"]').innerText()).toBe(name);
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${name} · `));
  }

  const { page, troubles } = await open(
    '/analyze/allocation?product_id=1&sort=-allocated_cost&items=2,3&simulation=2',
  );
  const { totals, rows } = await ask<{
    totals: Figures;
    rows: readonly (Row & { allocated_cost: number })[];
  }>(`allocations/?product_id=1&${days(30)}`);
  expect(await cell(total(page), 'allocated_cost').innerText()).toBe(formatInteger(totals['allocated_cost']));
  expect(
    await Promise.all(
      ['share', 'adjusted_cost', 'expected_amount', 'ad_cost', 'cv', 'expected_cv'].map(field =>
        cell(total(page), field).count(),
      ),
    ),
  ).toEqual([1, 1, 1, 0, 0, 0]);
  const first = sheet(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  await first.getByRole('button', { name: /の操作$/ }).click();
  await page.getByRole('menuitem', { name: '調整' }).click();
  await page.getByRole('dialog').getByLabel('増減').fill('１０');
  await page.getByRole('button', { name: '適用' }).click();
  await page.waitForURL(url => url.searchParams.get('adjust') === `${rows[0]?.key ?? ''}:1:10`);
  await expect.poll(() => cell(first, 'adjusted').innerText()).toBe('+10%');
  // An adjustment of all selected rows.
  await sheet(page).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'まとめて調整' }).click();
  await page.getByRole('dialog').getByLabel('増減').fill('-5');
  await page.getByRole('button', { name: '適用' }).click();
  await page.waitForURL(url => (url.searchParams.get('adjust') ?? '').split(',').length === rows.length);
  const adjusted = await ask<{ totals: Figures }>(
    `allocations/?product_id=1&${days(30)}&adjust=${rows.map(({ key }) => `${key}:1:-5`).join()}`,
  );
  await expect
    .poll(() => cell(total(page), 'adjusted_cost').innerText())
    .toBe(formatInteger(adjusted.totals['adjusted_cost']));
  await expect.poll(() => cell(first, 'adjusted').innerText()).toBe('-5%');

  if (isLong) {
    await open('/analyze/attribution?product_id=1&view=what_if');
    await page.getByText('変更したルールはまだありません').waitFor();
  }
  await open('/analyze/attribution?product_id=1&view=what_if&if_model=4');
  await total(page).waitFor();
  const comparison = await ask<{ totals: Readonly<Record<'today' | 'what_if' | 'difference', Figures>> }>(
    `what_if/?product_id=1&axis=1&model=4&${days(30)}`,
  );
  expect(await cell(total(page), 'today').innerText()).toBe(two(comparison.totals.today['cv_division']));
  expect(await cell(total(page), 'what_if').innerText()).toBe(two(comparison.totals.what_if['cv_division']));
  expect(await page.locator('.tp-report-footer').innerText()).toMatch(/^現在のルール.+モデル「線形」/);
  expect(await axeFaults(page)).toEqual([]);
  expect(troubles).toEqual([]);
});
