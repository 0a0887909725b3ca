import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { acceptInvitation } from '../support/acceptance.ts';
import { axeFaultsIn } from '../support/axe.ts';
import { launchBrowser, resize, visit } from '../support/browser.ts';
import { operatorCommand } from '../support/child.ts';
import { field, isClosed, save } from '../support/journey-fixture.ts';
import { either } from '../support/long.ts';
import { demoUrl } from '../support/operator.ts';
import { textFaults } from '../support/pictures.ts';
import { goTo } from '../support/shared-visit.ts';

/**
 * A company that the operator creates while the program runs: from its invitation to the first click in its log. That an
 * empty installation has such a company is held by tests/server/installation/stores-program.test.ts.
 */

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const COLLEAGUE = { email: 'aoki@shop.example', password: '青木さんの合言葉は十分に長い' };
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const browser = await launchBrowser();
const code = `setup-${randomUUID().slice(0, 8)}`;
const FIRST = { email: 'boss@shop.example', password: '二社目のための合言葉です' };

/** Runs scripts/company.ts in a process of its own and returns its output. */
const command = async (...args: string[]): Promise<string> => {
  const { databaseUrl, dataDir } = inject('demoStore');
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PUBLIC_URL: demoUrl() };
  const child = spawn(process.execPath, [await operatorCommand('company'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [status] = (await once(child, 'close')) as [number | null];
  expect(status).toBe(0);
  return printed;
};

/** Signs in a user of the company. */
const signIn = async (
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
) => {
  await page.goto(`${demoUrl()}/login`);
  await page.locator('[name=company]').fill(code);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('[type=submit]').click();
};
/**
 * Axe finds nothing, no text is cut off, and nothing is wider than the page, at both widths in the long form.
 *
 * @param part the part that axe checks
 */
const checkLooks = async (page: Page, part = '.tp-checklist, .tp-checklist-line') => {
  for (const size of either(NARROW, WIDE)) {
    await resize(page, size);
    await page.locator('.tp-checklist, .tp-checklist-line').waitFor();
    // A notice covers a part of the page's head at 390 px until it is closed, by a click.
    await expect
      .poll(async () => {
        await page.evaluate(() => document.querySelector<HTMLElement>('.banner')?.click());
        return page.locator('.banner').count();
      })
      .toBe(0);
    expect(await axeFaultsIn(page, part), `${size.width} px`).toEqual([]);
    expect(await textFaults(page, '.tp-checklist, .tp-checklist-line'), `${size.width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
};
/** Text of the focused element. */
const focused = (page: Page) => () => page.evaluate(() => document.activeElement?.textContent ?? '');
const view = async (productId: string, page: string, expected = 204) => {
  const { status } = await fetch(`${demoUrl()}/e`, {
    method: 'POST',
    body: JSON.stringify({ p: Number(productId), t: 'view', u: page, r: '' }),
    headers: { 'content-type': 'text/plain', 'user-agent': CHROME, origin: new URL(page).origin },
  });
  expect(status === 200 ? 204 : status).toBe(expected);
};

test('a new company is set up step by step on one screen, from its invitation to the first click in its log', async () => {
  const printed = await command('create', '--code', code, '--name', '二社目 é', '--email', FIRST.email);
  const invitation = /^http\S+$/m.exec(printed)?.[0] ?? '';
  const { page, troubles, close } = await acceptInvitation(browser, invitation, FIRST);
  await page.getByRole('heading', { name: '計測を始めましょう', level: 1 }).waitFor();
  const guide = page.getByRole('region', { name: '初期設定ガイド' });
  await guide.getByText('0/5 完了').waitFor();
  expect(await guide.getByRole('button', { name: '計測タグの設置' }).isDisabled()).toBe(true);
  await checkLooks(page, 'html');

  // Sample data can be loaded, gives the reports figures, and is removed without a trace.
  await guide.getByRole('button', { name: 'サンプルデータを追加' }).click();
  await page.getByRole('button', { name: '追加する' }).click();
  await page.getByRole('heading', { name: 'ダッシュボード', level: 1 }).waitFor();
  await page.getByText('サンプルデータを追加しました').waitFor();
  await page.getByRole('button', { name: 'アカウント' }).click();
  await page.getByRole('menuitem', { name: '初期設定ガイド' }).click();
  await checkLooks(page);
  await guide.getByRole('button', { name: 'サンプルデータを削除' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await page.getByRole('heading', { name: '計測を始めましょう', level: 1 }).waitFor();

  await guide.getByRole('button', { name: 'プロダクトを追加' }).click();
  await field(page, 'name').fill('最初の商品 é');
  await field(page, 'domain').fill('shop.example');
  await field(page, 'url').fill('https://shop.example/');
  await save(page);
  await isClosed(page);

  // The tag, and the first page view without a reload.
  await guide.getByText('最初のアクセスを待っています').filter({ hasText: 'shop.example' }).waitFor();
  expect(await guide.getByRole('group', { name: '計測タグの設置' }).innerText()).toContain('/t/');
  await checkLooks(page);
  const productId = new URL(page.url()).searchParams.get('product_id') ?? '';
  await goTo(page, '/config/product');
  await page.getByRole('grid').getByText('最初の商品 é').waitFor();
  const names = await page.getByRole('grid').locator('[role=row]').allInnerTexts();
  expect(
    names.filter(name => name.includes('example')),
    "only the company's own product is listed",
  ).toHaveLength(1);
  // An empty log and empty reports explain that there is no data yet, instead of suggesting another period.
  for (const path of either('/analyze/attribution', '/log/reference', '/analyze/term')) {
    await goTo(page, `${path}?product_id=${productId}`);
    await page.getByText('まだ計測データがありません').waitFor();
    expect(await page.getByText('期間を広げるか、条件を変えてください。').count()).toBe(0);
  }
  await page.getByRole('link', { name: '初期設定を続ける' }).click();
  await guide.getByText('最初のアクセスを待っています').waitFor();
  // A page on a domain that is not measured is named, instead of waiting without an end.
  await view(productId, 'https://staging.example/', 403);
  await guide.getByText('staging.example のタグからの送信は').waitFor();
  await checkLooks(page);

  await view(productId, 'https://shop.example/');
  await guide.getByText('2/5 完了').waitFor();

  await guide.getByRole('button', { name: 'CV設定を追加' }).click();
  await field(page, 'name').fill('購入完了');
  await field(page, 'cv_page_url').fill('https://shop.example/thanks');
  await save(page);
  await isClosed(page);
  await guide.getByText('CV設定に一致するアクセスを待っています').waitFor();
  await view(productId, 'https://shop.example/thanks');
  await guide.getByText('3/5 完了').waitFor();

  await guide.getByRole('button', { name: '広告を追加' }).click();
  await field(page, 'name').fill('最初の広告');
  await field(page, 'redirect_url').fill('https://shop.example/lp');
  await save(page);
  await isClosed(page);
  await guide.getByRole('button', { name: 'クリックURLを発行' }).click();
  const click = guide.getByRole('link', { name: 'テストクリック' });
  await click.waitFor();
  // The pressed button is gone: the focus is on its step.
  await expect.poll(focused(page)).toContain('広告とクリックURL');
  await checkLooks(page);
  const answer = await fetch((await click.getAttribute('href')) ?? '', {
    redirect: 'manual',
    headers: { 'user-agent': CHROME },
  });
  expect(answer.headers.get('location')).toMatch(/^https:\/\/shop\.example\/lp\?xclid=/);
  await guide.getByText('4/5 完了').waitFor();

  // The guide was opened on request, so it stays until it is folded. The choice is kept on the server.
  await guide.getByRole('button', { name: 'このステップをスキップ' }).click();
  await guide.getByText('初期設定は完了しています。').waitFor();
  await expect.poll(focused(page)).toBe('折りたたむ');
  await guide.getByRole('button', { name: '折りたたむ' }).click();
  await expect.poll(focused(page)).toBe('開く');
  await checkLooks(page);
  await guide.getByRole('button', { name: 'ガイドを非表示にする' }).click();
  await guide.waitFor({ state: 'detached' });
  await expect.poll(focused(page)).toBe('ダッシュボード');
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.getByRole('heading', { name: 'ダッシュボード', level: 1 }).waitFor();
  expect(await guide.count()).toBe(0);
  await page.getByRole('button', { name: 'アカウント' }).click();
  await page.getByRole('menuitem', { name: '初期設定ガイド' }).click();
  await guide.getByRole('button', { name: 'メンバーの追加' }).click();
  await guide.getByRole('button', { name: 'このステップを再開' }).click();
  await checkLooks(page);
  await guide.getByRole('button', { name: 'ユーザーを招待' }).click();
  await field(page, 'email').fill(COLLEAGUE.email);
  await page.getByRole('radio', { name: '一般ユーザー' }).check();
  await page.getByRole('button', { name: '招待を送信' }).click();
  // Without a mail server the link is shown once.
  const invited = page.getByRole('dialog', { name: '招待リンクを作成しました' });
  const link = await invited.getByRole('code').innerText();
  await invited.getByRole('button', { name: '閉じる' }).last().click();
  await guide.getByText('5/5 完了').waitFor();
  await goTo(page, `/log/reference?product_id=${productId}`);
  await page.getByRole('grid').getByText('最初の広告').waitFor();
  expect(troubles).toEqual([]);
  await close();
  await (await acceptInvitation(browser, link, COLLEAGUE)).close();
}, 300_000);

test('a user who may not add products and users has the other steps only, until the company is disabled', async () => {
  const { page, troubles, close } = await visit(browser, { fresh: true });
  await signIn(page, COLLEAGUE);
  const guide = page.getByRole('region', { name: '初期設定ガイド' });
  await guide.getByText('3/3 完了').waitFor();
  await guide.getByRole('button', { name: '開く' }).click();
  expect(await guide.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(
    ['計測タグの設置', 'CV設定', '広告とクリックURL'].map(step => expect.stringContaining(step) as string),
  );
  expect(troubles).toEqual([]);
  await close();
  expect(await command('disable', code)).toContain(code);
  const { page: later, close: closeLater } = await visit(browser);
  await signIn(later, COLLEAGUE);
  await later.getByRole('alert').waitFor();
  await closeLater();
});
