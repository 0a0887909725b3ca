import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_REQUESTS_PER_PAGE } from '../../../server/collector/tag-request-limit.ts';
import { createClickTokens, createTagTokens, TAG_TOKEN_SECONDS } from '../../../server/collector/tokens.ts';
import { fixedKey } from '../../../server/platform/key-ring.ts';
import { startDelivery } from '../../../server/results/notification-delivery.ts';
import { fillTag } from '../../../server/results/macros.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { pauseNetwork } from '../../../server/store/postgres/results/notifications.ts';
import { resend } from '../../../server/store/postgres/results/queue-log.ts';
import {
  ad,
  asp,
  notification,
  notificationAttempt,
  product,
  result,
} from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';

const NOW = Date.UTC(2026, 1, 28, 14, 59, 59, 999);
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ORIGIN = 'https://www.shop.example';
const PAGE = `${ORIGIN}/thanks?p_resid=é`;
const TAG = '<img src="https://net.example/cv?r={result_id}&o={args}&y={amount}&s={status}">';

let it: CollectorApp;
let networkId: number;
beforeAll(async () => {
  it = await createCollectorApp({ now: NOW });
  networkId = it.shop.network.id;
});
afterAll(() => it.close());

const set = async (values: Partial<typeof asp.$inferInsert>) => {
  await it.parts.db
    .update(asp)
    .set({
      status: true,
      resultFlag: 2,
      resultMethod: 1,
      cvTag: TAG,
      approveAutomatically: false,
      excludeDuplicateArgs: false,
      pausedAt: null,
      ...values,
    })
    .where(eq(asp.id, networkId));
  await it.collector.refresh();
};
const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await it.app.inject({
    method: 'POST',
    url,
    payload: JSON.stringify(body),
    headers: { 'user-agent': CHROME, 'content-type': 'text/plain;charset=UTF-8', origin: ORIGIN, ...headers },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body:
      answer.body === ''
        ? null
        : answer.json<{ c?: string; code?: string; t?: [number, string][]; m?: boolean }>(),
  };
};
const convert = async (values: object = {}, more: object = {}): Promise<string | undefined> =>
  (
    await post('/e', {
      p: it.shop.shop.id,
      t: 'cv',
      u: PAGE,
      r: '',
      v: '4711',
      a: { p_resid: '注文-é', amount: 1200, ...values },
      ...more,
    })
  ).body?.c;
const ask = async (c: string | undefined, more: object = {}) =>
  (await post('/e/tags', { c, k: '17', u: PAGE, ...more })).body;
const make = async () => {
  await it.collector.drain();
  await createResultWorker(it.parts).run(BigInt(it.collector.watermark()));
};
const last = async () =>
  (await it.parts.db.select().from(notification)).toSorted((a, b) => a.id - b.id).at(-1)!;
const attemptsOf = async (id: number) =>
  (
    await it.parts.db.select().from(notificationAttempt).where(eq(notificationAttempt.notificationId, id))
  ).map(row => [row.number, row.success, row.failure]);
let orders = 0;
const order = () => ({ p_resid: `order ${++orders}` });

describe("the tag token in a conversion's answer", () => {
  test("is present if a network's tag may follow, and absent otherwise", async () => {
    await set({});
    expect(await convert()).toMatch(/^\d+\.[\w-]{27}$/);
    expect(await convert({ type: 0 })).toBeUndefined();
    expect(
      (
        await post('/e', {
          p: it.shop.shop.id,
          t: 'view',
          u: 'https://shop.example/thanks',
          r: '',
          v: '4711',
        })
      ).body?.c,
    ).toMatch(/^\d+\./);
    expect(
      (await post('/e', { p: it.shop.shop.id, t: 'view', u: `${ORIGIN}/`, r: '', v: '4711' })).status,
    ).toBe(204);
    for (const values of [{ resultMethod: 2 }, { cvTag: '' }, { status: false }, { resultFlag: 0 }]) {
      await set(values);
      expect(await convert()).toBeUndefined();
    }
    // The tag is active when an ad of the ASP was clicked. The ad's own notification setting overrides that
    // of the ASP.
    await set({ resultFlag: 1 });
    expect(await convert()).toBeDefined();
    await set({ resultFlag: 0 });
    await it.parts.db
      .update(ad)
      .set({ ownResultNotice: true, resultFlag: 1 })
      .where(eq(ad.id, it.shop.plainAd.id));
    await it.collector.refresh();
    expect(await convert()).toBeDefined();
    await it.parts.db
      .update(ad)
      .set({ ownResultNotice: false, resultFlag: 0 })
      .where(eq(ad.id, it.shop.plainAd.id));
  });

  test('is valid for its own product only, and not as a token of another kind', () => {
    const tokens = createTagTokens(fixedKey('s'));
    expect(tokens.read(tokens.make(2n ** 64n - 1n, 7), 7)).toBe(2n ** 64n - 1n);
    expect(tokens.read(tokens.make(7n, 7), 8)).toBeNull();
    expect(createTagTokens(fixedKey('t')).read(tokens.make(7n, 7), 7)).toBeNull();
    expect(
      tokens.read(
        createClickTokens(fixedKey('s')).make({ interactionId: 7n, visitorId: '1', adId: 1 }, 7),
        7,
      ),
    ).toBeNull();
  });
});

describe('the tags of a conversion', () => {
  test('wait for the results, are returned again to the same page only, and are in the queue with their page', async () => {
    await set({});
    const tagToken = await convert(order());
    expect(await ask(tagToken)).toEqual({ t: [], m: true });
    await make();
    const response = await ask(tagToken);
    const row = await last();
    const html = `<img src="https://net.example/cv?r=${row.resultId}&o=order%20${orders}&y=1200&s=0">`;
    expect(response).toEqual({ t: [[row.id, html]], m: false });
    expect(row).toMatchObject({
      method: 1,
      state: 'done',
      attempts: 1,
      url: PAGE,
      body: html,
      takenBy: '17',
    });
    // After a lost answer, the same page gets the same tags, but no other page does.
    expect(await ask(tagToken)).toEqual(response);
    expect(await ask(tagToken, { k: '18' })).toEqual({ t: [], m: false });
    expect(await attemptsOf(row.id)).toEqual([[1, true, null]]);
    // The notification cannot be sent again, because no page would fetch it.
    expect(await resend(it.parts.db, { companyId: row.companyId }, { ids: [row.id] }, new Date(NOW))).toEqual(
      [],
    );
  });

  test('have the current status; a rejected result fires only a tag that reports rejections', async () => {
    await set({ approveAutomatically: true });
    const approved = await convert(order());
    await make();
    expect((await ask(approved))?.t?.[0]?.[1]).toContain('&s=1"');
    await set({ excludeDuplicateArgs: true });
    const values = { p_resid: `order ${orders}` };
    const rejected = await convert(values);
    await make();
    expect((await ask(rejected))?.t?.[0]?.[1]).toContain('&s=2"');
    await set({ excludeDuplicateArgs: true, cvTag: '<img src="https://net.example/sale">' });
    const silent = await convert(values);
    await make();
    expect(await ask(silent)).toEqual({ t: [], m: false });
    expect(await it.parts.db.$count(result, eq(result.args, values.p_resid))).toBe(3);
  });

  test('are not returned again to a reloaded page, except tags that the first page did not fetch', async () => {
    await set({});
    const values = order();
    const first = await convert(values);
    await make();
    expect((await ask(first))?.t).toHaveLength(1);
    const reloaded = await convert(values);
    await make();
    expect(await ask(reloaded, { k: '18', r: 1 })).toEqual({ t: [], m: false });
    const row = await last();
    expect([row.state, await attemptsOf(row.id)]).toEqual(['dead', [[1, false, 'page_reloaded']]]);
    // The first page was closed before it received its answer.
    const missed = order();
    await convert(missed);
    await convert(missed);
    const third = await convert(missed);
    await make();
    const response = await ask(third, { k: '19', r: 1 });
    const rows = (
      await it.parts.db
        .select({ id: notification.id, state: notification.state })
        .from(notification)
        .innerJoin(result, eq(result.id, notification.resultId))
        .where(eq(result.args, missed.p_resid))
    ).toSorted((a, b) => a.id - b.id);
    expect(rows.map(({ state }) => state)).toEqual(['done', 'ready', 'dead']);
    expect(response?.t?.map(([id]) => id)).toEqual([rows[0]!.id]);
    // Another order of the same visitor is not a reload, even if the page reports one.
    const other = await convert(order());
    await make();
    expect((await ask(other, { r: 1 }))?.t).toHaveLength(1);
  });

  test('of a paused network wait until it is resumed', async () => {
    await set({});
    const key = { companyId: it.shop.companyId, aspId: networkId };
    await pauseNetwork(it.parts.db, key, new Date(NOW));
    const tagToken = await convert(order());
    await make();
    expect(await ask(tagToken)).toEqual({ t: [], m: true });
    await pauseNetwork(it.parts.db, key, null);
    expect((await ask(tagToken))?.t).toHaveLength(1);
  });

  test("blocked by the page's policy are failures in the queue once their page reports them", async () => {
    await set({});
    const tagToken = await convert(order());
    await make();
    const [[id] = [0]] = (await ask(tagToken))?.t ?? [];
    await ask(tagToken, { k: '18', b: [id] });
    expect(await last()).toMatchObject({ id, state: 'done' });
    await ask(tagToken, { b: [id, 'x', 1e300] });
    expect(await last()).toMatchObject({ id, state: 'dead', attempts: 2 });
    expect(await attemptsOf(id)).toEqual([
      [1, true, null],
      [2, false, 'page_policy'],
    ]);
    expect(it.collector.counts()).toMatchObject({ cv_tags_blocked: 1 });
  });

  test('not fetched in time are given up, and their token expires', async () => {
    await set({});
    const tagToken = await convert(order());
    await make();
    const { id } = await last();
    it.parts.clock.advance(TAG_TOKEN_SECONDS * 1000);
    expect(await ask(tagToken)).toEqual({ t: [], m: false });
    const delivery = startDelivery(it.parts, { pollEvery: 20 });
    try {
      await expect.poll(async () => (await last()).state).toBe('dead');
    } finally {
      await delivery.close();
    }
    expect(await attemptsOf(id)).toEqual([[1, false, 'not_fetched']]);
  });

  test('of a conversion without a result are no longer awaited after some seconds', async () => {
    await set({ resultFlag: 1 });
    const tagToken = await convert(order());
    await make();
    expect(await ask(tagToken)).toEqual({ t: [], m: true });
    it.parts.clock.advance(5_000);
    expect(await ask(tagToken)).toEqual({ t: [], m: false });
  });
});

describe('a request for tags', () => {
  test("is accepted from the product's own pages with its own token, a limited number of times", async () => {
    await set({});
    const tagToken = (await convert(order())) ?? '';
    const [, token = ''] = tagToken.split('.');
    const bad = { k: '17', u: PAGE };
    expect(
      (await post('/e/tags', { ...bad, c: tagToken }, { origin: 'https://evil.example' })).body,
    ).toMatchObject({ code: 'foreign_origin' });
    expect((await post('/e/tags', { ...bad, c: tagToken, u: 'https://evil.example/' })).body).toMatchObject({
      code: 'foreign_page',
    });
    // The token of another product of any company: each product has its own key.
    expect((await post('/e/tags', { ...bad, c: `${it.shop.other.id}.${token}` })).body).toMatchObject({
      code: 'invalid_tag_token',
    });
    expect(
      (await post('/e/tags', { ...bad, c: `${tagToken},${it.shop.other.id}.${token}` })).body,
    ).toMatchObject({ code: 'invalid_tag_token' });
    for (const c of [
      `${tagToken.slice(0, -1)}~`,
      `${it.shop.shop.id}.`,
      `${it.shop.shop.id}.${'A'.repeat(27)}`,
      Array(11).fill(tagToken).join(','),
    ]) {
      expect((await post('/e/tags', { ...bad, c })).body).toMatchObject({ code: 'invalid_tag_token' });
    }
    expect((await post('/e/tags', { ...bad, c: '' })).body).toMatchObject({ code: 'unknown_product' });
    expect((await post('/e/tags', { ...bad, c: 7 })).body).toMatchObject({ code: 'wrong_type' });
    expect((await post('/e/tags', { c: tagToken, u: PAGE, k: "1' or 1=1" })).body).toMatchObject({
      code: 'invalid_tag_token',
    });
    const answer = await post('/e/tags', { ...bad, c: tagToken });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      vary: 'Origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    for (let n = 1; n < MAX_REQUESTS_PER_PAGE; n++)
      expect((await post('/e/tags', { ...bad, c: tagToken })).status).toBe(200);
    expect(await post('/e/tags', { ...bad, c: tagToken })).toMatchObject({
      status: 429,
      body: { code: 'asked_too_often' },
    });
  });

  test('of a deleted product is refused', async () => {
    await set({});
    const tagToken = await convert(order());
    const where = eq(product.id, it.shop.shop.id);
    await it.parts.db.update(product).set({ status: false }).where(where);
    await it.collector.refresh();
    expect(await ask(tagToken)).toMatchObject({ code: 'unknown_product' });
    await it.parts.db.update(product).set({ status: true }).where(where);
    await it.collector.refresh();
  });
});

describe('a filled tag', () => {
  test('escapes every value, wherever its macro is, and no value changes the called host', () => {
    const tag =
      '<a href="https://{key1}.net.example/{args}?a={args}"><img src=\'//{key1}/x\' alt={args}><script>var o = \'{args}\', p = "{args}", q = `{args}`; pay({args}); if (o) { x() } fetch("https:\\\\{key1}/")</script>';
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), args => {
        const filled = fillTag(tag, { args, key1: 'evil.example' });
        expect(filled).not.toContain('evil');
        const value = /\?a=([^"]*)"/.exec(filled)![1]!;
        expect(value).toMatch(/^[\w.~%-]*$/);
        expect(filled).toBe(tag.replaceAll('{key1}', '').replaceAll('{args}', () => value));
      }),
    );
    expect(fillTag('f({args})', { args: 'alert(1)//\'"`\\</script>${x}' })).toBe(
      'f(alert%281%29%2F%2F%27%22%60%5C%3C%2Fscript%3E%24%7Bx%7D)',
    );
  });
});
