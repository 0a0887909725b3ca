import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decideMany } from '../../../server/results/decide.ts';
import { startDelivery } from '../../../server/results/notification-delivery.ts';
import { replayLedgers } from '../../../server/results/replay.ts';
import { takeBackMany } from '../../../server/results/take-back.ts';
import { claimNotifications } from '../../../server/store/postgres/results/notification-claims.ts';
import { resultsOfConversions } from '../../../server/store/postgres/results/re-evaluation.ts';
import { resend } from '../../../server/store/postgres/results/queue-log.ts';
import { resultCounts } from '../../../server/store/postgres/results/result-counts.ts';
import {
  decision,
  notification,
  product,
  result,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createShop, type Shop } from './two-result-workers.ts';

const NOW = Date.UTC(2026, 1, 28, 14, 59, 59, 500);
const HOLD_MS = 10_000;
let parts: TestParts;
let shop: Shop;
let other: number;
const calls: string[] = [];
const receiver = createServer((request, response) => {
  calls.push(request.url ?? '');
  response.end();
});

beforeAll(async () => {
  await new Promise<void>(done => {
    receiver.listen(0, '127.0.0.1', done);
  });
  parts = await createTestParts({ now: NOW, settings: { webhookAllowPrivate: true } });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/?r={result_id}&s={status}`;
  shop = await createShop(parts, [
    { webhookUrl: url, approvedValue: '承認', rejectedValue: 'é' },
    { resultMethod: 1, cvTag: '<img src="https://net.example/?s={status}">' },
  ]);
  const [{ roleId }] = (await parts.db
    .select({ roleId: user.roleId })
    .from(user)
    .where(eq(user.id, shop.userId))) as [{ roleId: number }];
  [{ id: other }] = (await parts.db
    .insert(user)
    .values({ companyId: shop.companyId, name: '他の人', email: 'b@shop.example', password: '-', roleId })
    .returning({ id: user.id })) as [{ id: number }];
});
afterAll(async () => {
  receiver.close();
  await parts.close();
});
beforeEach(async () => {
  await hold(HOLD_MS / 1_000);
});

const hold = (seconds: number) =>
  parts.db.update(product).set({ decisionHoldSeconds: seconds }).where(eq(product.id, shop.productId));

let conversions = 0;
const pending = async (count: number, network = 0) => {
  const rows = await parts.db
    .insert(result)
    .values(
      Array.from({ length: count }, () => ({
        companyId: shop.companyId,
        productId: shop.productId,
        aspId: shop.networkIds[network]!,
        cvAdId: shop.adIds[network]!,
        resultType: 1,
        conversionId: String(2n ** 62n + BigInt(++conversions)),
        cvTime: new Date(NOW),
        ipAddress: '::1',
        approvalStatus: 0,
        cvCost: 100.5,
        amount: 5_480,
      })),
    )
    .returning({ id: result.id });
  await parts.db.insert(decision).values(
    rows.map(({ id }) => ({
      companyId: shop.companyId,
      resultId: id,
      version: 1,
      toStatus: 0,
      rule: 'made',
    })),
  );
  return rows.map(({ id }) => id);
};
let keys = 0;
const seen = (ids: readonly number[], version: number) => ids.map(id => ({ id, version }));
const requesterOf = (userId = shop.userId) => ({ companyId: shop.companyId, userId });
const decide = (
  to: 1 | 2,
  ids: readonly number[],
  { version = 1, userId = shop.userId, key = `decide-${++keys}` } = {},
) => decideMany(parts, requesterOf(userId), { to, reason: '理由 é', key, results: seen(ids, version) });
const takeBack = (
  ids: readonly number[],
  { version = 2, userId = shop.userId, key = `take-back-${++keys}` } = {},
) => takeBackMany(parts, requesterOf(userId), { key, results: seen(ids, version) });

const stored = async (id: number) =>
  (
    await parts.db
      .select({ status: result.approvalStatus, version: result.version })
      .from(result)
      .where(eq(result.id, id))
  )[0];
const noticesOf = (id: number) =>
  parts.db.select().from(notification).where(eq(notification.resultId, id)).orderBy(asc(notification.id));
const lastLine = async (id: number, version: number) =>
  (
    await parts.db
      .select()
      .from(decision)
      .where(and(eq(decision.resultId, id), eq(decision.version, version)))
  )[0];
const countsNow = () =>
  resultCounts(parts.db, { companyId: shop.companyId, productId: shop.productId, conditions: [], words: [] });
const networkCallsFor = (id: number) => calls.filter(url => url.startsWith(`/?r=${id}&`));
/** Runs the sender until no notification is due. */
const send = async () => {
  const delivery = startDelivery(parts, { pollEvery: 10, random: () => 0 });
  await expect
    .poll(async () =>
      (await parts.db.select().from(notification)).filter(
        row => row.method === 2 && row.state !== 'done' && row.nextAt.getTime() <= parts.clock.now(),
      ),
    )
    .toEqual([]);
  await delivery.close();
};

describe('a held decision', () => {
  test('is sent once after the hold, also by a program that was started during the hold', async () => {
    const [id] = (await pending(1)) as [number];
    expect(await decide(1, [id])).toEqual({ decided: 1, refused: [], hold_ms: HOLD_MS });
    await send();
    parts.clock.advance(HOLD_MS - 1);
    await send();
    expect(networkCallsFor(id)).toEqual([]);
    parts.clock.advance(1);
    await send();
    await send();
    expect(networkCallsFor(id)).toEqual([`/?r=${id}&s=%E6%89%BF%E8%AA%8D`]);
  });

  test('taken back during the hold adds a ledger line, restores the previous status and is not sent', async () => {
    const before = await countsNow();
    const [id] = (await pending(1)) as [number];
    await decide(2, [id]);
    parts.clock.advance(HOLD_MS - 1);
    expect(await takeBack([id])).toEqual({ taken_back: 1, refused: [] });
    expect(await stored(id)).toEqual({ status: 0, version: 3 });
    expect(await lastLine(id, 3)).toMatchObject({
      fromStatus: 2,
      toStatus: 0,
      userId: shop.userId,
      rule: null,
      reason: '',
      takesBack: 2,
      heldUntil: null,
      decidedAt: new Date(parts.clock.now()),
    });
    expect(await noticesOf(id)).toEqual([]);
    expect(await countsNow()).toEqual({ ...before, pending: before!.pending + 1 });
    parts.clock.advance(HOLD_MS);
    await send();
    expect(networkCallsFor(id)).toEqual([]);
    // It can be decided again, and the new decision is sent.
    await decide(1, [id], { version: 3 });
    parts.clock.advance(HOLD_MS);
    await send();
    expect(networkCallsFor(id)).toEqual([`/?r=${id}&s=%E6%89%BF%E8%AA%8D`]);
  });

  test('can be taken back once and until the hold ends, to the millisecond', async () => {
    const [late, twice, never] = (await pending(3)) as [number, number, number];
    await decide(1, [late, twice]);
    expect(await takeBack([twice])).toMatchObject({ taken_back: 1 });
    expect(await takeBack([twice], { version: 3 })).toEqual({
      taken_back: 0,
      refused: [{ id: twice, code: 'no_step', status: 0, version: 3 }],
    });
    expect(await takeBack([never], { version: 1 })).toMatchObject({ refused: [{ code: 'no_step' }] });
    parts.clock.advance(HOLD_MS);
    expect(await takeBack([late])).toEqual({
      taken_back: 0,
      refused: [{ id: late, code: 'hold_over', status: 1, version: 2 }],
    });
    expect((await noticesOf(late)).map(({ state }) => state)).toEqual(['ready']);
  });

  test('is not cut short by sending its notification again', async () => {
    const [id] = (await pending(1)) as [number];
    await decide(1, [id]);
    const [notice] = await noticesOf(id);
    parts.clock.advance(HOLD_MS - 1);
    expect(
      await resend(parts.db, requesterOf(other), { ids: [notice!.id] }, new Date(parts.clock.now())),
    ).toEqual([]);
    expect(await noticesOf(id)).toEqual([notice]);
    await send();
    expect(networkCallsFor(id)).toEqual([]);
    expect(await takeBack([id])).toEqual({ taken_back: 1, refused: [] });
  });

  test('does not exist for a product without a hold: the decision cannot be taken back', async () => {
    await hold(0);
    const [id] = (await pending(1)) as [number];
    expect(await decide(1, [id])).toEqual({ decided: 1, refused: [], hold_ms: 0 });
    expect((await noticesOf(id))[0]!.nextAt.getTime()).toBe(parts.clock.now());
    expect(await takeBack([id])).toMatchObject({ refused: [{ code: 'hold_over' }] });
  });

  test('keeps the hold of the product at the decision, and a later decision on the result is sent after it', async () => {
    await hold(600);
    const [onHold, shortened] = (await pending(2)) as [number, number];
    await decide(1, [onHold, shortened]);
    await hold(0);
    parts.clock.advance(599_999);
    expect(await decide(2, [shortened], { version: 2 })).toMatchObject({ hold_ms: 0 });
    const [first, second] = await noticesOf(shortened);
    expect(second!.nextAt.getTime()).toBeGreaterThan(first!.nextAt.getTime());
    expect(await takeBack([onHold])).toMatchObject({ taken_back: 1 });
  });

  test('cannot be taken back after an attempt to notify, even a failed one', async () => {
    const [id] = (await pending(1)) as [number];
    await decide(1, [id]);
    await parts.db.update(notification).set({ attempts: 1 }).where(eq(notification.resultId, id));
    expect(await takeBack([id])).toEqual({
      taken_back: 0,
      refused: [{ id, code: 'notified', status: 1, version: 2 }],
    });
  });

  test('does not change the CV tag of its result when it is taken back', async () => {
    const [id] = (await pending(1, 1)) as [number];
    const [{ id: decisionId }] = (await parts.db
      .select({ id: decision.id })
      .from(decision)
      .where(eq(decision.resultId, id))) as [{ id: number }];
    await parts.db.insert(notification).values({
      companyId: shop.companyId,
      productId: shop.productId,
      aspId: shop.networkIds[1]!,
      resultId: id,
      decisionId,
      method: 1,
      url: '',
      body: '<img>',
      nextAt: new Date(parts.clock.now() + 600_000),
    });
    const tag = await noticesOf(id);
    expect(await decide(1, [id])).toMatchObject({ hold_ms: HOLD_MS });
    expect(await takeBack([id])).toMatchObject({ taken_back: 1 });
    expect(await noticesOf(id)).toEqual(tag);
  });

  test('counts as decided by hand until it is taken back', async () => {
    const [back, onHold] = (await pending(2)) as [number, number];
    await decide(1, [back, onHold]);
    await takeBack([back]);
    const ids = (await parts.db.select({ conversionId: result.conversionId }).from(result)).map(
      row => row.conversionId,
    );
    const rows = await resultsOfConversions(parts.db, shop.companyId, ids, false);
    expect([back, onHold].map(id => rows.find(row => row.result.id === id)?.byHand)).toEqual([false, true]);
  });
});

describe('taking a decision back', () => {
  test('is allowed to the user who decided, and refused as a conflict after a later decision', async () => {
    const [id] = (await pending(1)) as [number];
    await decide(1, [id]);
    expect(await takeBack([id], { userId: other })).toEqual({
      taken_back: 0,
      refused: [{ id, code: 'not_own', status: 1, version: 2 }],
    });
    await decide(2, [id], { version: 2, userId: other });
    expect(await takeBack([id])).toEqual({
      taken_back: 0,
      refused: [{ id, code: 'conflict', status: 2, version: 3 }],
    });
    // The second user takes back the own decision; the decision of the first user is sent.
    expect(await takeBack([id], { version: 3, userId: other })).toMatchObject({ taken_back: 1 });
    expect(await stored(id)).toEqual({ status: 1, version: 4 });
    expect(await noticesOf(id)).toHaveLength(1);
  });

  test('tells users of another company or of a foreign agency nothing about the result', async () => {
    const [id] = (await pending(1)) as [number];
    await decide(1, [id]);
    const unseen = { taken_back: 0, refused: [{ id, code: 'not_found', status: null, version: null }] };
    const foreign = await createShop(parts, []);
    expect(
      await takeBackMany(
        parts,
        { companyId: foreign.companyId, userId: foreign.userId },
        { key: 'foreign-1', results: seen([id], 2) },
      ),
    ).toEqual(unseen);
    expect(
      await takeBackMany(
        parts,
        { ...requesterOf(), adIds: [] },
        { key: 'agency-01', results: seen([id], 2) },
      ),
    ).toEqual(unseen);
  });

  test('is refused once a sender has claimed the notification, which is otherwise never sent', async () => {
    const won = { claimed: 0, takenBack: 0 };
    // Each claim has two places more than are taken.
    let places = 2 + (await parts.db.$count(notification, eq(notification.state, 'sending')));
    for (let round = 0; round < 20 && (won.claimed === 0 || won.takenBack === 0); round++) {
      const ids = await pending(40);
      await decide(1, ids);
      const notices = new Map(
        (await parts.db.select().from(notification).where(inArray(notification.resultId, ids))).map(row => [
          row.resultId,
          row.id,
        ]),
      );
      // The clock of the other program is ahead, so that claiming and taking back are allowed at the same
      // time.
      const ahead = parts.clock.now() + HOLD_MS;
      const times = {
        now: new Date(ahead),
        leaseUntil: new Date(ahead + 600_000),
        ahead: new Date(ahead + 172_800_000),
      };
      const claim = async () => {
        const found: number[] = [];
        for (let n = 0; n < 40; n++) {
          const claimed = await claimNotifications(parts.db, shop.networkIds[0]!, times, places);
          places += claimed.length;
          found.push(...claimed.map(one => one.id));
        }
        return found;
      };
      const [found, ...backs] = await Promise.all([claim(), ...ids.toReversed().map(id => takeBack([id]))]);
      const claimed = new Set(found);
      const refused = new Map(backs.flatMap(answer => answer.refused).map(({ id, code }) => [id, code]));
      for (const id of ids) {
        const wasClaimed = claimed.has(notices.get(id)!);
        expect([id, refused.get(id) ?? 'taken back'], 'either claimed or taken back').toEqual([
          id,
          wasClaimed ? 'notified' : 'taken back',
        ]);
        expect(await stored(id)).toEqual(wasClaimed ? { status: 1, version: 2 } : { status: 0, version: 3 });
      }
      won.claimed += refused.size;
      won.takenBack += ids.length - refused.size;
    }
    expect([won.claimed > 0, won.takenBack > 0]).toEqual([true, true]);
  });
});

describe('many decisions in one request', () => {
  test('are taken back one by one, and each refused one has its reason', async () => {
    const [back, conflict, foreign, unknown] = (await pending(4)) as [number, number, number, number];
    await decide(1, [back, conflict]);
    await decide(1, [foreign], { userId: other });
    await decide(2, [conflict], { version: 2 });
    expect(
      await takeBackMany(parts, requesterOf(), {
        key: 'together-1',
        results: [...seen([back, conflict, foreign], 2), { id: unknown + 1_000, version: 2 }],
      }),
    ).toEqual({
      taken_back: 1,
      refused: [
        { id: conflict, code: 'conflict', status: 2, version: 3 },
        { id: foreign, code: 'not_own', status: 1, version: 2 },
        { id: unknown + 1_000, code: 'not_found', status: null, version: null },
      ],
    });
  });

  test('with the same idempotency key return the same answer and are done once; the key of a decision is refused', async () => {
    const ids = await pending(501);
    await decide(1, ids, { key: 'a-decision' });
    const both = await Promise.all([1, 2].map(() => takeBack(ids, { key: 'twice-the-same' })));
    expect(both).toEqual([
      { taken_back: 501, refused: [] },
      { taken_back: 501, refused: [] },
    ]);
    expect(await takeBack(ids, { key: 'twice-the-same' })).toEqual(both[0]);
    expect(await parts.db.$count(decision, eq(decision.resultId, ids[0]!))).toBe(3);
    await expect(takeBack(ids, { key: 'a-decision' })).rejects.toMatchObject({
      fields: { key: [{ code: 'taken' }] },
    });
    await expect(takeBack([ids[0]!, ids[0]!])).rejects.toMatchObject({
      fields: { results: [{ code: 'duplicate' }] },
    });
  });

  test('repeated return the time that is left of the hold', async () => {
    const [id] = (await pending(1)) as [number];
    await decide(1, [id], { key: 'hold-left-1' });
    parts.clock.advance(4_000);
    expect(await decide(1, [id], { key: 'hold-left-1' })).toEqual({
      decided: 1,
      refused: [],
      hold_ms: HOLD_MS - 4_000,
    });
    parts.clock.advance(HOLD_MS);
    expect(await decide(1, [id], { key: 'hold-left-1' })).toMatchObject({ hold_ms: 0 });
  });

  test('leave ledgers that replay to every status', async () => {
    const wrong: unknown[] = [];
    expect(
      await replayLedgers(parts.db, found => {
        wrong.push(found);
      }),
    ).toBe(await parts.db.$count(result));
    expect(wrong).toEqual([]);
  });
});
