import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvitation } from '../support/acceptance.ts';
import { axeFaultsIn } from '../support/axe.ts';
import { launchBrowser, resize, visit } from '../support/browser.ts';
import { field, isClosed, save } from '../support/journey-fixture.ts';
import { either } from '../support/long.ts';
import { textFaults } from '../support/pictures.ts';
import { startProgram, type Program } from '../support/program.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const COLLEAGUE = { email: 'aoki@shop.example', password: '青木さんの合言葉は十分に長い' };
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
let browser: Browser;
let dataDir: string;
let program: Program;
beforeAll(async () => {
  browser = await launchBrowser();
  dataDir = await mkdtemp(join(tmpdir(), 'touchpath-setup-'));
  program = await startProgram(dataDir, { SEED: 'none' });
}, 300_000);
afterAll(async () => {
  await program.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Signs in a user of the company; default: its first administrator. */
const signIn = async (page: Page, user?: { readonly email: string; readonly password: string }) => {
  const text = await readFile(join(dataDir, 'first-sign-in.txt'), 'utf8');
  await page.goto(`${program.url}/login`);
  await page.locator('[name=company]').fill(/Company ID: +(\S+)/.exec(text)![1]!);
  await page.locator('[name=email]').fill(user?.email ?? /Email: +(\S+)/.exec(text)![1]!);
  await page.locator('[name=password]').fill(user?.password ?? /Password: +(\S+)/.exec(text)![1]!);
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
const view = async (productId: string, page: string) => {
  const { status } = await fetch(`${program.url}/e`, {
    method: 'POST',
    body: JSON.stringify({ p: Number(productId), t: 'view', u: page, r: '' }),
    headers: { 'content-type': 'text/plain', 'user-agent': CHROME, origin: 'https://shop.example' },
  });
  expect(status).toBeLessThan(300);
};

test('an empty installation is set up step by step on one screen, and sees its first page view and click', async () => {
  const { page, troubles, close } = await visit(browser, { fresh: true });
  await signIn(page);
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
  expect(troubles).toEqual([]);
  await close();
  await (await acceptInvitation(browser, link, COLLEAGUE)).close();
}, 300_000);

test('a user who may not add products and users has the other steps only', async () => {
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
});
