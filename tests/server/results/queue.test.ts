import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../../server/http/visibility.ts';
import { resendNotifications } from '../../../server/results/queue.ts';
import { startDelivery, type Delivery } from '../../../server/results/notification-delivery.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { pauseNetwork } from '../../../server/store/postgres/results/notifications.ts';
import { resend } from '../../../server/store/postgres/results/queue-log.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createShop, forgetResults, type Shop, storeConversions } from './two-result-workers.ts';

/** A receiver on a real socket. */
const listen = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const calls: { url: string }[] = [];
  const server = createServer((request, response) => {
    calls.push({ url: request.url ?? '' });
    answer(request, response);
  });
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise(done => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
};

describe('the queue', () => {
  let parts: TestParts;
  let delivery: Delivery | null = null;
  const receivers: Awaited<ReturnType<typeof listen>>[] = [];
  const receiver = async (answer: Parameters<typeof listen>[0]) => {
    const made = await listen(answer);
    receivers.push(made);
    return made;
  };
  // The clock does not advance: a failed notification waits during the test.
  beforeAll(async () => {
    parts = await createTestParts({
      now: Date.UTC(2026, 1, 28, 14, 59),
      settings: { webhookAllowPrivate: true },
    });
  });
  afterEach(async () => {
    // The receivers are closed first, because a stopping sender waits some seconds for their answers.
    for (const one of receivers.splice(0)) await one.close();
    await delivery?.close();
    delivery = null;
    await forgetResults(parts);
  });
  afterAll(() => parts.close());
  const start = () => (delivery = startDelivery(parts, { pollEvery: 20, random: () => 0, timeout: 120_000 }));
  const queue = async (shop: Shop, count: number) => {
    await storeConversions(
      parts,
      Array.from({ length: count }, (_, n) => ({
        productId: shop.productId,
        ts: parts.clock.now() + n,
        args: `é${n}`,
      })),
    );
    await createResultWorker(parts).run(2n ** 63n);
  };
  const states = async (aspId: number) =>
    (await parts.db.select().from(schema.notification).where(eq(schema.notification.aspId, aspId))).map(
      row => row.state,
    );

  test('of a stalled receiver does not delay other receivers', async () => {
    const stalling = await receiver(() => undefined); // accepts requests and never answers
    const quick = await receiver((_request, response) => {
      response.end();
    });
    const shop = await createShop(parts, [
      { resultFlag: 2, webhookUrl: stalling.url },
      { resultFlag: 2, webhookUrl: quick.url },
    ]);
    await queue(shop, 30);
    start();
    await expect.poll(() => quick.calls.length).toBe(30);
    // All were sent while the first requests to the stalled receiver were waiting. A request that timed out
    // would allow a fifth.
    expect(stalling.calls.length).toBe(4);
  });

  test('of a paused network waits, and continues after it is resumed', async () => {
    const net = await receiver((_request, response) => {
      response.end();
    });
    const shop = await createShop(parts, [{ resultFlag: 2, webhookUrl: net.url }]);
    const key = { companyId: shop.companyId, aspId: shop.networkIds[0]! };
    const at = new Date(parts.clock.now());
    expect(await pauseNetwork(parts.db, key, at)).toEqual({ before: null, after: at });
    // The time of the first pause, also after repeated requests.
    expect(await pauseNetwork(parts.db, key, new Date(at.getTime() + 5))).toEqual({ before: at, after: at });
    expect(await pauseNetwork(parts.db, { ...key, companyId: key.companyId + 1 }, at)).toBeNull();
    await queue(shop, 3);
    start();
    await new Promise(done => {
      setTimeout(done, 300);
    });
    expect([net.calls.length, await states(key.aspId)]).toEqual([0, ['ready', 'ready', 'ready']]);
    await pauseNetwork(parts.db, key, null);
    await expect.poll(() => states(key.aspId)).toEqual(['done', 'done', 'done']);
    expect(net.calls).toHaveLength(3);
  });

  test('of a deleted network waits, and continues after it is restored', async () => {
    const net = await receiver((_request, response) => {
      response.end();
    });
    const shop = await createShop(parts, [{ resultFlag: 2, webhookUrl: net.url }]);
    const aspId = shop.networkIds[0]!;
    await queue(shop, 2);
    const setStatus = (status: boolean) =>
      parts.db.update(schema.asp).set({ status }).where(eq(schema.asp.id, aspId));
    await setStatus(false);
    start();
    await new Promise(done => {
      setTimeout(done, 300);
    });
    expect([net.calls.length, await states(aspId)]).toEqual([0, ['ready', 'ready']]);
    await setStatus(true);
    await expect.poll(() => states(aspId)).toEqual(['done', 'done']);
  });

  test('sends given-up notifications again, by network or by id, with new retry delays', async () => {
    let status = 410;
    const net = await receiver((_request, response) => {
      response.writeHead(status).end('é');
    });
    const shop = await createShop(parts, [
      { resultFlag: 2, webhookUrl: net.url },
      { resultFlag: 2, webhookUrl: net.url },
    ]);
    await queue(shop, 2);
    start();
    await expect
      .poll(async () => [...(await states(shop.networkIds[0]!)), ...(await states(shop.networkIds[1]!))])
      .toEqual(Array(4).fill('dead'));
    status = 500;
    const at = () => new Date(parts.clock.now());
    expect(
      await resend(parts.db, { companyId: shop.companyId + 1 }, { aspId: shop.networkIds[0]! }, at()),
    ).toEqual([]);
    expect(
      await resend(parts.db, { companyId: shop.companyId, adIds: [] }, { aspId: shop.networkIds[0]! }, at()),
    ).toEqual([]);
    const again = await resend(parts.db, { companyId: shop.companyId }, { aspId: shop.networkIds[0]! }, at());
    const ids = again.map(({ id }) => id);
    expect(new Set(again.map(({ aspId }) => aspId))).toEqual(new Set([shop.networkIds[0]]));
    expect(ids).toHaveLength(2);
    await expect
      .poll(async () =>
        (await parts.db.select().from(schema.notification))
          .filter(row => ids.includes(row.id))
          .map(row => [row.state, row.attempts, row.attemptsBefore]),
      )
      .toEqual([
        ['ready', 2, 1],
        ['ready', 2, 1],
      ]);
    // After the first failure of the new round, the delay is five seconds, not the five minutes after a
    // second failure.
    const row = (await parts.db.select().from(schema.notification)).find(({ id }) => id === ids[0]);
    expect(row!.nextAt.getTime() - parts.clock.now()).toBe(5_000);
    expect(await states(shop.networkIds[1]!)).toEqual(['dead', 'dead']);
    status = 200;
    await resend(parts.db, { companyId: shop.companyId }, { ids }, at());
    await expect.poll(() => states(shop.networkIds[0]!)).toEqual(['done', 'done']);
  });

  test('sends again to the present address and by the present method of the network', async () => {
    const requests: string[] = [];
    const net = await receiver((request, response) => {
      let body = '';
      request
        .on('data', (text: Buffer) => {
          body += text.toString();
        })
        .on('end', () => {
          requests.push(`${request.method} ${request.url} ${body}`);
          response.writeHead(request.url?.startsWith('/right') === true ? 200 : 404).end();
        });
    });
    const shop = await createShop(parts, [
      { resultFlag: 2, webhookUrl: `${net.url}wrong?o={args}`, unapprovedValue: '旧' },
    ]);
    const aspId = shop.networkIds[0]!;
    await queue(shop, 2);
    start();
    await expect.poll(() => requests.length).toBe(2);
    await expect.poll(() => states(aspId)).toEqual(['ready', 'ready']);
    const set = (network: Partial<typeof schema.asp.$inferInsert>) =>
      parts.db.update(schema.asp).set(network).where(eq(schema.asp.id, aspId));
    const again = (which: { ids?: readonly number[]; asp_id?: number }) =>
      resendNotifications(
        parts,
        { companyId: shop.companyId, ads: null } as Viewer,
        { companyId: shop.companyId, userId: shop.userId, ip: '::1', at: new Date(parts.clock.now()) },
        which,
      );
    const [first, second] = await parts.db.select().from(schema.notification).orderBy(schema.notification.id);

    // By number, to the corrected address, with the network's present word.
    await set({ webhookUrl: `${net.url}right?o={args}&s={status}`, unapprovedValue: '新' });
    expect(await again({ ids: [first!.id] })).toBe(1);
    await expect.poll(() => requests[2]).toBe('GET /right?o=%C3%A90&s=%E6%96%B0 ');
    // All of a network, as signed POSTs; the body states the time at which the notification was queued.
    await set({
      webhookStyle: 1,
      webhookSecret: `whsec_${Buffer.from('合言葉 of thirty bytes and é').toString('base64')}`,
    });
    expect(await again({ asp_id: aspId })).toBe(1);
    await expect
      .poll(() => requests[3])
      .toMatch(/^POST \/right\?o=%C3%A91&s=%E6%96%B0 \{"type":"result.pending"/);
    expect(requests[3]).toContain(second!.createdAt.toISOString());
    await expect.poll(() => states(aspId)).toEqual(['done', 'done']);
    // Its body stays as it was.
    await set({ unapprovedValue: '他' });
    const body = requests[3]!.slice(requests[3]!.indexOf('{'));
    expect(await again({ ids: [second!.id] })).toBe(1);
    await expect.poll(() => requests[4]).toBe(`POST /right?o=%C3%A91&s=%E4%BB%96 ${body}`);
    // A network without a webhook is not called.
    await set({ resultMethod: 1 });
    expect(await again({ ids: [first!.id, second!.id] })).toBe(0);
    await set({ resultMethod: 2, webhookUrl: '' });
    expect(await again({ ids: [first!.id, second!.id] })).toBe(0);
  });
});
