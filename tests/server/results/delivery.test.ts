import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptsOf } from '../../support/attempts.ts';
import {
  type DeliveryOptions,
  RETRIES,
  retryTime,
  startDelivery,
} from '../../../server/results/notification-delivery.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import {
  claimNotifications,
  recordAttempt,
} from '../../../server/store/postgres/results/notification-claims.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { answersOfEveryPlan } from '../../support/query-plans.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createShop, forgetResults, type Shop, storeConversions } from './two-result-workers.ts';

const START = Date.UTC(2026, 1, 28, 14, 59);
const OK = (_: IncomingMessage, response: ServerResponse) => {
  response.end('ありがとう');
};

/**
 * A receiver on a real socket. `answer` can be replaced at any time, and `calls` contains the received
 * requests.
 */
const listen = async () => {
  const receiver = { answer: OK, calls: [] as { url: string; id: string }[], url: '', close: async () => {} };
  const server = createServer((request, response) => {
    receiver.calls.push({ url: request.url ?? '', id: String(request.headers['webhook-id']) });
    receiver.answer(request, response);
  });
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done);
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.close = () =>
    new Promise(done => {
      server.close(() => {
        done();
      });
      server.closeAllConnections();
    });
  return receiver;
};

let parts: TestParts;
let receiver: Awaited<ReturnType<typeof listen>>;
let delivery: ReturnType<typeof startDelivery> | null = null;
/** The time limit is long, so that a slow machine causes no failure. */
const start = (options: DeliveryOptions = {}) =>
  (delivery = startDelivery(parts, { pollEvery: 20, random: () => 0, timeout: 120_000, ...options }));

beforeAll(async () => {
  parts = await createTestParts({ now: START, settings: { webhookAllowPrivate: true } });
});
beforeEach(async () => {
  parts.clock.set(START);
  receiver = await listen();
});
afterEach(async () => {
  await delivery?.close();
  delivery = null;
  await receiver.close();
  await forgetResults(parts);
});
afterAll(() => parts.close());

/** Queues `count` notifications of a network. */
const queue = async (shop: Shop, count = 1) => {
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
/** The times of a claim that ends after a minute. */
const timesAt = (ms: number) => ({
  now: new Date(ms),
  leaseUntil: new Date(ms + 60_000),
  ahead: new Date(ms + 172_800_000),
});
const shopFor = (url: string) => createShop(parts, [{ resultFlag: 2, webhookUrl: url }]);
const notices = async () =>
  (await parts.db.select().from(schema.notification)).toSorted((a, b) => a.id - b.id);
const attempts = async () =>
  (await parts.db.select().from(schema.notificationAttempt)).toSorted(
    (a, b) => a.notificationId - b.notificationId || a.number - b.number,
  );
/** Waits until the rows of the queue satisfy `holds`; the error after the time limit lists the rows. */
const until = async (holds: (rows: Awaited<ReturnType<typeof notices>>) => boolean, timeoutMs = 30_000) => {
  for (const end = performance.now() + timeoutMs; ;) {
    const rows = await notices();
    if (holds(rows)) return rows;
    if (performance.now() > end)
      throw new Error(`the queue stayed: ${JSON.stringify(rows)} ${JSON.stringify(await attempts())}`);
    await new Promise(done => {
      setTimeout(done, 10);
    });
  }
};
const settled = (count = 1) =>
  until(rows => rows.length === count && rows.every(row => row.state === 'done' || row.state === 'dead'));
const failedOnce = () => until(rows => rows[0]?.state === 'ready' && rows[0].attempts === 1);

describe('a notification', () => {
  test('is sent once, with its macros filled and a unique id', async () => {
    await queue(await shopFor(`${receiver.url}/p?o={args}&s={status}&x={nothing}`));
    start();
    const [row] = await settled();
    expect(receiver.calls).toEqual([{ url: '/p?o=%C3%A90&s=0&x=', id: `ntf_${row!.id}` }]);
    expect(row).toMatchObject({ state: 'done', attempts: 1 });
    expect(await attempts()).toMatchObject([
      { number: 1, success: true, httpStatus: 200, answer: 'ありがとう', executedAt: new Date(START) },
    ]);
  });

  test('is tried again after 5 s when the receiver fails, under the same id', async () => {
    const counted = async () => [
      await attemptsOf('notifications', 'sent'),
      await attemptsOf('notifications', 'not_taken'),
    ];
    const [sent = 0, refused = 0] = await counted();
    receiver.answer = (_, response) => {
      response.writeHead(500).end('壊れた');
    };
    await queue(await shopFor(receiver.url));
    start();
    const [row] = await failedOnce();
    expect(row!.nextAt.getTime()).toBe(START + 5_000);
    receiver.answer = OK;
    parts.clock.advance(4_999);
    await new Promise(done => {
      setTimeout(done, 80);
    });
    expect(receiver.calls).toHaveLength(1);
    parts.clock.advance(1);
    await settled();
    expect(new Set(receiver.calls.map(call => call.id)).size).toBe(1);
    expect(
      (await attempts()).map(({ number, success, httpStatus }) => [number, success, httpStatus]),
    ).toEqual([
      [1, false, 500],
      [2, true, 200],
    ]);
    expect(await counted()).toEqual([sent + 1, refused + 1]);
  });

  test('is given up after the eighth failure, on the written schedule', async () => {
    receiver.answer = (_, response) => {
      response.writeHead(503).end();
    };
    await queue(await shopFor(receiver.url));
    start();
    for (let n = 1; n <= RETRIES.length; n++) {
      const [row] = await until(rows => rows[0]?.state === 'ready' && rows[0].attempts === n);
      expect(row!.nextAt.getTime()).toBe(parts.clock.now() + RETRIES[n - 1]!);
      parts.clock.set(row!.nextAt.getTime());
    }
    expect((await settled())[0]).toMatchObject({ state: 'dead', attempts: 8 });
    expect(receiver.calls).toHaveLength(8);
  });

  test('to a receiver that answers 410 is given up at once', async () => {
    receiver.answer = (_, response) => {
      response.writeHead(410).end();
    };
    await queue(await shopFor(receiver.url));
    start();
    expect((await settled())[0]).toMatchObject({ state: 'dead', attempts: 1 });
  });

  test.each([
    ['in seconds', '120', 120_000],
    ['as a date', new Date(START + 3_600_000).toUTCString(), 3_600_000],
    ['shorter than the schedule', '1', 5_000],
    ['longer than a day', '999999', 86_400_000],
    ['as nonsense', 'soon', 5_000],
  ])('waits for the time in Retry-After, %s', async (_, header, wait) => {
    receiver.answer = (__, response) => {
      response.writeHead(429, { 'retry-after': header }).end();
    };
    await queue(await shopFor(receiver.url));
    start();
    expect((await failedOnce())[0]!.nextAt.getTime()).toBe(START + wait);
  });

  test.each([300, 302, 399])('does not follow a redirect (%i)', async status => {
    receiver.answer = (request, response) => {
      if (request.url === '/') response.writeHead(status, { location: '/secret' }).end();
      else response.end();
    };
    await queue(await shopFor(`${receiver.url}/`));
    start();
    await failedOnce();
    expect(receiver.calls.map(call => call.url)).toEqual(['/']);
    expect(await attempts()).toMatchObject([{ httpStatus: status, success: false, failure: 'redirected' }]);
  });

  test('to a receiver that never answers fails after the time limit', async () => {
    receiver.answer = () => {};
    await queue(await shopFor(receiver.url));
    start({ timeout: 150 });
    await failedOnce();
    expect(await attempts()).toMatchObject([
      { httpStatus: null, success: false, failure: 'no_answer', answer: '' },
    ]);
  });

  test('succeeds by its status although the body never ends', async () => {
    receiver.answer = (_, response) => {
      response.writeHead(200);
      response.write('始');
    };
    await queue(await shopFor(receiver.url));
    start({ timeout: 1_000 });
    expect((await settled())[0]).toMatchObject({ state: 'done', attempts: 1 });
  });

  test('fails on an answer that is not HTTP, and stores any bytes as text', async () => {
    const shop = await shopFor(`${receiver.url}/{args}`);
    receiver.answer = (request, response) => {
      if (request.url === '/%C3%A90') request.socket.end('\0\xff not HTTP at all\r\n\r\n');
      else response.end(Buffer.concat([Buffer.from([0, 0xff, 0xfe, 0xc3]), Buffer.alloc(5_000_000, 'é')]));
    };
    await queue(shop, 2);
    start();
    await until(rows => rows[0]?.attempts === 1 && rows[0].state === 'ready' && rows[1]?.state === 'done');
    const [first, second] = await attempts();
    expect(first).toMatchObject({ success: false, httpStatus: null });
    expect(first!.answer).toMatch(/HTTP/);
    expect(second!.answer.length).toBeLessThanOrEqual(500);
    expect(second!.answer).not.toContain('\0');
  });

  test('to an unknown name or a closed port fails with the reason', async () => {
    const { url } = receiver;
    await receiver.close();
    await queue(await shopFor(url));
    start();
    await failedOnce();
    expect((await attempts())[0]).toMatchObject({
      failure: 'unreachable',
      answer: expect.stringContaining('ECONNREFUSED') as string,
    });
  });
});

describe('the sender', () => {
  test('keeps one slow receiver from delaying the others', async () => {
    const slow = await listen();
    const openResponses: ServerResponse[] = [];
    slow.answer = (_, response) => {
      openResponses.push(response);
    };
    const one = await shopFor(slow.url);
    const two = await shopFor(receiver.url);
    await queue(one, 30);
    await queue(two, 30);
    start({ perNetwork: 4 });
    const rows = await until(all => all.filter(row => row.state === 'done').length === 30);
    expect(rows.filter(row => row.aspId === one.networkIds[0] && row.state === 'sending')).toHaveLength(4);
    expect(openResponses).toHaveLength(4);
    slow.answer = OK;
    for (const response of openResponses) response.end();
    await settled(60);
    await slow.close();
  });

  test('shares the queue with other senders and sends nothing twice', async () => {
    await queue(await shopFor(receiver.url), 60);
    const others = [1, 2, 3].map(() => startDelivery(parts, { pollEvery: 20, timeout: 120_000 }));
    await settled(60);
    await Promise.all(others.map(other => other.close()));
    expect(receiver.calls).toHaveLength(60);
    expect(new Set(receiver.calls.map(call => call.id)).size).toBe(60);
  });

  test('shares the places of a network with other senders', async () => {
    const openResponses: ServerResponse[] = [];
    receiver.answer = (_, response) => {
      openResponses.push(response);
    };
    await queue(await shopFor(receiver.url), 10);
    const other = startDelivery(parts, { pollEvery: 20, timeout: 120_000, perNetwork: 3 });
    start({ perNetwork: 3 });
    await until(() => openResponses.length === 3);
    await new Promise(done => {
      setTimeout(done, 200);
    });
    expect((await notices()).filter(row => row.state === 'sending')).toHaveLength(3);
    receiver.answer = OK;
    for (const response of openResponses) response.end();
    await settled(10);
    await other.close();
  });

  test('is not stopped by leases that were taken before the clock was set back', async () => {
    const shop = await shopFor(receiver.url);
    await queue(shop, 5);
    const ahead = START + 86_400_000;
    const [network] = shop.networkIds;
    expect(await claimNotifications(parts.db, network!, timesAt(ahead), 4)).toHaveLength(4);
    start({ perNetwork: 4 });
    const rows = await until(all => all.some(row => row.state === 'done'));
    expect(rows.map(row => row.state).toSorted()).toEqual(['done', ...Array(4).fill('sending')]);
  });

  test('sends what was queued while the clock was days ahead', async () => {
    const shop = await shopFor(receiver.url);
    parts.clock.set(START + 3 * 86_400_000);
    await queue(shop);
    parts.clock.set(START);
    start();
    expect((await settled())[0]).toMatchObject({ state: 'done', attempts: 1 });
  });

  test('takes over a notification of another sender only after its lease has expired', async () => {
    const shop = await shopFor(receiver.url);
    await queue(shop);
    const [dead] = await claimNotifications(parts.db, shop.networkIds[0]!, timesAt(START), 10);
    start();
    await new Promise(done => {
      setTimeout(done, 100);
    });
    expect(receiver.calls).toHaveLength(0);
    parts.clock.advance(60_000);
    expect((await settled())[0]).toMatchObject({ state: 'done', attempts: 2 });
    // The sender with the expired lease reports a failure: it changes no state, but its attempt is recorded.
    await recordAttempt(parts.db, dead!, {
      success: false,
      httpStatus: 500,
      failure: 'not_taken',
      answer: '',
      executedAt: new Date(START),
      retryAt: new Date(START),
    });
    expect((await notices())[0]).toMatchObject({ state: 'done', attempts: 2 });
    expect(await attempts()).toHaveLength(2);
  });

  test('leases a notification for twice the time limit plus 30 seconds', async () => {
    const unanswered: ServerResponse[] = [];
    receiver.answer = (_, response) => {
      unanswered.push(response);
    };
    await queue(await shopFor(receiver.url));
    const first = start({ timeout: 60_000 });
    await until(() => unanswered.length === 1);
    parts.clock.advance(149_999);
    const second = startDelivery(parts, { pollEvery: 20, timeout: 60_000 });
    await new Promise(done => {
      setTimeout(done, 100);
    });
    expect(receiver.calls).toHaveLength(1);
    parts.clock.advance(1);
    await until(() => unanswered.length === 2);
    for (const response of unanswered) response.end();
    await Promise.all([first.close(), second.close()]);
  });

  test('takes no more than its limit under any query plan', async () => {
    const shop = await shopFor(receiver.url);
    await queue(shop, 10);
    const taken = await answersOfEveryPlan(parts.db, tx =>
      claimNotifications(tx, shop.networkIds[0]!, timesAt(START), 4),
    );
    const due = (await notices()).slice(0, 4).map(({ id }) => id);
    for (const claimed of taken) expect(claimed.map(({ id }) => id)).toEqual(due);
  });

  test('records a late success, as the network was notified', async () => {
    const shop = await shopFor(receiver.url);
    await queue(shop);
    const claim = (at: number) => claimNotifications(parts.db, shop.networkIds[0]!, timesAt(at), 10);
    const [late] = await claim(START);
    const [second] = await claim(START + 60_000);
    await recordAttempt(parts.db, late!, {
      success: true,
      httpStatus: 200,
      failure: null,
      answer: '',
      executedAt: new Date(START),
      retryAt: null,
    });
    await recordAttempt(parts.db, second!, {
      success: false,
      httpStatus: 500,
      failure: 'not_taken',
      answer: '',
      executedAt: new Date(START),
      retryAt: new Date(START),
    });
    expect((await notices())[0]!.state).toBe('done');
  });

  test('finishes and records running calls on close and takes no more', async () => {
    const openResponses: ServerResponse[] = [];
    receiver.answer = (_, response) => {
      openResponses.push(response);
    };
    await queue(await shopFor(receiver.url), 5);
    const sender = start({ perNetwork: 2 });
    await until(() => openResponses.length === 2);
    const closing = sender.close();
    for (const response of openResponses) response.end();
    await closing;
    expect((await notices()).map(row => row.state).toSorted()).toEqual([
      'done',
      'done',
      'ready',
      'ready',
      'ready',
    ]);
    expect(receiver.calls).toHaveLength(2);
  });

  test('closes although a receiver is silent, without recording a failure: the notification is sent again after its lease', async () => {
    const unanswered: ServerResponse[] = [];
    receiver.answer = (_, response) => {
      unanswered.push(response);
    };
    await queue(await shopFor(receiver.url));
    const sender = start({ closeWithin: 300 });
    await until(() => unanswered.length === 1);
    await sender.close();
    expect([await notices(), await attempts()]).toMatchObject([[{ state: 'sending', attempts: 1 }], []]);
  });
});

test('jitter spreads the retries and never makes them early', () => {
  expect(retryTime(1, 0, null, () => 0)).toBe(5_000);
  expect(retryTime(1, 0, null, () => 1)).toBe(5_500);
  expect(retryTime(8, 0, null, () => 0)).toBeNull();
});
