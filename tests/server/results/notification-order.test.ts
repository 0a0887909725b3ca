import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decideMany } from '../../../server/results/decide.ts';
import { RETRIES, startDelivery, type Delivery } from '../../../server/results/notification-delivery.ts';
import { takeBackMany } from '../../../server/results/take-back.ts';
import { pauseNetwork } from '../../../server/store/postgres/results/notifications.ts';
import { resend } from '../../../server/store/postgres/results/queue-log.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { createShop, forgetResults, type Shop, storeConversions } from './two-result-workers.ts';

const START = Date.UTC(2026, 1, 28, 14, 59);
const HOLD_MS = 10_000;
/** The hold, and the second by which a decision follows an earlier one. */
const AFTER_HOLD_MS = HOLD_MS + 1_000;
const [RETRY_MS] = RETRIES as readonly [number];

let parts: TestParts;
let shop: Shop;
let key = 0;
const senders: Delivery[] = [];
/** A receiver whose answers a test chooses; `calls` are in the order of arrival, as `<result>:<status>`. */
const receiver = {
  calls: [] as string[],
  running: new Set<string>(),
  atOnce: 0,
  answer: (_status: string, response: ServerResponse): void => {
    response.end();
  },
};
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const [id, status] = [searchParams.get('r') ?? '', searchParams.get('s') ?? ''];
  receiver.calls.push(`${id}:${status}`);
  if (receiver.running.has(id)) receiver.atOnce += 1;
  receiver.running.add(id);
  response.on('close', () => receiver.running.delete(id));
  receiver.answer(status, response);
});
const ok = (_status: string, response: ServerResponse): void => {
  response.end();
};
const failing = (_status: string, response: ServerResponse): void => {
  response.writeHead(500).end('é');
};
let url = '';

beforeAll(async () => {
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?r={result_id}&s={status}`;
  parts = await createTestParts({ now: START, settings: { webhookAllowPrivate: true } });
});
beforeEach(async () => {
  parts.clock.set(START);
  receiver.calls.length = 0;
  receiver.atOnce = 0;
  receiver.answer = ok;
  shop = await createShop(parts, [
    { resultFlag: 2, webhookUrl: url, unapprovedValue: '0', approvedValue: '1', rejectedValue: '2' },
  ]);
});
afterEach(async () => {
  server.closeAllConnections();
  await Promise.all(senders.splice(0).map(sender => sender.close()));
  await forgetResults(parts);
});
afterAll(async () => {
  server.close();
  await parts.close();
});

const start = () => {
  const sender = startDelivery(parts, { pollEvery: 20, random: () => 0, timeout: 120_000 });
  senders.push(sender);
  return sender;
};
const networkKey = () => ({ companyId: shop.companyId, aspId: shop.networkIds[0]! });
/** The results of the shop's network have no ad. */
const decider = () => ({ companyId: shop.companyId, userId: shop.userId });
const reach = () => ({ companyId: shop.companyId });
const at = () => new Date(parts.clock.now());
/** Makes pending results, whose first notifications are queued. */
const make = async (count = 1) => {
  await storeConversions(
    parts,
    Array.from({ length: count }, (_, n) => ({
      productId: shop.productId,
      ts: parts.clock.now() + n,
      args: `é${n}`,
    })),
  );
  await createResultWorker(parts).run(2n ** 63n);
  return (await parts.db.select({ id: schema.result.id }).from(schema.result)).map(({ id }) => id);
};
const seen = (ids: readonly number[], version: number) => ids.map(id => ({ id, version }));
const decide = async (to: 1 | 2, ids: readonly number[], version: number) => {
  const done = await decideMany(parts, decider(), {
    to,
    reason: '理由 é',
    key: `order-${++key}-00`,
    results: seen(ids, version),
  });
  expect(done).toMatchObject({ decided: ids.length });
};
const takeBack = (ids: readonly number[], version: number) =>
  takeBackMany(parts, decider(), { key: `back-${++key}-00`, results: seen(ids, version) });
const notices = () => parts.db.select().from(schema.notification).orderBy(asc(schema.notification.id));
const states = async () => (await notices()).map(({ state }) => state);
/** Waits until the notifications, in the order of the decisions, have these states. */
const reaches = async (expected: readonly string[]) => {
  await expect.poll(states).toEqual(expected);
};
/** Time in which a sender that polls every 20 ms would have made a wrong call. */
const polls = () =>
  new Promise(done => {
    setTimeout(done, 150);
  });
/** A result whose notification of the approval failed once and waits for its retry. */
const failedApproval = async () => {
  const ids = await make();
  start();
  await reaches(['done']);
  receiver.answer = failing;
  await decide(1, ids, 1);
  parts.clock.advance(HOLD_MS);
  await expect
    .poll(async () => (await notices()).map(({ state, attempts }) => [state, attempts]))
    .toEqual([
      ['done', 1],
      ['ready', 1],
    ]);
  receiver.answer = ok;
  return ids as [number];
};

describe('notifications of one result', () => {
  test('end with the last decision: a retry of an earlier one is not sent after it', async () => {
    const ids = await failedApproval();
    await decide(2, ids, 2);
    parts.clock.advance(AFTER_HOLD_MS);
    await reaches(['done', 'superseded', 'done']);
    parts.clock.advance(RETRY_MS);
    await polls();
    expect(receiver.calls).toEqual([0, 1, 2].map(status => `${ids[0]}:${status}`));
    // The attempt that was made remains in the log as it was.
    const [, approval] = await notices();
    expect(
      await parts.db
        .select()
        .from(schema.notificationAttempt)
        .where(eq(schema.notificationAttempt.notificationId, approval!.id)),
    ).toMatchObject([{ number: 1, success: false, httpStatus: 500, answer: 'é' }]);
  });

  test('are sent one after another in the order of the decisions after a pause, by several senders', async () => {
    await pauseNetwork(parts.db, networkKey(), at());
    const ids = await make(3);
    await decide(1, ids, 1);
    await decide(2, ids, 2);
    parts.clock.advance(AFTER_HOLD_MS);
    // The first status is answered last.
    const waits = [120, 60, 0];
    receiver.answer = (status, response) => {
      setTimeout(() => response.end(), waits[Number(status)]);
    };
    for (let n = 0; n < 3; n++) start();
    await pauseNetwork(parts.db, networkKey(), null);
    await reaches(Array(9).fill('done'));
    for (const id of ids)
      expect(receiver.calls.filter(call => call.startsWith(`${id}:`))).toEqual(
        [0, 1, 2].map(status => `${id}:${status}`),
      );
    expect(receiver.atOnce).toBe(0);
  });

  test('are each tried once although the receiver fails, and the last is repeated', async () => {
    await pauseNetwork(parts.db, networkKey(), at());
    const ids = await make();
    await decide(1, ids, 1);
    await decide(2, ids, 2);
    parts.clock.advance(AFTER_HOLD_MS);
    receiver.answer = failing;
    start();
    await pauseNetwork(parts.db, networkKey(), null);
    await reaches(['superseded', 'superseded', 'ready']);
    receiver.answer = ok;
    parts.clock.advance(RETRY_MS);
    await reaches(['superseded', 'superseded', 'done']);
    expect(receiver.calls).toEqual([0, 1, 2, 2].map(status => `${ids[0]}:${status}`));
  });

  test('wait for the hold of a newer decision, and are repeated when it is taken back', async () => {
    const ids = await failedApproval();
    await decide(2, ids, 2);
    parts.clock.advance(RETRY_MS);
    await polls();
    expect(receiver.calls).toHaveLength(2);
    expect(await takeBack(ids, 3)).toMatchObject({ taken_back: 1 });
    parts.clock.advance(HOLD_MS);
    await reaches(['done', 'done']);
    expect(receiver.calls).toEqual([0, 1, 1].map(status => `${ids[0]}:${status}`));
  });

  test('are not stopped by an earlier one that failed for good', async () => {
    const ids = await make();
    receiver.answer = (_status, response) => {
      response.writeHead(410).end();
    };
    start();
    await reaches(['dead']);
    receiver.answer = ok;
    await decide(1, ids, 1);
    parts.clock.advance(HOLD_MS);
    await reaches(['dead', 'done']);
  });

  test('wait for a call of an earlier one whose sender ended, and do not follow it before its outcome', async () => {
    const ids = await make();
    const unanswered: ServerResponse[] = [];
    receiver.answer = (_status, response) => {
      unanswered.push(response);
    };
    const ended = startDelivery(parts, { pollEvery: 20, timeout: 60_000, closeWithin: 50 });
    await expect.poll(() => unanswered.length).toBe(1);
    await ended.close();
    receiver.answer = ok;
    await decide(1, ids, 1);
    start();
    parts.clock.advance(HOLD_MS);
    await polls();
    expect(await states()).toEqual(['sending', 'ready']);
    parts.clock.advance(150_000);
    await reaches(['done', 'done']);
    expect(receiver.calls).toEqual([0, 0, 1].map(status => `${ids[0]}:${status}`));
  });
});

describe('a notification of an earlier decision', () => {
  test('is not sent again by its number, nor with all failed ones of its network', async () => {
    const ids = await failedApproval();
    const [made, approval] = await notices();
    await decide(2, ids, 2);
    // While the newer one waits for its hold, and after it was sent.
    expect(await resend(parts.db, reach(), { ids: [made!.id, approval!.id] }, at())).toEqual([]);
    expect(await resend(parts.db, reach(), networkKey(), at())).toEqual([]);
    parts.clock.advance(AFTER_HOLD_MS);
    await reaches(['done', 'superseded', 'done']);
    await parts.db.update(schema.notification).set({ state: 'dead' });
    const newest = (await notices())[2]!;
    expect(await resend(parts.db, reach(), { ids: [made!.id, approval!.id] }, at())).toEqual([]);
    expect(await resend(parts.db, reach(), networkKey(), at())).toMatchObject([{ id: newest.id }]);
    await expect.poll(async () => (await notices())[2]!.state).toBe('done');
    expect(receiver.calls).toEqual([0, 1, 2, 2].map(status => `${ids[0]}:${status}`));
  });

  test('is ended when it was left waiting by an earlier version or by a repetition at the same moment', async () => {
    const ids = await make(300);
    await decide(1, ids, 1);
    parts.clock.advance(HOLD_MS);
    const first = (await notices()).slice(0, ids.length).map(({ id }) => id);
    await parts.db.update(schema.notification).set({ state: 'done', attempts: 1 });
    await parts.db
      .update(schema.notification)
      .set({ state: 'ready', nextAt: at() })
      .where(inArray(schema.notification.id, first));
    start();
    await expect
      .poll(async () => (await states()).filter(state => state === 'superseded').length)
      .toBe(ids.length);
    expect(receiver.calls).toEqual([]);
  });

  test('is not repeated after a decision of which its network was not notified', async () => {
    const ids = await failedApproval();
    const setUrl = (webhookUrl: string) =>
      parts.db.update(schema.asp).set({ webhookUrl }).where(eq(schema.asp.id, networkKey().aspId));
    await setUrl('');
    await decide(2, ids, 2);
    await setUrl(url);
    parts.clock.advance(RETRY_MS);
    await polls();
    // The decision can still be taken back.
    expect(await states()).toEqual(['done', 'ready']);
    parts.clock.advance(HOLD_MS);
    await reaches(['done', 'superseded']);
    const [, approval] = await notices();
    expect(await resend(parts.db, reach(), { ids: [approval!.id] }, at())).toEqual([]);
    expect(receiver.calls).toHaveLength(2);
  });
});
