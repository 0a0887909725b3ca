import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { writeSample } from '../../../server/store/postgres/companies/sample-data.ts';
import { crossdomainSetting, cvSetting, product } from '../../../server/store/postgres/schema/index.ts';
import { requesterOf, makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const HOUR = 3_600_000;
/** One second before the new year in Tokyo. */
const START = Date.UTC(2025, 11, 31, 14, 59, 59);
let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let mine: Tenant;
let access: string;

beforeAll(async () => {
  parts = await createTestParts({ now: START });
  mine = await makeTenant(parts.db, 'acme');
  collector = await openCollector(parts);
  app = await createApp({ parts, collector });
});
afterAll(async () => {
  await app.close();
  await collector.close();
  await parts.close();
});

const installation = async (who: 'admin' | 'user' | 'agency' = 'admin', id = mine.shelves[0].product) => {
  access = (await signIn(app, mine, who)).access; // the clock jumps by days
  return requesterOf(app, access)(`products/${id}/installation/`);
};
const view = async (page: string, ua = CHROME) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/e',
    payload: JSON.stringify({ p: mine.shelves[0].product, t: 'view', u: page, r: '' }),
    headers: { 'user-agent': ua, 'content-type': 'text/plain;charset=UTF-8', origin: new URL(page).origin },
  });
  expect(answer.statusCode).toBeLessThan(300);
  await collector.drain();
};
const at = (ms: number) => new Date(ms).toISOString();

describe('the installation check of a tag', () => {
  it('tells the sample product of the company from its others, and from that of another company', async () => {
    const [first, second] = mine.shelves;
    const sampleOf = async (id: number) => (await installation('admin', id)).body['is_sample_data'];
    const sample = { companyId: mine.id, productId: first.product };
    await writeSample(parts.db, { ...sample, companyId: mine.id + 1, state: 'loaded' });
    expect(await sampleOf(first.product)).toBe(false);
    await writeSample(parts.db, { ...sample, state: 'loaded' });
    expect([await sampleOf(first.product), await sampleOf(second.product)]).toEqual([true, false]);
    await writeSample(parts.db, { ...sample, state: 'removed' });
    expect(await sampleOf(first.product)).toBe(false);
  });

  it('reports a tag that was never seen, with the expected hosts', async () => {
    const { status, body } = await installation();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tag: `<script async src="http://localhost:3000/t/${mine.shelves[0].product}.js"></script>`,
      verdict: 'never',
      first_seen: null,
      last_seen: null,
      page_views: 0,
      hosts: [
        { host: 'acme.example', relation: 'own', first_seen: null, last_seen: null, page_views: 0 },
        { host: 'sender.example', relation: 'sender', first_seen: null, last_seen: null, page_views: 0 },
      ],
    });
  });

  it('reports when and where the tag was seen, and the page views of 24 hours', async () => {
    await view('https://acme.example/');
    parts.clock.advance(HOUR);
    await view('https://WWW.acme.example:8443/日本?q=é');
    await view('https://acme.example/', 'Googlebot/2.1 (+http://www.google.com/bot.html)');
    await view('https://cart.sender.example/');
    parts.clock.advance(23 * HOUR - 1);
    const { body } = await installation('user');
    expect(body).toMatchObject({
      verdict: 'seen',
      first_seen: at(START),
      last_seen: at(START + HOUR),
      page_views: 2,
    });
    expect(body['hosts']).toEqual([
      {
        host: 'acme.example',
        relation: 'own',
        first_seen: at(START),
        last_seen: at(START + HOUR),
        page_views: 1,
      },
      {
        host: 'cart.sender.example',
        relation: 'sender',
        first_seen: at(START + HOUR),
        last_seen: at(START + HOUR),
        page_views: 1,
      },
      {
        host: 'www.acme.example',
        relation: 'own',
        first_seen: at(START + HOUR),
        last_seen: at(START + HOUR),
        page_views: 1,
      },
    ]);
  });

  it('reports a silent tag after 24 hours without page views', async () => {
    parts.clock.advance(HOUR + 1);
    expect((await installation()).body).toMatchObject({
      verdict: 'silent',
      page_views: 0,
      last_seen: at(START + HOUR),
    });
  });

  it('reports a tag that is only seen on foreign domains under the present settings', async () => {
    await parts.db
      .update(product)
      .set({ domain: 'moved.example' })
      .where(eq(product.id, mine.shelves[0].product));
    await parts.db
      .update(crossdomainSetting)
      .set({ status: false })
      .where(eq(crossdomainSetting.id, mine.shelves[0].crossdomain));
    const { body } = await installation();
    expect(body['verdict']).toBe('foreign_only');
    expect(
      (body['hosts'] as { host: string; relation: string }[]).map(({ host, relation }) => [host, relation]),
    ).toEqual([
      ['acme.example', 'foreign'],
      ['cart.sender.example', 'foreign'],
      ['www.acme.example', 'foreign'],
      ['moved.example', 'own'],
    ]);
  });

  it('remembers the first time, however long ago', async () => {
    parts.clock.advance(100 * 24 * HOUR);
    expect((await installation()).body).toMatchObject({
      verdict: 'silent',
      first_seen: at(START),
      hosts: [{ host: 'moved.example', last_seen: null }],
    });
  });

  it('counts the conversions of 7 days whose amount or identifier could not be read', async () => {
    const productId = mine.shelves[0].product;
    await parts.db.update(product).set({ domain: 'acme.example' }).where(eq(product.id, productId));
    await parts.db
      .update(cvSetting)
      .set({ cvCondition: 1, cvPageUrl: '/thanks' })
      .where(eq(cvSetting.productId, productId));
    await collector.refresh();
    const unreadable = async () => {
      const { body } = await installation();
      return [body['unreadable_amounts'], body['unreadable_identifiers'], body['last_unreadable']];
    };
    expect(await unreadable()).toEqual([0, 0, null]);
    await view('https://acme.example/thanks?amount=1,200円');
    expect(await unreadable()).toEqual([0, 0, null]);
    await view('https://acme.example/thanks?amount=free');
    await view(`https://acme.example/thanks?amount=5&p_resid=${'x'.repeat(256)}`);
    await view('https://acme.example/thanks?amount=free', 'Googlebot/2.1 (+http://www.google.com/bot.html)');
    expect(await unreadable()).toEqual([1, 1, at(parts.clock.now())]);
    parts.clock.advance(7 * 24 * HOUR + 1);
    expect(await unreadable()).toEqual([0, 0, null]);
  });

  it('names the sites that the collector refused, and the parameters that it ignored, for 7 days', async () => {
    const productId = mine.shelves[0].product;
    const report = async (t: 'view' | 'cv', page: string, ua = CHROME, a: object = {}) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/e',
        payload: JSON.stringify({ p: productId, t, u: page, r: '', v: '7', a }),
        headers: { 'user-agent': ua, 'content-type': 'text/plain', origin: new URL(page).origin },
      });
      return answer.body;
    };
    const noticed = async () => {
      await collector.notices.store();
      const { body } = await installation();
      return { hosts: body['refused_hosts'], parameters: body['unknown_parameters'] };
    };
    expect(await noticed()).toEqual({ hosts: [], parameters: [] });
    await report('view', 'https://staging.example/a?secret=1');
    await report('view', 'https://staging.example/b');
    await report('view', 'https://bot.example/', 'Googlebot/2.1 (+http://www.google.com/bot.html)');
    const message = await report('cv', 'https://acme.example/', CHROME, { p_resid: 'A-1', amuont: 100 });
    expect(message).toContain('amuont');
    const since = at(parts.clock.now());
    const expected = {
      hosts: [{ host: 'staging.example', last_seen: since }],
      parameters: [{ name: 'amuont', last_seen: since }],
    };
    expect(await noticed()).toEqual(expected);
    // A host that the product measures from now on is no longer refused.
    await parts.db.update(product).set({ domain: 'staging.example' }).where(eq(product.id, productId));
    expect(await noticed()).toEqual({ ...expected, hosts: [] });
    await parts.db.update(product).set({ domain: 'acme.example' }).where(eq(product.id, productId));
    parts.clock.advance(7 * 24 * HOUR + 1);
    expect(await noticed()).toEqual({ hosts: [], parameters: [] });
  });

  it('keeps at most 20 notices of a kind, whatever a sender invents', async () => {
    for (let n = 0; n < 60; n += 1) {
      if (n % 20 === 0) parts.clock.advance(HOUR);
      collector.notices.add(
        { id: mine.shelves[0].product, companyId: mine.id },
        'unknown_parameter',
        `p${n}`,
      );
    }
    await collector.notices.store();
    const { body } = await installation();
    const names = (body['unknown_parameters'] as { name: string }[]).map(({ name }) => name);
    expect(names.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `p${n + 40}`));
  });

  it('replaces the notices of a time in which the clock was ahead, and does not show that time', async () => {
    const of = { id: mine.shelves[0].product, companyId: mine.id };
    const noticed = async () => {
      await collector.notices.store();
      return (await installation()).body['refused_hosts'];
    };
    parts.clock.advance(24 * HOUR);
    for (let n = 0; n < 20; n += 1) collector.notices.add(of, 'refused_host', `h${n}.example`);
    expect(await noticed()).toHaveLength(20);
    parts.clock.advance(-24 * HOUR);
    expect(await noticed()).toEqual([]);
    for (const host of ['h0.example', 'new.example']) collector.notices.add(of, 'refused_host', host);
    const last_seen = at(parts.clock.now());
    expect(await noticed()).toEqual([
      { host: 'h0.example', last_seen },
      { host: 'new.example', last_seen },
    ]);
  });

  it('requires permission to set up the product', async () => {
    expect((await installation('agency')).status).toBe(403);
    expect((await installation('admin', 2_147_483_647)).status).toBe(404);
  });
});
