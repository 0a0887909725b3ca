import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
let it: CollectorApp;
beforeAll(async () => {
  it = await createCollectorApp({ now: Date.UTC(2026, 1, 28, 14, 59, 59, 999) });
});
afterAll(() => it.close());

const click = (id: number | string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  it.app.inject({ method, url: `/r/${id}`, headers: { 'user-agent': CHROME, ...headers } });
const send = (body: object | string, headers: Record<string, string> = {}) =>
  it.app.inject({
    method: 'POST',
    url: '/e',
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'user-agent': CHROME,
      'content-type': 'text/plain;charset=UTF-8',
      origin: 'https://www.shop.example',
      ...headers,
    },
  });
const view = (more: object = {}) => ({
  p: it.shop.shop.id,
  t: 'view',
  u: 'https://www.shop.example/',
  r: '',
  ...more,
});
const tokenOf = (location: string | undefined) => new URL(location ?? '').searchParams.get('xclid') ?? '';
const cookieOf = (header: unknown) => String(header).split(';')[0] ?? '';
const last = async (table: Parameters<CollectorApp['rows']>[0]) => (await it.rows(table)).at(-1) ?? {};

describe('the click redirect', () => {
  test('sends the visitor to the landing page, whose own query and hash stay, with a token and a cookie, when the contact is durable', async () => {
    const { plain } = it.shop.links;
    const answer = await click(`${plain.id}?a_xclid=net%201&a_ses=%E6%97%A5&a_key1=k&a_key2=unasked`, {
      referer: 'https://media.example/記事',
      'x-forwarded-for': '198.51.100.7',
    });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(/^https:\/\/shop\.example\/lp\?a=%E6%97%A5&xclid=[\w-]{35}#top$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toMatch(
      /^tpv\d+=[1-9]\d*; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    const row = await last('contact');
    expect(row).toMatchObject({
      product_id: it.shop.shop.id,
      ad_id: it.shop.plainAd.id,
      redirect_id: plain.id,
      xclid: 'net 1',
      media_session_id: '日',
      media_management1: 'k',
      media_management2: '',
      ts: '2026-02-28 14:59:59.999',
      ip: '::ffff:127.0.0.1',
      bot: 0,
      repeated: 0,
      click_cost: 12.5,
      browser: 'Chrome',
      os: 'Windows',
      device: 'desktop',
      lpo_number: 0,
    });
    const token = it.collector.clicks.read(tokenOf(answer.headers.location), it.shop.shop.id);
    expect(token).toEqual({
      interactionId: BigInt(String(row['interaction_id'])),
      visitorId: row['visitor_id'],
      adId: it.shop.plainAd.id,
    });
  });

  test('a double click is one contact with one token; a second later it is another', async () => {
    const first = await click(it.shop.links.plain.id);
    const cookie = cookieOf(first.headers['set-cookie']);
    it.parts.clock.advance(999);
    const second = await click(it.shop.links.plain.id, { cookie: `x=1; ${cookie}; y=2` });
    expect(second.headers.location).toBe(first.headers.location);
    expect(await last('contact')).toMatchObject({ repeated: 1 });
    it.parts.clock.advance(1);
    const third = await click(it.shop.links.plain.id, { cookie });
    expect(third.headers.location).not.toBe(first.headers.location);
    expect(await last('contact')).toMatchObject({ repeated: 0, visitor_id: cookie.split('=')[1] });
  });

  test('landing pages are chosen by their rates, and a visitor meets the same one again', async () => {
    const counts = new Map<string, number>();
    const pages = new Map<string, string>();
    for (let n = 0; n < 1000; n++) {
      const answer = await click(it.shop.links.lpo.id);
      const { pathname } = new URL(answer.headers.location ?? '');
      counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
      pages.set(cookieOf(answer.headers['set-cookie']), pathname);
    }
    expect([...counts.keys()].sort()).toEqual(['/%E6%97%A5', '/a', '/c']);
    // 70 : 20 : 10, within five standard deviations. The page with weight 0 and the one with an invalid URL
    // are left out.
    expect(Math.abs((counts.get('/a') ?? 0) - 700)).toBeLessThan(73);
    expect(Math.abs((counts.get('/c') ?? 0) - 200)).toBeLessThan(64);
    it.parts.clock.advance(5000);
    for (const [cookie, page] of [...pages].slice(0, 20)) {
      expect(new URL((await click(it.shop.links.lpo.id, { cookie })).headers.location ?? '').pathname).toBe(
        page,
      );
    }
    expect(
      new Set(
        (await it.rows('contact'))
          .filter(row => row['redirect_id'] === it.shop.links.lpo.id)
          .map(row => row['lpo_number']),
      ),
    ).toEqual(new Set([1, 3, 5]));
  });

  test.each([
    ['https://shop.example/x?y=1#z', /^https:\/\/shop\.example\/x\?y=1&xclid=[\w-]{35}#z$/],
    ['https://cart.shop.example/x', /^https:\/\/cart\.shop\.example\/x\?xclid=/],
    ['https://shop.example/x?xclid=old&b=2', /^https:\/\/shop\.example\/x\?b=2&xclid=[\w-]{35}$/],
    ['https://evil.example/', /\/lp\?/],
    ['https://shop.example.evil.example/', /\/lp\?/],
    ['https://notshop.example/', /\/lp\?/],
    ['//evil.example', /\/lp\?/],
    ['javascript:alert(1)', /\/lp\?/],
    ['https://shop.example@evil.example/', /\/lp\?/],
    ['https://user:pw@shop.example/', /\/lp\?/],
    ['https://evil.example\\@shop.example/', /\/lp\?/],
    [
      'https://shop.example/\r\nSet-Cookie: a=b',
      /^https:\/\/shop\.example\/Set-Cookie:%20a=b\?xclid=[\w-]{35}$/,
    ],
    [`https://shop.example/${'x'.repeat(2100)}`, /\/lp\?/],
  ])("a dynamic landing page is followed only on the product's domains: %j", async (url, expected) => {
    const answer = await click(`${it.shop.links.dynamic.id}?url=${encodeURIComponent(url)}`);
    expect(answer.headers.location).toMatch(expected);
    expect(Object.keys(answer.headers)).not.toContain('a');
  });

  test('without the dynamic flag the request has no say in the target', async () => {
    const answer = await click(
      `${it.shop.links.plain.id}?url=${encodeURIComponent('https://shop.example/elsewhere')}`,
    );
    expect(answer.headers.location).toContain('/lp?');
  });

  test("a deleted or disabled redirect leads to the ad's page and is not counted", async () => {
    const before = (await it.rows('contact')).length;
    expect((await click(it.shop.links.off.id)).headers.location).toBe(
      'https://shop.example/lp?a=%E6%97%A5#top',
    );
    expect((await click(it.shop.links.deleted.id)).headers.location).toBe(
      'https://shop.example/lp?a=%E6%97%A5#top',
    );
    for (const [link, page] of [
      [it.shop.links.ofDeletedAd, 'https://shop.example/gone'],
      [it.shop.links.ofDeletedShop, 'https://shop.example/closed'],
    ] as const) {
      const answer = await click(link.id);
      expect([answer.statusCode, answer.headers.location, answer.headers['set-cookie']]).toEqual([
        302,
        page,
        undefined,
      ]);
    }
    expect((await it.rows('contact')).length).toBe(before);
  });

  test('HEAD requests and prefetches are not counted', async () => {
    const before = (await it.rows('contact')).length;
    expect((await click(it.shop.links.plain.id, {}, 'HEAD')).statusCode).toBe(302);
    expect((await click(it.shop.links.plain.id, { 'sec-purpose': 'prefetch;prerender' })).statusCode).toBe(
      503,
    );
    expect((await click(it.shop.links.plain.id, { purpose: 'prefetch' })).statusCode).toBe(503);
    expect((await it.rows('contact')).length).toBe(before);
  });

  test.each([
    ['999999', undefined, 404, 'ja', 'ページが見つかりません'],
    ['0', 'en-GB,en;q=0.8', 404, 'en', 'Page not found'],
    ['abc', 'fr, zh-TW;q=0.5, en;q=0.1', 404, 'zh-CN', '找不到页面'],
    ['99999999999999', 'en;q=0', 404, 'ja', 'ページ'],
    ["1'%20OR%201=1--", 'de', 404, 'ja', 'ページ'],
  ])(
    "an unknown link is answered in the visitor's language: %s",
    async (id, accept, status, language, text) => {
      const answer = await click(id, accept === undefined ? {} : { 'accept-language': accept });
      expect([answer.statusCode, answer.headers['content-language']]).toEqual([status, language]);
      expect(answer.body).toContain(text);
    },
  );

  test('a link without a target page is answered as ended', async () => {
    expect((await click(it.shop.links.nowhere.id, { 'accept-language': 'en' })).statusCode).toBe(410);
  });

  test('a bot is counted as a bot, and a forged cookie identifies no visitor', async () => {
    await click(it.shop.links.plain.id, {
      'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      cookie: `tpv${it.shop.companyId}=18446744073709551616`,
    });
    const row = await last('contact');
    expect(row['bot']).toBe(1);
    expect(row['visitor_id']).toMatch(/^[1-9]\d*$/);
  });
});

describe('the beacon', () => {
  test("a page view is stored as an access of the click's visitor, who replaces the site's own visitor", async () => {
    const landed = await click(it.shop.links.plain.id);
    const xclid = tokenOf(landed.headers.location);
    const answer = await send(
      view({
        u: `https://www.shop.example/lp?q=%E6%97%A5&xclid=${xclid}#x`,
        r: 'https://media.example/',
        v: '42',
      }),
    );
    const visitor = cookieOf(landed.headers['set-cookie']).split('=')[1];
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('https://www.shop.example');
    expect(answer.json()).toEqual({ v: visitor, x: xclid });
    const [access, contact] = [await last('access'), await last('contact')];
    expect(access).toMatchObject({
      visitor_id: visitor,
      interaction_id: contact['interaction_id'],
      ad_id: it.shop.plainAd.id,
      access_url: 'https://www.shop.example/lp#x',
      query: `q=%E6%97%A5&xclid=${xclid}`,
      referrer: 'https://media.example/',
    });
    // The next page knows both and reports nothing new.
    expect((await send(view({ v: visitor, x: xclid }))).statusCode).toBe(204);
    expect(await last('access')).toMatchObject({
      visitor_id: visitor,
      interaction_id: contact['interaction_id'],
    });
    // Without cookies and storage, the visitor is known by the stored token alone.
    expect((await send(view({ x: xclid }))).json()).toEqual({ v: visitor, x: xclid });
  });

  test('a forged, foreign or stale token is ignored and counted', async () => {
    const token = tokenOf((await click(it.shop.links.plain.id)).headers.location);
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const forged of [flipped, token.slice(0, -1), `${token}A`, 'x'.repeat(35), 'CjwKCAjw']) {
      expect(
        (await send(view({ u: `https://shop.example/?xclid=${forged}`, v: '43', x: forged }))).json(),
      ).toEqual({ v: '43', x: '' });
      expect(await last('access')).toMatchObject({ visitor_id: '43', interaction_id: '0', ad_id: 0 });
    }
    expect(it.collector.counts()['ignored_click_token']).toBeGreaterThanOrEqual(5);
    expect(it.collector.clicks.read(token, it.shop.other.id)).toBeNull();
    it.parts.clock.advance(24 * 3_600_000 + 1);
    await send(view({ u: `https://shop.example/?xclid=${token}`, v: '44' }));
    expect(await last('access')).toMatchObject({ visitor_id: '44' });
  });

  test('settings by URL and by URL and referrer convert; deleted ones and other routes do not', async () => {
    const before = (await it.rows('conversion')).length;
    await send(
      view({
        v: '50',
        u: 'https://shop.example/thanks/?p_resid=%E6%B3%A8%E6%96%87-1&amount=1200.5&p_userid=u',
        a: { p_key1: 'k1' },
      }),
    );
    await send(
      view({ v: '50', u: 'https://shop.example/member/done', r: 'https://shop.example/member/form?x=1' }),
    );
    await send(view({ v: '50', u: 'https://shop.example/member/done', r: 'https://shop.example/elsewhere' }));
    const rows = (await it.rows('conversion')).slice(before);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      cv_setting_id: it.shop.settings.url.id,
      cv_type: 1,
      origin: 'url',
      args: '注文-1',
      amount: '1201',
      user_id: 'u',
      other_key1: 'k1',
      visitor_id: '50',
      url: 'https://shop.example/thanks/?p_resid=%E6%B3%A8%E6%96%87-1&amount=1200.5&p_userid=u',
    });
    expect(rows[1]).toMatchObject({
      cv_setting_id: it.shop.settings.route.id,
      cv_type: 0,
      origin: 'route',
      amount: '0',
    });
  });

  test('invalid values of a page are omitted, and the visit still counts', async () => {
    const answer = await send(
      view({
        v: '51',
        u: `https://shop.example/thanks?amount=lots&p_resid=${'x'.repeat(300)}`,
        a: { p_key1: ['no'] },
      }),
    );
    expect(answer.statusCode).toBe(204);
    expect(await last('conversion')).toMatchObject({
      visitor_id: '51',
      amount: '0',
      args: '',
      other_key1: '',
    });
  });

  test('a page with an address beyond 2,048 characters converts, and its path is stored', async () => {
    const long = `https://shop.example/thanks?p_resid=long-1&state=${'x'.repeat(3000)}`;
    expect((await send(view({ v: '53', u: long }))).statusCode).toBe(204);
    expect(await last('conversion')).toMatchObject({ args: 'long-1', url: 'https://shop.example/thanks' });
    expect(await last('access')).toMatchObject({ access_url: 'https://shop.example/thanks', query: '' });
  });

  test('a button and an explicit call convert', async () => {
    expect(
      (await send({ ...view({ v: '52', x: '' }), t: 'click', s: it.shop.settings.button.id })).statusCode,
    ).toBe(204);
    expect(await last('conversion')).toMatchObject({
      origin: 'button',
      cv_type: 0,
      cv_setting_id: it.shop.settings.button.id,
    });
    expect(
      (
        await send({
          ...view({ v: '52', x: '' }),
          t: 'cv',
          a: { p_resid: "O'Reilly; DROP TABLE contact--", amount: 980, type: 0, p_key3: 7 },
        })
      ).statusCode,
    ).toBe(204);
    expect(await last('conversion')).toMatchObject({
      origin: 'call',
      cv_type: 0,
      cv_setting_id: 0,
      args: "O'Reilly; DROP TABLE contact--",
      amount: '980',
      other_key3: '7',
    });
    expect(
      (await send({ ...view({ v: '52' }), t: 'click', s: it.shop.settings.url.id })).json(),
    ).toMatchObject({ code: 'unknown_setting' });
  });

  test('a landing on a direct-link ad is one contact a second, and its token is passed on', async () => {
    const u = `https://shop.example/?tp_ad=${it.shop.directAd.id}&gclid=G-1`;
    const before = (await it.rows('contact')).length;
    const answer = await send(view({ v: '60', u }));
    const { x } = answer.json<{ x: string }>();
    const contact = await last('contact');
    expect(contact).toMatchObject({
      visitor_id: '60',
      redirect_id: 0,
      ad_id: it.shop.directAd.id,
      xclid: 'G-1',
      landing_url: u,
      repeated: 0,
    });
    expect(await last('access')).toMatchObject({
      interaction_id: contact['interaction_id'],
      ad_id: it.shop.directAd.id,
    });
    expect((await send(view({ v: '60', u }))).json()).toEqual({ v: '60', x });
    expect(await last('contact')).toMatchObject({ repeated: 1 });
    // An ad without the flag, a deleted ad and an invalid one give no contact.
    for (const ad of [it.shop.plainAd.id, it.shop.deletedAd.id, 'x', 999_999])
      await send(view({ v: '61', u: `https://shop.example/?tp_ad=${ad}` }));
    expect((await it.rows('contact')).length).toBe(before + 2);
  });

  test('a view of a page that was opened before is no landing where the browser has a click token', async () => {
    const u = `https://shop.example/?tp_ad=${it.shop.directAd.id}`;
    const report = async (more: object) => {
      const before = (await it.rows('contact')).length;
      await send(view({ u, ...more }));
      return (await it.rows('contact')).length - before;
    };
    const { x } = (await send(view({ v: '64', u }))).json<{ x: string }>();
    const other = it.collector.clicks.make(
      { interactionId: it.parts.ids.next(), visitorId: '64', adId: it.shop.plainAd.id },
      it.shop.shop.id,
    );
    for (const [n, token, contacts] of [
      ['reload', x, 0],
      ['back_forward', x, 0],
      ['view', x, 0],
      ['reload', other, 0],
      ['back_forward', other, 0],
      // A token that has expired shows that the landing was counted too.
      ['reload', 'expired', 0],
      ['view', other, 1],
      ['navigate', x, 1],
      ['prerender', x, 1],
      [undefined, x, 1],
      [1, x, 1],
      ['reload', '', 1],
      ['back_forward', undefined, 1],
      ['view', '', 1],
    ] as const)
      expect([n, token, await report({ v: '64', x: token, n })]).toEqual([n, token, contacts]);
  });

  test("a sender's page hands its visitor over by a signed pass that expires", async () => {
    const issued = (
      await send(view({ v: '70', u: 'https://media.example/article' }), { origin: 'https://media.example' })
    ).json<{ v: string; d: string }>();
    expect(issued.v).toBe('70');
    expect(issued.d).toMatch(/^[\w-]{27}$/);
    expect((await send(view({ v: '71', x: '', u: `https://shop.example/?tpx=${issued.d}` }))).json()).toEqual(
      {
        v: '70',
        x: '',
      },
    );
    // The hand-over of another visitor replaces the stored click token; that of the same visitor keeps it.
    const clickOf = async (visitor: string) =>
      tokenOf(
        (await click(it.shop.links.plain.id, { cookie: `tpv${it.shop.companyId}=${visitor}` })).headers
          .location,
      );
    const [others, own] = [await clickOf('71'), await clickOf('70')];
    expect(
      (await send(view({ v: '71', x: others, u: `https://shop.example/?tpx=${issued.d}` }))).json(),
    ).toEqual({ v: '70', x: '' });
    expect(await last('access')).toMatchObject({ visitor_id: '70', interaction_id: '0', ad_id: 0 });
    expect(
      (await send(view({ v: '71', x: own, u: `https://shop.example/?tpx=${issued.d}` }))).json(),
    ).toEqual({
      v: '70',
      x: own,
    });
    expect(
      (await send(view({ v: '71', x: '', u: `https://shop.example/?tpx=${issued.d.slice(0, -2)}AA` })))
        .statusCode,
    ).toBe(204);
    it.parts.clock.advance(30 * 60_000);
    expect(
      (await send(view({ v: '71', x: '', u: `https://shop.example/?tpx=${issued.d}` }))).statusCode,
    ).toBe(204);
    expect(await last('access')).toMatchObject({ visitor_id: '71' });
  });

  test.each([
    ['https://shop.example', 200],
    ['https://deep.www.shop.example:8443', 200],
    ['https://media.example', 200],
    ['http://SHOP.example', 200],
    ['https://evil.example', 403],
    ['https://shop.example.evil.example', 403],
    ['null', 403],
    ['https://other.example', 403],
  ])('only the origins of the product and its senders may report: %s', async (origin, status) => {
    const answer = await send(view(), { origin });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(status === 200 ? origin : '*');
    expect(answer.headers['vary']).toBe('Origin');
  });
});

describe('a stored address', () => {
  const SECRETS = 'a=1&Token=s3cret&user%5BNew_Password%5D=s3cret&design=x&sid=9&pass=&api-key=s3cret';
  const MASKED = 'a=1&Token=***&user%5BNew_Password%5D=***&design=x&sid=9&pass=&api-key=***';

  test('of a page, its referrer or a landing holds neither user nor password nor the values of secret parameters', async () => {
    const address = (query: string, user = 'zoë:s3cret@') =>
      `https://${user}shop.example/thanks;jsessionid=s3cret?${query}#/x?access_token=s3cret`;
    await send(
      view({
        u: address(`${SECRETS}&tp_ad=${it.shop.directAd.id}`),
        r: `https://u:s3cret@media.example/?${SECRETS}&mail=a@b`,
      }),
    );
    const [access, conversion, contact] = [
      await last('access'),
      await last('conversion'),
      await last('contact'),
    ];
    const shown = 'https://shop.example/thanks;jsessionid=***';
    expect(access).toMatchObject({
      access_url: `${shown}#/x?access_token=***`,
      query: `${MASKED}&tp_ad=${it.shop.directAd.id}`,
      referrer: `https://media.example/?${MASKED}&mail=a@b`,
    });
    expect(conversion).toMatchObject({
      cv_setting_id: it.shop.settings.url.id,
      url: `${shown}?${MASKED}&tp_ad=${it.shop.directAd.id}#/x?access_token=***`,
      referrer: access['referrer'],
    });
    expect(contact).toMatchObject({
      ad_id: it.shop.directAd.id,
      landing_url: conversion['url'],
      referrer: access['referrer'],
    });

    // The visitor is redirected to the complete address.
    const answer = await click(
      `${it.shop.links.dynamic.id}?url=${encodeURIComponent('https://shop.example/?token=s3cret')}`,
      { referer: 'https://media.example/?pwd=s3cret' },
    );
    expect(answer.headers.location).toMatch(/^https:\/\/shop\.example\/\?token=s3cret&xclid=/);
    expect(await last('contact')).toMatchObject({
      landing_url: 'https://shop.example/?token=***',
      referrer: 'https://media.example/?pwd=***',
    });
  });
});

describe('the tag', () => {
  test('is at most 1.1 KB gzip, cached for an hour, and revalidated with 304', async () => {
    const { gzipSync } = await import('node:zlib');
    expect(gzipSync(it.collector.tags.core, { level: 9 }).length).toBeLessThanOrEqual(1126);
    const answer = await it.app.inject(`/t/${it.shop.shop.id}.js`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.body).toContain(`[${it.shop.settings.button.id},"#buy, [data-x=\\"\\u003c/script>\\"]"]`);
    expect(answer.body).not.toMatch(/\beval\b|new Function|CONFIG/);
    expect(
      (
        await it.app.inject({
          url: `/t/${it.shop.shop.id}.js`,
          headers: { 'if-none-match': `W/${String(answer.headers.etag)}` },
        })
      ).statusCode,
    ).toBe(304);
    for (const id of [999_999, it.shop.deletedShop.id])
      expect((await it.app.inject(`/t/${id}.js`)).statusCode).toBe(404);
  });
});

describe('the impression pixel', () => {
  test('answers 43 bytes when the impression is durable', async () => {
    const answer = await it.app.inject({
      url: `/i/${it.shop.plainAd.id}.gif`,
      headers: { 'user-agent': CHROME, cookie: `tpv${it.shop.companyId}=77` },
    });
    expect([answer.statusCode, answer.rawPayload.length, answer.headers['cache-control']]).toEqual([
      200,
      43,
      'no-store',
    ]);
    expect(await last('impression')).toMatchObject({ ad_id: it.shop.plainAd.id, visitor_id: '77', bot: 0 });
    for (const { id } of [it.shop.deletedAd, it.shop.adOfDeletedShop])
      expect((await it.app.inject(`/i/${id}.gif`)).statusCode).toBe(404);
    expect((await it.app.inject('/i/1.png')).json()).toMatchObject({ code: 'unknown_ad' });
  });
});

describe('the server-side conversion', () => {
  const cv = (values: Record<string, string>) =>
    it.app.inject(
      `/cv?${new URLSearchParams({ product: String(it.shop.shop.id), key: it.shop.shop.conversionKey, ...values })}`,
    );

  test('takes query, form and JSON, and names the conversion', async () => {
    const landed = await click(it.shop.links.plain.id);
    const xclid = tokenOf(landed.headers.location);
    const answer = await cv({ xclid, amount: '1000', args: '注文', key1: 'é', type: '0', ip: '203.0.113.9' });
    expect(answer.statusCode).toBe(200);
    expect(await last('conversion')).toMatchObject({
      conversion_id: answer.json<{ conversion_id: string }>().conversion_id,
      visitor_id: cookieOf(landed.headers['set-cookie']).split('=')[1],
      origin: 'server',
      amount: '1000',
      args: '注文',
      other_key1: 'é',
      cv_type: 0,
      ip: '::ffff:203.0.113.9',
      bot: 0,
      ua: '',
    });
    const form = await it.app.inject({
      method: 'POST',
      url: '/cv',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `product=${it.shop.shop.id}&visitor=7&p_resid=a%26b&key=${it.shop.shop.conversionKey}`,
    });
    expect(form.statusCode).toBe(200);
    expect(await last('conversion')).toMatchObject({ visitor_id: '7', args: 'a&b', cv_type: 1, ip: '::' });
    await cv({ visitor: '7', ip: '0.0.0.0' });
    expect(await last('conversion')).toMatchObject({ ip: '::' });
    const time = new Date(it.parts.clock.now() - 86_400_000).toISOString().replace('Z', '+00:00');
    const json = await it.app.inject({
      method: 'POST',
      url: '/cv',
      headers: { 'content-type': 'application/json' },
      payload: {
        product: it.shop.shop.id,
        visitor: '7',
        amount: 0.5,
        cv_time: time,
        key: it.shop.shop.conversionKey,
      },
    });
    expect(json.statusCode).toBe(200);
    expect(await last('conversion')).toMatchObject({ amount: '1', ts: time.replace('T', ' ').slice(0, 23) });
    expect((await cv({ visitor: '7', cv_time: '2026-03-02T00:00:00 09:00' })).json()).not.toMatchObject({
      code: 'invalid_time',
    });
  });

  test('a conversion of a server whose clock is ahead is at the time of the call, so a later click cannot precede it', async () => {
    const now = it.parts.clock.now();
    expect((await cv({ visitor: '7', cv_time: String(now + 5 * 60_000) })).statusCode).toBe(200);
    expect(await last('conversion')).toMatchObject({
      ts: new Date(now).toISOString().replace('T', ' ').slice(0, 23),
    });
    expect((await cv({ visitor: '7', cv_time: String(now + 5 * 60_000 + 1) })).json()).toMatchObject({
      code: 'time_out_of_range',
    });
  });

  test('names the parameters that it does not know, and records the conversion', async () => {
    const known = { visitor: '7', p_resid: 'K-1', p_userid: 'u', p_key1: 'a', key2: 'b', type: '1', ua: 'x' };
    const answer = await cv({ ...known, amount: '5', ip: '203.0.113.9' });
    expect(answer.json()).toEqual({ conversion_id: expect.any(String) as string });
    const misspelt = await cv({ ...known, p_resid: 'K-2', amuont: '5', ['\n'.repeat(100)]: '1' });
    expect(misspelt.json()).toEqual({
      conversion_id: expect.any(String) as string,
      unknown_parameters: ['amuont', '\ufffd'.repeat(64)],
    });
    expect(await last('conversion')).toMatchObject({ args: 'K-2', amount: '0' });
    expect(it.collector.counts()['conversion_with_unknown_parameters']).toBe(1);
  });

  test('HEAD records nothing', async () => {
    expect(
      (await it.app.inject({ method: 'HEAD', url: `/cv?product=${it.shop.shop.id}&visitor=7` })).statusCode,
    ).toBe(404);
  });

  test.each([
    [{}, 'visitor_missing'],
    [{ xclid: 'forged' }, 'invalid_token'],
    [{ visitor: '0' }, 'invalid_visitor'],
    [{ visitor: '-1' }, 'invalid_visitor'],
    [{ visitor: '18446744073709551616' }, 'invalid_visitor'],
    [{ visitor: '7', product: '999' }, 'unknown_product'],
    [{ visitor: '7', product: '1 OR 1=1' }, 'unknown_product'],
    [{ visitor: '7', amount: '-1' }, 'invalid_amount'],
    [{ visitor: '7', amount: '1e9' }, 'invalid_amount'],
    [{ visitor: '7', amount: '1000000000000' }, 'invalid_amount'],
    [{ visitor: '7', type: '2' }, 'invalid_type'],
    [{ visitor: '7', args: 'a\0b' }, 'control_character'],
    [{ visitor: '7', args: 'a\r\nb' }, 'control_character'],
    [{ visitor: '7', args: 'x'.repeat(256) }, 'text_too_long'],
    [{ visitor: '7', ip: '010.1' }, 'invalid_address'],
    [{ visitor: '7', cv_time: 'yesterday' }, 'invalid_time'],
    [{ visitor: '7', cv_time: '2026-02-30' }, 'invalid_time'],
    [{ visitor: '7', cv_time: '0001-01-01T00:00:00Z' }, 'time_out_of_range'],
    [{ visitor: '7', cv_time: '9999-12-31T23:59:59Z' }, 'time_out_of_range'],
    [{ visitor: '7', cv_time: '9999999999999999' }, 'time_out_of_range'],
  ])('refuses %j with a reason', async (values, code) => {
    const before = (await it.rows('conversion')).length;
    const answer = await cv(values as Record<string, string>);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json()).toEqual({ code, _message: [expect.any(String)] });
    expect((await it.rows('conversion')).length).toBe(before);
  });
});
