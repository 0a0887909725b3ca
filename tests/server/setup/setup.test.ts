import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { ad, cvSetting, redirect, user } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, one, requesterOf, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let mine: Tenant;
let other: Tenant;

beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  other = await makeTenant(parts.db, 'globex');
  collector = await openCollector(parts);
  app = await createApp({ parts, collector });
});
afterAll(async () => {
  await app.close();
  await collector.close();
  await parts.close();
});

const product = () => mine.shelves[0].product;
const setup = async (who: 'admin' | 'user' | 'agency' = 'admin', query = `?product_id=${product()}`) =>
  requesterOf(app, (await signIn(app, mine, who)).access)(`setup/${query}`);
const facts = async () => (await setup()).body['product'];
const view = async (page: string, agent = CHROME) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/e',
    payload: JSON.stringify({ p: product(), t: 'view', u: page, r: '' }),
    headers: {
      'user-agent': agent,
      'content-type': 'text/plain;charset=UTF-8',
      origin: new URL(page).origin,
    },
  });
  expect(answer.statusCode).toBeLessThan(300);
  await collector.drain();
};

describe('the progress of a setup', () => {
  it('is read from settings, without those that were deleted', async () => {
    const [shelf] = mine.shelves;
    await parts.db.update(cvSetting).set({ status: false }).where(eq(cvSetting.productId, product()));
    await parts.db.update(ad).set({ status: false }).where(eq(ad.id, shelf.ads[0]));
    expect(await facts()).toEqual({
      product_id: product(),
      domain: 'acme.example',
      tag: `<script async src="http://localhost:3000/t/${product()}.js"></script>`,
      refused_hosts: [],
      has_accesses: false,
      cv_settings: 0,
      is_matched: false,
      ads: 2,
      ad_id: shelf.ads[1],
      click_url: `http://localhost:3000/r/${shelf.redirects[1]}`,
      has_clicks: false,
    });
    await parts.db.update(redirect).set({ status: false }).where(eq(redirect.productId, product()));
    expect(await facts()).toMatchObject({ ad_id: shelf.ads[1], click_url: null });
    await parts.db.update(redirect).set({ status: true }).where(eq(redirect.productId, product()));
    const { body } = await setup();
    expect(body['users']).toBe(3);
    await parts.db.update(user).set({ status: false }).where(eq(user.id, mine.users.agency));
    expect((await setup('admin', '')).body).toEqual({ users: 2 });
    await parts.db.update(user).set({ status: true }).where(eq(user.id, mine.users.agency));
  });

  it('takes no step for done because of a bot, whose page views and clicks no report counts', async () => {
    await view('https://acme.example/', 'Googlebot/2.1 (+http://www.google.com/bot.html)');
    await app.inject({
      url: `/r/${mine.shelves[0].redirects[1]}`,
      headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
    });
    await collector.drain();
    expect(await facts()).toMatchObject({ has_accesses: false, is_matched: false, has_clicks: false });
  });

  it('names the sites whose page views were refused', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/e',
      payload: JSON.stringify({ p: product(), t: 'view', u: 'https://staging.example/', r: '' }),
      headers: { 'user-agent': CHROME, 'content-type': 'text/plain', origin: 'https://staging.example' },
    });
    expect(answer.statusCode).toBe(403);
    await collector.notices.store();
    expect(await facts()).toMatchObject({ refused_hosts: ['staging.example'], has_accesses: false });
  });

  it('knows the first page view, the page that a CV setting matches, and the first click', async () => {
    await view('https://acme.example/cart?q=é');
    expect(await facts()).toMatchObject({ has_accesses: true, is_matched: false, has_clicks: false });
    const stored = one(
      await parts.db
        .insert(cvSetting)
        .values({
          companyId: mine.id,
          productId: product(),
          name: '購入 é',
          cvPageUrl: 'https://acme.example/thanks',
        })
        .returning(),
    );
    expect(await facts()).toMatchObject({ cv_settings: 1, is_matched: false });
    await parts.db
      .update(cvSetting)
      .set({ cvPageUrl: 'https://acme.example/cart' })
      .where(eq(cvSetting.id, stored.id));
    expect(await facts()).toMatchObject({ is_matched: true });
    const click = await app.inject({
      url: `/r/${mine.shelves[0].redirects[1]}`,
      headers: { 'user-agent': CHROME },
    });
    expect(click.statusCode).toBe(302);
    await collector.drain();
    expect(await facts()).toMatchObject({ has_clicks: true });
  });

  it('counts a recorded conversion even if its CV setting is deleted', async () => {
    await collector.refresh();
    await view('https://acme.example/cart');
    await parts.db.update(cvSetting).set({ status: false }).where(eq(cvSetting.productId, product()));
    expect(await facts()).toMatchObject({ cv_settings: 0, is_matched: true });
  });

  it('is disclosed to users who may write settings of the product only', async () => {
    expect((await setup('user')).status).toBe(200);
    expect((await setup('agency')).status).toBe(403);
    expect((await setup('admin', `?product_id=${other.shelves[0].product}`)).status).toBe(403);
    expect((await setup('admin', `?product_id=${mine.shelves[1].product}`)).body['product']).toMatchObject({
      has_accesses: false,
      has_clicks: false,
    });
  });
});
