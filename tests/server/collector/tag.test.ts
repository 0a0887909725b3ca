import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { product, crossdomainSetting, cvSetting, ad } from '../../../server/store/postgres/schema/index.ts';
import { REPEAT_MS } from '../../../server/collector/click-steps.ts';
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
    '/priced': tag.replace(/data-.*"(?=>)/, 'data-amount="1,980円"'),
    '/free': tag.replace(/data-.*"(?=>)/, 'data-amount="無料"'),
    '/asked': tag.replace(/data-.*"(?=>)/, 'data-consent="required"'),
    '/bare': tag.replace(/ data-.*"(?=>)/, ''),
    '/of-no-product': `<script async src="${collector}/t/999999.js"></script>`,
    '/misspelt': tag.replace(/data-.*"(?=>)/, 'data-consent="requierd"'),
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
  await page.waitForFunction(id => document.cookie === `_tp${id}=4711`, it.shop.shop.id);
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

test('a site that changes pages without loading them converts by URL and referrer, also by pages of the fragment', async () => {
  const { page, troubles, close } = await visit(browser, { fresh: true });
  const { url, route } = it.shop.settings;
  const setting = { cvPageUrl: '/bare#/done', routePageUrl: '/bare#/form' };
  await it.parts.db.update(cvSetting).set({ cvPageUrl: '/none' }).where(eq(cvSetting.id, url.id));
  await it.parts.db.update(cvSetting).set(setting).where(eq(cvSetting.id, route.id));
  await it.collector.refresh();
  const [before, views] = [(await it.rows('conversion')).length, (await it.rows('access')).length];
  let count = views;
  const reported = async (): Promise<readonly unknown[]> => {
    const row = (await until((count += 1), 'access')).at(-1)!;
    return ['access_url', 'query', 'referrer'].map(name => String(row[name]).replace(shop.origin, ''));
  };
  const go = (path: string, call = true) =>
    page.evaluate(
      ([address, calls]) => {
        history.pushState(null, '', address as string);
        if (calls === true)
          (globalThis as unknown as { touchpath: (what: string) => void }).touchpath('view');
      },
      [path, call],
    );
  await page.goto(`${shop.origin}/asked`);
  await page.evaluate(path => location.assign(path), '/bare?a=1#/form');
  expect(await reported()).toEqual(['/bare#/form', 'a=1', '/asked']);
  await go('/bare#/form', false); // a page that is not reported is none that was seen before
  await go('/bare?a=1#/form');
  expect(await reported()).toEqual(['/bare#/form', 'a=1', '/asked']);
  await go('/bare#/done');
  expect(await reported()).toEqual(['/bare#/done', '', '/bare?a=1#/form']);
  await go('/bare#/other');
  expect(await reported()).toEqual(['/bare#/other', '', '/bare#/done']);
  await go('/bare#/done');
  expect(await reported()).toEqual(['/bare#/done', '', '/bare#/other']);
  await page.evaluate(path => location.assign(path), '/priced#/done');
  expect(await reported()).toEqual(['/priced#/done', '', '/bare']);
  expect(
    (await it.rows('conversion'))
      .slice(before)
      .map(row => [row['cv_setting_id'], row['origin'], row['referrer']]),
  ).toEqual([[route.id, 'route', `${shop.origin}/bare?a=1#/form`]]);
  expect(troubles).toEqual([]);
  await close();
});

test('a report that is sent again has the address and the referrer of its first try', async () => {
  const { page, close } = await visit(browser, { fresh: true });
  const before = (await it.rows('access')).length;
  await page.route('**/e', route => route.fulfill({ status: 503 }), { times: 1 });
  await page.goto(`${shop.origin}/bare#/first`);
  await page.waitForFunction(() => 'touchpath' in globalThis);
  await page.evaluate(() => {
    history.pushState(null, '', '/bare#/second');
    (globalThis as unknown as { touchpath: (what: string) => void }).touchpath('view');
  });
  const rows = (await until(before + 2, 'access')).slice(before);
  const shown = rows.map(row =>
    ['access_url', 'referrer'].map(name => String(row[name]).replace(shop.origin, '')),
  );
  expect(shown).toEqual([
    ['/bare#/second', '/bare#/first'],
    ['/bare#/first', ''],
  ]);
  await close();
});

test('a conversion arrives once, though the browser was offline, the proxy had no collector, and an answer was lost', async () => {
  const { page, close } = await visit(browser, { fresh: true });
  await page.goto(`${shop.origin}/bare`);
  await page.waitForFunction(id => document.cookie.includes(`_tp${id}=`), it.shop.shop.id);
  const before = (await it.rows('conversion')).length;
  const report = (id: string) =>
    page.evaluate(
      args =>
        (globalThis as unknown as { touchpath: (what: string, values: object) => void }).touchpath(
          'cv',
          args,
        ),
      { p_resid: id, amount: 5 },
    );
  await page.clock.install();
  let requests = 0;
  const waits: unknown[] = [];
  await page.route('**/e', async route => {
    requests += 1;
    waits.push((route.request().postDataJSON() as { w: number }).w);
    if (requests === 1) return route.abort('internetdisconnected');
    if (requests === 2) return route.fulfill({ status: 502, body: '<h1>502 Bad Gateway</h1>' });
    if (requests > 3) return route.continue();
    await route.fetch(); // the collector records it
    return route.abort('connectionreset');
  });
  const laterRequest = async (count: number, ms: number) => {
    await page.clock.fastForward(ms);
    await expect.poll(() => requests).toBe(count);
  };
  await report('LATE-1');
  await expect.poll(() => requests).toBe(1);
  await laterRequest(2, 2_000);
  await laterRequest(3, 4_000);
  await laterRequest(4, 8_000);
  await report('LATE-2');
  const rows = (await until(before + 2, 'conversion')).slice(before);
  expect(rows.map(row => row['args'])).toEqual(['LATE-1', 'LATE-2']);
  expect(it.collector.counts()['repeated_report']).toBe(1);
  expect(waits, 'by which the collector knows a repeat').toEqual([1_000, 2_000, 4_000, 8_000, 1_000]);
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

test('amounts are read as pages show them, and one that cannot be read is marked or refused', async () => {
  const { page, troubles, close } = await visit(browser);
  const setting = { cvPageUrl: '/*' };
  await it.parts.db.update(cvSetting).set(setting).where(eq(cvSetting.id, it.shop.settings.url.id));
  await it.collector.refresh();
  let count = (await it.rows('conversion')).length;
  const open = async (path: string) => {
    await page.goto(`${shop.origin}${path}`);
    count += 1;
    const { args, amount, unreadable_values: unreadable } = (await until(count, 'conversion')).at(-1)!;
    return [args, amount, unreadable];
  };
  expect(await open('/bare?p_resid=V1&amount=1,200')).toEqual(['V1', '1200', 0]);
  expect(await open('/priced')).toEqual(['', '1980', 0]);
  expect(await open('/free')).toEqual(['', '0', 1]);
  expect(await open(`/priced?p_resid=${'x'.repeat(256)}`)).toEqual(['', '1980', 2]);
  const report = async (amount: string) => {
    const answer = page.waitForResponse(one => one.request().postData()?.includes('"t":"cv"') === true);
    // NaN would not survive the way to the page.
    await page.evaluate(
      text =>
        (globalThis as unknown as { touchpath: (what: string, values: object) => void }).touchpath('cv', {
          amount: text === 'NaN' ? Number.NaN : text,
        }),
      amount,
    );
    return (await answer).status();
  };
  expect(await report('1,500')).toBe(204);
  expect((await until(count + 1, 'conversion')).at(-1)).toMatchObject({ origin: 'call', amount: '1500' });
  expect(await report('NaN')).toBe(400);
  expect(await report('1500円（税込）')).toBe(400);
  expect(await it.rows('conversion')).toHaveLength(count + 1);
  // The browser logs the two refusals.
  expect(troubles).toHaveLength(2);
  await close();
});

test('a refused report names its reason in the console of the browser, also on a page of another site', async () => {
  const { page, close } = await visit(browser, { fresh: true });
  const texts: string[] = [];
  page.on('console', message => texts.push(message.text()));
  const expectText = async (text: RegExp) => {
    await expect.poll(() => texts.join('\n')).toMatch(text);
  };
  await page.goto(`${shop.origin}/bare`);
  await page.waitForFunction(() => 'touchpath' in globalThis);
  await page.evaluate(() =>
    (globalThis as unknown as { touchpath: (...values: unknown[]) => void }).touchpath('cv', { amount: 'x' }),
  );
  await expectText(/^Touchpath: amount must be a number/m);
  await page.goto(`${shop.origin.replace('www.shop', 'elsewhere')}/bare`);
  await expectText(/^Touchpath: This origin is not one of the product's domains/m);
  expect(texts.join('\n')).not.toContain('CORS');
  await page.goto(`${shop.origin}/misspelt`);
  await expectText(/^Touchpath: data-consent="requierd" is unknown/m);
  // A variable that is null by mistake is no conversion of 0 yen.
  await page.goto(`${shop.origin}/bare`);
  await page.waitForFunction(() => 'touchpath' in globalThis);
  await page.evaluate(() =>
    (globalThis as unknown as { touchpath: (...values: unknown[]) => void }).touchpath('cv', null),
  );
  await expectText(/^Touchpath: A value has the wrong type/m);
  // A misspelt name is recorded without its value.
  await page.goto(`${shop.origin}/bare`);
  await page.waitForFunction(() => 'touchpath' in globalThis);
  await page.evaluate(() =>
    (globalThis as unknown as { touchpath: (...values: unknown[]) => void }).touchpath('cv', { amuont: 5 }),
  );
  await expectText(/^Touchpath: .*ignored: amuont\./m);
  // The browser shows the status, not that it blocked an answer which is no script.
  await page.goto(`${shop.origin}/of-no-product`);
  await expectText(/status of 404/);
  expect(texts.join('\n')).not.toContain('BLOCKED');
  await close();
});

test('a landing by a direct link is counted once: a reload, Back and a call on its page are page views', async () => {
  const { page, troubles, close } = await visit(browser, { fresh: true });
  const query = `?tp_ad=${it.shop.directAd.id}&a_xclid=NETCLICK-77`;
  let [contacts, views] = [(await it.rows('contact')).length, (await it.rows('access')).length];
  const viewed = async () => (await until((views += 1), 'access')).at(-1)!['interaction_id'];
  const landed = async () => (await until((contacts += 1), 'contact')).at(-1)!['interaction_id'];
  await page.goto(`${shop.origin}/bare${query}`);
  const id = await viewed();
  expect(await landed()).toBe(id);
  const counted = Date.now();
  await page.waitForFunction(id => sessionStorage[`_tp${id}`] !== '', it.shop.shop.id);

  await page.reload();
  expect(await viewed()).toBe(id);
  await page.goto(`${shop.origin}/bare`);
  expect(await viewed()).toBe(id);
  await page.goBack();
  expect(await viewed()).toBe(id);
  await page.evaluate(() =>
    (globalThis as unknown as { touchpath: (what: string) => void }).touchpath('view'),
  );
  expect(await viewed()).toBe(id);
  expect(await it.rows('contact')).toHaveLength(contacts);

  // A new visit by the link is a new contact, unless it follows so soon that it repeats the last one.
  await page.goto(`${shop.origin}/bare`);
  await viewed();
  await expect.poll(() => Date.now() - counted).toBeGreaterThanOrEqual(REPEAT_MS);
  await page.goto(`${shop.origin}/bare${query}`);
  const again = await viewed();
  expect(again).not.toBe(id);
  expect(await landed()).toBe(again);
  expect(troubles).toEqual([]);
  await close();
});

test('the reload of a landing that was not counted before consent is counted', async () => {
  const { page, troubles, close } = await visit(browser, { fresh: true });
  const contacts = (await it.rows('contact')).length;
  await page.goto(`${shop.origin}/asked?tp_ad=${it.shop.directAd.id}`);
  await page.reload();
  await page.waitForFunction(() => 'touchpath' in globalThis);
  await page.evaluate(() =>
    (globalThis as unknown as { touchpath: (...values: unknown[]) => void }).touchpath('consent', true),
  );
  await until(contacts + 1, 'contact');
  expect(troubles).toEqual([]);
  await close();
});
