import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { choose, demoUrl, operator, rest, settle, tokensOf, unfoldChart } from '../support/operator.ts';
import { goTo, sharedVisit } from '../support/shared-visit.ts';

/** What a report shows first, and what it remembers of its user. */
const browser = await launchBrowser();

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

/** Opens a screen in the page of the tests that leave nothing to remember. */
const openShared = sharedVisit(browser);
const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${demoUrl()}${address}`);
  await settle(page);
};
const periodOf = (page: Page): string | null => new URL(page.url()).searchParams.get('period');

test.each(either('/analyze/ad-statistics', '/analyze/attribution', '/analyze/effect'))(
  '%s shows ten rows in a window of 1440 × 900',
  async path => {
    const { page, troubles } = await openShared(`${path}?product_id=1`, WIDE);
    // With overlay scrollbars the rows would have more room than most users have.
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
    const bottoms = await page
      .locator('.tp-body > .tp-row')
      .evaluateAll(rows => rows.map(row => row.getBoundingClientRect().bottom));
    expect(bottoms.filter(bottom => bottom <= WIDE.height).length).toBeGreaterThanOrEqual(10);
    expect(await page.locator('[data-total="clicks"] dd').innerText()).toBe(
      await page.getByRole('row', { name: '合計' }).locator('[data-column="clicks"]').innerText(),
    );
    expect(troubles).toEqual([]);
  },
);

test('conditions beside the main ones are behind a button, and shown as chips that reset them', async () => {
  const { page, troubles } = await openShared(
    '/analyze/ad-statistics?product_id=1&approval=unapproved&evaluation=1',
    WIDE,
  );
  const chips = page.getByRole('list', { name: '設定中の条件' });
  expect(await chips.getByRole('listitem').count()).toBe(2);
  await chips.getByRole('button', { name: /解除.*成果報酬の計上範囲/ }).click();
  await page.waitForURL(url => url.searchParams.get('approval') === null);
  expect(await page.getByLabel('新規・既存', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'その他の条件', expanded: false }).click();
  await choose(page, '新規・既存', '区別しない');
  await page.waitForURL(url => url.searchParams.get('evaluation') === null);
  expect(await chips.count()).toBe(0);
  expect(await axeFaultsIn(page, '.tp-fields')).toEqual([]);
  expect(troubles).toEqual([]);
});

test.each(either(NARROW, WIDE))(
  'a period chosen on the dashboard holds on every report and over a reload at $width px; an address counts first',
  async viewport => {
    const { page, troubles, close } = await operator(browser, { viewport });
    const conditions = page.locator('.tp-folded > summary');
    await open(page, '/dashboard?product_id=1');
    await choose(page, '期間', '先週');
    await page.waitForURL('**period=last-week*');
    await goTo(page, '/analyze/ad-statistics?product_id=1');
    expect(periodOf(page)).toBe('last-week');
    // A link with a query of its own shows that query, and changes nothing for its reader.
    await open(page, '/analyze/effect?product_id=1&axis=network');
    expect(periodOf(page)).toBeNull();
    await goTo(page, '/analyze/attribution?product_id=1');
    expect(periodOf(page)).toBe('last-week');
    if (viewport === NARROW) await conditions.click();
    await choose(page, '期間', '昨日');
    await page.waitForURL('**period=yesterday*');
    await page.reload();
    await settle(page);
    expect(periodOf(page)).toBe('yesterday');
    if (isLong) {
      await open(page, '/analyze/attribution?product_id=1&period=90');
      expect(periodOf(page)).toBe('90');
      await open(page, '/dashboard?product_id=1');
      expect(periodOf(page)).toBe('yesterday');
    }
    // A report over years keeps its own.
    await goTo(page, '/analyze/term?product_id=1');
    expect(periodOf(page)).toBeNull();
    expect(troubles).toEqual([]);
    await close();
  },
);

test.each(either(WIDE, NARROW))(
  'a chart stays folded or unfolded on all reports at $width px',
  async viewport => {
    const { page, troubles, close } = await operator(browser, { viewport });
    const chart = page.locator('.tp-chart-panel .tp-canvas svg');
    await open(page, '/analyze/ad-statistics?product_id=1');
    expect(await chart.count()).toBe(0);
    await unfoldChart(page);
    await chart.waitFor();
    await goTo(page, '/analyze/effect?product_id=1');
    await chart.waitFor();
    await page.locator('.tp-chart-panel > summary').click();
    await chart.waitFor({ state: 'detached' });
    await page.reload();
    await settle(page);
    expect(await page.locator('.tp-chart-panel').getAttribute('open')).toBeNull();
    expect(await page.locator('.tp-chart-panel > summary').innerText()).toContain('CV');
    // A chart over time is what its report is about.
    if (isLong) {
      await open(page, '/analyze/term?product_id=1');
      await chart.waitFor();
    }
    expect(troubles).toEqual([]);
    await close();
  },
);

test.each(either(NARROW, WIDE))('metrics are explained to the keyboard at $width px', async viewport => {
  const { page, troubles } = await openShared('/analyze/ad-statistics?product_id=1', viewport);
  const help = page.getByRole('button', { name: 'CVRの説明' });
  await help.press('Enter');
  await page.getByRole('dialog', { name: 'CVR' }).getByText('CV ÷ 接触数').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'CVR' }).waitFor({ state: 'detached' });
  expect(await help.evaluate(button => button === document.activeElement)).toBe(true);
  expect(troubles).toEqual([]);
});

test('a folded group of the menu shows only the current page, and stays folded', async () => {
  const { page, troubles, close } = await operator(browser, { viewport: WIDE });
  await open(page, '/log/cv?product_id=1');
  const menu = page.getByRole('navigation', { name: 'メインメニュー' });
  await menu.getByRole('button', { name: 'ログ' }).click();
  await menu.getByRole('link', { name: 'アクセスログ' }).waitFor({ state: 'detached' });
  expect(await menu.getByRole('link', { name: 'CVログ' }).getAttribute('aria-current')).toBe('page');
  await page.reload();
  await settle(page);
  expect(await menu.getByRole('button', { name: 'ログ' }).getAttribute('aria-expanded')).toBe('false');
  expect(await menu.getByRole('link', { name: 'アクセスログ' }).count()).toBe(0);
  if (isLong) expect(await axeFaults(page)).toEqual([]);
  expect(troubles).toEqual([]);
  await close();
});

test('a log folds its filters in a narrow window and names them in one line', async () => {
  const { page, troubles } = await openShared('/log/cv?product_id=1&f=cv_type%3D1', NARROW);
  const folded = page.locator('.tp-folded > summary');
  expect(await folded.innerText()).toContain('CV種別');
  expect(await page.getByLabel('期間', { exact: true }).isVisible()).toBe(false);
  await folded.click();
  await page.getByRole('list', { name: '絞り込み条件' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(troubles).toEqual([]);
});

test.each(either('ja', 'zh-CN'))(
  'the labels of totals in %s break before a unit, and cards show times, underlines and headings in full at 390 px',
  async speaking => {
    const { page, troubles, close } = await operator(browser, { viewport: NARROW, speaking });
    await open(page, '/analyze/attribution?product_id=1');
    const broken = await page.locator('.tp-totals dt > span').evaluateAll(labels =>
      labels
        .map(label => label.textContent)
        .filter((text, index) => {
          const unit = text.indexOf('（');
          if (unit < 0) return false;
          const range = document.createRange();
          range.setStart(labels[index]!.firstChild!, unit);
          range.setEnd(labels[index]!.firstChild!, text.length);
          return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1;
        }),
    );
    expect(broken).toEqual([]);

    await goTo(page, '/log/result?product_id=1');
    const times = page.locator('.tp-body [data-column="cv_time"] > .tp-row-value');
    await times.first().waitFor();
    const cut = await times.evaluateAll(values =>
      values.filter(value => value.scrollWidth > value.clientWidth).map(value => value.textContent),
    );
    expect(cut).toEqual([]);
    const underlinesCutOff = await page
      .locator('.tp-body [role="rowheader"] > .tp-row-value > a')
      .evaluateAll(links =>
        links.map(
          link =>
            link.getBoundingClientRect().bottom +
            Number.parseFloat(getComputedStyle(link).textUnderlineOffset) / 2 -
            link.parentElement!.getBoundingClientRect().bottom,
        ),
      );
    expect(Math.max(...underlinesCutOff), 'pixels').toBeLessThanOrEqual(0);
    const headings = await page
      .locator('.tp-heads .tp-label')
      .evaluateAll(labels => labels.map(label => label.getClientRects()[0]!.height));
    expect(Math.max(...headings), 'pixels of one line').toBeLessThan(20);
    expect(troubles).toEqual([]);
    await close();
  },
);

test.runIf(isLong)('no lead in Chinese ends with a line of one character at 390 px', async () => {
  const { page, troubles, close } = await operator(browser, { viewport: NARROW, speaking: 'zh-CN' });
  for (const path of either('/ad/asp-setting', '/ad-analyze-setting', '/analyze/lpo')) {
    await open(page, `${path}?product_id=1`);
    const lastLine = await page
      .locator('main header p')
      .first()
      .evaluate(lead => {
        const lines = new Map<number, string>();
        const range = document.createRange();
        for (const [at, character] of Array.from(lead.textContent).entries()) {
          range.setStart(lead.firstChild!, at);
          range.setEnd(lead.firstChild!, at + 1);
          const { top } = range.getBoundingClientRect();
          lines.set(top, (lines.get(top) ?? '') + character);
        }
        return [...lines.values()].at(-1)!;
      });
    // One character and the full stop.
    expect(lastLine.length, lastLine).toBeGreaterThan(2);
  }
  expect(troubles).toEqual([]);
  await close();
});

test('reports, CV information, their files and boards say that their figures follow previous settings, and until when they count', async () => {
  const { access } = await tokensOf('admin');
  const ids = await Promise.all(
    [
      ['analysis_adStatistics', '再集計 é', 'period=30'],
      ['analysis_term', '再集計 推移', 'display=custom&period=30&step=day'],
    ].map(async ([screen, name, address]) => {
      const view = await rest<{ readonly id: number }>('saved_views/', access, { screen, name, address });
      return view.id;
    }),
  );
  const items = ids.map(id => ({ view_id: id, kind: 'table', metric: null, wide: true }));
  const board = await rest<{ readonly id: number }>('report_boards/', access, { name: '再集計', items });
  const paths = {
    report: '/analyze/ad-statistics?product_id=1',
    cv: '/analyze/cv?product_id=1',
    board: `/analyze/board/${board.id}?product_id=1`,
  };
  const { page, troubles } = await openShared(paths.cv, WIDE);
  const notes = page.getByText(
    '2026/11/29 10:05:00 から集計し直しています。数値は変更前の設定によるものです',
  );
  await page.getByText(/時点のデータ$/).waitFor();
  await page.getByText(/^計測期間 \d+日・集計期間/).waitFor();
  expect(await notes.count()).toBe(0);

  await page.route('**/graphql', async route => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(
      '"rebuilding_since":null',
      '"rebuilding_since":"2026-11-29T01:05:00.000Z"',
    );
    return route.fulfill({ response: answer, body });
  });
  for (const [path, count] of [
    [paths.report, 1],
    [paths.cv, 1],
    [paths.board, 2],
  ] as const) {
    await goTo(page, path);
    await expect.poll(() => notes.count(), { message: path }).toBe(count);
  }
  await page.route('**/download/csv/**', async route => {
    const answer = await route.fetch();
    const headers = { ...answer.headers(), 'x-rebuilding-since': '2026-11-29T01:05:00.000Z' };
    return route.fulfill({ response: answer, headers });
  });
  await goTo(page, paths.report);
  await expect.poll(() => notes.count()).toBe(1);
  await page.getByRole('button', { name: 'ダウンロード' }).click();
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^CSV/ }).click()]);
  // The line below the report, and the notice.
  await expect.poll(() => notes.count()).toBe(2);
  await page.unrouteAll();
  expect(troubles).toEqual([]);
});
