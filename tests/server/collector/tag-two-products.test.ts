import { eq } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { crossdomainSetting, product } from '../../../server/store/postgres/schema/index.ts';
import { launchBrowser, visit, type Visit } from '../../support/browser.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { openSite, type Site } from '../../support/site.ts';

// The tags of two products on the pages of one site, in a real browser.

let it: CollectorApp;
let shop: Site;
let media: Site;
let browser: Browser;
let opened: Visit;
let products: readonly [number, number];
beforeAll(async () => {
  it = await createCollectorApp();
  const { db } = it.parts;
  products = [it.shop.shop.id, it.shop.other.id];
  for (const id of products)
    await db.update(product).set({ domain: 'shop.localhost' }).where(eq(product.id, id));
  await db.update(crossdomainSetting).set({ senderDomain: 'media.localhost' });
  await db.insert(crossdomainSetting).values({
    companyId: it.shop.companyId,
    productId: it.shop.other.id,
    senderName: '媒体',
    senderDomain: 'media.localhost',
  });
  await it.collector.refresh();
  const collector = await it.app.listen({ host: '127.0.0.1', port: 0 });
  const tags = products.map(id => `<script async src="${collector}/t/${id}.js"></script>`);
  shop = await openSite('www.shop.localhost', collector, {
    '/': tags.join(''),
    '/first': tags[0]!,
    '/consent': tags[0]!.replace('async', 'async data-consent="required"'),
  });
  media = await openSite('media.localhost', collector, {
    '/': `${tags.join('')}<a href="${shop.origin}/">go</a>`,
    '/consent': `${tags[0]!.replace('async', 'async data-consent="required"')}<a href="${shop.origin}/">go</a>`,
  });
  browser = await launchBrowser();
});
afterEach(async () => {
  await opened.close();
  if (opened.troubles.length > 0) throw new Error(opened.troubles.join('\n'));
});
afterAll(async () => {
  await browser.close();
  await Promise.all([shop.close(), media.close()]);
  await it.close();
});

const open = async (): Promise<Page> => {
  opened = await visit(browser, { fresh: true });
  return opened.page;
};

const clickOf = (productId: number, visitorId: string): string =>
  it.collector.clicks.make(
    { interactionId: it.parts.ids.next(), visitorId, adId: it.shop.plainAd.id },
    productId,
  );

let seen = 0;
/** Opens a page, waits for its views and returns [visitor, ad] of each product. */
const viewsAt = async (page: Page, address: string, count = 2) => {
  seen = (await it.rows('access')).length;
  const answers: Promise<unknown>[] = [];
  const note = (answer: { url(): string; finished(): Promise<unknown> }) => {
    if (answer.url().endsWith('/e')) answers.push(answer.finished());
  };
  page.on('response', note);
  await page.goto(address);
  await expect.poll(async () => (await it.rows('access')).length).toBe(seen + count);
  await expect.poll(() => answers.length).toBe(count);
  await Promise.all(answers);
  // The tag stores the answer in the tasks that follow it.
  await page.evaluate(() => new Promise(done => setTimeout(done, 50)));
  page.off('response', note);
  const rows = (await it.rows('access')).slice(seen);
  return products.map(id => {
    const row = rows.find(one => one['product_id'] === id);
    return row && [row['visitor_id'], row['ad_id']];
  });
};

/** Answers the report of one product after that of the other. */
const delay = async (page: Page, productId: number) => {
  let release = () => {};
  const other = new Promise<void>(done => {
    release = done;
  });
  await page.route('**/e', async route => {
    const isLate = route.request().postDataJSON().p === productId;
    if (isLate) await other;
    const response = await route.fetch();
    await route.fulfill({ response });
    if (!isLate) setTimeout(release, 100);
  });
};

test.each([0, 1])(
  "the click on one product's ad is credited whichever product is answered last: %i",
  async late => {
    const page = await open();
    const visitor = `471${late}`;
    await delay(page, products[late]!);
    const landing = `${shop.origin}/?xclid=${clickOf(products[0], visitor)}`;
    const [, [other]] = (await viewsAt(page, landing)) as [unknown[], unknown[]];
    await page.unroute('**/e');
    expect(await viewsAt(page, `${shop.origin}/`)).toEqual([
      [visitor, it.shop.plainAd.id],
      [other, 0],
    ]);
  },
);

test("a click on another product's ad in the same tab ends no click", async () => {
  const page = await open();
  await viewsAt(page, `${shop.origin}/?xclid=${clickOf(products[1], '4720')}`);
  await viewsAt(page, `${shop.origin}/?xclid=${clickOf(products[0], '4721')}`);
  expect(await viewsAt(page, `${shop.origin}/`)).toEqual([
    ['4721', it.shop.plainAd.id],
    ['4720', it.shop.plainAd.id],
  ]);
});

test.each([0, 1])(
  'a call of the page reaches the tags of all products, whichever loads last: %i',
  async late => {
    const page = await open();
    const before = (await it.rows('conversion')).length;
    let release = () => {};
    const released = new Promise<void>(done => {
      release = done;
    });
    await page.addInitScript(() => {
      const stub: { (...call: unknown[]): void; q?: unknown[] } = (...call) =>
        void (stub.q = stub.q ?? []).push(call);
      Object.assign(globalThis, { touchpath: stub });
    });
    await page.route(`**/t/${products[late]!}.js`, async route => {
      await released;
      await route.continue();
    });
    const call = (p_resid: string) =>
      page.evaluate(
        one => (globalThis as unknown as { touchpath: (...all: unknown[]) => void }).touchpath('cv', one),
        { p_resid, amount: 1 },
      );
    const views = (await it.rows('access')).length;
    await page.goto(`${shop.origin}/`, { waitUntil: 'commit' });
    await call('before');
    await expect.poll(async () => (await it.rows('access')).length).toBe(views + 1);
    await call('between');
    release();
    await expect.poll(async () => (await it.rows('access')).length).toBe(views + 2);
    await call('after');
    await expect.poll(async () => (await it.rows('conversion')).length).toBe(before + 6);
    const reported = (await it.rows('conversion')).slice(before);
    for (const id of products)
      expect(
        reported
          .filter(row => row['product_id'] === id)
          .map(row => row['args'])
          .sort(),
      ).toEqual(['after', 'before', 'between']);
  },
);

test('a landing that is left before its answer is credited to its click, and not to an earlier one', async () => {
  const page = await open();
  await viewsAt(page, `${shop.origin}/first?xclid=${clickOf(products[0], '4725')}`, 1);
  await page.route('**/e', route => route.fulfill({ status: 204 }));
  await page.goto(`${shop.origin}/first?xclid=${clickOf(products[0], '4726')}`);
  await page.waitForFunction(() => 'touchpath' in globalThis);
  await page.unroute('**/e');
  expect((await viewsAt(page, `${shop.origin}/first`, 1))[0]).toEqual(['4726', it.shop.plainAd.id]);
});

test('visitors of the earlier tag, which stored one number and click for all products, remain who they are', async () => {
  const page = await open();
  await viewsAt(page, `${shop.origin}/first`, 1);
  await page.evaluate(
    click => {
      for (const [name] of Object.entries(localStorage)) localStorage.removeItem(name);
      for (const pair of document.cookie.split('; '))
        document.cookie = `${pair.split('=')[0]}=;path=/;max-age=0;domain=shop.localhost`;
      document.cookie = '_tpv=4730;path=/;max-age=1000;domain=shop.localhost';
      sessionStorage.clear();
      sessionStorage['_tpx'] = click;
    },
    clickOf(products[1], '4730'),
  );
  expect(await viewsAt(page, `${shop.origin}/`)).toEqual([
    ['4730', 0],
    ['4730', it.shop.plainAd.id],
  ]);
  // An earlier tag of one product, from the browser's cache, runs on the same pages.
  await page.evaluate(() => {
    document.cookie = '_tpv=4731;path=/;max-age=1000;domain=shop.localhost';
    localStorage['_tpv'] = '4731';
    sessionStorage['_tpx'] = '';
  });
  expect(await viewsAt(page, `${shop.origin}/`)).toEqual([
    ['4730', 0],
    ['4730', it.shop.plainAd.id],
  ]);
});

test('a refusal removes the numbers and clicks of all products, and of the earlier tag', async () => {
  const page = await open();
  await viewsAt(page, `${shop.origin}/?xclid=${clickOf(products[1], '4740')}`);
  await page.evaluate(() => {
    document.cookie = '_tpv=4740;path=/;max-age=1000;domain=shop.localhost';
    localStorage['_tpv'] = '4740';
    sessionStorage['_tpx'] = 'x';
    sessionStorage['_tpc'] = '1.x|1';
    document.cookie = 'own=1';
    for (const storage of [localStorage, sessionStorage]) storage['own'] = '1';
  });
  await page.goto(`${shop.origin}/consent`);
  await page.waitForFunction(() => 'touchpath' in globalThis);
  await page.evaluate(() =>
    (globalThis as unknown as { touchpath: (...values: unknown[]) => void }).touchpath('consent', false),
  );
  expect(
    await page.evaluate(() => [document.cookie, Object.keys(localStorage), Object.keys(sessionStorage)]),
  ).toEqual(['own=1', ['own'], ['own']]);
});

/** Clicks the link of a sender's page without following it. @returns the number of its passes */
const passesAfterClick = (page: Page) =>
  page.evaluate(() => {
    const link = document.querySelector('a')!;
    link.addEventListener('click', event => event.preventDefault(), { once: true });
    link.click();
    return link.search.split('tpx=').length - 1;
  });

test("a sender's page hands its visitors over to both products", async () => {
  const page = await open();
  const before = await viewsAt(page, `${media.origin}/`);
  await expect.poll(() => passesAfterClick(page)).toBe(2);
  expect(await viewsAt(page, await page.evaluate(() => document.querySelector('a')!.href))).toEqual(before);
});

test("a sender's page hands nobody over after consent was withdrawn, and one pass after it was given again", async () => {
  const page = await open();
  await page.goto(`${media.origin}/consent`);
  await page.waitForFunction(() => 'touchpath' in globalThis);
  const consent = (value: boolean) =>
    page.evaluate(
      one => (globalThis as unknown as { touchpath: (...all: unknown[]) => void }).touchpath('consent', one),
      value,
    );
  expect(await passesAfterClick(page)).toBe(0);
  await consent(true);
  await expect.poll(() => passesAfterClick(page)).toBe(1);
  await consent(false);
  await page.evaluate(() => {
    document.querySelector('a')!.search = '';
  });
  expect(await passesAfterClick(page)).toBe(0);
  await consent(true);
  await expect.poll(() => passesAfterClick(page)).toBe(1);
});
