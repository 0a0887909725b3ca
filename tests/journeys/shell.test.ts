import { describe, expect, test } from 'vitest';
import { NOTICE_DURATION_MS } from '../../machines/banner.ts';
import { launchBrowser } from '../support/browser.ts';
import { builtFile } from '../support/built.ts';
import { openShell } from '../support/frame.ts';
import { either, isLong } from '../support/long.ts';
import { demoUrl, newTokens, storedText, operator, settle, type Tokens } from '../support/operator.ts';

/** The frame around every screen: its messages about failures, and the addresses that it accepts. */
const browser = await launchBrowser();

/** Opens a screen with a fake clock. */
const timed = async (path: string) => {
  const visit = await operator(browser, { fresh: true });
  await visit.page.clock.install();
  await visit.page.goto(`${demoUrl()}${path}`);
  await settle(visit.page);
  return visit;
};

describe('the frame', () => {
  test('reports a lost network connection and its return', async () => {
    const { page, close } = await openShell('/config/agency');
    await page.context().setOffline(true);
    await page.getByRole('status').filter({ hasText: 'ネットワークに接続されていません' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('status').filter({ hasText: 'ネットワークに再接続しました' }).waitFor();
    expect(await page.getByText('ネットワークに接続されていません').count()).toBe(0);
    await close();
  });

  // In the long form only: tests/gateway/slow-request.test.ts and long-wait.test.tsx hold what it shows and when.
  test.runIf(isLong)(
    'reports a request that takes longer than three seconds and offers to cancel it',
    async () => {
      const { page, close } = await timed('/log/reference');
      await page.getByRole('row').nth(3).waitFor();
      const pendingRequests: (() => void)[] = [];
      await page.route(
        '**/graphql',
        route =>
          new Promise<void>(resolve => {
            pendingRequests.push(() => {
              void route.abort();
              resolve();
            });
          }),
      );
      await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
      await page.getByRole('checkbox', { name: 'ボット・重複・除外IPも表示' }).click();
      const slow = page.getByRole('status').filter({ hasText: '応答に時間がかかっています' });
      // Sending the request does not count as waiting.
      await expect
        .poll(async () => {
          await page.clock.runFor(1);
          return pendingRequests.length;
        })
        .toBeGreaterThan(0);
      await page.clock.runFor(2_900);
      expect(await slow.count()).toBe(0);
      await page.clock.runFor(200);
      await slow.waitFor();
      await page.clock.resume();
      await slow.getByRole('button', { name: '中止' }).click();
      await page.getByText('読み込みを中止しました。').first().waitFor();
      expect(await slow.count()).toBe(0);
      pendingRequests.forEach(end => end());
      await page.unrouteAll();
      await page
        .getByRole('button', { name: '再試行' })
        .or(page.getByRole('button', { name: 'もう一度試す' }))
        .first()
        .click();
      await page.getByRole('row').nth(3).waitFor();
      await close();
    },
  );

  test('stays and offers a reload when the code of a screen is missing after an upgrade', async () => {
    const { page, close } = await openShell('/config/agency');
    await page.route(
      url => url.pathname === builtFile('src/screens/analysis/report/analysis-screen.tsx'),
      route => route.fulfill({ status: 404, body: '' }),
    );
    await page.getByRole('link', { name: 'アトリビューション' }).click();
    await page.getByRole('heading', { name: '新しいバージョンがあります' }).waitFor();
    await page.getByRole('link', { name: 'リファレンスログ' }).click();
    await page.getByRole('row').nth(3).waitFor();
    await close();
  });

  test('reports missing permissions until a retry has loaded them, and then shows the menu', async () => {
    const { page, close } = await operator(browser);
    const fail = async () => {
      await page.route('**/graphql', async route =>
        route.request().postData()?.includes('MyPermissions') === true
          ? route.fulfill({ status: 502, body: '' })
          : route.fallback(),
      );
    };
    await fail();
    await page.goto(`${demoUrl()}/log/access`);
    const notice = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: '権限を取得できなかったため' });
    await notice.waitFor();
    const log = page
      .getByRole('navigation', { name: 'メインメニュー' })
      .getByRole('link', { name: 'アクセスログ' });
    expect(await log.count()).toBe(0);
    const again = notice.getByRole('button', { name: '再試行' });
    const refused = page.waitForResponse(response => response.status() === 502);
    await again.click();
    await refused;
    await notice.waitFor();
    await page.unrouteAll();
    await again.click();
    await log.waitFor();
    await page.getByRole('row').nth(3).waitFor();
    expect(await page.getByText('権限を取得できなかったため').count()).toBe(0);
    await close();
  });

  test.runIf(isLong)(
    'reports a stalled loader and rejected rows to administrators, with the command to run',
    async () => {
      const { page, close } = await timed('/config/agency');
      const notices = page.getByRole('main').getByText(/受け付けた計測データ/);
      expect(await notices.count()).toBe(0);
      const status = { is_loader_stalled: true, has_rejected_rows: true };
      await page.route('**/graphql', route =>
        route.request().postData()?.includes('CollectionStatus') === true
          ? route.fulfill({ json: { data: { one: status } } })
          : route.fallback(),
      );
      await page.clock.fastForward(60_000);
      await notices.filter({ hasText: '反映が止まっています' }).waitFor();
      await notices.filter({ hasText: 'npm run replay-rejected' }).waitFor();
      await page.unrouteAll();
      await page.clock.fastForward(60_000);
      await expect.poll(() => notices.count()).toBe(0);
      await close();
    },
  );

  test('shows the status and the request id of a failed request, which one button copies', async () => {
    const { page, close } = await openShell(
      '/config/agency',
      {},
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    await page.route('**/graphql', route =>
      route.fulfill({ status: 502, headers: { 'x-request-id': 'r-502' }, body: '<h1>Bad Gateway</h1>' }),
    );
    await page.getByRole('link', { name: 'アクセスログ' }).click();
    const failed = page
      .getByRole('alert')
      .filter({ hasText: '502 Internal Server Error · お問い合わせ番号：r-502' });
    await failed.getByRole('button', { name: 'コピー' }).click();
    await failed.getByText('クリップボードにコピーしました').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '502 Internal Server Error · お問い合わせ番号：r-502',
    );
    await page.unrouteAll();
    await failed.getByRole('button', { name: '再試行' }).click();
    await page.getByRole('row').nth(3).waitFor();
    await close();
  });

  test('shows an error of a screen with a text to copy, and administrators find it in the error reports', async () => {
    const { page, close } = await openShell(
      '/config/agency',
      {},
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    // The module of a screen that throws when it renders.
    await page.route(
      url => url.pathname === builtFile('src/screens/config/error-reports.tsx'),
      route =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'export const Screen = () => { throw new TypeError("no rows for 山田"); };',
        }),
    );
    const stored = page.waitForResponse(
      response => response.request().postData()?.includes('ReportError') === true,
    );
    await page.getByRole('link', { name: 'エラー記録' }).click();
    await page.getByText('サポートへの連絡用情報').click();
    await page.getByRole('button', { name: 'コピー', exact: true }).click();
    await page.getByText('コピーしました').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('unknown · no rows for 山田');
    await stored;
    await page.unrouteAll();
    await page.reload();
    await page
      .getByRole('row')
      .filter({ hasText: '/config/error-report' })
      .filter({ hasText: 'no rows for …' })
      .first()
      .waitFor();
    await close();
    const plain = await openShell('/config/error-report', {}, { who: 'user' });
    await plain.page.getByText('指定された条件のデータを表示する権限がありません').first().waitFor();
    expect(await plain.page.getByRole('link', { name: 'エラー記録' }).count()).toBe(0);
    await plain.close();
  });

  test('shows an unhandled error once and keeps its notice while the pointer rests on it', async () => {
    const { page, close } = await timed('/config/agency');
    await page.evaluate(() => {
      for (let n = 0; n < 5; n++) void Promise.reject(new Error('日本語'));
    });
    const banner = page.locator('.banner');
    await banner.waitFor();
    await banner.hover();
    await page.clock.runFor(NOTICE_DURATION_MS + 500);
    expect(await banner.count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(NOTICE_DURATION_MS);
    await banner.waitFor({ state: 'detached' });
    // A click on the notice closes it. The end of a text selection does not, so that its text can be copied.
    await page.evaluate(() => {
      void Promise.reject(new Error('日本語'));
    });
    const text = banner.locator('span').first();
    // Waits until the notice has slid to its place.
    await text.hover();
    const box = (await text.boundingBox())!;
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('');
    expect(await banner.count()).toBe(1);
    await text.click();
    await banner.waitFor({ state: 'detached' });
    await close();
  });
});

describe('an address', () => {
  test('with an unknown product shows a message and no data, even when the product is stored', async () => {
    const { page, troubles, close } = await openShell(
      '/dashboard?product_id=999999',
      {},
      { stored: { ic_1_product: storedText(999_999) } },
    );
    await page
      .getByRole('alert')
      .filter({ hasText: '指定された条件のデータを表示する権限がありません' })
      .waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    // Without a screen there is no help panel, so the palette offers no guides.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'コマンドパレット' }).fill('ヘルプ');
    await page.getByRole('option', { name: 'キーボードショートカット' }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await page.goto(`${demoUrl()}/dashboard`);
    await page.waitForURL('**product_id=*');
    expect(new URL(page.url()).searchParams.get('product_id')).not.toBe('999999');
    expect(troubles).toEqual([]);
    await close();
  });

  test('with a product decides the product of the next address without one', async () => {
    const { page, troubles, close } = await openShell('/dashboard?product_id=2');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.goto(`${demoUrl()}/dashboard`);
    await page.waitForURL('**product_id=2');
    expect(troubles).toEqual([]);
    await close();
  });

  test.each(either('/%E6%97%A5', '/pages/misc/not-found/x/y', '/nowhere', '/dashboard/x'))(
    'as unknown as %s shows a page with a link to the dashboard',
    async path => {
      const { page, close } = await operator(browser);
      await page.goto(`${demoUrl()}${path}`);
      await page.getByRole('heading', { name: 'ページが見つかりません' }).waitFor();
      expect(await page.getByRole('listitem').count()).toBe(2);
      expect(await page.title()).toContain('ページが見つかりません');
      await page.locator('a.p-button').click();
      await page.waitForURL('**/dashboard*');
      await close();
    },
  );

  test.each(
    either(
      ['/ad/setting?modal=xyz', 'No ModalXyz'] as const,
      ['/log/access?modal=detail&id=1', 'No ModalDetail'] as const,
      ['/dashboard?modal=add', 'No ModalAdd'] as const,
      ['/config/user?modal=edit', 'No ModalEdit'] as const,
      ['/config/role?modal=detail&id=1', 'No ModalDetail'] as const,
      ['/config/history?modal=add', 'No ModalAdd'] as const,
    ),
  )(
    'with an unknown modal, %s, reports it and is replaced by the address of the screen',
    async (path, name) => {
      const { page, close } = await operator(browser);
      await page.goto(`${demoUrl()}${path}`);
      await page.locator('.banner').filter({ hasText: name }).waitFor();
      await page.waitForURL(url => !url.searchParams.has('modal'));
      await close();
    },
  );

  test('of a form opens the form for users who may use it', async () => {
    const { page, close } = await openShell('/config/role?modal=add');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click();
    await page.waitForURL(url => !url.searchParams.has('modal'));
    await close();
    const reader = await openShell('/ad/setting?modal=add', {}, { who: 'agency' });
    await reader.page.locator('.banner').filter({ hasText: 'この操作を行う権限がありません' }).waitFor();
    await reader.close();
  });

  test.runIf(isLong)('of a record marks its list in the menu and shows its path', async () => {
    const { page, troubles, close } = await openShell('/config/user/1/password');
    expect(
      await page
        .getByRole('navigation', { name: 'メインメニュー' })
        .getByRole('link', { name: 'ユーザー' })
        .getAttribute('aria-current'),
    ).toBe('page');
    expect(
      await page
        .getByRole('navigation', { name: '現在の位置' })
        .getByRole('link', { name: 'ユーザー' })
        .count(),
    ).toBe(1);
    expect(troubles).toEqual([]);
    await close();
  });
});

test('every script and style sheet of the first page is sent compressed', async () => {
  const html = await (await fetch(`${demoUrl()}/login`, { headers: { accept: 'text/html' } })).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files)
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(`${demoUrl()}${file}`, { headers: { 'accept-encoding': encoding } });
      expect([file, answer.headers.get('content-encoding')]).toEqual([file, encoding]);
      await answer.arrayBuffer();
    }
});

test.runIf(isLong)('the answers of the gateway are sent compressed, apart from small ones', async () => {
  const { page, close } = await openShell('/ad/ad');
  const answers: (readonly [size: number, encoding: string | undefined])[] = [];
  page.on('response', async answer => {
    if (!answer.url().endsWith('/graphql')) return;
    answers.push([(await answer.body()).length, answer.headers()['content-encoding']]);
  });
  await page.reload();
  await settle(page);
  await expect.poll(() => answers.some(([size]) => size > 10_000)).toBe(true);
  for (const [size, encoding] of answers)
    expect([size, encoding]).toEqual([
      size,
      size < 1024 ? undefined : expect.stringMatching(/^(?:br|gzip)$/),
    ]);
  await close();
});

interface Delayed {
  readonly language?: string;
  readonly tokens?: Tokens;
}

describe('before its scripts have arrived, the page', () => {
  /** Loads a screen whose scripts wait until they are released. */
  const openDelayed = async (path: string, width: number, { language = 'ja', tokens }: Delayed = {}) => {
    const visit = await openShell('/config/agency', {}, { fresh: true, ...(tokens && { tokens }) });
    await visit.page.setViewportSize({ width, height: 900 });
    if (language !== 'ja')
      await visit.page.context().addCookies([{ name: 'touchpath-locale', value: language, url: demoUrl() }]);
    const waiting: (() => void)[] = [];
    let isHeld = true;
    await visit.page.route('**/assets/*.js', async route => {
      if (isHeld) await new Promise<void>(resolve => waiting.push(resolve));
      await route.continue();
    });
    await visit.page.goto(`${demoUrl()}${path}`, { waitUntil: 'commit' });
    return {
      ...visit,
      release: () => {
        isHeld = false;
        for (const go of waiting) go();
      },
    };
  };

  test.each(either(['/ad/ad', 390], ['/analyze/ad-statistics', 1440]))(
    'shows a signed-in user the title and introduction of %s where they will be at %s px',
    async (path, width) => {
      const { page, release, close } = await openDelayed(path, width);
      const places = async () => {
        const boxes = await Promise.all(
          ['main h1', 'main p'].map(name => page.locator(name).first().boundingBox()),
        );
        return boxes.map(box => [box?.x, box?.y].map(Math.round as (at?: number) => number));
      };
      const title = page.locator('main h1');
      await title.waitFor();
      const words = await page.locator('main').innerText();
      const before = await places();
      release();
      await settle(page);
      await page.locator('#early').waitFor({ state: 'detached' });
      expect(words).toBe(
        await page
          .locator('.tp-screen-head')
          .first()
          .locator('h1, p')
          .allInnerTexts()
          .then(texts => texts.join('\n\n')),
      );
      const after = await places();
      for (const [index, place] of before.entries())
        for (const [axis, at] of place.entries())
          expect(Math.abs(at - after[index]![axis]!)).toBeLessThanOrEqual(4);
      await close();
    },
  );

  test.runIf(isLong)('is in the language of the last visit', async () => {
    const { page, release, close } = await openDelayed('/ad/ad', 1440, { language: 'en' });
    expect(await page.locator('main h1').innerText()).toBe('Ads');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    release();
    await close();
  });

  test.runIf(isLong)('shows nothing of the frame after the user has signed out', async () => {
    // The session that other journeys share must not end.
    const { page, release, close } = await openDelayed('/ad/ad', 1440, { tokens: await newTokens('admin') });
    release();
    await settle(page);
    await page.getByRole('button', { name: 'アカウント' }).click();
    await page.getByRole('menuitem', { name: 'ログアウト' }).click();
    await page.locator('input[type=password]').waitFor();
    const html = await (
      await page.context().request.get(`${demoUrl()}/ad/ad`, { headers: { accept: 'text/html' } })
    ).text();
    expect(html).not.toContain('id="early"');
    await close();
  });
});
