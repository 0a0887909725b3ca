import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startResults, type Results } from '../../../server/results/worker.ts';
import {
  asp,
  cvSetting,
  notification,
  notificationAttempt,
  product,
  result,
} from '../../../server/store/postgres/schema/index.ts';
import { launchBrowser, visit } from '../../support/browser.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { openSite, type Site } from '../../support/site.ts';

// An ASP's CV tag on a real page: from the conversion and its result to the request to the ASP's server.

/** The ASP's server: an image, a library that loads late, and the requests of the library. */
const calls: string[] = [];
const network = createServer((request, response) => {
  calls.push(request.url ?? '');
  if (request.url !== '/lib.js') return response.writeHead(204).end();
  setTimeout(
    () =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(
          'self.net = { fire: (order, yen) => { new Image().src = `${document.currentScript.dataset.to}/fire?o=${order}&y=${yen}`; } };',
        ),
    200,
  );
});
let it: CollectorApp;
let results: Results;
let browser: Browser;
let open: Site;
let strict: Site;
let consenting: Site;
beforeAll(async () => {
  await new Promise<void>(done => {
    network.listen(0, '127.0.0.1', done);
  });
  const partner = `http://net.localhost:${(network.address() as AddressInfo).port}`;
  it = await createCollectorApp();
  const { db } = it.parts;
  await db.update(product).set({ domain: 'shop.localhost' }).where(eq(product.id, it.shop.shop.id));
  await db
    .update(cvSetting)
    .set({ cvPageUrl: '/thanks.html' })
    .where(eq(cvSetting.id, it.shop.settings.url.id));
  await db
    .update(asp)
    .set({
      resultFlag: 2,
      resultMethod: 1,
      approveAutomatically: true,
      cvTag: `<img src="${partner}/img?o={args}&s={status}" alt=""><script src="${partner}/lib.js"></script>
      <script data-to="${partner}">net.fire('{args}{gdpr}{gdpr_consent}{gpp}{gpp_sid}', {amount}); document.write('<img src="${partner}/written" alt="">');</script>`,
    })
    .where(eq(asp.id, it.shop.network.id));
  await it.collector.refresh();
  results = startResults(it.parts, it.collector, { pollEvery: 50 });
  const collector = await it.app.listen({ host: '127.0.0.1', port: 0 });
  const page = (order: string) =>
    `<p id="thanks">毎度</p><script async src="${collector}/t/${it.shop.shop.id}.js" data-p_resid="${order}" data-amount="1200"></script>`;
  open = await openSite('www.shop.localhost', `${collector} ${partner} 'unsafe-inline'`, {
    '/thanks.html': page('&quot;&gt;é&lt;b&gt;'),
    '/': page(''),
  });
  consenting = await openSite('eu.shop.localhost', `${collector} ${partner} 'unsafe-inline'`, {
    '/thanks.html': page('consented').replace('<script ', '<script data-consent="gpp" '),
  });
  strict = await openSite('strict.shop.localhost', collector, { '/thanks.html': page('strict') });
  browser = await launchBrowser();
});
afterAll(async () => {
  await Promise.all([
    open.close(),
    strict.close(),
    consenting.close(),
    new Promise(done => {
      network.close(done);
      network.closeAllConnections();
    }),
  ]);
  await results.close();
  await it.close();
});

const notices = async (args: string) =>
  (
    await it.parts.db
      .select({ notice: notification })
      .from(notification)
      .innerJoin(result, eq(result.id, notification.resultId))
      .where(eq(result.args, args))
  )
    .map(row => row.notice)
    .toSorted((a, b) => a.id - b.id);
const states = async (args: string) => (await notices(args)).map(row => row.state);
/** A headless Chromium identifies itself and counts as a bot, whose conversions notify no network. */
const PERSON = {
  fresh: true,
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};
const ORDER = '"><b>';
const POLL_OPTIONS = { interval: 100 };

test("a page's conversion fires its network's tag once, with scripts in order, also after a reload or a page left early", async () => {
  const { page, troubles, close } = await visit(browser, PERSON);
  await page.goto(`${open.origin}/thanks.html`);
  await expect
    .poll(() => calls.toSorted(), POLL_OPTIONS)
    .toEqual(['/fire?o=%22%3E%C3%A9%3Cb%3E&y=1200', '/img?o=%22%3E%C3%A9%3Cb%3E&s=1', '/lib.js', '/written']);
  expect(await page.textContent('#thanks')).toBe('毎度');
  const [notice] = await notices('">é<b>');
  expect(notice).toMatchObject({ method: 1, state: 'done', attempts: 1, url: `${open.origin}/thanks.html` });

  await page.reload();
  await expect.poll(() => states('">é<b>'), POLL_OPTIONS).toEqual(['done', 'dead']);
  expect(calls).toHaveLength(4);

  // A second purchase on a page left before its results exist: the next page of the site requests the tags.
  await page.evaluate(
    order =>
      (globalThis as unknown as { touchpath: (what: string, values: object) => void }).touchpath('cv', {
        p_resid: order,
        amount: 5,
      }),
    ORDER,
  );
  await page.waitForFunction(() => sessionStorage.getItem('_tpc') !== null);
  await page.goto(`${open.origin}/`);
  await expect
    .poll(() => calls.slice(4).toSorted(), POLL_OPTIONS)
    .toEqual(['/fire?o=%22%3E%3Cb%3E&y=5', '/img?o=%22%3E%3Cb%3E&s=1', '/lib.js', '/written']);
  expect((await notices(ORDER))[0]).toMatchObject({ state: 'done', url: `${open.origin}/` });
  await page.waitForFunction(() => sessionStorage.getItem('_tpc') === null);
  expect(troubles).toEqual([]);
  await close();
});

test("a network's tag gets the signals of the page's consent platform, and none after consent was withdrawn", async () => {
  const { page, close } = await visit(browser, PERSON);
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      __gpp: (_command: string, listener: unknown) => Object.assign(globalThis, { gpp: listener }),
      __tcfapi: (_command: string, _version: number, listener: unknown) =>
        Object.assign(globalThis, { tcf: listener }),
    });
  });
  const before = calls.length;
  await page.goto(`${consenting.origin}/thanks.html`);
  await page.waitForFunction(() => 'gpp' in globalThis);
  const answer = (consents: object) =>
    page.evaluate(all => {
      const listeners = globalThis as unknown as Record<string, (state: object, isSuccess: boolean) => void>;
      listeners['gpp']!(
        { pingData: { signalStatus: 'ready', applicableSections: [2], gppString: "DB~'x" } },
        true,
      );
      const state = { gdprApplies: true, tcString: 'CP.a-_', eventStatus: 'tcloaded' };
      listeners['tcf']!({ ...state, purpose: { consents: all } }, true);
    }, consents);
  await answer({ 1: true, 7: true });
  await expect
    .poll(() => calls.slice(before).find(one => one.startsWith('/fire')), POLL_OPTIONS)
    .toBe('/fire?o=consented1CP.a-_DB~x2&y=1200');

  // The tags of a second conversion are due when consent ends: they are not requested.
  const requested: string[] = [];
  page.on('request', request => requested.push(new URL(request.url()).pathname));
  await page.waitForFunction(() => sessionStorage.getItem('_tpc') === null);
  await page.evaluate(() =>
    (globalThis as unknown as { touchpath: (what: string, values: object) => void }).touchpath('cv', {
      p_resid: 'withdrawn',
      amount: 5,
    }),
  );
  await page.waitForFunction(() => sessionStorage.getItem('_tpc') !== null);
  await answer({ 1: true });
  await expect.poll(() => states('withdrawn'), POLL_OPTIONS).toEqual(['ready']);
  await page.waitForTimeout(2000);
  expect(requested.filter(path => path === '/e/tags')).toEqual([]);
  await close();
});

test('a page whose policy blocks the tag is unaffected, and the queue records the failure', async () => {
  const before = calls.length;
  const { page, troubles, close } = await visit(browser, PERSON);
  await page.goto(`${strict.origin}/thanks.html`);
  await expect.poll(() => states('strict'), POLL_OPTIONS).toEqual(['dead']);
  const [{ id } = { id: 0 }] = await notices('strict');
  expect(
    (
      await it.parts.db.select().from(notificationAttempt).where(eq(notificationAttempt.notificationId, id))
    ).map(row => row.failure),
  ).toEqual([null, 'page_policy']);
  expect(calls).toHaveLength(before);
  expect(await page.textContent('#thanks')).toBe('毎度');
  // The browser logs the violated rule; the tag itself throws nothing.
  expect(troubles.filter(message => message.startsWith('uncaught'))).toEqual([]);
  await close();
});
