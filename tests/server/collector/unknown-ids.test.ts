import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { openDatabaseFaults, type DatabaseFaults } from '../../support/database-faults.ts';
import { completeForm } from '../../support/entity-forms.ts';
import { makeTenant, one, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
/** The only address from which the product accepts server conversions. */
const CALLER = '203.0.113.7';

let parts: TestParts;
let faults: DatabaseFaults;
let mine: Tenant;
let collector: Collector;
let app: FastifyInstance;
let token: string;

// Neither a notification nor a poll announces a new id to the collector: it learns it from the request only.
beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  faults = await openDatabaseFaults(parts);
  await faults.notify(false);
  collector = await openCollector(parts, { tracking: { pollEveryMs: 3_600_000 } });
  app = await createApp({ parts, collector });
  token = (await signIn(app, mine, 'admin')).access;
});
afterAll(async () => {
  await app.close();
  await collector.close();
  await parts.close();
});

describe('a new id', () => {
  interface Created {
    readonly id: number;
    /** A field of a product. */
    readonly conversion_key?: string;
  }
  const create = async (path: string, payload: object): Promise<Created> => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v1/${path}/`,
      payload,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(201);
    return answer.json<Created>();
  };
  const get = (url: string) => app.inject({ url, headers: { 'user-agent': CHROME } });
  const count = async (table: string, where: string) => {
    await collector.drain();
    return Number(
      one(
        await (
          await parts.columnar.query({
            query: `SELECT count() AS n FROM ${table} WHERE ${where}`,
            format: 'JSONEachRow',
          })
        ).json<{ n: string }>(),
      ).n,
    );
  };

  it('is known to the redirect, the pixel, the tag, the beacon and the postback, and counted', async () => {
    const { id: redirectId } = await create('redirects', completeForm('redirects', mine, mine.shelves[0]));
    expect((await get(`/r/${redirectId}`)).statusCode).toBe(302);
    expect(await count('contact', `redirect_id = ${redirectId}`)).toBe(1);

    const { id: adId } = await create('ads', {
      ...completeForm('ads', mine, mine.shelves[0]),
      direct_link: true,
    });
    expect((await get(`/i/${adId}.gif`)).statusCode).toBe(200);
    expect(await count('impression', `ad_id = ${adId}`)).toBe(1);

    const beacon = (product_id: number, u: string) =>
      app.inject({
        method: 'POST',
        url: '/e',
        payload: JSON.stringify({ p: product_id, t: 'view', u, r: '', v: '7' }),
        headers: { 'user-agent': CHROME, 'content-type': 'text/plain' },
      });
    const { id: directAd } = await create('ads', {
      ...completeForm('ads', mine, mine.shelves[0]),
      direct_link: true,
    });
    expect(
      (await beacon(mine.shelves[0].product, `https://acme.example/?tp_ad=${directAd}`)).statusCode,
    ).toBe(200);
    expect(await count('contact', `ad_id = ${directAd}`)).toBe(1);

    const made = () =>
      create('products', {
        ...completeForm('products', mine, mine.shelves[0]),
        name: `商品 ${Math.random()}`,
      });
    const [forTag, forBeacon, forPostback] = [await made(), await made(), await made()];
    expect((await get(`/t/${forTag.id}.js`)).statusCode).toBe(200);
    expect((await beacon(forBeacon.id, 'https://shop.example/')).statusCode).toBe(204);
    const proof = `visitor=7&key=${String(forPostback.conversion_key)}`;
    const sent = await app.inject({ url: `/cv?product=${forPostback.id}&${proof}`, remoteAddress: CALLER });
    expect(sent.statusCode).toBe(200);
    expect(await count('access', `product_id = ${forBeacon.id}`)).toBe(1);
  });

  it('costs one read for all waiting requests, also in a flood of unknown ids', async () => {
    const reads = vi.spyOn(parts.db, 'execute');
    try {
      for (let begin = 1_000_000; begin < 1_001_000; begin += 200) {
        const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => get(`/r/${begin + n}`)));
        expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
      }
      // Requests that arrive while the settings are read wait together for the next reading.
      expect(reads.mock.calls.length).toBeLessThan(100);
      reads.mockClear();
      for (const id of ['0', '2147483648', '9'.repeat(12), 'x'])
        expect((await get(`/r/${id}`)).statusCode).toBe(404);
      expect(reads).not.toHaveBeenCalled();
    } finally {
      reads.mockRestore();
    }
  });

  it('is answered 503 while the store is unavailable; events of known ids are still counted', async () => {
    const [known] = mine.shelves[0].redirects;
    await faults.reach(false);
    try {
      for (const url of ['/r/3000000', '/i/3000000.gif', '/t/3000000.js', '/cv?product=3000000&visitor=7']) {
        const answer = await get(url);
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
      }
      expect((await app.inject({ url: '/r/3000000', headers: { 'accept-language': 'en' } })).body).toContain(
        'Please try again in a moment.',
      );
      expect((await get(`/r/${known}`)).statusCode).toBe(302);
      const view = {
        p: mine.shelves[0].product,
        t: 'view',
        u: 'https://acme.example/?tp_ad=3000000',
        r: '',
        v: '7',
      };
      expect(
        (
          await app.inject({
            method: 'POST',
            url: '/e',
            payload: JSON.stringify(view),
            headers: { 'content-type': 'text/plain' },
          })
        ).statusCode,
      ).toBe(204);
    } finally {
      await faults.reach(true);
    }
    await expect.poll(() => get('/r/3000000').then(({ statusCode }) => statusCode)).toBe(404);
    const { id } = await create('redirects', completeForm('redirects', mine, mine.shelves[0]));
    expect((await get(`/r/${id}`)).statusCode).toBe(302);
  });
});
