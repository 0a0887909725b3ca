import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { withParameters } from '../../../server/clicks/addresses.ts';
import { ad, asp, product, redirect } from '../../../server/store/postgres/schema/index.ts';
import { requesterOf, makeTenant, one, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
const ask: Record<string, ReturnType<typeof requesterOf>> = {};
const BASE = 'http://localhost:3000';

beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  const rival = await makeTenant(parts.db, 'rival');
  app = await createApp({ parts, collector: null });
  for (const who of ['admin', 'user', 'agency'] as const)
    ask[who] = requesterOf(app, (await signIn(app, mine, who)).access);
  ask['rival'] = requesterOf(app, (await signIn(app, rival, 'admin')).access);
  await parts.db
    .update(asp)
    .set({ xclidFlag: true, xclidName: 'クリック&id', mediaManagement2Flag: true })
    .where(eq(asp.id, mine.shelves[0].asp));
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

describe('the links of an ad', () => {
  it("are a click address for each redirect, an impression tag and a direct link, with the network's parameters", async () => {
    const [id] = mine.shelves[0].ads;
    const [link] = mine.shelves[0].redirects;
    const { status, body } = await ask['admin']!(`ads/${id}/links/`);
    expect(status).toBe(200);
    const macros = '%E3%82%AF%E3%83%AA%E3%83%83%E3%82%AF%26id={xclid}&a_key2={key2}';
    expect(body).toEqual({
      id,
      redirects: [
        {
          redirect_id: link,
          url: `${BASE}/r/${link}`,
          tracking_url: `${BASE}/r/${link}?${macros}`,
          verdict: 'counted',
        },
      ],
      impression_url: `${BASE}/i/${id}.gif`,
      impression_tag: `<img src="${BASE}/i/${id}.gif" width="1" height="1" alt="">`,
      direct_link: false,
      direct_parameter: `tp_ad=${id}`,
      direct_url: `https://shop.example/lp?q=%C3%A9&tp_ad=${id}&${macros}`,
      parameters: [
        { column: 'xclid', name: 'クリック&id', macro: '{xclid}' },
        { column: 'media_management2', name: 'a_key2', macro: '{key2}' },
      ],
    });
  });

  it('state the outcome of a click and omit deleted redirects', async () => {
    const owned = { companyId: mine.id, productId: mine.shelves[0].product };
    const { id } = one(
      await parts.db
        .insert(ad)
        .values({ ...owned, name: '行き先なし', redirectUrl: 'まだ' })
        .returning(),
    );
    const make = async (values: Partial<typeof redirect.$inferInsert>) =>
      one(
        await parts.db
          .insert(redirect)
          .values({ ...owned, adId: id, redirectUrl: 'https://shop.example/x', ...values })
          .returning(),
      ).id;
    const made = [await make({}), await make({ redirectFlag: false }), await make({ redirectUrl: '' })];
    await make({ status: false });
    const links = async () => {
      const { body } = await ask['user']!(`ads/${id}/links/`);
      return {
        verdicts: (body['redirects'] as { redirect_id: number; verdict: string }[]).map(
          ({ redirect_id, verdict }) => [redirect_id, verdict],
        ),
        direct: body['direct_url'],
      };
    };
    expect(await links()).toEqual({
      verdicts: [
        [made[0], 'counted'],
        [made[1], 'lost'],
        [made[2], 'lost'],
      ],
      direct: null,
    });
    await parts.db
      .update(ad)
      .set({ redirectUrl: 'https://shop.example/', status: false })
      .where(eq(ad.id, id));
    expect((await links()).verdicts).toEqual([
      [made[0], 'uncounted'],
      [made[1], 'uncounted'],
      [made[2], 'uncounted'],
    ]);
    const spare = mine.shelves[1];
    await parts.db.update(product).set({ status: false }).where(eq(product.id, spare.product));
    expect((await ask['user']!(`ads/${spare.ads[0]}/links/`)).body['redirects']).toMatchObject([
      { verdict: 'uncounted' },
    ]);
  });

  it("are shown for a user's own ads only, and hide the network's settings from agencies", async () => {
    const [own, theirs] = mine.shelves[0].ads;
    expect((await ask['agency']!(`ads/${own}/links/`)).body['parameters']).toEqual([]);
    await parts.db
      .update(ad)
      .set({ ownParameters: true, parameters: { xclid: 'gclid' } })
      .where(eq(ad.id, own));
    expect((await ask['agency']!(`ads/${own}/links/`)).body['parameters']).toEqual([
      { column: 'xclid', name: 'gclid', macro: '{xclid}' },
    ]);
    expect([
      (await ask['agency']!(`ads/${theirs}/links/`)).status,
      (await ask['rival']!(`ads/${own}/links/`)).status,
      (await ask['admin']!('ads/2147483647/links/')).status,
    ]).toEqual([404, 404, 404]);
  });
});

describe('a parameter', () => {
  it.each([
    ['https://a.example/', 'https://a.example/?x={x}'],
    ['https://a.example/?b=1', 'https://a.example/?b=1&x={x}'],
    ['https://a.example/?b=1&', 'https://a.example/?b=1&x={x}'],
    ['https://a.example/?', 'https://a.example/?x={x}'],
    ['https://a.example/#h?b', 'https://a.example/?x={x}#h?b'],
  ])('is joined to %s', (href, expected) => {
    expect(withParameters(href, [['x', '{x}']])).toBe(expected);
    expect(withParameters(href, [])).toBe(href);
  });
});
