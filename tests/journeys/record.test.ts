import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, visit, type Visit } from '../support/browser.ts';
import { forged, handOver, kept, keptSession, type Tokens } from '../support/operator.ts';
import { startProgram, type Program } from '../support/program.ts';
import { openShop, type Shop } from '../support/shop.ts';

/** Records in their forms and on their pages, with real keys: a real program on its own data, a real browser. */
let dataDir: string;
let program: Program;
let shop: Shop;
let browser: Browser;
let tokens: Tokens;

const rest = async <Answer>(path: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${program.url}/api/v1/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }), headers: { ...(body && { 'content-type': 'application/json' }), authorization: `Bearer ${tokens?.access ?? ''}` },
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return await answer.json() as Answer;
};
interface Ad { readonly id: number; readonly name: string; readonly click_cost: number; readonly ad_description: string; readonly period_from: string | null; readonly redirect_url: string }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'touchpath-record-'));
  shop = await openShop(dataDir, 'shop.localhost', 'http://shop.localhost/lp.html');
  program = await startProgram(dataDir);
  tokens = await rest('auth/signin/', { company_id: shop.company, email: shop.email, password: shop.password, auto_login: true });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await program?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Going extends BrowserContextOptions { readonly speaking?: string; readonly theme?: string; readonly session?: string }

/** A browser of the shop's administrator at a screen. */
const at = async (path: string, { speaking = 'ja', theme = 'light', session = keptSession(tokens, randomUUID()), ...options }: Going = {}): Promise<Visit> => {
  const host = new URL(program.url).hostname;
  const seen = await visit(browser, {
    storageState: {
      cookies: [{ name: 'touchpath-theme', value: theme, domain: host, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' }],
      origins: [{ origin: program.url, localStorage: [{ name: 'ic_session', value: session }, { name: 'ic_locale', value: kept(speaking) }] }],
    },
    ...options,
  });
  await seen.page.goto(`${program.url}${path}${path.includes('?') ? '&' : '?'}product_id=${shop.productId}`);
  return seen;
};
const form = (page: Page): Locator => page.locator('dialog.tp-dialog form');
const field = (page: Page, name: string): Locator => page.locator(`dialog [name="${name}"]:not(select)`);
const save = (page: Page) => form(page).locator('[type=submit]').click();
/** Waits until nothing is open over the page; tells what it says if it stays. */
const isClosed = (page: Page) => page.locator('dialog').waitFor({ state: 'detached' }).catch(async (cause: unknown) => {
  throw new Error(`Still open: ${await page.locator('dialog').innerText()}`, { cause });
});
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.id);

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What axe finds wrong with the page, and by how much it scrolls sideways. */
const faultsOf = async (page: Page): Promise<string[]> => {
  await page.waitForTimeout(250);
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: { run: (o: object) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> } };
    const { violations } = await checker.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return [...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' | ')}`), ...(over > 0 ? [`${over} px too wide`] : [])];
  });
};

describe('what an input method composes', () => {
  /** Letters that are not words yet, the Enter that ends them, and the words. */
  const compose = async (page: Page, box: Locator, steps: readonly string[]) => {
    const cdp = await page.context().newCDPSession(page);
    await box.focus();
    await box.evaluate(element => (element as HTMLInputElement).select());
    for (const text of steps) {
      await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      expect(await box.inputValue()).toBe(text);
    }
    await page.evaluate(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true, keyCode: 229 })));
    await cdp.send('Input.insertText', { text: steps.at(-1)! });
    expect(await box.inputValue()).toBe(steps.at(-1));
    await cdp.detach();
  };

  test('is kept in every field of a form, read when it is done, and sent as it was meant', async () => {
    const { page, troubles, close } = await at('/ad/setting?modal=add');
    await field(page, 'name').waitFor();
    await field(page, 'lpo_flag').check();
    await page.locator('[data-do=add]').click();
    await compose(page, field(page, 'name'), ['な', 'なつ', '夏の広告']);
    await compose(page, field(page, 'ad_description'), ['せ', 'せつ', '説明']);
    await compose(page, field(page, 'ad_post_url'), ['ｈ', 'ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｊｐ／ａ']);
    await compose(page, field(page, 'redirect_url'), ['ｈｔｔｐｓ：／／ｓｈｏｐ．ｌｏｃａｌｈｏｓｔ／']);
    await compose(page, field(page, 'period_from'), ['２０２６', '２０２６／１／５']);
    await compose(page, field(page, 'click_cost'), ['１', '１２', '１２３４．５']);
    await compose(page, field(page, 'args'), ['ａ', 'ａｒｇ']);
    await compose(page, field(page, 'lpo_entries.0.title'), ['ら', 'ランディング']);
    await compose(page, field(page, 'lpo_entries.0.url'), ['ｈｔｔｐｓ：／／ｓｈｏｐ．ｌｏｃａｌｈｏｓｔ／ｂ']);
    await compose(page, field(page, 'lpo_entries.0.rate'), ['１０', '１００']);
    await field(page, 'name').focus();
    expect(await Promise.all(['period_from', 'click_cost', 'redirect_url', 'args'].map(name => field(page, name).inputValue()))).toEqual(['2026/01/05', '1,234.50', 'https://shop.localhost/', 'arg']);
    expect(await page.locator('dialog').count()).toBe(1);
    await save(page);
    await isClosed(page);
    const { results } = await rest<{ results: Ad[] }>(`ads/?name=${encodeURIComponent('夏の広告')}`);
    expect(results[0]).toMatchObject({ ad_description: '説明', click_cost: 1234.5, period_from: '2026-01-05', redirect_url: 'https://shop.localhost/' });
    await page.getByRole('grid').getByText('夏の広告').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('leaves a search over choices alone', async () => {
    const { page, close } = await at('/config/agency?modal=add');
    await compose(page, field(page, 'agency_name'), ['だ', '代理店']);
    await field(page, 'agency_name').press('Enter');
    await isClosed(page);
    await page.getByRole('grid').getByText('代理店', { exact: true }).waitFor();
    await close();
  });
});

describe('two who change a record at once', () => {
  const overtake = async () => {
    const { id } = shop.ads[0]!;
    const [one, two] = [await at(`/ad/setting/${id}?modal=edit`), await at(`/ad/setting/${id}?modal=edit`)];
    await Promise.all([one, two].map(({ page }) => field(page, 'name').waitFor()));
    return { one, two, id };
  };

  test('see both values field by field, and only what was taken is saved', async () => {
    const { one, two, id } = await overtake();
    await field(one.page, 'name').fill('先に保存した名前');
    await field(one.page, 'click_cost').fill('777');
    await save(one.page);
    await isClosed(one.page);
    await field(two.page, 'name').fill('後から保存する名前');
    await field(two.page, 'ad_description').fill('後からの説明');
    await save(two.page);
    const { page } = two;
    await page.getByText('ほかの人がこの内容を変更しました').waitFor();
    expect((await rest<Ad>(`ads/${id}/`)).name).toBe('先に保存した名前');
    const named = page.getByRole('group', { name: /^広告名/ });
    expect(await named.getByText('両方で変更').count()).toBe(1);
    expect(await named.getByRole('radio', { name: /後から保存する名前/ }).isChecked()).toBe(true);
    expect(await page.getByRole('group', { name: /クリック単価/ }).getByRole('radio', { name: /777/ }).isChecked()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await named.getByRole('radio', { name: /先に保存した名前/ }).check();
    await page.getByRole('button', { name: '選んだ内容で保存' }).click();
    await isClosed(page);
    expect(await rest<Ad>(`ads/${id}/`)).toMatchObject({ name: '先に保存した名前', click_cost: 777, ad_description: '後からの説明' });
    await one.close();
    await two.close();
  });

  test('may go back to the form with what was taken', async () => {
    const { one, two } = await overtake();
    await field(one.page, 'name').fill('三番目の名前');
    await save(one.page);
    await isClosed(one.page);
    await field(two.page, 'name').fill('四番目の名前');
    await save(two.page);
    await two.page.getByRole('button', { name: '編集に戻る' }).click();
    expect(await field(two.page, 'name').inputValue()).toBe('四番目の名前');
    await save(two.page);
    await isClosed(two.page);
    await two.page.getByRole('heading', { level: 1, name: /四番目の名前/ }).waitFor();
    await one.close();
    await two.close();
  });
});

test('what somebody else deletes meanwhile is told as gone, not as another record, and what was typed stays', async () => {
  const { id } = await rest<{ id: number }>('ads/', { product_id: shop.productId, name: 'iPhone の広告', redirect_url: 'https://shop.localhost/' });
  const { page, close } = await at(`/ad/setting/${id}?modal=edit`);
  await field(page, 'ad_description').fill('消えない説明');
  expect(await page.locator('.tp-record-head h1').innerText()).toBe('iPhone の広告');
  await rest('ads/remove/', { ids: [id] });
  await save(page);
  await page.locator('dialog .form-failure').waitFor();
  expect([await page.locator('.tp-conflict').count(), await field(page, 'ad_description').inputValue()]).toEqual([0, '消えない説明']);
  await close();
});

test('what was typed is not lost by Escape, the way back or another screen, unless one says so', async () => {
  const { page, close } = await at('/config/agency');
  await page.getByRole('button', { name: '代理店を追加' }).click();
  await field(page, 'agency_name').fill('消えない名前');
  const question = page.getByText('保存していない変更があります');
  const stay = page.getByRole('button', { name: '編集を続ける' });
  await page.keyboard.press('Escape');
  await question.waitFor();
  await stay.click();
  await page.goBack();
  await question.waitFor();
  await stay.click();
  expect(await field(page, 'agency_name').inputValue()).toBe('消えない名前');
  expect(page.url()).toContain('modal=add');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '破棄する' }).click();
  await isClosed(page);
  expect((await rest<{ results: object[] }>(`agencies/?agency_name=${encodeURIComponent('消えない名前')}`)).results).toEqual([]);
  await close();
});

test('what was typed outlives the session: one signs in again over it, and it is saved', async () => {
  const own = await rest<Tokens>('auth/signin/', { company_id: shop.company, email: shop.email, password: shop.password, auto_login: true });
  const session = randomUUID();
  const { page, close } = await at('/config/agency?modal=add', { session: keptSession(own, session) });
  await field(page, 'agency_name').fill('続きの代理店');
  await rest('auth/signout/', { refresh: own.refresh });
  await handOver(page, session, { ...own, access: forged(own.access) });
  await page.waitForFunction(token => localStorage.getItem('ic_session')?.includes(token), forged(own.access));
  await save(page);
  const lock = page.locator('dialog.lock');
  await lock.waitFor();
  expect(await field(page, 'agency_name').inputValue()).toBe('続きの代理店');
  const company = lock.locator('[name=company]');
  if (await company.isVisible()) await company.fill(shop.company);
  await lock.locator('[name=password]').fill(shop.password);
  await lock.locator('[type=submit]').click();
  await lock.waitFor({ state: 'detached' });
  // The call that found the session ended waits for the next one, and happens once.
  await isClosed(page);
  await page.getByRole('grid').getByText('続きの代理店').waitFor();
  expect((await rest<{ count: number }>(`agencies/?agency_name=${encodeURIComponent('続きの代理店')}`)).count).toBe(1);
  await close();
});

describe.each([
  ['ja', '必須項目です', '100 文字以内で入力してください'], ['en', 'Required', '100 characters'], ['zh-CN', '必填', '100'],
])('in %s', (speaking, required, long) => {
  test('a form says at each field what is wrong, leads to the first, and moves nothing', async () => {
    const { page, close } = await at('/config/agency?modal=add', { speaking });
    await field(page, 'agency_name').waitFor();
    // The dialog rises as it opens.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    const place = () => form(page).locator('[type=submit]').boundingBox();
    const before = await place();
    await save(page);
    const fault = page.locator('.field:has([name=agency_name]) .field-fault');
    expect(await fault.textContent()).toContain(required);
    expect(await focused(page)).toBe('agency_name');
    expect(await field(page, 'agency_name').getAttribute('aria-describedby')).toContain(await fault.getAttribute('id'));
    expect(await place()).toEqual(before);
    await field(page, 'agency_name').fill('あ'.repeat(101));
    await page.keyboard.press('Tab');
    await fault.waitFor();
    expect(await fault.textContent()).toContain(long);
    expect(await place()).toEqual(before);
    await close();
  });
});

test('a click beside a field that is wrong reaches what it was meant for', async () => {
  const { page, close } = await at('/ad/setting?modal=add');
  await field(page, 'cv_cost').fill('123456789');
  // A real press: what is wrong with the price is said between pressing and releasing.
  await field(page, 'own_parameters').click({ delay: 120 });
  expect(await field(page, 'own_parameters').isChecked()).toBe(true);
  await page.locator('.field:has(> .field-input > [name=cv_cost]) .field-fault').waitFor();
  await close();
});

test('a record is made, read, changed, deleted and taken back by keys alone, and its page tells by whom', async () => {
  const { page, troubles, close } = await at('/config/agency?modal=add');
  await field(page, 'agency_name').waitFor();
  expect(await focused(page)).toBe('agency_name');
  await page.keyboard.type('Zoé 代理店');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('一行目');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await isClosed(page);
  const { results: [made] } = await rest<{ results: { id: number }[] }>(`agencies/?agency_name=${encodeURIComponent('Zoé 代理店')}`);
  await page.goto(`${program.url}/config/agency/${made!.id}`);
  await page.getByRole('heading', { level: 1, name: 'Zoé 代理店' }).waitFor();
  await page.getByRole('button', { name: '編集', exact: true }).press('Enter');
  await field(page, 'agency_name').fill('Zoé 改名');
  await field(page, 'agency_name').press('Enter');
  await isClosed(page);
  const history = page.getByRole('region', { name: '変更履歴' });
  await history.getByText('Zoé 改名').waitFor();
  expect(await history.getByRole('listitem').first().textContent()).toContain('Zoë 山田');
  await page.getByRole('button', { name: '削除', exact: true }).press('Enter');
  const question = page.getByRole('alertdialog');
  expect((await question.boundingBox())!.width).toBe(340);
  await page.keyboard.press('Enter');
  await page.getByText('削除済み', { exact: true }).waitFor();
  await page.getByRole('button', { name: '復元', exact: true }).press('Enter');
  await page.getByText('削除済み', { exact: true }).waitFor({ state: 'detached' });
  await page.goto(`${program.url}/config/agency/999999`);
  await page.getByRole('heading', { level: 1, name: '見つかりません' }).waitFor();
  expect(troubles.filter(text => !text.includes('404'))).toEqual([]);
  await close();
});

describe.each([['ja', 'light', 1440], ['ja', 'dark', 390], ['en', 'dark', 1440], ['en', 'light', 390]] as const)('in %s, %s, %i pixels wide', (speaking, theme, width) => {
  test('forms, details and pages of records are free of what axe finds, and of scrolling sideways', async () => {
    const { page, troubles, close } = await at('/ad/setting?modal=add', { speaking, theme, viewport: { width, height: 900 } });
    const found: Record<string, unknown> = {};
    const look = async (name: string) => {
      const faults = await faultsOf(page);
      if (faults.length > 0) found[name] = faults;
    };
    await field(page, 'name').waitFor();
    await field(page, 'lpo_flag').check();
    await page.locator('[data-do=add]').click();
    await field(page, 'own_auto_approval').check();
    await save(page);
    await look('faulty form');
    await page.locator('dialog .p-dropdown').first().click();
    await page.locator('.p-dropdown-item').first().waitFor();
    await look('open choice');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await look('unsaved');
    await page.goto(`${program.url}/ad/setting/${shop.ads[1]!.id}?product_id=${shop.productId}`);
    await page.locator('.tp-details').waitFor();
    await look('page');
    await page.goto(`${program.url}/config/product?product_id=${shop.productId}&modal=detail&id=${shop.productId}`);
    await page.locator('dialog .tp-details').waitFor();
    await look('detail');
    expect(found).toEqual({});
    expect(troubles).toEqual([]);
    await close();
  });
});
