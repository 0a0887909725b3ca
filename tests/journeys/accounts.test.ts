import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit, type Visit } from '../support/browser.ts';
import { startProgram, type Program } from '../support/program.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { addColleague, type Colleague } from '../support/staff.ts';

/** Passwords, roles and the palette with real input: a real program on its own data, its mails in its outbox, a real browser. */
let dataDir: string;
let program: Program;
let shop: Shop;
let colleague: Colleague;
let browser: Browser;
/** As it is now: the journeys change it. */
let password: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'touchpath-accounts-'));
  shop = await openShop(dataDir, 'shop.localhost', 'http://shop.localhost/lp.html');
  colleague = await addColleague(dataDir, shop.company);
  ({ password } = shop);
  program = await startProgram(dataDir);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What axe finds wrong with the page, as rule and place. */
const faultsOf = async (page: Page): Promise<string[]> => {
  await page.waitForTimeout(200);
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: { run: (o: object) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> } };
    const { violations } = await checker.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`);
  });
};

const enter = async (page: Page, email: string, secret: string, to = '/dashboard') => {
  await page.goto(`${program.url}${to}`);
  await page.locator('[name=company]').fill(shop.company);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(secret);
  await page.locator('[type=submit]').click();
  await page.waitForURL(`**${to}*`);
  // The sign-in page has a heading too; this is of the frame.
  await page.getByRole('button', { name: 'アカウント' }).or(page.getByRole('button', { name: 'Account' })).waitFor();
  await page.locator('#main h1').waitFor();
};

const fillNew = async (page: Page, next: string, again = next) => {
  await page.locator('[name=password]').fill(next);
  await page.locator('[name=confirm]').fill(again);
  await page.locator('[type=submit]').click();
};

const outbox = () => join(dataDir, 'outbox');
/** The link of the newest mail; its body may be written in quoted-printable or base64. */
const linkOf = async (before: number): Promise<string> => {
  for (let tries = 0; tries < 100; tries++) {
    const mails = (await readdir(outbox()).catch(() => [])).filter(name => name.endsWith('.eml')).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    if (mails.length > before) {
      const raw = await readFile(join(outbox(), mails.at(-1)!), 'utf8');
      const decoded = [raw, raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='), ...raw.split(/\r?\n\r?\n/).map(part => Buffer.from(part, 'base64').toString('utf8'))];
      const link = decoded.map(text => /https?:\/\/\S+\/reset-password#token=[\w-]+/.exec(text)?.[0]).find(found => found !== undefined);
      if (link !== undefined) return link;
    }
    await sleep(100);
  }
  throw new Error('No mail with a link came.');
};

describe('a forgotten password', () => {
  let link: string;
  const next = '新しい合言葉 2026 é';

  test('is asked for with the same answer for everybody, and only an account is sent a mail', async () => {
    const { page, troubles, close } = await visit(browser);
    const answers: string[] = [];
    for (const email of ['nobody@journey.example', shop.email]) {
      await page.goto(`${program.url}/login`);
      await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click();
      // The sign-in form has fields of the same names, and stays until the page is loaded.
      await page.locator('[name=password]').waitFor({ state: 'detached' });
      await page.locator('[name=company]').fill(` ${shop.company} `);
      await page.locator('[name=email]').fill(email);
      await page.locator('[type=submit]').click();
      await page.getByRole('heading', { name: 'メールをご確認ください' }).waitFor();
      answers.push((await page.locator('.public-card').innerText()).replace(email, ''));
    }
    expect(answers[0]).toBe(answers[1]);
    link = await linkOf(0);
    expect(troubles).toEqual([]);
    await close();
  });

  test('is replaced by the link of the mail, which leaves no token in the address, and works once', async () => {
    const { page, troubles, close } = await visit(browser);
    await page.goto(link.replace(/^https?:\/\/[^/]+/, program.url));
    await page.locator('[name=password]').waitFor();
    expect(page.url()).toBe(`${program.url}/reset-password`);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(link.split('=')[1]);

    await fillNew(page, 'short', 'other');
    await page.getByText('10 文字以上で入力してください').waitFor();
    await page.getByText('パスワードが一致しません').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');

    await fillNew(page, shop.email);
    await page.getByText('氏名やメールアドレスと同じものは使用できません').waitFor();
    await fillNew(page, next);
    await page.waitForURL('**/login*');
    await page.getByText('新しいパスワードでログインしてください').waitFor();
    password = next;
    await enter(page, shop.email, password);

    const again = await visit(browser);
    await again.page.goto(link.replace(/^https?:\/\/[^/]+/, program.url));
    await fillNew(again.page, 'and once more, please');
    await again.page.getByText('このリンクは使用済みか').waitFor();
    await again.page.getByRole('link', { name: '新しいリンクを送信する' }).click();
    await again.page.waitForURL('**/forgot-password');
    expect([...troubles, ...again.troubles]).toEqual([]);
    await again.close();
    await close();
  });

  test('cannot be replaced by a link without its token', async () => {
    const { page, close } = await visit(browser);
    await page.goto(`${program.url}/reset-password`);
    await page.getByText('再設定用のリンクが正しくありません').waitFor();
    await close();
  });
});

test('one\'s own password is changed with the current one, and the session of another browser ends', async () => {
  const here = await visit(browser);
  const there = await visit(browser);
  await enter(there.page, shop.email, password);
  await enter(here.page, shop.email, password);
  await here.page.locator('.avatar-button').click();
  await here.page.getByRole('menuitem', { name: /パスワードの?変更/ }).click();
  await here.page.waitForURL('**/config/user/*/password*');
  await here.page.locator('[name=current_password]').fill('not this one');
  await fillNew(here.page, 'changed by hand 手で');
  await here.page.getByText('現在のパスワードが正しくありません').waitFor();
  await here.page.locator('[name=current_password]').fill(password);
  await fillNew(here.page, 'changed by hand 手で');
  await here.page.getByText('ほかの端末やブラウザのログインは終了しました').waitFor();
  password = 'changed by hand 手で';

  await here.page.goto(`${program.url}/config/user`);
  await here.page.getByRole('grid').getByText('Zoë 山田').waitFor();
  await there.page.reload();
  await there.page.locator('[name=company], [name=password]').first().waitFor();
  expect(here.troubles).toEqual([]);
  await there.close();
  await here.close();
});

test('a permission that a role loses is lost by those who have it, and what was typed is not lost by chance', async () => {
  const admin = await visit(browser);
  const other = await visit(browser);
  await enter(other.page, colleague.email, colleague.password, '/log/reference');
  await other.page.getByRole('link', { name: 'リファレンスログ' }).waitFor();
  await other.page.goto(`${program.url}/config/role`);
  await other.page.getByText('ロールを変更できるのは管理者だけです').waitFor();
  expect(await other.page.getByRole('button', { name: 'ロールを追加' }).count()).toBe(0);

  const { page } = admin;
  await enter(page, shop.email, password, '/config/role');
  await page.getByRole('button', { name: `${colleague.roleName} を編集` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radiogroup', { name: 'リファレンスログ' }).getByText('なし').click();
  await page.keyboard.press('Escape');
  await dialog.getByText('保存していない変更があります').waitFor();
  await dialog.getByRole('button', { name: '編集を続ける' }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('を保存しました').waitFor();

  await other.page.goto(`${program.url}/log/reference`);
  await other.page.getByText('この操作を行う権限がありません').or(other.page.getByText('表示する権限がありません')).first().waitFor();
  expect(await other.page.getByRole('navigation').getByRole('link', { name: 'リファレンスログ' }).count()).toBe(0);

  // A role that somebody has cannot be deleted, and the dialog says why.
  await page.getByRole('button', { name: `${colleague.roleName} を削除` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '削除する' }).click();
  await question.getByText('このロールを使用しているユーザーがいます').waitFor();
  await question.getByRole('button', { name: 'キャンセル' }).click();
  expect(admin.troubles).toEqual([]);
  await other.close();
  await admin.close();
});

test('two who change a role at once do not overwrite each other unawares', async () => {
  const [one, two] = [await visit(browser), await visit(browser)];
  for (const { page } of [one, two]) {
    await enter(page, shop.email, password, '/config/role');
    await page.getByRole('button', { name: `${colleague.roleName} を編集` }).click();
    await page.getByRole('dialog').locator('[name=role_name]').waitFor();
  }
  const save = async ({ page }: Visit) => page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await one.page.getByRole('dialog').getByRole('radiogroup', { name: 'CVログ' }).getByText('閲覧').click();
  await save(one);
  await one.page.getByRole('dialog').waitFor({ state: 'detached' });
  await two.page.getByRole('dialog').locator('[name=role_name]').fill('閲覧係 二');
  await save(two);
  await two.page.getByText('ほかの人がこの内容を変更しました').waitFor();
  // Each changed another field: as it stands both changes are kept.
  await two.page.getByRole('group', { name: 'CVログ' }).getByRole('radio', { name: /最新の内容/ }).and(two.page.locator(':checked')).waitFor();
  await two.page.getByRole('button', { name: '選んだ内容で保存' }).click();
  await two.page.getByRole('dialog').waitFor({ state: 'detached' });
  const row = two.page.getByRole('row').filter({ hasText: '閲覧係 二' });
  await row.waitFor();
  expect(await row.getByText('閲覧', { exact: true }).count()).toBe(1);
  await one.close();
  await two.close();
});

test('the palette leads to screens and ads by keys alone, leaves an input method alone, and can be told to ignore letters', async () => {
  const { page, troubles, close } = await visit(browser);
  await enter(page, shop.email, password);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'コマンドパレット' });
  await field.waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // Composing: Enter ends the word and chooses nothing, Escape ends it and closes nothing.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.imeSetComposition', { text: 'りふぁ', selectionStart: 3, selectionEnd: 3 });
  await page.evaluate(() => {
    for (const key of ['Enter', 'Escape']) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, isComposing: true, keyCode: 229 }));
  });
  expect(await field.isVisible()).toBe(true);
  await cdp.send('Input.insertText', { text: 'りふぁ' });
  await page.getByRole('option', { name: 'リファレンスログ' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/log/reference*');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('RESEAU');
  await page.getByRole('option', { name: shop.ads[1]!.name }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/log/reference?*ad=${shop.ads[1]!.id}*`);

  await page.locator('#main h1').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL('**/dashboard*');
  await page.keyboard.press('Shift+?');
  const sheet = page.getByRole('dialog', { name: 'キーボードショートカット' });
  await sheet.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await sheet.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.waitForTimeout(300);
  expect(page.url()).toContain('/dashboard');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ﾛｸﾞｱｳﾄ');
  await page.getByRole('option', { name: 'ログアウト' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login*');
  expect(troubles).toEqual([]);
  await close();
});

describe.each([['ja', 'light', 1440], ['ja', 'dark', 390], ['en', 'dark', 1440], ['en', 'light', 390]] as const)('in %s, %s, %i pixels wide', (locale, theme, width) => {
  test('every page about accounts is free of what axe finds, and of scrolling sideways', async () => {
    const { page, troubles, close } = await visit(browser, { viewport: { width, height: 900 } });
    await page.context().addCookies([{ name: 'touchpath-theme', value: theme, url: program.url }]);
    await page.addInitScript(value => localStorage.setItem('ic_locale', JSON.stringify({ version: 1, until: Date.now() + 1e9, value })), locale);
    const found: Record<string, unknown> = {};
    const look = async (name: string) => {
      const faults = await faultsOf(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (faults.length > 0 || over > 0) found[name] = { faults, over };
    };
    await page.goto(`${program.url}/forgot-password`);
    await page.locator('[type=submit]').click();
    await look('forgot-password');
    await page.goto(`${program.url}/reset-password#token=abc`);
    await fillNew(page, 'short', 'no');
    await look('reset-password');
    await enter(page, shop.email, password, '/config/role');
    await page.getByRole('table').waitFor();
    await look('roles');
    await page.locator('.account-head .p-button').click();
    await page.locator('dialog [name=role_name]').waitFor();
    await look('role dialog');
    await page.keyboard.press('Escape');
    await page.goto(`${program.url}/config/user`);
    await page.getByRole('grid').getByRole('link').first().waitFor();
    await look('users');
    const own = page.getByRole('row').filter({ hasText: shop.email }).getByRole('link');
    await page.goto(`${program.url}${new URL(await own.getAttribute('href') ?? '', program.url).pathname}/password`);
    await page.locator('[name=current_password]').waitFor();
    await look('password');
    expect(found).toEqual({});
    expect(troubles).toEqual([]);
    await close();
  });
});
