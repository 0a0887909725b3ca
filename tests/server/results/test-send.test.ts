import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { fillTag, noticeKey, signature } from '../../../server/results/macros.ts';
import { signedHeaders } from '../../../server/platform/webhook-signature.ts';
import { asp, notification, result } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const received: IncomingMessage[] = [];
let posted = '';
let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: 'OK' };
const network = createServer((request, response) => {
  received.push(request);
  posted = '';
  request
    .setEncoding('utf8')
    .on('data', (text: string) => {
      posted += text;
    })
    .on('end', () => response.writeHead(answer.status, answer.headers).end(answer.body));
});
let port = 0;
let open: { parts: TestParts; app: FastifyInstance };
let closed: { parts: TestParts; app: FastifyInstance };
let mine: Tenant;
let rival: Tenant;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await new Promise<void>(done => {
    network.listen(0, '127.0.0.1', done);
  });
  port = (network.address() as AddressInfo).port;
  const parts = await createTestParts({ settings: { webhookAllowPrivate: true } });
  mine = await makeTenant(parts.db, 'acme');
  rival = await makeTenant(parts.db, 'rival');
  open = { parts, app: await createApp({ parts, collector: null }) };
  const guarded = { ...parts, settings: { ...parts.settings, webhookAllowPrivate: false } };
  closed = { parts: guarded, app: await createApp({ parts: guarded, collector: null }) };
});
afterAll(async () => {
  await open.app.close();
  await closed.app.close();
  await open.parts.close();
  await new Promise(done => {
    network.close(done);
    network.closeAllConnections();
  });
});
beforeEach(async () => {
  received.length = 0;
  for (const who of ['admin', 'user', 'agency'] as const)
    tokens[who] ??= (await signIn(open.app, mine, who)).access;
  tokens['rival'] ??= (await signIn(open.app, rival, 'admin')).access;
});

const test = async (form: object, { who = 'admin', app = open.app, id = mine.shelves[0].asp } = {}) => {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/asps/${id}/test_send/`,
    payload: { result_method: 2, ...form },
    headers: { authorization: `Bearer ${tokens[who]}` },
  });
  return {
    status: response.statusCode,
    body: response.json<Record<string, unknown>>(),
    headers: response.headers,
  };
};

describe('a test of a webhook that is not saved yet', () => {
  it('calls it with sample values and reports the answer', async () => {
    answer = { status: 200, body: '受け付けました' };
    const { status, body } = await test({
      webhook_url: `http://127.0.0.1:${port}/cv?r={result_id}&x={xclid}&s={media_session}&k={key1}{key2}{key3}&a={args}&v={amount}&st={status}&ad={ad_id}&sig={signature}&no={unknown}`,
      status: 1,
      approved_value: 'OK 承認',
    });
    const shown = await open.app.inject({
      url: `/api/v1/asps/${mine.shelves[0].asp}/signature_key/`,
      headers: { authorization: `Bearer ${tokens['admin']}` },
    });
    const key = shown.json<{ signature_key: string }>().signature_key;
    expect(key).toBe(noticeKey(open.parts.secrets.notice.current(), mine.shelves[0].asp));
    const sig = signature(key, 0, 'OK 承認');
    expect(status).toBe(200);
    expect(received.map(({ method, url }) => [method, url])).toEqual([
      [
        'GET',
        `/cv?r=0&x=TEST-XCLID&s=TEST-SESSION&k=TEST-KEY1TEST-KEY2TEST-KEY3&a=TEST-ORDER&v=1200&st=OK%20%E6%89%BF%E8%AA%8D&ad=0&sig=${sig}&no=`,
      ],
    ]);
    expect(body).toEqual({
      url: `http://127.0.0.1:${port}${received[0]?.url}`,
      body: null,
      tag: null,
      success: true,
      failure: null,
      http_status: 200,
      answer: '受け付けました',
      duration_ms: expect.any(Number),
    });
  });

  it('posts it signed with the secret of the form, or with the stored secret if the form only states that there is one', async () => {
    answer = { status: 200, body: '' };
    const [TYPED, STORED] = ['typed', 'stored'].map(
      word => `whsec_${Buffer.from(`${word} 合言葉 of thirty bytes and é`).toString('base64').slice(0, 48)}`,
    ) as [string, string];
    await open.parts.db.update(asp).set({ webhookSecret: STORED }).where(eq(asp.id, mine.shelves[0].asp));
    for (const [webhook_secret, secret] of [
      [TYPED, TYPED],
      ['********', STORED],
      [undefined, STORED],
    ] as const) {
      const { body } = await test({
        webhook_url: `http://127.0.0.1:${port}/hook?r={result_id}`,
        webhook_style: 1,
        ...(webhook_secret !== undefined && { webhook_secret }),
        status: 2,
      });
      const { method, headers, url } = received.at(-1)!;
      expect([method, url, headers['content-type']]).toEqual(['POST', '/hook?r=0', 'application/json']);
      expect(headers).toMatchObject(
        signedHeaders(secret, 'ntf_0', Number(headers['webhook-timestamp']) * 1_000, posted),
      );
      expect(JSON.parse(posted)).toMatchObject({
        type: 'result.rejected',
        data: { result_id: 0, approval_status: 2, args: 'TEST-ORDER', amount: 1_200 },
      });
      expect(body).toMatchObject({ success: true, http_status: 200, body: posted });
      expect(JSON.stringify(body)).not.toMatch(/whsec_/);
    }
    for (const webhook_secret of ['', 'whsec_half']) {
      expect(
        (
          await test(
            { webhook_url: `http://127.0.0.1:${port}/`, webhook_style: 1, webhook_secret },
            { who: 'user' },
          )
        ).body,
      ).toMatchObject({ success: false, failure: 'no_secret', http_status: null });
    }
    expect(received).toHaveLength(3);
  });

  it('reports an answer that is not 2xx, and follows no redirect', async () => {
    answer = { status: 302, body: '', headers: { location: `http://127.0.0.1:${port}/elsewhere` } };
    expect((await test({ webhook_url: `http://127.0.0.1:${port}/` })).body).toMatchObject({
      success: false,
      failure: 'redirected',
      http_status: 302,
    });
    answer = { status: 500, body: 'sorry' };
    expect((await test({ webhook_url: `http://127.0.0.1:${port}/` })).body).toMatchObject({
      success: false,
      failure: 'not_taken',
      http_status: 500,
      answer: 'sorry',
    });
    expect(received.map(({ url }) => url)).toEqual(['/', '/']);
  });

  it('reports an invalid address and an unreachable one', async () => {
    expect((await test({ webhook_url: 'まだ' })).body).toMatchObject({
      success: false,
      failure: 'no_web_address',
      http_status: null,
    });
    expect((await test({ webhook_url: 'http://127.0.0.1:1/' })).body).toMatchObject({
      success: false,
      failure: 'unreachable',
      http_status: null,
    });
  });

  it('never calls a private address', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
      expect(
        (await test({ webhook_url: `http://${host}:${port}/` }, { app: closed.app, who: 'user' })).body,
      ).toMatchObject({ success: false, failure: 'refused_address', http_status: null });
    }
    expect(received).toEqual([]);
  });

  it('stores nothing and leaves the queue alone', async () => {
    expect([
      await open.parts.db.select().from(notification),
      await open.parts.db.select().from(result),
    ]).toEqual([[], []]);
  });
});

describe('a test of a CV tag', () => {
  it('returns the filled tag and calls no address', async () => {
    const { body } = await test(
      {
        result_method: 1,
        cv_tag: `<img src='https://net.example/?id={result_id}&a={args}&s={status}'><script>{go}</script>`,
        unapproved_value: "0'><b>",
      },
      { who: 'user' },
    );
    expect(body).toMatchObject({
      url: null,
      success: true,
      tag: "<img src='https://net.example/?id=0&a=TEST-ORDER&s=0%27%3E%3Cb%3E'><script>{go}</script>",
    });
    expect(received).toEqual([]);
  });

  it('escapes every value in URLs and attributes', () => {
    expect(fillTag('{args}', { args: `"'<>& \n` })).toBe('%22%27%3C%3E%26%20%0A');
  });
});

describe('a test call', () => {
  it('is allowed to users who may change the network', async () => {
    expect((await test({}, { who: 'agency' })).status).toBe(403);
    expect((await test({}, { who: 'rival' })).status).toBe(404);
    expect((await test({}, { id: rival.shelves[0].asp, who: 'user' })).status).toBe(404);
  });

  it('is limited to ten per minute and user', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push(
        (await test({ result_method: 1, cv_tag: '' }, { who: 'rival', id: rival.shelves[0].asp })).status,
      );
    expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(10);
    const last = await test({ result_method: 1 }, { who: 'rival', id: rival.shelves[0].asp });
    expect([last.status, last.body['code'], Number(last.headers['retry-after'])]).toEqual([
      429,
      'too_many_requests',
      expect.any(Number),
    ]);
    expect((await test({ result_method: 1, cv_tag: '' })).status).toBe(200);
  });
});
