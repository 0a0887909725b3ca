import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { product } from '../../../server/store/postgres/schema/index.ts';
import { launchBrowser, visit, type Visit } from '../../support/browser.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { openSite, type Site } from '../../support/site.ts';

// Tags with data-consent in a real browser: what they read, store and send before and after the visitor's decision.

let it: CollectorApp;
let shop: Site;
let browser: Browser;
let opened: Visit;
beforeAll(async () => {
  it = await createCollectorApp();
  await it.parts.db.update(product).set({ domain: 'shop.localhost' });
  await it.collector.refresh();
  const collector = await it.app.listen({ host: '127.0.0.1', port: 0 });
  const tag = (id: number, attribute: string) =>
    `<script async src="${collector}/t/${id}.js" ${attribute}></script>`;
  shop = await openSite('www.shop.localhost', collector, {
    '/': tag(it.shop.shop.id, 'data-consent="required"'),
    '/tcf': tag(it.shop.shop.id, 'data-consent="tcf"'),
    '/gpp': tag(it.shop.shop.id, 'data-consent="gpp"'),
    '/without': tag(it.shop.shop.id, ''),
    '/two':
      tag(it.shop.shop.id, 'data-consent="required"') + tag(it.shop.other.id, 'data-consent="required"'),
  });
  browser = await launchBrowser();
});
afterEach(async () => {
  await opened.close();
  if (opened.troubles.length > 0) throw new Error(opened.troubles.join('\n'));
});
afterAll(async () => {
  await browser.close();
  await shop.close();
  await it.close();
});

/** Opens a page of the shop as a new visitor, with what the page does before the tag loads. */
const open = async (path: string, before?: () => void): Promise<Page> => {
  opened = await visit(browser, { fresh: true });
  if (before !== undefined) await opened.page.addInitScript(before);
  await opened.page.goto(`${shop.origin}${path}`);
  await opened.page.waitForFunction(() => 'touchpath' in globalThis);
  return opened.page;
};

type Call = (what: string, value?: unknown) => void;
const call = (page: Page, what: string, value?: unknown) =>
  page.evaluate(
    ([name, one]) => (globalThis as unknown as { touchpath: Call }).touchpath(name as string, one),
    [what, value],
  );
/** What the browser stores for the page. */
const storedBy = (page: Page) =>
  page.evaluate(() => [document.cookie, Object.keys(localStorage), Object.keys(sessionStorage)]);
const NOTHING = ['', [], []];

const count = async () => (await it.rows('access')).length;
/** Waits for a row more than before, which also proves that no other came earlier. */
const expectOneMore = async (before: number) => {
  await expect.poll(count).toBe(before + 1);
  return (await it.rows('access')).at(-1)!;
};

test('a page that requires consent stores and sends nothing before it, and everything after it', async () => {
  const [accesses, conversions] = [await count(), (await it.rows('conversion')).length];
  const page = await open('/?a=1');
  await call(page, 'cv', { p_resid: 'early', amount: 7 });
  expect(await storedBy(page)).toEqual(NOTHING);
  await call(page, 'consent', 'yes'); // not the value that consents
  expect(await storedBy(page)).toEqual(NOTHING);
  expect(await count()).toBe(accesses);

  await call(page, 'consent', true);
  expect(await expectOneMore(accesses)).toMatchObject({ query: 'a=1' });
  await expect.poll(async () => (await it.rows('conversion')).length).toBe(conversions + 1);
  expect((await it.rows('conversion')).at(-1)).toMatchObject({ args: 'early', amount: '7' });
  expect((await storedBy(page))[0]).toMatch(/^_tp\d+=\d+$/);
});

test('consent that the page states before the tag loads counts', async () => {
  const before = await count();
  await open('/', () => {
    Object.assign(globalThis, { touchpath: { q: [['consent', true]] } });
  });
  await expectOneMore(before);
});

test('withdrawn consent removes what is stored and ends reports, and consent begins anew as another visitor', async () => {
  const before = await count();
  const page = await open('/');
  await call(page, 'consent', true);
  const first = await expectOneMore(before);
  await call(page, 'consent', false);
  expect(await storedBy(page)).toEqual(NOTHING);
  await call(page, 'view');
  await call(page, 'cv', { p_resid: 'after', amount: 7 });
  expect(await storedBy(page)).toEqual(NOTHING);

  await call(page, 'consent', true);
  const second = await expectOneMore(before + 1);
  expect(second['visitor_id']).not.toBe(first['visitor_id']);
  expect((await it.rows('conversion')).filter(row => row['args'] === 'after')).toEqual([]);
});

test('an answer that arrives after consent was withdrawn and given again does not restore the former visitor', async () => {
  const before = await count();
  const page = await open('/');
  let release = () => {};
  const released = new Promise<void>(done => {
    release = done;
  });
  let isFirst = true;
  await page.route('**/e', async route => {
    if (!isFirst) return route.fulfill({ status: 204 });
    isFirst = false;
    await released;
    const headers = { 'access-control-allow-origin': shop.origin };
    return route.fulfill({ status: 200, headers, json: { v: '4711', x: '' } });
  });
  await call(page, 'consent', true);
  await call(page, 'consent', false);
  await call(page, 'consent', true);
  const answered = page.waitForResponse(response => response.status() === 200);
  release();
  await (await answered).finished();
  await page.evaluate(() => new Promise(done => setTimeout(done, 100)));
  expect((await storedBy(page))[0]).toMatch(/^_tp\d+=(?!4711$)\d+$/);
  expect(await count()).toBe(before);
});

test('a refusal removes what an earlier visit stored', async () => {
  const before = await count();
  const page = await open('/without');
  await expectOneMore(before);
  await expect.poll(async () => (await storedBy(page))[0]).toMatch(/^_tp\d+=\d+$/);
  await page.goto(`${shop.origin}/`);
  await page.waitForFunction(() => 'touchpath' in globalThis);
  expect((await storedBy(page))[0]).toMatch(/^_tp\d+=\d+$/); // not decided yet
  await call(page, 'consent', false);
  expect(await storedBy(page)).toEqual(NOTHING);
});

test('a call before the decision reaches the tags of two products', async () => {
  const before = (await it.rows('conversion')).length;
  const page = await open('/two');
  await page.waitForFunction(
    () => (globalThis as unknown as { _tpw?: readonly unknown[] })._tpw?.length === 2,
  );
  await call(page, 'cv', { p_resid: 'both-early', amount: 7 });
  await call(page, 'consent', true);
  await call(page, 'cv', { p_resid: 'both-late', amount: 7 });
  await expect.poll(async () => (await it.rows('conversion')).length).toBe(before + 4);
  // Consent that is withdrawn and given again repeats no call.
  await call(page, 'consent', false);
  const views = await count();
  await call(page, 'consent', true);
  await expect.poll(count).toBe(views + 2);
  const reported = (await it.rows('conversion')).slice(before);
  for (const id of [it.shop.shop.id, it.shop.other.id])
    expect(
      reported
        .filter(row => row['product_id'] === id)
        .map(row => row['args'])
        .sort(),
    ).toEqual(['both-early', 'both-late']);
});

test('one decision counts for the tags of two products', async () => {
  const before = await count();
  const page = await open('/two');
  await page.waitForFunction(
    () => (globalThis as unknown as { _tpw?: readonly unknown[] })._tpw?.length === 2,
  );
  await call(page, 'consent', true);
  await expect.poll(count).toBe(before + 2);
  expect(new Set((await it.rows('access')).slice(-2).map(row => row['product_id']))).toEqual(
    new Set([it.shop.shop.id, it.shop.other.id]),
  );
});

/** A consent platform that the test drives: `answer` gives the listener a state. */
const answer = (page: Page, ...values: readonly unknown[]) =>
  page.evaluate(
    all => (globalThis as unknown as { listener: (...one: readonly unknown[]) => void }).listener(...all),
    values,
  );
const purposes = (consents: object, legitimateInterests: object = {}) => ({
  gdprApplies: true,
  eventStatus: 'useractioncomplete',
  purpose: { consents, legitimateInterests },
});

test('TCF: purposes 1 and 7 are consent, where the law applies', async () => {
  const page = await open('/tcf');
  // The platform loads after the tag.
  await page.evaluate(() =>
    Object.assign(globalThis, {
      __tcfapi: (_command: string, _version: number, listener: unknown) =>
        Object.assign(globalThis, { listener }),
    }),
  );
  await page.waitForFunction(() => 'listener' in globalThis);
  const decisions: [object, boolean][] = [
    [{ ...purposes({ 1: true, 7: true }), eventStatus: 'cmpuishown' }, false],
    [purposes({ 1: true, 7: true }), true],
    [purposes({ 1: true }), false],
    [purposes({ 1: true }, { 7: true }), true],
    [purposes({ 7: true }, { 1: true, 7: true }), false],
    [{ gdprApplies: false, eventStatus: 'tcloaded' }, true],
    [{ eventStatus: 'tcloaded' }, false],
  ];
  for (const [state, isAllowed] of decisions) {
    await answer(page, state, true);
    expect([state, (await storedBy(page))[0] !== '']).toEqual([state, isAllowed]);
  }
  await answer(page, purposes({ 1: true, 7: true }), false); // the platform failed
  expect(await storedBy(page)).toEqual(NOTHING);
});

test('GPP: an opt-out refuses, and the European section is left to TCF', async () => {
  const page = await open('/gpp', () => {
    Object.assign(globalThis, {
      __gpp: (_command: string, listener: unknown) => Object.assign(globalThis, { listener }),
      __tcfapi: (_command: string, _version: number, europe: unknown) =>
        Object.assign(globalThis, { europe }),
    });
  });
  await page.waitForFunction(() => 'listener' in globalThis);
  const stating = (section: object, signalStatus = 'ready') => ({
    pingData: { signalStatus, applicableSections: [7], parsedSections: { usnat: section } },
  });
  const decisions: [object, boolean][] = [
    [stating({ SaleOptOut: 2 }, 'not ready'), false],
    [stating({ SaleOptOut: 2, SharingOptOut: 2, TargetedAdvertisingOptOut: 0, Gpc: false }), true],
    [stating({ SaleOptOut: 1 }), false],
    [stating([{ SaleOptOut: 2 }, { Gpc: false }]), true],
    [stating([{ SaleOptOut: 2 }, { Gpc: true }]), false],
    [stating({}), true],
    [stating({ SharingOptOut: 1 }), false],
    [{ pingData: { signalStatus: 'ready' } }, true],
    [stating({ TargetedAdvertisingOptOut: 1 }), false],
  ];
  for (const [state, isAllowed] of decisions) {
    await answer(page, state, true);
    expect([state, (await storedBy(page))[0] !== '']).toEqual([state, isAllowed]);
  }
  await answer(page, { pingData: { signalStatus: 'ready', applicableSections: [2] } }, true);
  expect(await storedBy(page)).toEqual(NOTHING);
  expect(await page.evaluate(() => 'europe' in globalThis)).toBe(true);
});
