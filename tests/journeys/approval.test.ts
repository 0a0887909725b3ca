import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AspForm, ProductForm } from '../../graphql/generated/constraints.ts';
import { axeFaults, FEWER_LOOKS, LOOKS, axeFaultsIn } from '../support/axe.ts';
import { launchBrowser, type Visit } from '../support/browser.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, operator, rest, restyle, settle, tokensOf, type Who } from '../support/operator.ts';
import { goTo } from '../support/shared-visit.ts';

/**
 * The approval screen, the result log and the result queue. Only results of the second and third product of
 * the demo company are decided: no other journey reads them. The first product stays as seeded.
 */
const browser = await launchBrowser();
/** Products without decisions, with notifications of decisions, and without notifications. */
const [UNTOUCHED, NOTIFYING, SILENT] = [1, 2, 3];
/** The status that the ASP's webhook answers, and the requests that it received. */
const network = { status: 200, received: [] as string[] };
const receiver = createServer((request, response) => {
  network.received.push(request.url ?? '');
  response.writeHead(network.status).end(network.status === 200 ? 'OK' : 'いいえ');
});

beforeAll(async () => {
  await new Promise<void>(done => {
    receiver.listen(0, '127.0.0.1', done);
  });
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?r={result_id}&s={status}`;
  const { results: asps } = await call<{ results: Record<string, unknown>[] }>(
    'asps/?page_size=9999',
    'admin',
  );
  for (const asp of asps.filter(({ product_id: id }) => id === NOTIFYING || id === SILENT)) {
    const form = Object.fromEntries(
      Object.keys(AspForm)
        .filter(name => name in asp)
        .map(name => [name, asp[name]]),
    );
    // Thousands of results are decided at once for the other product, which sends no notifications.
    const notificationSetting =
      asp['product_id'] === NOTIFYING ? { result_method: 2, webhook_url: hook } : { result_flag: 0 };
    await call(
      `asps/${String(asp['id'])}/`,
      'admin',
      { ...form, ...notificationSetting, updated_at: asp['updated_at'] },
      'PUT',
    );
  }
  await setHold(NOTIFYING, 1);
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const call = async <Answer>(
  path: string,
  who: Who,
  body?: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Answer> => rest<Answer>(path, (await tokensOf(who)).access, body, method);

/** Sets the hold of decisions of a product. */
const setHold = async (product: number, seconds: number): Promise<void> => {
  const stored = await call<Record<string, unknown>>(`products/${product}/`, 'admin');
  const form = Object.fromEntries(
    Object.keys(ProductForm)
      .filter(name => name in stored)
      .map(name => [name, stored[name]]),
  );
  await call(
    `products/${product}/`,
    'admin',
    { ...form, decision_hold_seconds: seconds, updated_at: stored['updated_at'] },
    'PUT',
  );
};

interface Result {
  readonly amount: number;
  readonly cv_cost: number;
  readonly result_id: number;
  readonly version: number;
  readonly approval_status: number;
  readonly decided_by: string;
  readonly reason: string;
  readonly asp_id: number;
}
interface Results {
  readonly results: readonly Result[];
  readonly total: number;
  readonly counts: Readonly<Record<'pending' | 'approved' | 'rejected', number>>;
}
const results = (product: number, where = '', limit = 100) =>
  call<Results>(
    `logs/results/?product_id=${product}&limit=${limit}&where=${encodeURIComponent(where)}`,
    'admin',
  );
const one = async (product: number, id: number): Promise<Result> =>
  (await results(product, `result_id=${id}`)).results[0]!;
const decideElsewhere = (rows: readonly Result[], to: number, reason = '先に確認済み') =>
  call('results/decide/', 'user', {
    to,
    reason,
    key: randomUUID(),
    results: rows.map(({ result_id: id, version }) => ({ id, version })),
  });

const open = async (path: string, options: Parameters<typeof operator>[1] = {}): Promise<Visit> => {
  const visitor = await operator(browser, { speaking: 'ja', ...options });
  await visitor.page.goto(`${demoUrl()}${path}`);
  await settle(visitor.page);
  // Keys act on rows, which are drawn after the page has come to rest.
  await visitor.page.locator('[data-row="1"]').first().waitFor();
  return visitor;
};

const PATH = `/log/cv-approve?product_id=${SILENT}`;
const asks = (page: Page): Locator => page.getByRole('alertdialog');
const idAt = async (page: Page, at: number): Promise<number> =>
  Number(await page.locator(`[data-row="${at}"][data-column="result_id"]`).innerText());
const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
/** The actions for the selected rows. */
const bar = (page: Page): Locator => page.getByRole('group', { name: '選択した行の操作' });
const count = (page: Page, word: string): Locator =>
  page.getByRole('radio', { name: new RegExp(`^${word} [\\d,]+$`) });

describe('the approval screen', () => {
  test('can be operated by keyboard alone: move, approve, reject with a reason and continue with the next row; while the user types, and as second keys of a shortcut to a screen, letters decide nothing', async () => {
    const { page, troubles, close } = await open(PATH);
    for (const row of [1, 2]) {
      await page.keyboard.press('j');
      await page.locator(`[data-row="${row}"]:focus`).waitFor();
    }
    const [first, second, third] = [await idAt(page, 1), await idAt(page, 2), await idAt(page, 3)];
    await page.keyboard.press('a');
    await asks(page).getByText('1件を承認しますか？').waitFor();
    await asks(page).getByText(`成果 ${second}`).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1件を承認しました').first().waitFor();
    expect(await one(SILENT, second)).toMatchObject({ approval_status: 1, version: 2 });
    await page.locator(`[data-row="2"][data-column="result_id"]:focus`).waitFor();
    expect([await idAt(page, 1), await idAt(page, 2)]).toEqual([first, third]);

    // The key of every screen reloads here too, and decides nothing.
    const reloaded = page.waitForResponse(response => response.url().endsWith('/graphql'));
    await page.keyboard.press('r');
    await reloaded;
    await settle(page);
    expect(await asks(page).count()).toBe(0);
    // The buttons name the keys that this test presses.
    await page.keyboard.press('x');
    expect(await bar(page).locator('kbd').allTextContents()).toEqual(['A', 'D']);
    await page.keyboard.press('x');
    await page.keyboard.press('d');
    const dialog = asks(page);
    await dialog.locator('textarea:focus').waitFor();
    // Letters typed into the reason are no shortcuts.
    await page.keyboard.type('ra 重複');
    expect(await dialog.getByLabel('理由').inputValue()).toBe('ra 重複');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await one(SILENT, third)).toMatchObject({ approval_status: 2, reason: 'ra 重複' });
    // Enter opens the result at the cursor, with the history of its decisions.
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: `成果 ${first}` })
      .getByText('判定の履歴')
      .waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('searchbox').fill('HN');
    await page.getByRole('searchbox').press('a');
    expect(await asks(page).count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await settle(page);
    await page.locator('[data-row="1"][data-column="result_id"]').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.waitForURL('**/config/role*');
    expect(await asks(page).count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  test('takes a decision back during its hold by key or button, without a reason, with a ledger entry and without a notification', async () => {
    await setHold(NOTIFYING, 600);
    const { page, troubles, close } = await open(`/log/cv-approve?product_id=${NOTIFYING}`);
    const ids = [await idAt(page, 1), await idAt(page, 2)];
    for (const row of [1, 2]) await page.locator(`[data-row="${row}"][data-column="+select"]`).click();
    await button(bar(page), '承認').click();
    // The dialog shows the number of the results and the sums of their amounts.
    const rows = await Promise.all(ids.map(id => one(NOTIFYING, id)));
    const sum = (of: (row: Result) => number) => rows.reduce((total, row) => total + of(row), 0);
    const sums = asks(page).locator('.tp-decide-sums');
    expect((await sums.locator('dd').allInnerTexts()).map(text => Number(text.replace(/[-,]/g, '')))).toEqual(
      [2, sum(row => row.amount), sum(row => row.cv_cost)],
    );
    await button(asks(page), '承認').click();
    const undo = page.getByRole('region', { name: '直前の判定' });
    await undo.getByText(/^広告媒体への通知まで(599|600)秒$/).waitFor();
    expect(await axeFaultsIn(page, '.tp-undo')).toEqual([]);
    await page.keyboard.press('Control+z');
    await page.getByText('2件の判定を取り消しました').waitFor();
    expect(await undo.count()).toBe(0);
    for (const id of ids) expect(await one(NOTIFYING, id)).toMatchObject({ approval_status: 0, version: 3 });
    // The results are pending again and can be decided again.
    await expect.poll(async () => [await idAt(page, 1), await idAt(page, 2)]).toEqual(ids);
    await goTo(page, `/log/result?product_id=${NOTIFYING}&result_id=${ids[0]}&open=${ids[0]}`);
    const ledger = page.getByRole('dialog').getByRole('listitem');
    await ledger.first().getByText('取り消し', { exact: true }).waitFor();
    expect(await ledger.count()).toBe(3);
    expect(
      network.received.filter(url =>
        ids.some(
          id => url.includes(`r=${id}&s=1`) || url.includes(`r=${id}&s=${encodeURIComponent('承認')}`),
        ),
      ),
    ).toEqual([]);
    const queued = await call<{ results: readonly { version: number }[] }>(
      `logs/result_queue/?product_id=${NOTIFYING}&where=${encodeURIComponent(`result_id=${ids[0]}`)}`,
      'admin',
    );
    expect(queued.results.filter(({ version }) => version > 1)).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  // In the long form only: machines/decision-hold and server/results/take-back hold the end of the hold.
  test.runIf(isLong)(
    'replaces the undo after the hold by the opposite decision, which requires a reason',
    async () => {
      await setHold(NOTIFYING, 1);
      const { page, troubles, close } = await open(`/log/cv-approve?product_id=${NOTIFYING}`);
      const id = await idAt(page, 1);
      const { version } = await one(NOTIFYING, id);
      await page.getByRole('button', { name: `${id}の操作` }).click();
      await page.getByRole('menuitem', { name: '承認', exact: true }).click();
      await button(asks(page), '承認').click();
      const undo = page.getByRole('region', { name: '直前の判定' });
      await undo.getByText('取り消せる時間が過ぎました').waitFor();
      expect(await button(undo, '取り消す').count()).toBe(0);
      await page.keyboard.press('Control+z');
      expect(await asks(page).count()).toBe(0);
      await expect
        .poll(() => network.received.filter(url => url.includes(`r=${id}&`)).length)
        .toBeGreaterThan(0);
      await button(undo, '非承認に変更').click();
      expect(await button(asks(page), '非承認').getAttribute('aria-disabled')).toBe('true');
      await asks(page).getByLabel('理由').fill('取り違え');
      await button(asks(page), '非承認').click();
      await undo.getByText('1件を非承認にしました').waitFor();
      expect(await one(NOTIFYING, id)).toMatchObject({
        approval_status: 2,
        version: version + 2,
        reason: '取り違え',
      });
      expect(troubles).toEqual([]);
      await close();
    },
  );

  test('reports which decisions could not be taken back because another user decided first, even after a lost answer', async () => {
    await setHold(NOTIFYING, 600);
    const { page, troubles, close } = await open(`/log/cv-approve?product_id=${NOTIFYING}`);
    const ids = [await idAt(page, 1), await idAt(page, 2)] as const;
    for (const row of [1, 2]) await page.locator(`[data-row="${row}"][data-column="+select"]`).click();
    await button(bar(page), '承認').click();
    await button(asks(page), '承認').click();
    const undo = page.getByRole('region', { name: '直前の判定' });
    await button(undo, '取り消す').waitFor();
    await decideElsewhere([await one(NOTIFYING, ids[0])], 2);
    await page.route('**/graphql', async route => {
      if (route.request().postData()?.includes('ResultsTakeBack') !== true) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await button(undo, '取り消す').click();
    await undo.getByText(/^取り消せたか確認できませんでした/).waitFor();
    expect(await one(NOTIFYING, ids[1])).toMatchObject({ approval_status: 0, version: 3 });
    await page.unrouteAll();
    await button(undo, '再試行').click();
    const dialog = page.getByRole('alertdialog', { name: '一部は取り消せませんでした' });
    await dialog
      .getByRole('row', { name: new RegExp(`${ids[0]}.*ほかの担当者が先に判定しました.*非承認`) })
      .waitFor();
    await dialog.getByText('1件の判定を取り消しました').waitFor();
    await button(dialog, '確認しました').click();
    expect(await one(NOTIFYING, ids[1])).toMatchObject({ approval_status: 0, version: 3 });
    // The browser logs the aborted request.
    expect(troubles.filter(line => !line.includes('net::ERR_FAILED'))).toEqual([]);
    await close();
    await setHold(NOTIFYING, 1);
  });

  test('shows the current state and the deciding user of each row that another user decided first', async () => {
    const [here, there] = [await open(PATH), await open(PATH, { who: 'user' })];
    const ids = [await idAt(here.page, 1), await idAt(here.page, 2), await idAt(here.page, 3)];
    for (const { page } of [here, there]) {
      for (const row of [1, 2, 3]) await page.locator(`[data-row="${row}"][data-column="+select"]`).click();
      await button(bar(page), '承認').click();
    }
    // Before the dialog is open, Enter would press the button again.
    await asks(there.page).getByText('3件を承認しますか？').waitFor();
    await there.page.keyboard.press('Enter');
    await there.page.getByText('3件を承認しました').first().waitFor();
    await button(asks(here.page), '承認').click();
    const dialog = here.page.getByRole('alertdialog', { name: '一部は変更されませんでした' });
    await dialog
      .getByRole('row', { name: new RegExp(`${ids[0]}.*ほかの担当者が先に判定しました.*承認`) })
      .waitFor();
    const name = await call<{ user_name?: string; name?: string }>('users/me/', 'user');
    await dialog
      .getByText(String(name.user_name ?? name.name))
      .first()
      .waitFor();
    expect(await axeFaultsIn(here.page, 'dialog[open]')).toEqual([]);
    await button(dialog, '確認しました').click();
    await expect.poll(async () => ids.includes(await idAt(here.page, 1))).toBe(false);
    for (const id of ids) expect((await one(SILENT, id)).version).toBe(2);
    expect([...here.troubles, ...there.troubles]).toEqual([]);
    await here.close();
    await there.close();
  });

  test('decides all results of a filter in batches with progress, can be stopped in between, and decides the rest afterwards', async () => {
    const { page, troubles, close } = await open(`/log/cv-approve?product_id=${SILENT}&status=1`);
    const before = (await results(SILENT)).counts;
    await page.locator('[data-row="1"][data-column="+select"]').click();
    await button(
      page,
      `この条件の${new Intl.NumberFormat('en').format(before.approved)}件をすべて選択`,
    ).click();
    await page.getByText(`${new Intl.NumberFormat('en').format(before.approved)}件を選択中`).waitFor();
    await button(bar(page), '非承認').click();
    await asks(page).getByLabel('理由').fill('契約終了のため');
    await button(asks(page), '非承認').click();
    await asks(page)
      .getByText(/500件を送信しました|1,000件を送信しました/)
      .waitFor();
    await button(asks(page), '中止').click();
    const dialog = page.getByRole('alertdialog', { name: '一部は変更されませんでした' });
    await dialog.getByText(/件は送信されていません/).waitFor();
    await button(dialog, '確認しました').click();
    const between = (await results(SILENT)).counts;
    expect(between.rejected).toBeGreaterThan(before.rejected);
    expect(between.approved).toBeGreaterThan(0);
    await button(bar(page), '非承認').click();
    await button(asks(page), '契約終了のため').click();
    await button(asks(page), '非承認').click();
    await page
      .getByText(/件を非承認にしました/)
      .first()
      .waitFor();
    expect((await results(SILENT)).counts).toEqual({
      pending: before.pending,
      approved: 0,
      rejected: before.rejected + before.approved,
    });
    // The approval has no period that could be extended.
    await page.getByText('この条件に当てはまるデータはありません').waitFor();
    expect(await page.getByText('期間を広げるか').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  test('is read-only without the permission to decide, and shows an agency its own results only', async () => {
    const { page, troubles, close } = await open('/log/cv-approve?status=all', { who: 'agency' });
    await page.getByText('閲覧のみできます').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    expect(await asks(page).count()).toBe(0);
    const product = Number(new URL(page.url()).searchParams.get('product_id') ?? '1');
    const own = await call<Results>(`logs/results/?product_id=${product}`, 'agency');
    expect(await count(page, 'すべて').count()).toBe(1);
    await page
      .getByRole('radio', { name: `すべて ${new Intl.NumberFormat('en').format(own.total)}` })
      .waitFor();
    expect(own.total).toBeLessThan((await results(product)).total);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('the result queue', () => {
  test('shows all attempts of a notification, resends a failed one, and pauses and resumes an ad network', async () => {
    network.status = 410;
    const {
      results: [row],
    } = await results(NOTIFYING, 'approval_status=0', 1);
    await decideElsewhere([row!], 1, '');
    await expect
      .poll(
        async () =>
          (
            await call<{ counts: Record<string, number> }>(
              `logs/result_queue/?product_id=${NOTIFYING}&where=${encodeURIComponent(`result_id=${row!.result_id}&queue_result=false`)}`,
              'admin',
            )
          ).counts['failure'],
      )
      .toBe(1);
    const { page, troubles, close } = await open(
      `/log/result-queue?product_id=${NOTIFYING}&result_id=${row!.result_id}&status=false`,
    );
    expect(await page.locator('[data-row="1"][data-column="queue_result"]').innerText()).toBe('失敗');
    await page.locator('[data-row="1"][data-column="result_queue_id"] a').click();
    const attempts = page.getByRole('dialog');
    await attempts.getByText('HTTP 410').waitFor();
    await attempts.getByText('いいえ').waitFor();
    expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
    await page.keyboard.press('Escape');

    network.status = 200;
    const received = network.received.length;
    await page.locator('[data-row="1"][data-column="+select"]').click();
    await page.getByRole('button', { name: '選択した1件を再送' }).click();
    await button(asks(page), '再送する').click();
    await page.getByText('1件を再送します').waitFor();
    await expect.poll(() => network.received.length).toBe(received + 1);
    await goTo(page, `/log/result-queue?product_id=${NOTIFYING}&result_id=${row!.result_id}`);
    await page.locator('[data-row="1"][data-column="queue_result"]').getByText('成功').waitFor();

    // The screen still shows the notification of the first decision, which cannot be resent after a second one.
    await decideElsewhere([await one(NOTIFYING, row!.result_id)], 2);
    await page.locator('[data-row="1"][data-column="+select"]').click();
    await page.getByRole('button', { name: '選択した1件を再送' }).click();
    await button(asks(page), '再送する').click();
    await page.getByText('1件は再送できません').waitFor();

    await button(page, '広告媒体ごとの操作').click();
    await button(page.getByRole('dialog').getByRole('listitem').first(), '送信を停止').click();
    await button(asks(page), '送信を停止する').click();
    await page.getByText(/への送信を停止しました/).waitFor();
    await button(page, '広告媒体ごとの操作').click();
    await button(page.getByRole('dialog').getByRole('listitem').first(), '送信を再開').click();
    await button(asks(page), '送信を再開する').click();
    await page.getByText(/への送信を再開しました/).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});

const SCREENS = [
  ['/log/cv-approve', { ja: 'CV承認', en: 'CV approval', 'zh-CN': '转化审批' }],
  ['/log/result', { ja: '成果通知ログ', en: 'Result log', 'zh-CN': '成果通知日志' }],
  ['/log/result-queue', { ja: '成果通知キュー', en: 'Result queue', 'zh-CN': '成果通知队列' }],
] as const;

test('the screens of results are translated and have no axe faults', async () => {
  const [wide, narrow] = LOOKS;
  const looks = either(narrow, wide, { ...wide, speaking: 'zh-CN' } as const);
  const { page, troubles, close } = await open(`/log/cv-approve?product_id=${UNTOUCHED}`, narrow);
  for (const look of looks) {
    if (look !== narrow) await restyle(page, look);
    for (const [path, titles] of SCREENS) {
      await goTo(page, `${path}?product_id=${UNTOUCHED}`);
      await page.getByRole('heading', { level: 1, name: titles[look.speaking], exact: true }).waitFor();
      await page.locator('[data-row="1"]').first().waitFor();
      await settle(page);
      if (FEWER_LOOKS.some(one => one === look))
        expect(await axeFaults(page), `axe faults of ${path} in ${look.speaking}, ${look.theme}`).toEqual([]);
      if (look !== narrow || path !== '/log/cv-approve') continue;
      await page.locator('[data-row="1"]').getByRole('checkbox').check();
      const bar = page.locator('.tp-selection-place:has(.tp-approval-bar)');
      expect(
        (await bar.boundingBox())?.height,
        'height of the selection bar: two lines at most',
      ).toBeLessThanOrEqual(84);
    }
  }
  expect(troubles).toEqual([]);
  await close();
});
