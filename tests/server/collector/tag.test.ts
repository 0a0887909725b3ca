import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { product, crossdomainSetting, cvSetting, ad } from '../../../server/store/postgres/schema/index.ts';
import { launchBrowser, visit } from '../../support/browser.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { openSite, type Site } from '../../support/site.ts';

// The tag in a real browser, under a policy that allows the collector's origin and nothing inline.

let it: CollectorApp;
let collector: string;
let shop: Site;
let media: Site;
let browser: Browser;
beforeAll(async () => {
  it = await createCollectorApp();
  const { db } = it.parts;
  await db.update(product).set({ domain: 'shop.localhost' }).where(eq(product.id, it.shop.shop.id));
  await db.update(crossdomainSetting).set({ senderDomain: 'media.localhost' });
  await db
    .update(cvSetting)
    .set({ cvPageUrl: '/thanks.html' })
    .where(eq(cvSetting.id, it.shop.settings.url.id));
  collector = await it.app.listen({ host: '127.0.0.1', port: 0 });
  const tag = `<script async src="${collector}/t/${it.shop.shop.id}.js" data-p_resid="注文-7" data-amount="1200"></script>`;
  shop = await openSite('www.shop.localhost', collector, {
    '/': `${tag}${tag}<a id="buy" href="/thanks.html"><b>買う</b></a>`,
    '/thanks.html': tag,
  });
  media = await openSite('media.localhost', collector, {
    '/': `${tag}<a id="go" href="${shop.origin}/?x=%20#y">go</a>`,
  });
  await db
    .update(ad)
    .set({ redirectUrl: `${shop.origin}/` })
    .where(eq(ad.id, it.shop.plainAd.id));
  await it.collector.refresh();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await Promise.all([shop.close(), media.close()]);
  await it.close();
});

const until = async (count: number, table: Parameters<CollectorApp['rows']>[0]) => {
  await expect.poll(async () => (await it.rows(table)).length).toBe(count);
  return it.rows(table);
};

test('reports views once, a button that leads away, and a page that converts, as the visitor of the click', async () => {
  const { page, troubles, close } = await visit(browser);
  const token = it.collector.clicks.make(
    { interactionId: it.parts.ids.next(), visitorId: '4711', adId: it.shop.plainAd.id },
    it.shop.shop.id,
  );
  await page.goto(`${shop.origin}/?xclid=${token}`);
  await until(1, 'access');
  await page.waitForFunction(() => document.cookie === '_tpv=4711');
  await page.click('#buy b');
  await page.waitForURL('**/thanks.html');
  const conversions = await until(2, 'conversion');
  expect(conversions.map(row => row['origin']).sort()).toEqual(['button', 'url']);
  expect(conversions.find(row => row['origin'] === 'url')).toMatchObject({ args: '注文-7', amount: '1200' });
  await page.evaluate(() =>
    (globalThis as unknown as { touchpath: (what: string, values: object) => void }).touchpath('cv', {
      p_resid: 'é',
      amount: 5,
    }),
  );
  expect((await until(3, 'conversion')).at(-1)).toMatchObject({ origin: 'call', args: 'é', amount: '5' });
  for (const row of [...(await it.rows('access')), ...(await it.rows('conversion'))])
    expect(row['visitor_id']).toBe('4711');
  expect((await it.rows('access')).map(row => row['ad_id'])).toEqual([
    it.shop.plainAd.id,
    it.shop.plainAd.id,
  ]);
  expect(troubles).toEqual([]);
  await close();
});

test("a sender's page hands its visitor to the shop, where it replaces the shop's own visitor", async () => {
  const { page, troubles, close } = await visit(browser);
  const before = (await it.rows('access')).length;
  await page.goto(`${media.origin}/`);
  // A link of the page gets the parameter once the tag knows it.
  await page.waitForFunction(to => {
    const link = document.createElement('a');
    link.href = to;
    link.addEventListener('click', event => event.preventDefault());
    document.body.append(link);
    link.click();
    link.remove();
    return link.search.includes('tpx=');
  }, `${shop.origin}/`);
  await page.click('#go');
  await page.waitForURL(/tpx=/);
  expect(page.url()).toMatch(/\/\?x=%20&tpx=[\w-]{27}#y$/);
  const rows = (await until(before + 2, 'access')).slice(before);
  expect(new Set(rows.map(row => row['visitor_id'])).size).toBe(1);
  expect(rows.map(row => String(row['access_url']).split(':')[1])).toEqual([
    '//media.localhost',
    '//www.shop.localhost',
  ]);
  expect(troubles).toEqual([]);
  await close();
});

test("without cookies and storage the click's token identifies the visitor", async () => {
  const { page, troubles, close } = await visit(browser);
  await page.addInitScript(() => {
    const refuse = {
      get: () => {
        throw new Error('refused');
      },
      set: () => {
        throw new Error('refused');
      },
    };
    Object.defineProperty(document, 'cookie', refuse);
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, refuse);
  });
  const before = (await it.rows('access')).length;
  const token = it.collector.clicks.make(
    { interactionId: it.parts.ids.next(), visitorId: '4712', adId: it.shop.plainAd.id },
    it.shop.shop.id,
  );
  await page.goto(`${shop.origin}/thanks.html?xclid=${token}`);
  expect((await until(before + 1, 'access')).at(-1)).toMatchObject({
    visitor_id: '4712',
    ad_id: it.shop.plainAd.id,
  });
  expect(troubles).toEqual([]);
  await close();
});
