import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDelivery } from '../../../server/results/notification-delivery.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { signedHeaders } from '../../../server/platform/webhook-signature.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createShop, storeConversion } from './two-result-workers.ts';

describe('a signature', () => {
  // https://github.com/standard-webhooks/standard-webhooks, libraries/javascript/src/webhook.test.ts, "sign
  // function works"; and the example of
  // libraries/rust, whose secret has a plus sign in it.
  const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const vector = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', now: 1_614_265_330_000, body: '{"test": 2432232314}' };

  test('is the published one for the published message', () => {
    expect(signedHeaders(SECRET, vector.id, vector.now, vector.body)).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('is the published one for a secret with other characters than letters and digits', () => {
    expect(
      signedHeaders(
        'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
        'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
        1_649_367_553_000,
        '{"email":"test@example.com","username":"test_user"}',
      )['webhook-signature'],
    ).toBe('v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=');
  });

  test('is the same without the prefix of the secret, and another for another id, second, body or secret', () => {
    const signed = (secret: string, id: string, now: number, body: string) =>
      signedHeaders(secret, id, now, body)['webhook-signature'];
    const right = signed(SECRET, vector.id, vector.now, vector.body);
    expect(signed(SECRET.slice(6), vector.id, vector.now + 999, vector.body)).toBe(right);
    for (const other of [
      signed(SECRET, 'msg_x', vector.now, vector.body),
      signed(SECRET, vector.id, vector.now + 1_000, vector.body),
      signed(SECRET, vector.id, vector.now, `${vector.body} `),
      signed('whsec_AAAA', vector.id, vector.now, vector.body),
    ])
      expect(other).not.toBe(right);
  });
});

describe('a network that is notified by signed POSTs', () => {
  const SECRET = `whsec_${Buffer.from('合言葉 of thirty bytes and é').toString('base64')}`;
  let parts: TestParts;
  const taken: { method: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text: string) => {
        body += text;
      })
      .on('end', () => {
        taken.push({ method: request.method ?? '', headers: request.headers, body });
        response.end();
      });
  });
  beforeEach(async () => {
    parts = await createTestParts({ settings: { webhookAllowPrivate: true } });
    taken.length = 0;
    await new Promise<void>(done => {
      server.listen(0, '127.0.0.1', done);
    });
  });
  afterEach(async () => {
    await new Promise(done => {
      server.close(done);
      server.closeAllConnections();
    });
    await parts.close();
  });

  test('receives the result as JSON with headers signed by its secret; without a secret there is no call', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const shop = await createShop(parts, [
      { resultFlag: 2, webhookUrl: url, webhookStyle: 1, webhookSecret: SECRET, unapprovedValue: '保留' },
      { resultFlag: 2, webhookUrl: url, webhookStyle: 1 },
    ]);
    const conversionId = await storeConversion(parts, {
      productId: shop.productId,
      ts: parts.clock.now(),
      args: '注文-é',
    });
    await createResultWorker(parts).run(2n ** 63n);
    const delivery = startDelivery(parts, { pollEvery: 20, random: () => 0 });
    const rows = async () =>
      (await parts.db.select().from(schema.notification)).toSorted((a, b) => a.aspId - b.aspId);
    await expect
      .poll(async () => (await rows()).map(({ state, attempts }) => [state, attempts]))
      .toEqual([
        ['done', 1],
        ['ready', 1],
      ]);
    await delivery.close();

    expect(taken).toHaveLength(1);
    const [{ method, headers, body }] = taken as [(typeof taken)[number]];
    expect(method).toBe('POST');
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({
      type: 'result.pending',
      data: {
        conversion_id: conversionId,
        status: '保留',
        approval_status: 0,
        args: '注文-é',
        amount: 5_480,
        ad_id: null,
      },
    });
    const [queued] = await rows();
    expect(headers).toMatchObject(
      signedHeaders(
        SECRET,
        `ntf_${queued!.id}`,
        Number(headers['webhook-timestamp']) * 1_000,
        body,
      ) as unknown as Record<string, unknown>,
    );
    expect(
      (await parts.db.select().from(schema.notificationAttempt))
        .map(({ success, failure, answer }) => [success, failure, answer])
        .toSorted(),
    ).toEqual([
      [false, 'no_secret', ''],
      [true, null, ''],
    ]);
  });
});
