import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFaults, axeFaultsIn } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { addFilter } from '../support/filter-bar.ts';
import { either, isLong } from '../support/long.ts';
import { choose, demoUrl, operator, rest, settle, tokensOf, tokyoDay } from '../support/operator.ts';
import { goTo, sharedVisit } from '../support/shared-visit.ts';
import { tokyoTime } from '../support/tokyo-time.ts';

/** The access log and the CV log, the pages of their rows, and the visitor path. */
const browser = await launchBrowser();
/** Opens a screen of the administrator in the page of the file. */
const open = sharedVisit(browser);

type Row = Readonly<Record<string, string>>;
interface Answer {
  readonly results: readonly Row[];
  readonly total: number;
  readonly next: string | null;
}
const DAYS = () => `product_id=1&from=${tokyoDay(6)}&to=${tokyoDay()}`;
const ask = async (list: string, query = '', who: 'admin' | 'user' | 'agency' = 'admin'): Promise<Answer> =>
  rest(`logs/${list}/?${DAYS()}&${query}`, (await tokensOf(who)).access);
const total = (count: number) => `全${new Intl.NumberFormat('en').format(count)}件`;
/** The full text of a cell, also of an address that is shown shortened in the middle. */
const cellText = (of: Locator) =>
  of.evaluate(
    element => element.querySelector('[data-short] + *')?.textContent ?? (element as HTMLElement).innerText,
  );
const cell = (page: Page, row: number, column: string) =>
  page.getByRole('row').nth(row).locator(`[data-column="${column}"]`);

describe.each(
  either(
    {
      path: '/log/access',
      list: 'accesses',
      id: 'access_id',
      time: 'access_time',
      columns: ['access_url', 'ad_name'],
      sorted: /^アクセスURL/,
    },
    {
      path: '/log/cv',
      list: 'conversions',
      id: 'conversion_id',
      time: 'cv_time',
      columns: ['last_cv_ad_name', 'performance_cv_ad_name'],
      sorted: /^金額/,
    },
  ),
)('the log $path', ({ path, list, id, time, columns, sorted }) => {
  test("shows the server's rows in its order, also while scrolling", async () => {
    const { page, troubles } = await open(`${path}?product_id=1`);
    await page.getByRole('row').nth(2).waitFor();
    const answer = await ask(list, 'limit=450');
    for (const [index, row] of answer.results.slice(0, 3).entries()) {
      expect(await cell(page, index + 1, time).innerText()).toBe(tokyoTime(row[time]!));
      for (const column of columns)
        expect(await cellText(cell(page, index + 1, column))).toBe(row[column] || '-');
    }
    await page.getByText(total(answer.total)).waitFor();
    const grid = page.getByRole('grid');
    const seen = new Map<number, string>();
    for (const deadline = Date.now() + 180_000; seen.size < 420 && Date.now() < deadline;) {
      const drawn = await grid.evaluate(element => {
        const rows = [...element.querySelectorAll('[role="row"]')].map(
          row =>
            [
              Number(row.getAttribute('aria-rowindex')),
              row.querySelector('[role="rowheader"] a')?.getAttribute('href') ?? '',
            ] as const,
        );
        element.scrollTop += element.clientHeight - 120;
        return rows;
      });
      for (const [at, href] of drawn) if (href !== '') seen.set(at, /\/(\d+)\?/.exec(href)?.[1] ?? '');
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    const ids = [...seen]
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one)
      .slice(0, 420);
    expect(ids).toEqual(answer.results.slice(0, 420).map(row => row[id]));
    expect(troubles).toEqual([]);
  });

  test('is filtered by conditions and sorted by a column, which are kept in the address', async () => {
    const {
      results: [row],
      total: all,
    } = await ask(list, 'limit=1');
    const visitor = row!['visitor_id']!;
    const { page, troubles } = await open(`${path}?product_id=1`);
    await page.getByText(total(all)).waitFor();
    await addFilter(page, '訪問者ID', null, async dialog => {
      await dialog.getByLabel('値').fill('abc');
      await dialog.getByRole('button', { name: '適用' }).click();
      await dialog.getByText('数字のIDを入力してください').waitFor();
      // Full-width digits, as an input method leaves them.
      await dialog
        .getByLabel('値')
        .fill(visitor.replaceAll(/\d/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)));
    });
    expect(new URL(page.url()).searchParams.get('f')).toBe(`visitor_id=${visitor}`);
    const own = await ask(list, `visitor_id=${visitor}`);
    await page.getByText(total(own.total)).waitFor();
    await page.reload();
    await page.getByText(total(own.total)).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: `条件を解除：訪問者ID ＝ ${visitor}` }).click();
    await page.getByText(total(all)).waitFor();

    if (isLong)
      await addFilter(page, 'デバイス', '≠ 等しくない', dialog => choose(dialog, '値', 'スマートフォン'));
    await addFilter(page, 'OS', '前方一致（で始まる）', dialog => dialog.getByLabel('値').fill('win'));
    const where = `where=${encodeURIComponent(`${isLong ? 'device__ne=mobile&' : ''}os__startswith=win`)}`;
    const { total: left } = await ask(list, where);
    expect([left > 0, left < all]).toEqual([true, true]);
    await page.getByText(total(left)).waitFor();
    await page.getByRole('columnheader', { name: sorted }).click();
    await page.waitForURL('**sort=*');
    await settle(page);
    const { results } = await ask(
      list,
      `${where}&ordering=${new URL(page.url()).searchParams.get('sort')}&limit=5`,
    );
    const drawn = await page
      .getByRole('grid')
      .locator('[role="rowheader"] a')
      .evaluateAll(links =>
        links.slice(0, 5).map(link => /\/(\d+)\?/.exec(link.getAttribute('href') ?? '')?.[1]),
      );
    expect(drawn).toEqual(results.map(row => row[id]));
    expect(troubles).toEqual([]);
  });

  test('shows an agency the rows of its own ads only', async () => {
    const { page, troubles, close } = await operator(browser, { who: 'agency' });
    const [own, all] = [await ask(list, 'limit=3', 'agency').catch(() => null), await ask(list)];
    await page.goto(`${demoUrl()}${path}?product_id=1`);
    if (own === null) {
      await page.getByRole('main').getByText('権限').first().waitFor();
    } else {
      expect(own.total).toBeLessThan(all.total);
      await page.getByText(total(own.total)).waitFor();
    }
    expect(troubles.filter(message => !message.includes('403'))).toEqual([]);
    await close();
  });
});

describe('the page of a row', () => {
  test('links a conversion through the visitor path to the contact that it is credited to', async () => {
    const { results } = await ask('conversions', 'limit=200');
    const cv = results.find(row => Number(row['contacts']) > 1)!;
    const { page, troubles } = await open(`/log/cv?product_id=1&conversion_id=${cv['conversion_id']}`);
    await page.getByText(total(1)).waitFor();
    await page.getByRole('button', { name: /操作/ }).first().click();
    await page.getByRole('menuitem', { name: '訪問者の経路を見る' }).click();
    await page.waitForURL(`**/log/visitor/${cv['visitor_id']}*`);
    const path = page.getByRole('list', { name: '訪問者の経路' });
    await path.getByRole('listitem').first().waitFor();
    const { results: steps } = await rest<Answer>(
      `logs/visitors/?product_id=1&visitor_id=${cv['visitor_id']}&limit=200`,
      (await tokensOf('admin')).access,
    );
    expect(
      await path
        .getByRole('listitem')
        .locator('time')
        .evaluateAll(times => times.map(time => time.getAttribute('datetime'))),
    ).toEqual(steps.map(step => step['time']));
    const here = path.locator('[aria-current="location"]');
    expect(await here.locator('time').getAttribute('datetime')).toBe(cv['cv_time']);
    expect(await here.innerText()).toContain('CV');
    // The page has scrolled to the conversion. A list item half covered by the navbar would count as too
    // small a target.
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
    expect(await axeFaults(page)).toEqual([]);
    await path.locator(`a[href*="/log/reference/${cv['last_cv_interaction_id']}"]`).click();
    await page.getByRole('heading', { level: 1, name: '接触' }).waitFor();
    await page.locator('[data-field="ad_name"] dd').getByText(cv['last_cv_ad_name']!).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: '訪問者の経路を見る' }).click();
    await path.locator('[aria-current="location"]').getByText('接触', { exact: true }).waitFor();
    expect(troubles).toEqual([]);
  });

  test('shows the stored fields of an access, and a message for an unknown id', async () => {
    const {
      results: [row],
    } = await ask('accesses', 'limit=1');
    const { page, troubles } = await open(`/log/access/${row!['access_id']}?product_id=1`);
    await page.locator('[data-field="access_url"] dd').getByText(row!['access_url']!).waitFor();
    await page.getByText(`ID：${row!['access_id']}`).waitFor();
    for (const id of either('18446744073709551616', '18446744073709551615', 'x')) {
      await goTo(page, `/log/access/${id}?product_id=1`);
      await page.getByText('この行は表示できません').waitFor();
    }
    await page.getByRole('link', { name: 'ログに戻る' }).click();
    await settle(page);
    await page.getByRole('heading', { level: 1, name: 'アクセスログ' }).waitFor();
    expect(troubles.filter(message => !message.includes('404'))).toEqual([]);
  });
});

test.runIf(isLong)('a log is saved as a view with its period, conditions, order and columns', async () => {
  const { page, troubles, close } = await operator(browser);
  await page.goto(
    `${demoUrl()}/log/access?product_id=1&period=30&f=device%3Dmobile&sort=visitor_id&hide=os,browser`,
  );
  const menu = page.getByRole('dialog', { name: '保存したビュー' });
  await page.getByRole('button', { name: 'ビュー', exact: true }).click();
  await menu.getByRole('button', { name: '名前を付けて保存' }).click();
  const form = page.getByRole('dialog', { name: '名前を付けて保存' });
  await form.getByLabel('ビューの名前').fill('スマートフォン é');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('button', { name: 'スマートフォン é', exact: true }).waitFor();

  // A parameter with the name of a field is a condition, too.
  await page.goto(`${demoUrl()}/log/access?product_id=1&device=tablet`);
  await page.getByRole('button', { name: 'デバイス：タブレット', exact: true }).waitFor();
  await page.getByRole('button', { name: 'ビュー', exact: true }).click();
  await menu.getByRole('button', { name: /^スマートフォン é/ }).click();
  await page.waitForURL('**view=*');
  const { period, f, sort, hide, device } = Object.fromEntries(new URL(page.url()).searchParams);
  expect({ period, f, sort, hide, device }).toEqual({
    period: '30',
    f: 'device=mobile',
    sort: 'visitor_id',
    hide: 'os,browser',
    device: undefined,
  });
  await page.getByRole('button', { name: 'デバイス：スマートフォン', exact: true }).waitFor();
  await page.getByRole('button', { name: 'スマートフォン é', exact: true }).click();
  await menu.getByRole('button', { name: 'ビュー「スマートフォン é」を削除' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await page.getByRole('button', { name: 'ビュー', exact: true }).waitFor();
  expect(troubles).toEqual([]);
  await close();
});

test('an identifier is traced through all logs, and each found row links to its log', async () => {
  const { access } = await tokensOf('admin');
  const { results } = await rest<Answer>(`logs/results/?${DAYS()}&limit=100`, access);
  const result = results.find(row => row['interaction_id'] !== null && row['args'] !== '')!;
  const id = result['args']!;
  const found = await rest<Answer>(`logs/trace/?product_id=1&id=${encodeURIComponent(id)}`, access);
  const { page, troubles } = await open(`/log/trace?product_id=1`);
  await page.getByRole('button', { name: '検索', exact: true }).click();
  await page.getByText('IDを入力してください').waitFor();
  const field = page.getByRole('textbox', { name: '追跡するID' });
  await field.fill(` ${id} `);
  await field.press('Enter');
  const list = page.getByRole('list', { name: '見つかった記録' });
  await list.getByRole('listitem').first().waitFor();
  expect(
    await list
      .getByRole('listitem')
      .evaluateAll(items =>
        items.map(
          item => `${(item as HTMLElement).dataset['kind']} ${/ID (\d+)/.exec(item.textContent ?? '')?.[1]}`,
        ),
      ),
  ).toEqual(found.results.map(row => `${row['kind']} ${row['id']}`));
  // A contact can have led to several conversions with the same identifier.
  const conversions = found.results.filter(row => row['kind'] === 'conversion').map(row => row['id']!);
  expect(conversions).toContain(result['conversion_id']);
  expect(
    await list
      .locator('[data-kind="conversion"]')
      .evaluateAll(items => items.map(item => item.querySelector('a')?.getAttribute('href'))),
  ).toEqual(conversions.map(id => `/log/cv/${id}?product_id=1`));
  expect(await axeFaults(page)).toEqual([]);
  await list.locator(`[data-kind="result"] a[href*="result_id=${result['result_id']}&"]`).click();
  await page.waitForURL('**/log/result?*');
  await page.getByText(total(1)).waitFor();

  expect(troubles).toEqual([]);
});

test.runIf(isLong)('a click identifier is traced, and the command palette traces an identifier', async () => {
  const { page, troubles, close } = await operator(browser);
  const { access } = await tokensOf('admin');
  const { results } = await rest<Answer>(`logs/results/?${DAYS()}&limit=100`, access);
  const result = results.find(row => row['interaction_id'] !== null && row['args'] !== '')!;
  const list = page.getByRole('list', { name: '見つかった記録' });
  // The click identifier is the generated token when the ASP sent none.
  const click = results.find(row => row['interaction_id'] !== null && row['xclid'] !== '')!;
  await page.goto(`${demoUrl()}/log/trace?product_id=1&id=${encodeURIComponent(click['xclid']!)}`);
  await list
    .locator('[data-kind="contact"]')
    .filter({ hasText: click['interaction_id']! })
    .getByText('IDが一致')
    .waitFor();

  await page.goto(`${demoUrl()}/log/access?product_id=1`);
  await settle(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(result['conversion_id']!);
  await page.getByRole('option', { name: `「${result['conversion_id']}」のID追跡` }).click();
  await page.waitForURL(
    url => url.pathname === '/log/trace' && url.searchParams.get('id') === result['conversion_id'],
  );
  await list.locator('[data-kind="conversion"]').getByText('IDが一致').waitFor();
  expect(troubles).toEqual([]);
  await close();
});

test('CV information is filtered by columns that are computed from the path, and sorted by them', async () => {
  const { access: tokens } = await tokensOf('admin');
  const info = (query: string) => rest<Answer>(`analyses/cv_info/?${DAYS()}&${query}`, tokens);
  // Without the site's values, the columns of the path are drawn without scrolling.
  const { page, troubles } = await open(
    `/analyze/cv?product_id=1&period=7&hide=p_resid,p_userid,p_key1,p_key2,p_key3,ad_type1,ad_type2,ad_type3`,
  );
  await page.getByText(total((await info('limit=1')).total)).waitFor();
  await addFilter(page, '接触回数', '≧ 以上', dialog => dialog.getByLabel('値').fill('2'));
  await addFilter(page, '検討期間', '＞ より大きい', dialog => dialog.getByLabel('値').fill('６０分'));
  await page.getByText('検討期間 ＞ 1時間').waitFor();
  const where = `where=${encodeURIComponent('contacts__gte=2&elapsed__gt=3600')}`;
  const { total: left } = await info(`${where}&limit=1`);
  expect(left).toBeGreaterThan(0);
  await page.getByText(total(left)).waitFor();
  for (const [header, ordering] of [
    [/^検討期間/, '-elapsed'],
    [/^初回接触の広告/, 'first_ad_name'],
  ] as const) {
    await page.getByRole('columnheader', { name: header }).click();
    await page.waitForURL(`**sort=${ordering}*`);
    await settle(page);
    const { results } = await info(`${where}&ordering=${ordering}&limit=3`);
    expect(await Promise.all([1, 2, 3].map(row => cell(page, row, 'cv_time').innerText()))).toEqual(
      results.map(row => tokyoTime(row['cv_time']!)),
    );
  }
  expect(troubles).toEqual([]);
});

test.runIf(isLong)('CV information is filtered by a value that the site sent with a conversion', async () => {
  const { page, troubles, close } = await operator(browser);
  const info = (query: string) => rest<Answer>(`analyses/cv_info/?${DAYS()}&${query}`, tokens);
  const { access: tokens } = await tokensOf('admin');
  const { results, total: all } = await info('limit=100');
  const result = results.find(row => row['p_resid'] !== '')!['p_resid']!;
  await page.goto(`${demoUrl()}/analyze/cv?product_id=1&period=7`);
  await page.getByText(total(all)).waitFor();
  await addFilter(page, '成果識別子（p_resid）', null, dialog => dialog.getByLabel('値').fill(result));
  await page
    .getByText(total((await info(`where=${encodeURIComponent(`p_resid=${result}`)}`)).total))
    .waitFor();
  expect(await cell(page, 1, 'p_resid').innerText()).toBe(result);
  expect(troubles).toEqual([]);
  await close();
});

test('newly arrived rows are announced and shown on request', async () => {
  const { page, troubles, close } = await operator(browser, { fresh: true });
  await page.clock.install();
  // The count of new rows is a stub, because the journeys write no rows into the demo.
  let newerRequests = 0;
  await page.route('**/graphql', async route => {
    const body = route.request().postData() ?? '';
    if (!body.includes('newerAccesses')) return route.fallback();
    newerRequests += 1;
    return route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ data: { newer: { __typename: 'Newer', count: 1234 } } }),
    });
  });
  await page.goto(`${demoUrl()}/log/access?product_id=1`);
  await page.getByRole('row').nth(2).waitFor();
  await settle(page);
  const first = await cell(page, 1, 'access_time').innerText();
  expect(newerRequests).toBe(0);
  await page.clock.runFor(31_000);
  const newRowsButton = page.getByRole('button', { name: '新しい行が1,234件あります' });
  await newRowsButton.waitFor();
  expect(await cell(page, 1, 'access_time').innerText()).toBe(first);
  await newRowsButton.click();
  await newRowsButton.waitFor({ state: 'detached' });
  await page.getByRole('row').nth(2).waitFor();
  expect(newerRequests).toBe(1);
  expect(troubles).toEqual([]);
  await close();
});

test.each(
  either(
    ['at 390 px', { width: 390, height: 844 }] as const,
    ['at 1440 px', { width: 1440, height: 900 }] as const,
  ),
)('an administrator hands out and erases the data of a visitor %s', async (_, viewport) => {
  const { access } = await tokensOf('admin');
  // A visitor of the past: figures and recent rows of other journeys stay as they are.
  const days = `from=${tokyoDay(40)}&to=${tokyoDay(30)}`;
  const { results } = await rest<Answer>(`logs/interactions/?product_id=1&${days}&limit=100`, access);
  const row = results[viewport.width % 100]!;
  const visitor = row['visitor_id']!;
  const { page, troubles, close } = await operator(browser, { viewport });
  await page.goto(`${demoUrl()}/log/trace?product_id=1&id=${row['interaction_id']}`);
  const data = page.getByRole('region', { name: 'この訪問者のデータ' });
  await data.getByText(visitor).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'データをダウンロード（JSON）' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`visitor-${visitor}.json`);
  const stored = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, readonly Row[]>;
  expect(stored['interactions']?.map(one => one['interaction_id'])).toContain(row['interaction_id']);
  expect(stored['interactions']?.every(one => one['visitor_id'] === visitor)).toBe(true);

  const erase = data.getByRole('button', { name: '訪問者を消去' });
  await erase.click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(visitor).waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await erase.click();
  await dialog.getByRole('button', { name: '消去する' }).click();
  await page.getByText('消去を受け付けました。数分以内に始まります。').waitFor();
  const requests = page.getByRole('region', { name: '訪問者の消去の状況' });
  await requests.getByRole('row').nth(1).getByText('待機中').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // The server refuses the second request, and the dialog says why.
  await erase.click();
  await dialog.getByRole('button', { name: '消去する' }).click();
  await dialog.getByText('この訪問者の消去はすでに依頼されています').waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  expect(troubles.filter(text => !text.includes('409'))).toEqual([]);
  await close();
});

test('only administrators see the data of a visitor', async () => {
  const { page, troubles, close } = await operator(browser, { who: 'user' });
  const { results } = await ask('interactions', 'limit=1');
  await page.goto(`${demoUrl()}/log/trace?product_id=1&id=${results[0]!['interaction_id']}`);
  await page.getByRole('list', { name: '見つかった記録' }).waitFor();
  await settle(page);
  expect(await page.getByText('この訪問者のデータ').count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});
