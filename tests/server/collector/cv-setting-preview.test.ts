import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Collector } from '../../../server/collector/collector.ts';
import type { CvSettingPreviewBody } from '../../../server/cv-settings/schemas.ts';
import { cvSetting, product, role } from '../../../server/store/postgres/schema/index.ts';
import { DAY } from '../../../server/platform/time.ts';
import { CHROME, createPreviewApp, type PreviewApp } from '../../support/preview-app.ts';
import { one, signIn, type Tenant } from '../../support/tenants.ts';
import type { TestParts } from '../../support/test-parts.ts';

/** The preview of a CV setting in its form: the recent pages that it matches. */

const NOW = Date.UTC(2026, 1, 28, 3);
let previewApp: PreviewApp;
let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let mine: Tenant;
let rival: Tenant;
let tokens: PreviewApp['tokens'];

beforeAll(async () => {
  previewApp = await createPreviewApp({ now: NOW });
  ({ parts, collector, app } = previewApp);
  ({ mine, rival, tokens } = previewApp);
});
afterAll(() => previewApp.close());

const blank = { cv_condition: 1, cv_page_url: '', route_page_url: '', button_selector: '' };
const preview = async (typed: object, { who = 'admin' as keyof typeof tokens, shelf = 0 } = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/cv_settings/preview/',
    headers: { authorization: `Bearer ${tokens[who]}` },
    payload: { ...blank, product_id: mine.shelves[shelf]!.product, ...typed },
  });
  return { status: answer.statusCode, body: answer.json<CvSettingPreviewBody & { fields?: object }>() };
};

const view = async (url: string, referrer = '', agent = CHROME) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/e',
    headers: { 'user-agent': agent, 'content-type': 'text/plain', origin: 'https://acme.example' },
    payload: JSON.stringify({ p: mine.shelves[0].product, t: 'view', u: url, r: referrer }),
  });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  parts.clock.advance(1_000);
};

describe('the look-up of a CV setting', () => {
  it('requires the text that its condition matches, and names the missing field', async () => {
    const verdictOf = async (typed: object) =>
      (({ verdict, field, pages }) => [verdict, field, pages])((await preview(typed)).body);
    expect(await verdictOf({})).toEqual(['incomplete', 'cv_page_url', []]);
    expect(await verdictOf({ cv_condition: 2, cv_page_url: '/thanks', route_page_url: ' ' })).toEqual([
      'incomplete',
      'route_page_url',
      [],
    ]);
    expect(await verdictOf({ cv_condition: 3 })).toEqual(['incomplete', 'button_selector', []]);
    expect(await verdictOf({ cv_page_url: 'https//acme.example/thanks' })).toEqual([
      'impossible',
      'cv_page_url',
      [],
    ]);
    expect(await verdictOf({ cv_condition: 2, cv_page_url: '/thanks', route_page_url: 'foo bar' })).toEqual([
      'impossible',
      'route_page_url',
      [],
    ]);
    expect(await verdictOf({ cv_condition: 3, button_selector: '###((' })).toEqual([
      'impossible',
      'button_selector',
      [],
    ]);
    expect(await verdictOf({ cv_page_url: 'shop.example/thanks' })).toEqual([
      'foreign_host',
      'cv_page_url',
      [],
    ]);
    // The previous page may be on another site, such as a payment provider's.
    expect(
      await verdictOf({
        cv_condition: 2,
        cv_page_url: 'acme.example./thanks',
        route_page_url: 'pay.example',
      }),
    ).toEqual(['unseen', undefined, []]);
    expect(await verdictOf({ cv_page_url: '*.sender.example/thanks' })).toEqual(['unseen', undefined, []]);
    expect(await verdictOf({ cv_page_url: 'www.sender.example/thanks' })).toEqual(['unseen', undefined, []]);
  });

  it('matches the page views that the collector counts as conversions', async () => {
    const settings = [
      { cv_page_url: '/thanks' },
      { cv_page_url: 'acme.example/thanks' },
      { cv_page_url: 'https://*.acme.example/thanks/*' },
      { cv_page_url: '/thanks?step=*' },
      { cv_page_url: '/thanks?step=done' },
      { cv_page_url: 'acme.example/注文' },
      { cv_page_url: '/*' },
      { cv_condition: 2, cv_page_url: '/thanks', route_page_url: 'pay.example/*' },
      { cv_condition: 2, cv_page_url: '/thanks?step=done', route_page_url: '/cart' },
    ].map(typed => ({ ...blank, ...typed }));
    await parts.db.delete(cvSetting).where(eq(cvSetting.productId, mine.shelves[0].product));
    const rows = await parts.db
      .insert(cvSetting)
      .values(
        settings.map(typed => ({
          companyId: mine.id,
          productId: mine.shelves[0].product,
          name: 'é',
          cvCondition: typed.cv_condition,
          cvPageUrl: typed.cv_page_url,
          routePageUrl: typed.route_page_url,
        })),
      )
      .returning();
    await collector.refresh();
    await view('https://acme.example/');
    await view('https://acme.example/thanks', 'https://pay.example/done?order=1');
    await view('https://acme.example/thanks?step=done&xclid=1', 'https://acme.example/cart');
    await view('https://acme.example/thanks?step=form#top', 'https://acme.example/cart');
    await view('https://www.acme.example/thanks/日本/');
    await view('https://www.acme.example/%E6%B3%A8%E6%96%87/');
    await collector.drain();
    const counts = await (
      await parts.columnar.query({
        query: 'SELECT cv_setting_id, count() AS n FROM conversion GROUP BY cv_setting_id',
        format: 'JSONEachRow',
      })
    ).json<{ cv_setting_id: number; n: string }>();
    const counted = rows.map(({ id }) => Number(counts.find(row => row.cv_setting_id === id)?.n ?? 0));
    const found = await Promise.all(settings.map(typed => preview(typed)));
    expect(found.map(({ body }) => body.matched_views)).toEqual(counted);
    expect(counted).toEqual([3, 3, 1, 2, 1, 0, 6, 1, 1]);
    expect(found.map(({ body }) => body.views)).toEqual(counted.map(() => 6));
  });

  it('lists the matching pages, latest first, and separates them by query only if the setting names parameters', async () => {
    const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
    expect((await preview({ cv_page_url: '/thanks' })).body).toEqual({
      verdict: 'some',
      look_back_days: 90,
      views: 6,
      matched_views: 3,
      matched_pages: 1,
      pages: [{ url: 'https://acme.example/thanks', views: 3, last_at: at(3) }],
    });
    expect((await preview({ cv_page_url: '/thanks?step=*' })).body.pages).toEqual([
      { url: 'https://acme.example/thanks?step=form', views: 1, last_at: at(3) },
      { url: 'https://acme.example/thanks?step=done&xclid=1', views: 1, last_at: at(2) },
    ]);
    expect(
      (await preview({ cv_condition: 2, cv_page_url: '/thanks', route_page_url: '*' })).body,
    ).toMatchObject({ verdict: 'none', matched_pages: 0, pages: [] });
    expect(
      (await preview({ cv_condition: 3, button_selector: 'a', cv_page_url: '/thanks' })).body,
    ).toMatchObject({ verdict: 'some', matched_views: 3 });
    expect((await preview({ cv_condition: 3, button_selector: 'a' })).body).toMatchObject({
      verdict: 'some',
      matched_views: 6,
    });
  });

  it('shows nothing to other companies, agencies and users without access to the access log', async () => {
    expect((await preview({ cv_page_url: '/*' }, { who: 'agency' })).status).toBe(403);
    expect((await preview({ product_id: rival.shelves[0].product, cv_page_url: '/*' })).status).toBe(403);
    expect((await preview({ cv_page_url: '/*' }, { shelf: 1 })).body).toMatchObject({
      verdict: 'unseen',
      views: 0,
    });
    expect((await preview({ cv_page_url: 'x'.repeat(2001) })).body.fields).toEqual({
      cv_page_url: ['too_long'],
    });
    expect((await preview({ cv_condition: 4 })).status).toBe(400);
    await parts.db.update(product).set({ status: false }).where(eq(product.id, mine.shelves[1].product));
    expect((await preview({ cv_page_url: '/*' }, { shelf: 1 })).status).toBe(404);
    const levels = one(await parts.db.select().from(role).where(eq(role.id, mine.roles.user))).permissions;
    await parts.db
      .update(role)
      .set({ permissions: { ...levels, access_log: 'none' } })
      .where(eq(role.id, mine.roles.user));
    tokens.user = (await signIn(app, mine, 'user')).access;
    expect((await preview({ cv_page_url: '/*' }, { who: 'user' })).body).toMatchObject({
      verdict: 'some',
      matched_pages: 4,
      pages: null,
    });
  });

  it('searches the page views of the last 90 days without bots and lists ten pages', async () => {
    await view('https://acme.example/bot', '', 'Googlebot/2.1 (+http://www.google.com/bot.html)');
    for (let n = 0; n < 11; n++) await view(`https://acme.example/item/${n}`);
    await collector.drain();
    const { body } = await preview({ cv_page_url: '/*' });
    expect([body.views, body.matched_pages, body.pages?.length, body.pages?.[0]?.url]).toEqual([
      17,
      15,
      10,
      'https://acme.example/item/10',
    ]);
    parts.clock.advance(NOW + 90 * DAY - parts.clock.now());
    tokens.admin = (await signIn(app, mine, 'admin')).access;
    expect((await preview({ cv_page_url: '/*' })).body.views).toBe(17);
    parts.clock.advance(1);
    expect((await preview({ cv_page_url: '/*' })).body.views).toBe(16);
    parts.clock.advance(20_000);
    expect((await preview({ cv_page_url: '/*' })).body.verdict).toBe('unseen');
  });

  it('matches pages of the fragment, and shows that any other fragment is ignored', async () => {
    const app = 'https://acme.example/app';
    const settings = [
      { cv_page_url: '/app#/thanks' },
      { cv_page_url: '/app#/*' },
      { cv_page_url: '/app#/thanks?step=done' },
      { cv_page_url: '/app?a=1#/thanks' },
      { cv_page_url: '/app#top' },
      { cv_condition: 2, cv_page_url: '/app#/thanks', route_page_url: '/app#/cart' },
    ].map(typed => ({ ...blank, ...typed }));
    const rows = await parts.db
      .insert(cvSetting)
      .values(
        settings.map(typed => ({
          companyId: mine.id,
          productId: mine.shelves[0].product,
          name: '単一ページ',
          cvCondition: typed.cv_condition,
          cvPageUrl: typed.cv_page_url,
          routePageUrl: typed.route_page_url,
        })),
      )
      .returning();
    await collector.refresh();
    await view(app);
    await view(`${app}#/home`, app);
    await view(`${app}?a=1#/thanks`, `${app}#/cart`);
    await view(`${app}#/thanks/?step=done`, app);
    await collector.drain();
    const counts = await (
      await parts.columnar.query({
        query: 'SELECT cv_setting_id, count() AS n FROM conversion GROUP BY cv_setting_id',
        format: 'JSONEachRow',
      })
    ).json<{ cv_setting_id: number; n: string }>();
    const found = await Promise.all(settings.map(async typed => (await preview(typed)).body));
    expect(found.map(body => body.matched_views)).toEqual(
      rows.map(({ id }) => Number(counts.find(row => row.cv_setting_id === id)?.n ?? 0)),
    );
    expect(found.map(body => body.pages?.map(({ url, views }) => [url.slice(app.length), views]))).toEqual([
      [
        ['#/thanks/?step=done', 1],
        ['#/thanks', 1],
      ],
      [
        ['#/thanks/?step=done', 1],
        ['#/thanks', 1],
        ['#/home', 1],
      ],
      [['#/thanks/?step=done', 1]],
      [['?a=1#/thanks', 1]],
      [['', 4]],
      [['#/thanks', 1]],
    ]);
  });
});
