import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { axeFaults, FEWER_LOOKS, axeFaultsIn } from '../support/axe.ts';
import { visit, type Visit } from '../support/browser.ts';
import { openJourney, type Journey } from '../support/journey-fixture.ts';
import { linesOfCsv } from '../support/files.ts';
import { isLong } from '../support/long.ts';
import { storedText } from '../support/operator.ts';
import { goTo } from '../support/shared-visit.ts';
import { addColleague, type Colleague } from '../support/staff.ts';

/**
 * Passwords, roles and the command palette with real input, in a company of its own. Mails are read from the
 * outbox folder of the program.
 */
let journey: Journey;
let colleague: Colleague;
/** The current password of the administrator, which the journeys change. */
let password: string;

beforeAll(async () => {
  journey = await openJourney();
  colleague = await addColleague(inject('demoStore').databaseUrl, journey.shop.company);
  ({ password } = journey.shop);
});

const enter = async (page: Page, email: string, secret: string, to = '/config/agency') => {
  await page.goto(`${journey.program.url}${to}`);
  await page.locator('[name=company]').fill(journey.shop.company);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(secret);
  await page.locator('[type=submit]').click();
  await page.waitForURL(`**${to}*`);
  // The sign-in page has an h1, too. The account button belongs to the frame.
  await page
    .getByRole('button', { name: 'アカウント' })
    .or(page.getByRole('button', { name: 'Account' }))
    .waitFor();
  await page.locator('#main h1').waitFor();
};

const fillNew = async (page: Page, next: string, again = next) => {
  await page.locator('[name=password]').fill(next);
  await page.locator('[name=confirm]').fill(again);
  await page.locator('[type=submit]').click();
};

const outbox = () => join(inject('demoStore').dataDir, 'outbox');
/** Returns the link in the one mail that has one. The body may be in quoted-printable or base64. */
const mailedLink = async (): Promise<string> => {
  for (let tries = 0; tries < 900; tries++) {
    for (const name of (await readdir(outbox()).catch(() => [])).filter(file => file.endsWith('.eml'))) {
      const raw = await readFile(join(outbox(), name), 'utf8');
      const decoded = [
        raw,
        raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='),
        ...raw.split(/\r?\n\r?\n/).map(part => Buffer.from(part, 'base64').toString('utf8')),
      ];
      const link = decoded
        .map(text => /https?:\/\/\S+\/reset-password#token=[\w-]+/.exec(text)?.[0])
        .find(found => found !== undefined);
      if (link !== undefined) return link;
    }
    await sleep(100);
  }
  throw new Error('No mail with a link came.');
};

describe('a forgotten password', () => {
  let link: string;
  const next = '新しい合言葉 2026 é';

  test('can be requested by anybody with the same answer, and a mail is sent to an existing account only', async () => {
    const { page, troubles, close } = await visit(journey.browser);
    const answers: string[] = [];
    for (const email of ['nobody@journey.example', journey.shop.email]) {
      await page.goto(`${journey.program.url}/login`);
      await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click();
      // The sign-in form has fields of the same names and stays until the page has loaded.
      await page.locator('[name=password]').waitFor({ state: 'detached' });
      await page.locator('[name=company]').fill(` ${journey.shop.company} `);
      await page.locator('[name=email]').fill(email);
      await page.locator('[type=submit]').click();
      // This installation has no mail server, and the page does not promise a mail.
      await page.getByText('メールサーバーが設定されていません').waitFor();
      answers.push((await page.locator('.public-card').innerText()).replace(email, ''));
    }
    expect(answers[0]).toBe(answers[1]);
    link = await mailedLink();
    expect(troubles).toEqual([]);
    await close();
  });

  test('is replaced through the mailed link, which works once and leaves no token in the address', async () => {
    const { page, troubles, close } = await visit(journey.browser);
    // Somebody else is signed in in this browser; the last page still says that the password is set.
    await enter(page, colleague.email, colleague.password, '/dashboard');
    await page.goto(link.replace(/^https?:\/\/[^/]+/, journey.program.url));
    await page.locator('[name=confirm]').waitFor();
    expect(page.url()).toBe(`${journey.program.url}/reset-password`);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
      link.split('=')[1],
    );

    await fillNew(page, 'short', 'other');
    await page.getByText('12文字以上で入力してください').waitFor();
    await page.getByText('パスワードが一致しません').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('password');

    await fillNew(page, journey.shop.email);
    await page.getByText('氏名やメールアドレスと同じものは使用できません').waitFor();
    await fillNew(page, next);
    await page.waitForURL('**/login*');
    await page.getByText('新しいパスワードでログインしてください').waitFor();
    // The end of the other session does not lead elsewhere.
    await page.waitForFunction(() => !document.cookie.includes('touchpath-signed-in'));
    expect(page.url()).toContain('notice=reset');
    password = next;
    await enter(page, journey.shop.email, password);

    const again = await visit(journey.browser);
    await again.page.goto(link.replace(/^https?:\/\/[^/]+/, journey.program.url));
    await again.page.getByText('このリンクは使用済みか').waitFor();
    expect(await again.page.locator('[name=password]').count()).toBe(0);
    await again.page.getByRole('link', { name: '新しいリンクを送信' }).click();
    await again.page.waitForURL('**/forgot-password');
    expect([...troubles, ...again.troubles]).toEqual([]);
    await again.close();
    await close();
  });

  test('cannot be replaced through a link without a token', async () => {
    const { page, close } = await visit(journey.browser);
    await page.goto(`${journey.program.url}/reset-password`);
    await page.getByText('再設定用のリンクが正しくありません').waitFor();
    await close();
  });
});

test("changing one's own password requires the current one and ends the sessions of other browsers", async () => {
  const here = await visit(journey.browser);
  const there = await visit(journey.browser);
  await enter(there.page, journey.shop.email, password);
  await enter(here.page, journey.shop.email, password);
  await here.page.locator('.avatar-button').click();
  await here.page.getByRole('menuitem', { name: /パスワードの?変更/ }).click();
  await here.page.waitForURL('**/config/user/*/password*');
  await here.page.locator('[name=current_password]').fill('not this one');
  await fillNew(here.page, 'changed by hand 手で');
  await here.page.getByText('現在のパスワードが正しくありません').waitFor();
  await here.page.locator('[name=current_password]').fill(password);
  await fillNew(here.page, 'changed by hand 手で');
  await here.page.getByText('ほかの端末やブラウザーのログインは終了しました').waitFor();
  password = 'changed by hand 手で';

  await goTo(here.page, '/config/user');
  await here.page.getByRole('grid').getByText('Zoë 山田').waitFor();
  await there.page.reload();
  await there.page.locator('[name=company], [name=password]').first().waitFor();
  expect(here.troubles).toEqual([]);
  await there.close();
  await here.close();
});

test('a permission removed from a role is removed from its users, and Escape does not discard unsaved input', async () => {
  const admin = await visit(journey.browser);
  const other = await visit(journey.browser);
  await enter(other.page, colleague.email, colleague.password, '/log/reference');
  await other.page.getByRole('link', { name: 'リファレンスログ' }).waitFor();
  await goTo(other.page, '/config/role');
  await other.page.getByText('ロールを変更できるのは管理者だけです').waitFor();
  expect(await other.page.getByRole('button', { name: 'ロールを追加' }).count()).toBe(0);

  const { page } = admin;
  await enter(page, journey.shop.email, password, '/config/role');
  await page.getByRole('button', { name: `${colleague.roleName} を編集` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radiogroup', { name: 'リファレンスログ' }).getByText('なし').click();
  await page.keyboard.press('Escape');
  await dialog.getByText('保存していない変更があります').waitFor();
  await dialog.getByRole('button', { name: '編集を続ける' }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('を保存しました').waitFor();

  await other.page.goto(`${journey.program.url}/log/reference`);
  await other.page
    .getByText('この操作を行う権限がありません')
    .or(other.page.getByText('表示する権限がありません'))
    .first()
    .waitFor();
  expect(
    await other.page.getByRole('navigation').getByRole('link', { name: 'リファレンスログ' }).count(),
  ).toBe(0);

  // A role in use cannot be deleted, and the dialog gives the reason.
  await page.getByRole('button', { name: `${colleague.roleName} を削除` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: '削除する' }).click();
  await question.getByText('このロールを使用しているユーザーがいます').waitFor();
  await question.getByRole('button', { name: 'キャンセル' }).click();
  expect(admin.troubles).toEqual([]);
  await other.close();
  await admin.close();
});

test('a deleted role is listed among the deleted roles, exported with words for its values, and restored', async () => {
  const { page, troubles, close } = await visit(journey.browser);
  await enter(page, journey.shop.email, password, '/config/role');
  await page.getByRole('button', { name: 'ロールを追加' }).click();
  await page.locator('dialog [name=role_name]').fill('季節の担当 é');
  await page.locator('dialog [name=role_code]').fill('season');
  await page.getByRole('dialog').getByRole('radiogroup', { name: 'CVログ' }).getByText('編集').click();
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: '季節の担当 é' });
  await row.getByRole('button', { name: '季節の担当 é を削除' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: '削除済みも表示' }).check();
  await page.waitForURL('**deleted=1*');
  await row.getByText('削除済み').waitFor();
  await page.getByRole('button', { name: 'ダウンロード' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const [headings = [], ...lines] = linesOfCsv(await readFile(await file.path()));
  const exported = Object.fromEntries(
    headings.map((heading, at) => [heading, lines.find(line => line.includes('季節の担当 é'))?.[at]]),
  );
  expect(exported).toMatchObject({
    基本ロール: '一般ユーザー',
    CVログ: '編集',
    アクセスログ: 'なし',
    状態: '削除済み',
  });
  await row.getByRole('button', { name: '季節の担当 é を復元' }).click();
  await row.getByText('削除済み').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: '削除済みも表示' }).uncheck();
  await row.getByRole('button', { name: '季節の担当 é を編集' }).waitFor();
  expect(troubles).toEqual([]);
  await close();
});

test.runIf(isLong)('the buttons of the role table keep their labels on one line at 1280 px', async () => {
  const { page, close } = await visit(journey.browser, { viewport: { width: 1280, height: 800 } });
  await enter(page, journey.shop.email, password, '/config/role');
  const buttons = page.getByRole('table').getByRole('button');
  await buttons.first().waitFor();
  const lines = await buttons.evaluateAll(found =>
    found.map(button => {
      const label = document.createRange();
      label.selectNodeContents(document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode()!);
      return `${button.textContent}: ${label.getClientRects().length}`;
    }),
  );
  expect(lines.length).toBeGreaterThan(3);
  expect(new Set(lines)).toEqual(new Set(['編集: 1', '削除: 1']));
  await close();
});

test.runIf(isLong)('of two concurrent edits of a role, neither overwrites the other unnoticed', async () => {
  const [one, two] = [await visit(journey.browser), await visit(journey.browser)];
  for (const { page } of [one, two]) {
    await enter(page, journey.shop.email, password, '/config/role');
    await page.getByRole('button', { name: `${colleague.roleName} を編集` }).click();
    await page.getByRole('dialog').locator('[name=role_name]').waitFor();
  }
  const save = async ({ page }: Visit) =>
    page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
  await one.page.getByRole('dialog').getByRole('radiogroup', { name: 'CVログ' }).getByText('閲覧').click();
  await save(one);
  await one.page.getByRole('dialog').waitFor({ state: 'detached' });
  await two.page.getByRole('dialog').locator('[name=role_name]').fill('閲覧係 二');
  await save(two);
  await two.page.getByText('この内容がほかの画面またはほかのユーザーにより変更されました').waitFor();
  // Each edit changed a different field, so both are kept by default.
  await two.page
    .getByRole('group', { name: 'CVログ' })
    .getByRole('radio', { name: /最新の内容/ })
    .and(two.page.locator(':checked'))
    .waitFor();
  await two.page.getByRole('button', { name: '選んだ内容で保存' }).click();
  await two.page.getByRole('dialog').waitFor({ state: 'detached' });
  const row = two.page.getByRole('row').filter({ hasText: '閲覧係 二' });
  await row.waitFor();
  expect(await row.getByText('閲覧', { exact: true }).count()).toBe(1);
  await one.close();
  await two.close();
});

test('the command palette opens screens and ads by keyboard, ignores keys of an input method, and its letter keys can be turned off', async () => {
  const { page, troubles, close } = await visit(journey.browser);
  await enter(page, journey.shop.email, password);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'コマンドパレット' });
  await field.waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);

  // While the input method composes, Enter selects no option and Escape does not close the palette.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.imeSetComposition', { text: 'りふぁ', selectionStart: 3, selectionEnd: 3 });
  await page.evaluate(() => {
    for (const key of ['Enter', 'Escape'])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key,
          bubbles: true,
          cancelable: true,
          isComposing: true,
          keyCode: 229,
        }),
      );
  });
  expect(await field.isVisible()).toBe(true);
  await cdp.send('Input.insertText', { text: 'りふぁ' });
  await page.getByRole('option', { name: 'リファレンスログ', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/log/reference*');

  await page.keyboard.press('Control+k');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('RESEAU');
  await page.getByRole('option', { name: `${journey.shop.ads[1]!.name} のログ` }).waitFor();
  await page.getByRole('option', { name: `${journey.shop.ads[1]!.name}（広告）` }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/log/reference?*ad=${journey.shop.ads[1]!.id}*`);

  await page.locator('#main h1').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.waitForURL('**/dashboard*');
  await page.keyboard.press('Shift+?');
  const sheet = page.getByRole('dialog', { name: 'キーボードショートカット' });
  await sheet.waitFor();
  expect(await axeFaultsIn(page, 'dialog[open]')).toEqual([]);
  await sheet.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  // Had the letters opened a screen, the address would have changed before the palette opens.
  await page.keyboard.press('Control+k');
  await field.and(page.locator(':focus')).waitFor();
  expect(page.url()).toContain('/dashboard');
  await page.keyboard.type('ﾛｸﾞｱｳﾄ');
  await page.getByRole('option', { name: 'ログアウト' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login*');
  expect(troubles).toEqual([]);
  await close();
});

test.each(FEWER_LOOKS)(
  'in $speaking, $theme, at $viewport.width px, the account pages have no axe faults and do not scroll sideways',
  async ({ speaking, theme, viewport }) => {
    const { page, troubles, close } = await visit(journey.browser, {
      viewport,
      storageState: {
        cookies: [],
        origins: [
          { origin: journey.program.url, localStorage: [{ name: 'ic_locale', value: storedText(speaking) }] },
        ],
      },
    });
    await page.context().addCookies([{ name: 'touchpath-theme', value: theme, url: journey.program.url }]);
    const found: Record<string, string[]> = {};
    const examine = async (name: string, part?: string) => {
      const faults = await (part === undefined ? axeFaults(page) : axeFaultsIn(page, part));
      if (faults.length > 0) found[name] = faults;
    };
    await page.goto(`${journey.program.url}/forgot-password`);
    await page.locator('[type=submit]').click();
    await examine('forgot-password');
    await page.goto(`${journey.program.url}/reset-password#token=abc`);
    await page.locator('.form-failure').waitFor();
    await examine('reset-password');
    await enter(page, journey.shop.email, password, '/config/role');
    await page.getByRole('table').waitFor();
    await examine('roles');
    await page.locator('.account-head .p-button').click();
    await page.locator('dialog [name=role_name]').waitFor();
    await examine('role dialog', 'dialog[open]');
    await page.keyboard.press('Escape');
    await goTo(page, '/config/user');
    await page.getByRole('grid').getByRole('link').first().waitFor();
    if (isLong) await examine('users');
    const own = page.getByRole('row').filter({ hasText: journey.shop.email }).getByRole('link');
    await goTo(
      page,
      `${new URL((await own.getAttribute('href')) ?? '', journey.program.url).pathname}/password`,
    );
    await page.locator('[name=current_password]').waitFor();
    await examine('password');
    expect(found).toEqual({});
    expect(troubles).toEqual([]);
    await close();
  },
);
