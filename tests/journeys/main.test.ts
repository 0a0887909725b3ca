import { beforeAll, describe, expect, test, vi } from 'vitest';
import { visit } from '../support/browser.ts';
import { openJourney, type Journey } from '../support/journey-fixture.ts';
import { press, settle } from '../support/operator.ts';
import { openSite } from '../support/site.ts';

/**
 * The main use of Touchpath with real input: a visitor clicks three ads on another origin, browses and buys,
 * and the operator sees the contacts and their credit. The program, the site with its tag and the browser are
 * real.
 */
const HOST = 'shop.localhost';
// The user agent of a headless Chromium would be classified as a bot.
const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
// The credit that each model gives the contacts of a path of three, as the screen shows it
// (docs/decisions/0003-attribution-models.md).
const CREDIT = {
  1: ['0.33', '0.33', '0.33'],
  2: ['0.22', '0.32', '0.46'],
  3: ['0.40', '0.20', '0.40'],
  4: ['1.00', '-', '-'],
  5: ['-', '-', '1.00'],
} as const;
const MODEL_NAMES = {
  1: '線形',
  2: '減衰',
  3: '接点ベース（両端重視）',
  4: '初回接触',
  5: '最終接触',
} as const;

let journey: Journey;

beforeAll(async () => {
  const pages: Record<string, string> = {};
  journey = await openJourney({
    landing: async collector => {
      const { origin } = await openSite(HOST, collector, pages);
      return { host: HOST, page: `${origin}/lp.html?from=ad#top` };
    },
  });
  const tag = `<script src="${journey.program.url}/t/${journey.shop.productId}.js" async></script>`;
  pages['/lp.html'] = `<h1>夏のセール</h1><a href="/item.html">商品を見る</a>${tag}`;
  pages['/item.html'] =
    `<h1>日傘</h1><button id="brochure">資料請求</button><a href="/thanks.html?p_resid=注文-7&amp;amount=12800">購入する</a>${tag}`;
  pages['/thanks.html'] = `<h1>ありがとうございました</h1>${tag}`;
  // The collector knows a new company after a second or two.
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`${journey.program.url}/t/${journey.shop.productId}.js`);
      if (status !== 200) throw new Error(`the tag is answered with ${status}`);
    },
    { timeout: 90_000, interval: 100 },
  );
});

describe('in the main use,', () => {
  test('a visitor clicks three ads, browses and buys', async () => {
    const { page, troubles, close } = await visit(journey.browser, { userAgent: PERSON, fresh: true });
    for (const { redirectId } of journey.shop.ads) {
      const seen = page.waitForResponse(
        answer => answer.url() === `${journey.program.url}/e` && answer.request().method() === 'POST',
      );
      await page.goto(`${journey.program.url}/r/${redirectId}?a_xclid=net-${redirectId}`);
      expect(new URL(page.url()).searchParams.get('xclid')).toMatch(/^[\w-]{30,}$/);
      expect(page.url()).toContain('#top');
      expect((await seen).ok()).toBe(true);
    }
    await page.click('text=商品を見る');
    await page.waitForLoadState('networkidle');
    const pressed = page.waitForResponse(
      answer => answer.url() === `${journey.program.url}/e` && answer.ok(),
    );
    await page.click('#brochure');
    await pressed;
    const bought = page.waitForResponse(answer => answer.url() === `${journey.program.url}/e` && answer.ok());
    await page.click('text=購入する');
    await bought;
    await page.waitForLoadState('networkidle');
    expect(troubles).toEqual([]);
    await close();
  });

  test('the operator finds the contacts in the reference log and their credit under each model', async () => {
    const { page, troubles, close } = await visit(journey.browser);
    // A deep link leads to the sign-in page and from there to its screen.
    await page.goto(`${journey.program.url}/log/reference`);
    await page.getByLabel('会社ID').fill(journey.shop.company);
    await page.getByLabel('メールアドレス').fill(journey.shop.email);
    await page.getByLabel('パスワード', { exact: true }).fill(journey.shop.password);
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    await page.waitForURL('**/log/reference*');
    const grid = page.getByRole('grid');
    for (const { name } of journey.shop.ads) await grid.getByText(name).first().waitFor();

    await page.getByRole('link', { name: 'アトリビューション' }).click();
    await page.waitForURL('**/analyze/attribution*product_id=*');
    await settle(page);
    await page.getByRole('button', { name: 'その他の条件' }).click();
    for (const model of [2, 3, 4, 5, 1] as const) {
      await press(page, MODEL_NAMES[model]);
      await page
        .getByText(`モデル「${MODEL_NAMES[model]}`)
        .first()
        .waitFor()
        .catch(async (cause: unknown) => {
          throw new Error(`${page.url()} says: ${await page.locator('main').innerText()}`, { cause });
        });
      for (const [index, { name }] of journey.shop.ads.entries()) {
        const row = page.getByRole('grid').getByRole('row').filter({ hasText: name });
        await expect
          .poll(() => row.locator('[data-column="cv_division"]').innerText(), {
            message: `model ${model}, ${name}`,
          })
          .toBe(CREDIT[model][index]);
      }
    }
    expect(troubles).toEqual([]);
    await close();
  });
});
