import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { launchBrowser, resize } from '../support/browser.ts';
import {
  choose,
  demoUrl,
  operator,
  press,
  rest,
  restoreColumns,
  settle,
  tokensOf,
  tokyoDay,
  type Who,
} from '../support/operator.ts';
import { goTo, sharedVisit } from '../support/shared-visit.ts';
import { either, isLong } from '../support/long.ts';

/**
 * The dashboard and the attribution report show the server's answers and keep their queries in the address.
 */
const browser = await launchBrowser();
/** Opens a screen of the administrator in the page of the file. */
const open = sharedVisit(browser);

type Row = Readonly<Record<string, string | number | null>> & {
  readonly key: string;
  readonly label: string;
};
interface Report {
  readonly rows: readonly Row[];
  readonly totals: Readonly<Record<string, number | null>>;
}
interface ComparedReport extends Report {
  readonly compared_totals: Report['totals'];
}
const ask = async <Answer extends Report = Report>(path: string, who: Who = 'admin'): Promise<Answer> =>
  rest<Answer>(path, (await tokensOf(who)).access);
const days = (count: number): string => `from=${tokyoDay(count - 1)}&to=${tokyoDay()}`;

const formatInteger = (value: number | null | undefined): string =>
  value ? new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value) : '-';
const numberOf = (text: string): number => (text === '-' ? 0 : Number(text.replaceAll(',', '')));
const cell = (row: Locator, column: string): Locator => row.locator(`[data-column="${column}"]`);
const total = (page: Page): Locator => page.getByRole('row', { name: '合計' });
const labels = (page: Page): Promise<string[]> =>
  page.getByRole('grid').getByRole('rowheader').allInnerTexts();

describe('the dashboard', () => {
  test('shows sales of a billion yen on one line of its card, in windows of any width', async () => {
    const { page, troubles, close } = await operator(browser, { viewport: { width: 1280, height: 800 } });
    await page.route('**/graphql', async route => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(/"amount_sum":\d+/g, '"amount_sum":1234567890');
      await route.fulfill({ response: answer, body });
    });
    await page.goto(`${demoUrl()}/dashboard`);
    const value = page.locator('.tp-card-value', { hasText: '1,234,567,890' });
    await value.waitFor();
    for (const width of [1280, 1000, 320]) {
      await resize(page, { width, height: 800 });
      const [lines, isInside] = await value.evaluate(element => {
        const range = document.createRange();
        // The button's padding reaches over the edge of the figure.
        range.selectNodeContents(element.firstElementChild ?? element);
        const text = range.getBoundingClientRect();
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        return [
          Math.round(text.height / (size * 1.25)),
          text.right <= element.getBoundingClientRect().right + 1,
        ];
      });
      expect([width, lines, isInside]).toEqual([width, 1, true]);
    }
    expect(troubles).toEqual([]);
    await close();
  });

  test("shows the server's figures on its cards and keeps the query in the address", async () => {
    const { page, troubles } = await open('/dashboard');
    const card = (name: string) =>
      page.getByRole('region', { name: '主な指標' }).getByRole('group', { name, exact: true });
    for (const [count, name] of [
      [30, '過去30日間'],
      [7, '過去7日間'],
      [90, '過去90日間'],
    ] as const) {
      if (count !== 30) await choose(page, '期間', name);
      await settle(page);
      const { totals } = await ask(`analyses/time_series/?product_id=1&${days(count)}`);
      await card('接触')
        .filter({ hasText: formatInteger(totals['clicks']) })
        .waitFor();
      await card('売上')
        .filter({ hasText: `¥${formatInteger(totals['amount_sum'])}` })
        .waitFor();
      await card('CV')
        .filter({ hasText: formatInteger(totals['cv']) })
        .waitFor();
    }
    await card('売上').getByRole('button', { name: '売上', exact: true }).click();
    await page.waitForURL('**metric=amount_sum*');
    await page.reload();
    await settle(page);
    const period = page.locator('.tp-dashboard-head .p-dropdown-label');
    expect(await period.innerText()).toBe('過去90日間');
    expect(
      await card('売上').getByRole('button', { name: '売上', exact: true }).getAttribute('aria-pressed'),
    ).toBe('true');
    await page.goBack();
    await page.waitForURL('**period=7*');
    await period.filter({ hasText: '過去7日間' }).waitFor();
    // The menu entry of the open screen resets its other parameters.
    await page.locator('.sidebar a[aria-current=page]').click();
    await page.waitForURL(
      ({ searchParams }) => [...searchParams.keys()].toSorted().join() === 'period,product_id',
    );
    expect(await period.innerText()).toBe('過去7日間');
    expect(troubles).toEqual([]);
  });

  test.runIf(isLong)(
    'has a bell whose number is known on pages that do not count pending tasks',
    async () => {
      const { page, troubles, close } = await operator(browser);
      await page.goto(`${demoUrl()}/dashboard`);
      const bell = page.getByRole('button', { name: /^通知、対応待ち[\d,]+件$/ });
      await bell.waitFor();
      const label = await bell.getAttribute('aria-label');
      await page.goto(`${demoUrl()}/analyze/lpo?product_id=1`);
      await page.locator('.notification-bell').waitFor();
      expect(await page.locator('.notification-bell').getAttribute('aria-label')).toBe(label);
      expect(troubles).toEqual([]);
      await close();
    },
  );

  test.runIf(isLong)('draws the previous period below the shown one, day by day', async () => {
    const { page, troubles, close } = await operator(browser);
    await page.goto(`${demoUrl()}/dashboard?product_id=1&period=7`);
    await settle(page);
    await page.getByRole('button', { name: '表で見る' }).first().click();
    const table = page.locator('.tp-panel table').first();
    await table.waitFor();
    const { rows, compared_rows: before } = await ask<Report & { readonly compared_rows: readonly Row[] }>(
      `analyses/time_series/?product_id=1&${days(7)}&compare=previous_period`,
    );
    expect(before.map(row => row.key)).toEqual([13, 12, 11, 10, 9, 8, 7].map(count => tokyoDay(count)));
    expect(await table.locator('thead th').allInnerTexts()).toEqual(['日', 'CV', 'CV（前の期間）']);
    const drawn = await table
      .locator('tbody tr')
      .evaluateAll(lines => lines.map(line => [...line.querySelectorAll('td')].map(one => one.textContent)));
    expect(drawn).toEqual(
      rows.map((row, at) => [row, before[at]].map(one => formatInteger(Number(one?.['cv'])))),
    );
    expect(troubles).toEqual([]);
    await close();
  });

  test('opens the conversions that sum to a figure, of all days and of one ad; other figures link to the ads of the same days', async () => {
    const [card, fact] = [
      (name: string) => page.getByRole('group', { name, exact: true }),
      (name: string) => page.locator(`[data-drilldown="${name}"] dd`),
    ];
    const { page, troubles } = await open('/dashboard?product_id=1&days=7');
    const sales = page
      .getByRole('grid', { name: '売上上位の広告' })
      .locator('.tp-body [data-figure][data-column="amount_sum"]')
      .first();
    for (const figure of [card('売上').locator('.tp-figure'), sales]) {
      await figure.click();
      await page.getByText('レポートの値と一致しています').waitFor();
      expect(`¥${await fact('figure').innerText()}`).toContain(await figure.innerText());
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    // A derived figure is shown beside the list of the figures that it is computed from.
    await card('ROAS').locator('.tp-figure').click();
    expect(await fact('itself').innerText()).toBe(await card('ROAS').locator('.tp-figure').innerText());
    await page.goBack();
    const contacts = await card('接触').getByRole('link').innerText();
    await card('接触').getByRole('link').click();
    await page.getByRole('heading', { name: '広告統計' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      period: '7',
      sort: '-clicks',
    });
    await total(page).waitFor();
    expect(await cell(total(page), 'clicks').innerText()).toBe(contacts);
    expect(troubles).toEqual([]);
  });

  test.runIf(isLong)("shows the server's ads with the highest sales", async () => {
    const { page, troubles, close } = await operator(browser);
    await page.goto(`${demoUrl()}/dashboard?product_id=1&days=90`);
    await settle(page);
    const { rows } = await ask(`analyses/ad_summaries/?product_id=1&${days(90)}`);
    const best = rows
      .filter(row => row.key !== 'no_contact')
      .sort((a, b) => Number(b['amount_sum']) - Number(a['amount_sum']))
      .slice(0, 5);
    const grid = page.getByRole('grid', { name: '売上上位の広告' });
    expect(await cell(grid.getByRole('row'), 'amount_sum').allInnerTexts()).toEqual(
      expect.arrayContaining(best.map(row => formatInteger(Number(row['amount_sum'])))),
    );
    await grid.getByText(best[0]?.label ?? '').waitFor();
    const { counts } = await rest<{ counts: { pending: number } }>(
      'logs/results/?product_id=1&where=approval_status%3D0&limit=1',
      (await tokensOf('admin')).access,
    );
    const tasks = page.getByRole('list', { name: '対応が必要なこと' });
    await tasks
      .getByRole('listitem')
      .filter({ hasText: '承認待ちの成果' })
      .filter({ hasText: formatInteger(counts.pending) })
      .waitFor();
    expect(await tasks.getByRole('link').allInnerTexts()).toEqual([
      '承認待ちの成果',
      '失敗した成果通知',
      '計測タグ',
    ]);
    expect(troubles).toEqual([]);
    await close();
  });
});

const ofChange = async (card: Locator): Promise<Record<'change' | 'volume' | 'rate', number>[]> =>
  Promise.all(
    (await card.getByRole('row').all()).slice(1).map(async row => {
      const [change = NaN, volume = NaN, rate = NaN] = (await row.getByRole('cell').allInnerTexts()).map(
        numberOf,
      );
      return { change, volume, rate };
    }),
  );

describe.each(either(390, 1440))('what changed, in a window of %i px,', width => {
  test("has rows that sum to the change of the server's totals, and each row has two parts", async () => {
    const { totals, compared_totals: before } = await ask<ComparedReport>(
      `analyses/ad_summaries/?product_id=1&${days(30)}&compare=previous_period`,
    );
    const { page, troubles } = await open('/dashboard?product_id=1&period=30', { width, height: 900 });
    expect(await page.getByRole('table', { name: '変化の要因' }).count()).toBe(0);
    await page.locator('.tp-changes-awaited').scrollIntoViewIfNeeded();
    const card = page.getByRole('region', { name: '変化の要因' });
    for (const [metric, name, parts] of [
      ['cv', 'CV', ['接触数による', 'CVRによる']],
      ['amount_sum', '売上', ['CV数による', '平均単価による']],
      ['cpa', 'CPA', ['広告構成による', '広告CPAによる']],
    ] as const) {
      if (metric !== 'cv') {
        await card.getByText(name, { exact: true }).click();
        await page.waitForURL(`**change=${metric}*`);
      }
      await card.getByRole('columnheader', { name: parts[0] }).waitFor();
      expect(await card.getByRole('columnheader').allInnerTexts()).toEqual(['広告', '増減', ...parts]);
      const change = Math.round(totals[metric] ?? 0) - Math.round(before[metric] ?? 0);
      const lines = await ofChange(card);
      const rows = lines.slice(0, -1);
      expect(rows.length).toBeGreaterThan(5);
      expect(lines.at(-1)?.change).toBe(change);
      expect(rows.reduce((sum, row) => sum + row.change, 0)).toBe(change);
      for (const row of lines) expect(row.volume + row.rate).toBeCloseTo(row.change, 6);
      for (const part of ['volume', 'rate'] as const)
        expect(rows.reduce((sum, row) => sum + row[part], 0)).toBeCloseTo(lines.at(-1)?.[part] ?? NaN, 6);
      const sentence = await card.locator('.tp-change-sum').innerText();
      for (const value of [totals[metric], before[metric]]) expect(sentence).toContain(formatInteger(value));
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // The name of an ad leads to its figures in both periods.
    const ad = card.getByRole('rowheader').getByRole('link').first();
    const label = await ad.innerText();
    await ad.click();
    await page.getByRole('heading', { name: '広告統計' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      period: '30',
      compare: 'previous_period',
    });
    await total(page).waitFor();
    await page.getByText(label).first().waitFor();
    expect(troubles).toEqual([]);
  });
});

describe('the attribution report', () => {
  test(`shows the server's rows and totals, and its rows with "no contact" sum to the totals`, async () => {
    const { page, troubles } = await open(
      '/analyze/attribution?product_id=1&axis=network&model=2&period=90&hide=-',
      {
        width: 1440,
        height: 1600,
      },
    );
    await total(page).waitFor();
    await settle(page);
    const { rows, totals } = await ask(`analyses/attributions/?product_id=1&axis=6&model=2&${days(90)}`);
    expect(rows.at(-1)?.key).toBe('no_contact');
    await page.getByRole('row', { name: '接触なし' }).waitFor();
    for (const row of rows) {
      const shown = page
        .getByRole('grid')
        .getByRole('row')
        .filter({
          has: page.getByRole('rowheader', {
            name: row.key === 'no_contact' ? '接触なし' : row.label || '未設定',
            exact: true,
          }),
        });
      for (const metric of ['clicks', 'amount_division', 'first_touch_count'])
        expect(await cell(shown, metric).innerText(), `${metric} of ${row.label}`).toBe(
          formatInteger(row[metric] as number | null),
        );
    }
    for (const metric of ['clicks', 'amount_division']) {
      const texts = await cell(page.getByRole('row'), metric).allInnerTexts();
      const [, ...figures] = texts; // the first is the header
      const sum = figures
        .slice(0, -1)
        .map(numberOf)
        .reduce((a, b) => a + b, 0);
      expect(numberOf(figures.at(-1) ?? ''), metric).toBe(sum);
      expect(sum, metric).toBe(totals[metric]);
    }
    const credit = rows.reduce((sum, row) => sum + Number(row['cv_division']), 0);
    expect(credit).toBeCloseTo(totals['cv'] ?? NaN, 6);
    expect(await cell(total(page), 'cv_division').innerText()).toBe(
      new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
        totals['cv'] ?? NaN,
      ),
    );
    expect(troubles).toEqual([]);
  });

  test.runIf(isLong)(
    'keeps period, axis, model, sorting and columns over a reload and over back and forward',
    async () => {
      const { page, troubles, close } = await operator(browser, { who: 'user' });
      await page.goto(`${demoUrl()}/analyze/attribution?product_id=1`);
      await total(page).waitFor();
      await choose(page, '集計軸', '広告媒体');
      await page.waitForURL('**axis=network*');
      await choose(page, '期間', '過去7日間');
      await page.waitForURL('**period=7*');
      await page.getByRole('button', { name: 'その他の条件' }).click();
      await press(page, '初回接触');
      await page.waitForURL('**model=4*');
      await settle(page);
      const clicks = page.getByRole('columnheader', { name: /^接触数/ });
      await clicks.click();
      await page.waitForURL('**sort=-clicks*');
      expect(await clicks.getAttribute('aria-sort')).toBe('descending');
      await page.getByRole('button', { name: '表示項目' }).click();
      await page.getByRole('checkbox', { name: '間接効果率' }).uncheck();
      await page.keyboard.press('Escape');
      await page.getByRole('columnheader', { name: /^間接効果率/ }).waitFor({ state: 'detached' });
      const before = { url: page.url(), text: await page.getByRole('grid').innerText() };

      await page.reload();
      await total(page).waitFor();
      await settle(page);
      expect({ url: page.url(), text: await page.getByRole('grid').innerText() }).toEqual(before);

      await page.goBack();
      await page.waitForURL(
        url => url.searchParams.get('model') === null && url.searchParams.get('period') === '7',
      );
      await page.goBack();
      await page.waitForURL(
        url => url.searchParams.get('period') === null && url.searchParams.get('axis') === 'network',
      );
      await page.goForward();
      await page.goForward();
      await page.waitForURL(before.url);
      await expect.poll(() => page.getByRole('grid').innerText()).toBe(before.text);
      // The menu entry opens the screen with its defaults; only the product and the period stay.
      await page
        .getByRole('navigation', { name: 'メインメニュー' })
        .getByRole('link', { name: 'アトリビューション' })
        .click();
      await page.waitForURL(
        url => new URLSearchParams([...url.searchParams].toSorted()).toString() === 'period=7&product_id=1',
      );
      expect(troubles).toEqual([]);
      await restoreColumns('user', 'analysis_attribution');
      await close();
    },
  );

  test('says so when a period has no data', async () => {
    for (const path of either('/analyze/attribution', '/log/reference')) {
      const { page, troubles } = await open(
        `${path}?product_id=1&period=custom&from=2021-02-01&to=2021-02-28`,
      );
      await page.getByText('この条件に当てはまるデータはありません').waitFor();
      expect(await page.getByLabel('開始日', { exact: true }).inputValue()).toBe('2021/02/01');
      expect(troubles).toEqual([]);
    }
  });
});

describe('the screen', () => {
  test.each(either('/dashboard', '/analyze/attribution', '/log/reference'))(
    '%s shows that it is loading, reports a failure and retries',
    async path => {
      const { page, troubles, close } = await operator(browser);
      let release = (): void => undefined;
      const released = new Promise<void>(done => {
        release = done;
      });
      const data = /query (AttributionsReport|AdSummaries|TimeSeries|Interactions)\b/;
      let broken = true;
      await page.route('**/graphql', async route => {
        if (!broken || !data.test(route.request().postData() ?? '')) return route.continue();
        await released;
        return route.abort('connectionfailed');
      });
      await page.goto(`${demoUrl()}${path}`);
      await page.getByRole('status', { name: '読み込み中' }).first().waitFor();
      release();
      const again = page.getByRole('alert').filter({ hasText: 'サーバーに接続できません。' });
      await again.first().waitFor();
      // All panels of the screen have failed.
      await settle(page);
      broken = false;
      // Panels may share a request: one retry reloads all of them.
      for (let left = await again.count(); left > 0;) {
        await again.first().getByRole('button', { name: '再試行' }).click();
        await settle(page);
        const before = left;
        left = await again.count();
        expect(left).toBeLessThan(before);
      }
      await page.getByRole('grid').first().getByRole('row').nth(2).waitFor();
      expect(troubles.filter(message => !message.includes('net::ERR_CONNECTION_FAILED'))).toEqual([]);
      await close();
    },
  );

  test('refuses a product in its address that the user may not see, whether it exists or not', async () => {
    const screens = ['/dashboard', '/analyze/attribution', '/log/reference'] as const;
    for (const [who, refusedPages] of [
      ['agency', [...either(...screens).map(path => [path, '2']), ['/analyze/attribution', '999']]],
      [
        'admin',
        [
          ['/log/reference', '1e0'],
          ...(isLong ? [...screens.map(path => [path, '999']), ['/dashboard', '__proto__']] : []),
        ],
      ],
    ] as const) {
      const { page, troubles, close } = await operator(browser, { who });
      for (const [path, product] of refusedPages) {
        await page.goto(`${demoUrl()}${path}?product_id=${product}`);
        await page
          .getByRole('alert')
          .filter({ hasText: '指定された条件のデータを表示する権限がありません' })
          .waitFor();
        expect(await page.getByRole('grid').count()).toBe(0);
      }
      expect(troubles).toEqual([]);
      await close();
    }
  });

  test('shows an agency its own ads only', async () => {
    const { access } = await tokensOf('agency');
    const { results } = await rest<{ results: readonly { id: number; name: string }[] }>('ads/', access);
    const { results: all } = await rest<{ results: readonly { id: number }[] }>(
      'ads/',
      (await tokensOf('admin')).access,
    );
    expect(results.length).toBeLessThan(all.length);
    const own = new Set(results.map(({ name }) => name));
    const { page, troubles, close } = await operator(browser, { who: 'agency' });
    await page.goto(`${demoUrl()}/analyze/attribution?period=90`);
    await total(page).waitFor();
    const { rows, totals } = await ask(`analyses/attributions/?product_id=1&axis=1&${days(90)}`, 'agency');
    expect(rows.every(row => own.has(row.label))).toBe(true);
    expect((await labels(page)).filter(label => label !== '合計' && !own.has(label))).toEqual([]);
    expect(await cell(total(page), 'clicks').innerText()).toBe(formatInteger(totals['clicks']));
    await goTo(page, '/log/reference');
    await page.getByRole('row').nth(2).waitFor();
    const names = await cell(page.getByRole('row'), 'ad_name').allInnerTexts();
    expect(names.slice(1).filter(name => !own.has(name))).toEqual([]);
    await goTo(page, '/dashboard?days=90');
    expect((await labels(page)).filter(label => !own.has(label))).toEqual([]);
    // The menu lacks the screens that agencies may not see; their addresses show the refusal, not an empty
    // list.
    for (const path of either('/ad/sync-setting', '/analyze/delivery')) {
      await goTo(page, path);
      await page
        .getByRole('alert')
        .filter({ hasText: '指定された条件のデータを表示する権限がありません' })
        .waitFor();
      expect(await page.getByRole('grid').count()).toBe(0);
    }
    expect(troubles).toEqual([]);
    await close();
  });
});
