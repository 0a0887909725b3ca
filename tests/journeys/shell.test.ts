import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ACCENTS, SKINS } from '../../machines/chrome.ts';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser, type Visit } from '../support/browser.ts';
import { builtFile } from '../support/built.ts';
import { demoUrl, kept, keptSession, newTokens, operator, PASSWORD, press, rest, settle, type Tokens } from '../support/operator.ts';

/** What surrounds every screen: how it lies and looks, and what it does when the session, the network or the program go. */
const browser = await launchBrowser();

/** Opens a screen with these looks kept from before. */
const open = async (path: string, looks: Readonly<Record<string, string>> = {}, options: Parameters<typeof operator>[1] = {}): Promise<Visit> => {
  const visit = await operator(browser, options);
  await visit.page.context().addCookies(Object.entries(looks).map(([name, value]) => ({ name: `touchpath-${name}`, value, url: demoUrl() })));
  await visit.page.goto(`${demoUrl()}${path}`);
  await settle(visit.page);
  return visit;
};

const looksOf = (page: Page) => page.evaluate(() => ({ ...document.documentElement.dataset }));
const cookiesOf = async (page: Page) =>
  Object.fromEntries((await page.context().cookies()).filter(({ name }) => name.startsWith('touchpath-')).map(({ name, value }) => [name.slice('touchpath-'.length), value]));

/** The beginning of the period; a date that is being typed is the screen's own until it is one. */
const dayField = (page: Page) => page.getByRole('textbox', { name: '開始日' });

/** Marks the screen that is there, so that one that was drawn anew is told from it. */
const mark = (page: Page) => page.evaluate(() => { (document.querySelector('main') as HTMLElement & { mark?: number }).mark = 7; });
const isMarked = (page: Page) => page.evaluate(() => (document.querySelector('main') as HTMLElement & { mark?: number } | null)?.mark === 7);

/** Ends the session at the server and lets the page find out by its next call. */
const endSession = async (page: Page, session: string, tokens: Tokens) => {
  await rest('auth/signout/', undefined, { refresh: tokens.refresh });
  const access = tokens.access.replace(/.{8}$/, last => (last === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA'));
  await page.evaluate(([name, token, refresh]) => {
    const channel = new BroadcastChannel('ic_session');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes no target
    channel.postMessage({ say: 'renewed', session: name, kept: { access: token, refresh, stale: Date.now() + 600_000, session: name, company: 'demo' } });
    channel.close();
  }, [session, access, tokens.refresh] as const);
  await page.waitForFunction(token => localStorage.getItem('ic_session')?.includes(token), access);
};

const withSession = async (path: string) => {
  const tokens = await newTokens('admin');
  const session = randomUUID();
  const { access, refresh, lifetime } = tokens;
  const visit = await open(path, {}, { stored: { ic_session: kept({ access, refresh, stale: Date.now() + lifetime, session, company: 'demo' }) } });
  return { ...visit, tokens, session };
};

describe('a session that ends while one works', () => {
  test('keeps the page and what is being typed under a dialog that asks the password alone, and goes on where it was', async () => {
    const { page, troubles, close, tokens, session } = await withSession('/log/reference?product_id=1');
    await page.getByRole('row').nth(3).waitFor();
    await mark(page);
    const day = dayField(page);
    await day.fill('2026/1');
    await day.press('Tab');
    await endSession(page, session, tokens);
    await page.getByRole('checkbox', { name: 'ボット・重複・除外IPも表示' }).click();

    const dialog = page.getByRole('dialog', { name: 'もう一度ログインしてください' });
    await dialog.waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(1);
    const password = dialog.getByLabel('パスワード');
    expect(await password.evaluate(element => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/log/reference');
    expect(await axeFaults(page)).toEqual([]);

    await password.fill('違う');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: 'ログインに失敗しました' }).waitFor();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await settle(page);
    await page.waitForURL('**show=all*');
    await page.getByRole('row').nth(3).waitFor();
    expect([await isMarked(page), await day.inputValue(), await page.getByRole('alert').count()]).toEqual([true, '2026/1', 0]);
    expect(troubles).toEqual([]);
    await close();
  });

  test('is renewed once, however many tabs ask at the same time', async () => {
    const tokens = await newTokens('admin');
    const { page, troubles, close } = await operator(browser, { stored: { ic_session: keptSession({ ...tokens, lifetime: 1_000 }) } });
    let renewals = 0;
    let calls = 0;
    page.context().on('request', request => {
      if (!request.url().endsWith('/graphql')) return;
      calls++;
      if ((request.postData() ?? '').includes('mutation RefreshTokens')) renewals++;
    });
    const tabs = [page, ...await Promise.all(Array.from({ length: 5 }, () => page.context().newPage()))];
    await Promise.all(tabs.map(tab => tab.goto(`${demoUrl()}/log/reference`)));
    await Promise.all(tabs.map(tab => tab.getByRole('row').nth(3).waitFor()));
    expect(calls).toBeGreaterThan(20);
    expect(renewals).toBe(1);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('how the console lies', () => {
  test('a horizontal menu gives way to an overlay on a narrow screen and comes back, and the screen stays the same one', async () => {
    const { page, troubles, close } = await open('/log/reference', { layout: 'horizontal' });
    const bar = page.getByRole('navigation', { name: 'メインメニュー' });
    const group = bar.getByRole('button', { name: 'ログ' });
    await mark(page);
    await dayField(page).fill('2026/1');
    await group.focus();
    await page.keyboard.press('Enter');
    expect(await bar.getByRole('link', { name: 'リファレンスログ' }).getAttribute('aria-current')).toBe('page');
    await page.keyboard.press('Escape');
    expect([await group.getAttribute('aria-expanded'), await group.evaluate(element => element === document.activeElement)]).toEqual(['false', true]);
    await page.keyboard.press('ArrowLeft');
    expect(await bar.getByRole('button', { name: '分析' }).evaluate(element => element === document.activeElement)).toBe(true);

    await page.setViewportSize({ width: 800, height: 900 });
    await page.getByRole('button', { name: 'メニュー', exact: true }).click();
    await page.getByRole('link', { name: 'リファレンスログ' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await group.waitFor();
    expect([await isMarked(page), await dayField(page).inputValue()]).toEqual([true, '2026/1']);
    await bar.getByRole('button', { name: '分析' }).click();
    await bar.getByRole('link', { name: 'アトリビューション' }).click();
    await page.waitForURL('**/analyze/attribution*');
    await page.getByRole('navigation', { name: '現在の位置' }).getByText('分析').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('what is chosen shows at once, is kept in cookies that say nothing secret, and can be taken back', async () => {
    const { page, troubles, close } = await open('/dashboard');
    await page.getByRole('button', { name: '表示設定' }).click();
    const panel = page.getByRole('dialog', { name: '表示設定' });
    const choose = (legend: string, name: string) => press(panel.getByRole('group', { name: legend }), name);
    await choose('ヘッダー', '非表示');
    expect(await panel.getByRole('group', { name: 'ヘッダー', exact: true }).getByRole('radio', { name: '非表示' }).isChecked()).toBe(true);
    await choose('ナビゲーション', '横');
    expect(await looksOf(page)).toMatchObject({ nav: 'horizontal', navbar: 'sticky' });
    expect(await panel.getByRole('radio', { name: '非表示' }).isDisabled()).toBe(true);
    await choose('スキン', 'セミダーク');
    await choose('テーマ', 'ダーク');
    await choose('メインカラー', 'ティール');
    await choose('コンテンツの幅', 'コンパクト');
    await choose('ヘッダーの背景', '不透明');
    const shown = { theme: 'dark', accent: 'teal', skin: 'semi_dark', nav: 'horizontal', navbar: 'sticky', blur: 'plain', width: 'compact' };
    expect(await looksOf(page)).toEqual(shown);
    expect(await cookiesOf(page)).toEqual({
      theme: 'dark', 'color-scheme': 'dark', accent: 'teal', skin: 'semi_dark', layout: 'horizontal', 'nav-collapsed': 'false', navbar: 'sticky', 'navbar-blur': 'false', 'content-width': 'compact',
    });
    await page.reload();
    await settle(page);
    expect(await looksOf(page)).toEqual(shown);
    await page.getByRole('button', { name: '表示設定' }).click();
    await panel.getByRole('button', { name: '初期設定に戻す' }).click();
    expect(await looksOf(page)).toEqual({ theme: 'light', accent: 'crimson', skin: 'default', nav: 'wide', navbar: 'sticky', blur: 'blurred', width: 'wide' });
    expect(troubles).toEqual([]);
    await close();
  });

  test('without a navbar product, looks and account are in the menu', async () => {
    const { page, troubles, close } = await open('/dashboard', { navbar: 'hidden' });
    expect(await page.locator('.navbar').count()).toBe(0);
    const menu = page.locator('#menu');
    await menu.getByRole('button', { name: /プロダクト/ }).waitFor();
    await menu.getByRole('button', { name: 'アカウント' }).click();
    await page.getByRole('menuitem', { name: 'ログアウト' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.getByRole('button', { name: '表示設定' }).click();
    await page.getByRole('dialog', { name: '表示設定' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test('is there before any script of the console, and unknown words count as nothing', async () => {
    const asDelivered = { theme: 'light', accent: 'crimson', skin: 'default', nav: 'wide', navbar: 'sticky', blur: 'blurred', width: 'wide' };
    for (const [looks, shown] of [
      [{ layout: 'horizontal', navbar: 'hidden', skin: 'blue', accent: 'violet', 'content-width': 'compact', 'navbar-blur': 'false' }, { ...asDelivered, nav: 'horizontal', skin: 'blue', accent: 'violet', width: 'compact', blur: 'plain' }],
      [{ 'nav-collapsed': 'true', theme: 'dark' }, { ...asDelivered, nav: 'collapsed', theme: 'dark' }],
      [{ theme: 'pink', skin: '日本語', accent: 'crimson"><script>', layout: 'diagonal', navbar: '', 'content-width': '-1', 'nav-collapsed': 'yes', 'navbar-blur': 'null' }, asDelivered],
    ] as const) {
      const { page, close } = await operator(browser);
      await page.context().addCookies(Object.entries(looks).map(([name, value]) => ({ name: `touchpath-${name}`, value: encodeURIComponent(value), url: demoUrl() })));
      await page.route(url => url.pathname.startsWith('/assets/'), route => route.abort());
      await page.goto(`${demoUrl()}/dashboard`);
      expect(await looksOf(page)).toEqual(shown);
      await page.unrouteAll();
      await page.reload();
      await settle(page);
      expect(await looksOf(page)).toEqual(shown);
      await close();
    }
  });

  test('an anchor comes to lie below what sticks, and there is a way back to the top past 200 px', async () => {
    const { page, troubles, close } = await open('/dashboard', {}, { viewport: { width: 1440, height: 360 } });
    const top = page.getByRole('button', { name: 'ページの先頭へ' });
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
    expect(await top.count()).toBe(0);
    await page.evaluate(() => scrollTo({ top: 201, behavior: 'instant' }));
    await top.click();
    await page.waitForFunction(() => scrollY === 0);
    const offset = await page.evaluate(async () => {
      const heading = document.querySelector('main h2');
      heading?.scrollIntoView({ behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      return heading?.getBoundingClientRect().top;
    });
    expect(offset).toBeCloseTo(60, 0);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('how the console looks', () => {
  test('every skin, colour and theme leaves what is read at 4.5:1, and signs at 3:1', async () => {
    const { page, close } = await open('/dashboard');
    const faults = await page.evaluate(([skins, accents]) => {
      const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (pen === null) throw new Error('no canvas');
      const light = (colour: string): number => {
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map(v => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ratio = (a: string, b: string): number => {
        const [dark = 0, bright = 0] = [light(a), light(b)].toSorted((x, y) => x - y);
        return (bright + 0.05) / (dark + 0.05);
      };
      const grounds = ['ground', 'surface', 'raised', 'sunken', 'hover'];
      const pairs = [
        ...grounds.flatMap(ground => ['ink', 'ink-soft', 'accent-text'].map(ink => [ink, ground, 4.5] as const)),
        ...['ground', 'surface', 'raised', 'sunken'].map(ground => ['ink-faint', ground, 4.5] as const),
        ['accent-ink', 'accent', 4.5] as const, ['accent-ink', 'accent-hover', 4.5] as const, ['accent-text', 'accent-soft', 4.5] as const,
        ...['good', 'warn', 'bad', 'info'].flatMap(tone => [[tone, 'surface', 4.5], [tone, 'raised', 4.5], [tone, `${tone}-soft`, 4.5]] as const),
        ...['ground', 'surface', 'raised', 'sunken'].flatMap(ground => [['focus', ground, 3], ['line-strong', ground, 3]] as const),
      ];
      const { dataset } = document.documentElement;
      const found: string[] = [];
      for (const theme of ['light', 'dark']) {
        for (const skin of skins) {
          for (const accent of accents) {
            Object.assign(dataset, { theme, skin, accent });
            const menu = document.querySelector<HTMLElement>('#menu');
            if (menu && (skin === 'semi_dark' || skin === 'blue')) menu.dataset['theme'] = 'dark';
            else menu?.removeAttribute('data-theme');
            for (const [place, element] of [['page', document.documentElement], ['menu', menu]] as const) {
              if (!element) continue;
              const style = getComputedStyle(element);
              for (const [ink, ground, least] of pairs) {
                const reached = ratio(style.getPropertyValue(`--${ink}`), style.getPropertyValue(`--${ground}`));
                if (reached < least) found.push(`${theme} ${skin} ${accent} ${place}: ${ink} on ${ground} ${reached.toFixed(2)}`);
              }
            }
          }
        }
      }
      return found;
    }, [SKINS, ACCENTS] as const);
    expect(faults).toEqual([]);
    await close();
  });

  test('axe finds no fault in any layout, skin and theme', async () => {
    const { page, troubles, close } = await open('/config/role');
    // Every skin, layout and theme; what colours do to contrast, the test above has seen in every mixture.
    for (const [at, skin] of SKINS.entries()) {
      const [layout, theme] = [at % 2 === 0 ? 'vertical' : 'horizontal', at < 2 ? 'light' : 'dark'];
      await page.context().addCookies(Object.entries({ layout, skin, theme }).map(([name, value]) => ({ name: `touchpath-${name}`, value, url: demoUrl() })));
      await page.reload();
      await settle(page);
      expect(await axeFaults(page), `${layout} ${skin} ${theme}`).toEqual([]);
    }
    await page.getByRole('button', { name: '表示設定' }).click();
    await page.getByRole('dialog', { name: '表示設定' }).waitFor();
    expect(await axeFaults(page, 'dialog')).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('when something goes', () => {
  test('the network: it is said within a second, and when it is back', async () => {
    const { page, close } = await open('/dashboard');
    await page.context().setOffline(true);
    await page.getByRole('status').filter({ hasText: 'ネットワークに接続されていません' }).waitFor({ timeout: 1_000 });
    await page.context().setOffline(false);
    await page.getByRole('status').filter({ hasText: 'ネットワークに再接続しました' }).waitFor({ timeout: 1_000 });
    expect(await page.getByText('ネットワークに接続されていません').count()).toBe(0);
    await close();
  });

  test('patience: a slow answer is said after three seconds and need not be waited for', async () => {
    const { page, close } = await open('/log/reference');
    await page.getByRole('row').nth(3).waitFor();
    const held: (() => void)[] = [];
    await page.route('**/graphql', route => new Promise<void>(resolve => { held.push(() => { void route.abort(); resolve(); }); }));
    await page.getByRole('checkbox', { name: 'ボット・重複・除外IPも表示' }).click();
    const slow = page.getByRole('status').filter({ hasText: '応答に時間がかかっています' });
    await page.waitForTimeout(2_000);
    expect(await slow.count()).toBe(0);
    await slow.waitFor({ timeout: 2_500 });
    await slow.getByRole('button', { name: '中止' }).click();
    await page.getByText('読み込みを中止しました。').first().waitFor();
    expect(await slow.count()).toBe(0);
    held.forEach(end => end());
    await page.unrouteAll();
    await page.getByRole('button', { name: '再試行' }).or(page.getByRole('button', { name: 'もう一度試す' })).first().click();
    await page.getByRole('row').nth(3).waitFor();
    await close();
  });

  test('the code of a screen after a new version was installed: the frame stays and says what helps', async () => {
    const { page, close } = await open('/dashboard');
    await page.route(url => url.pathname === builtFile('src/screens/analysis/attribution.tsx'), route => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'アトリビューション' }).click();
    await page.getByRole('heading', { name: '新しいバージョンがあります' }).waitFor();
    await page.getByRole('link', { name: 'リファレンスログ' }).click();
    await page.getByRole('row').nth(3).waitFor();
    await close();
  });

  test('an error that nobody took care of is said once, and stays while it is read', async () => {
    const { page, close } = await open('/dashboard');
    await page.evaluate(() => { for (let n = 0; n < 5; n++) void Promise.reject(new Error('日本語')); });
    const banner = page.locator('.banner');
    await banner.waitFor();
    await banner.hover();
    await page.waitForTimeout(3_500);
    expect(await banner.count()).toBe(1);
    await page.mouse.move(5, 5);
    await banner.waitFor({ state: 'detached', timeout: 5_000 });
    await close();
  });
});

describe('where one may go', () => {
  test('a product that is not in the list shows a message and nothing of it, whatever was kept', async () => {
    const { page, troubles, close } = await open('/dashboard?product_id=999999', {}, { stored: { ic_1_product: kept(999_999) } });
    await page.getByRole('alert').filter({ hasText: '指定された条件のデータを表示する権限がありません' }).waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    await page.goto(`${demoUrl()}/dashboard`);
    await page.waitForURL('**product_id=*');
    expect(new URL(page.url()).searchParams.get('product_id')).not.toBe('999999');
    expect(troubles).toEqual([]);
    await close();
  });

  test.each(['/nowhere', '/pages/misc/not-found/x/y', '/dashboard/x', '/%E6%97%A5'])('%s is told not to exist, with the way home', async path => {
    const { page, close } = await operator(browser);
    await page.goto(`${demoUrl()}${path}`);
    await page.getByRole('heading', { name: 'ページが見つかりません' }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(2);
    expect(await page.title()).toContain('ページが見つかりません');
    await page.locator('a.p-button').click();
    await page.waitForURL('**/dashboard*');
    await close();
  });

  test('a record lights its list and says where it lies', async () => {
    const { page, troubles, close } = await open('/config/user/1/password');
    expect(await page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name: 'ユーザー' }).getAttribute('aria-current')).toBe('page');
    expect(await page.getByRole('navigation', { name: '現在の位置' }).getByRole('link', { name: 'ユーザー' }).count()).toBe(1);
    expect(troubles).toEqual([]);
    await close();
  });
});
