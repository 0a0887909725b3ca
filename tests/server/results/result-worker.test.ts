import { DEFAULT_SLICE } from '../../../server/platform/slice-names.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClickTokens } from '../../../server/collector/tokens.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { addLateConversions } from '../../../server/store/postgres/tracking/late-conversions.ts';
import { ownersOf } from '../../../server/results/paths.ts';
import { readResultRules } from '../../../server/store/postgres/results/results.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { readBookmark } from '../../../server/store/postgres/engine/bookmarks.ts';
import { resultsBookmarkOf } from '../../../server/store/postgres/results/results-bookmark.ts';
import {
  conversionFacts,
  createShop,
  pathContact,
  storeContact,
  storeConversion,
  storeConversions,
} from './two-result-workers.ts';

const DAY = 86_400_000;
const ALL = 2n ** 63n;
const START = Date.UTC(2026, 1, 1);
let parts: TestParts;
beforeAll(async () => {
  parts = await createTestParts({ now: START });
});
afterAll(() => parts.close());

const rowsOf = async (companyId: number) => {
  const of = <Row extends { companyId: number }>(rows: Row[]) =>
    rows.filter(row => row.companyId === companyId);
  return {
    results: of(await parts.db.select().from(schema.result)).toSorted((a, b) => a.id - b.id),
    decisions: of(await parts.db.select().from(schema.decision)),
    notifications: of(await parts.db.select().from(schema.notification)),
  };
};
const WEBHOOK = 'https://net.example/?c={xclid}&s={status}';
/** Advances the clock, because results are made from later conversions. */
const later = () => {
  parts.clock.advance(3 * 3_600_000);
  return parts.clock.now();
};

describe('the result worker', () => {
  test('makes a result with its judgements, the first line of its ledger and its notification', async () => {
    const ts = later();
    const shop = await createShop(parts, [
      {
        webhookUrl: WEBHOOK,
        approveAutomatically: true,
        judgeAmount: true,
        judgeArgs: true,
        excludeDuplicateIps: 30,
      },
    ]);
    const contact = await storeContact(parts, {
      productId: shop.productId,
      adId: shop.adIds[0]!,
      ts: ts - DAY,
      xclid: 'clé&1',
    });
    const conversionId = await storeConversion(parts, { productId: shop.productId, ts });
    expect(await createResultWorker(parts).run(ALL)).toBe(1);
    const { results, decisions, notifications } = await rowsOf(shop.companyId);
    expect(results).toMatchObject([
      {
        conversionId,
        interactionId: contact,
        interactionNumber: 1,
        resultType: 1,
        aspId: shop.networkIds[0],
        cvAdId: shop.adIds[0],
        cvCost: 100,
        amount: 5_480,
        args: '注文1',
        userId: '会員',
        xclid: 'clé&1',
        mediaSessionId: 'sé',
        ipAddress: '::ffff:100.64.1.2',
        approvalStatus: 1,
        version: 1,
        approvalAmountResult: 0,
        approvalArgsResult: 0,
        excludeDuplicateIpsResult: 0,
        excludeDuplicateArgsResult: null,
        excludeDuplicateIpsDays: 30,
        visitorId: '18446744073709551615',
      },
    ]);
    expect(results[0]!.cvTime.getTime()).toBe(ts);
    expect(decisions).toMatchObject([
      {
        resultId: results[0]!.id,
        version: 1,
        fromStatus: null,
        toStatus: 1,
        rule: 'auto_approval',
        userId: null,
      },
    ]);
    expect(notifications).toMatchObject([
      {
        resultId: results[0]!.id,
        decisionId: decisions[0]!.id,
        state: 'ready',
        url: 'https://net.example/?c=cl%C3%A9%261&s=1',
      },
    ]);
  });

  test('counts only eligible contacts', async () => {
    const ts = later();
    const shop = await createShop(parts, [{}, {}], [], {
      trackingTerm: 30,
      excludedIps: ['192.0.2.0/24', '2001:db8:ffff::/48'],
    });
    const [first, second] = shop.adIds as [number, number];
    const { productId } = shop;
    const counted = await storeContact(parts, { productId, adId: first, ts: ts - 30 * DAY });
    await storeContact(parts, { productId, adId: second, ts: ts - 30 * DAY - 1 });
    await storeContact(parts, { productId, adId: second, ts: ts + 1 });
    await storeContact(parts, { productId, adId: second, ts: ts - 5, bot: 1 });
    await storeContact(parts, { productId, adId: second, ts: ts - 4, repeated: 1 });
    await storeContact(parts, { productId, adId: second, ts: ts - 3, ip: '::ffff:192.0.2.9' });
    await storeContact(parts, { productId, adId: second, ts: ts - 3, ip: '2001:db8:ffff::9' });
    await storeContact(parts, { productId, adId: second, ts: ts - 2, visitorId: '7' });
    await storeContact(parts, { productId: productId + 1, adId: second, ts: ts - 1 });
    await storeConversion(parts, { productId, ts });
    await createResultWorker(parts).run(ALL);
    expect((await rowsOf(shop.companyId)).results).toMatchObject([
      { cvAdId: first, interactionId: counted, interactionNumber: 1 },
    ]);
  });

  test('reads ten minutes before its cursor again, an hour after a start, and never moves the cursor back', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2 }]);
    const store = (minutesBefore: number) =>
      storeConversion(parts, { productId: shop.productId, ts: ts - minutesBefore * 60_000 });
    const maker = createResultWorker(parts);
    const last = await store(0);
    expect(await maker.run(ALL)).toBe(1);
    for (const minutes of [9, 11, 59, 61]) await store(minutes);
    expect(await maker.run(ALL)).toBe(1);
    const afterStart = createResultWorker(parts);
    expect([await afterStart.run(ALL), await afterStart.run(ALL)]).toEqual([2, 0]);
    expect(await readBookmark(parts.db, resultsBookmarkOf(DEFAULT_SLICE))).toBe(last);
  });

  test('continues after a full batch of conversions with one time', async () => {
    const ts = later();
    const [busy, shop] = [await createShop(parts, []), await createShop(parts, [{ resultFlag: 2 }])];
    await storeConversions(
      parts,
      Array.from({ length: 5_000 }, () => ({ productId: busy.productId, ts })),
    );
    await storeConversion(parts, { productId: shop.productId, ts });
    expect(await createResultWorker(parts).run(ALL)).toBe(1);
  });

  test('creates no results for middle conversions, bots, excluded addresses and missing products', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2 }], [], { excludedIps: ['192.0.2.7'] });
    await storeConversion(parts, { productId: shop.productId, ts, cvType: 0 });
    await storeConversion(parts, { productId: shop.productId, ts, bot: 1 });
    await storeConversion(parts, { productId: shop.productId, ts, ip: '::ffff:192.0.2.7' });
    await storeConversion(parts, { productId: 4_000_000, ts });
    expect(await createResultWorker(parts).run(ALL)).toBe(0);
  });

  test('excludes a conversion by its address only if the address is known', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2 }], [], { excludedIps: ['::/0'] });
    for (const ip of ['::', '::1', '::ffff:192.0.2.7'])
      await storeConversion(parts, { productId: shop.productId, ts, ip });
    await createResultWorker(parts).run(ALL);
    expect((await rowsOf(shop.companyId)).results.map(row => row.ipAddress)).toEqual(['::']);
  });

  test('sends its own click id to a network that sends none', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ webhookUrl: WEBHOOK }]);
    const interactionId = await storeContact(parts, {
      productId: shop.productId,
      adId: shop.adIds[0]!,
      ts: ts - 1,
    });
    await storeConversion(parts, { productId: shop.productId, ts });
    await createResultWorker(parts).run(ALL);
    const xclid = (await rowsOf(shop.companyId)).results[0]!.xclid;
    expect(createClickTokens(parts.secrets.click).read(xclid, shop.productId)).toEqual({
      interactionId: BigInt(interactionId),
      visitorId: '18446744073709551615',
      adId: shop.adIds[0],
    });
  });

  test('creates each result once, however often and by however many workers it runs', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ webhookUrl: WEBHOOK }, { resultFlag: 2 }]);
    await storeContact(parts, { productId: shop.productId, adId: shop.adIds[0]!, ts: ts - 1 });
    for (let n = 0; n < 20; n++)
      await storeConversion(parts, { productId: shop.productId, ts: ts + n, args: `注文${n}` });
    const made = await Promise.all([1, 2, 3].map(() => createResultWorker(parts).run(ALL)));
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(40);
    const again = createResultWorker(parts);
    expect(await again.run(ALL)).toBe(0);
    expect(await again.run(ALL)).toBe(0);
    const { results, decisions, notifications } = await rowsOf(shop.companyId);
    expect([results.length, decisions.length, notifications.length]).toEqual([40, 40, 20]);
  });

  test('judges a conversion once, also after a restart, by the settings of that time', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 0 }]);
    await storeConversion(parts, { productId: shop.productId, ts });
    expect(await createResultWorker(parts).run(ALL)).toBe(0);
    await parts.db.update(schema.asp).set({ resultFlag: 2 }).where(eq(schema.asp.id, shop.networkIds[0]!));
    const restarted = createResultWorker(parts);
    expect(await restarted.run(ALL)).toBe(0);
    const next = await storeConversion(parts, { productId: shop.productId, ts: ts + 2 * 3_600_000 });
    expect(await restarted.run(ALL)).toBe(1);
    expect(await parts.db.select().from(schema.judgedConversion)).toHaveLength(2);
    await restarted.run(ALL);
    // What the next start cannot read again is forgotten.
    expect(await parts.db.select().from(schema.judgedConversion)).toEqual([
      { conversionId: next, slice: DEFAULT_SLICE },
    ]);
  });

  test('creates all or none of a batch after a failure within it', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ webhookUrl: WEBHOOK }]);
    await storeContact(parts, { productId: shop.productId, adId: shop.adIds[0]!, ts: ts - 1 });
    await storeConversion(parts, { productId: shop.productId, ts });
    // Ends the transaction after its last statement and before its commit, as a kill could.
    const falling = new Proxy(parts.db, {
      get: (db, name) =>
        name === 'transaction'
          ? (work: (tx: unknown) => Promise<unknown>) =>
              db.transaction(async tx => {
                await work(tx);
                throw new Error('killed');
              })
          : (Reflect.get(db, name) as unknown),
    });
    await expect(createResultWorker({ ...parts, db: falling }).run(ALL)).rejects.toThrow('killed');
    expect(await rowsOf(shop.companyId)).toEqual({ results: [], decisions: [], notifications: [] });
    expect(await createResultWorker(parts).run(ALL)).toBe(1);
  });

  test('creates the results of a conversion far before the cursor only if it is queued', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2 }]);
    const maker = createResultWorker(parts);
    await storeConversion(parts, { productId: shop.productId, ts });
    expect(await maker.run(ALL)).toBe(1);
    const late = await storeConversion(parts, { productId: shop.productId, ts: ts - 40 * DAY });
    await storeConversion(parts, { productId: shop.productId, ts: ts - 40 * DAY });
    expect(await maker.run(ALL)).toBe(0);
    await addLateConversions(parts.db, DEFAULT_SLICE, [late, late]);
    expect(await maker.run(ALL)).toBe(1);
    await addLateConversions(parts.db, DEFAULT_SLICE, [late]);
    expect(await maker.run(ALL)).toBe(0);
    expect((await rowsOf(shop.companyId)).results.map(row => row.conversionId)).toContain(late);
  });

  test('includes a conversion that arrives after one accepted later', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2 }]);
    const maker = createResultWorker(parts);
    await storeConversion(parts, { productId: shop.productId, ts });
    expect(await maker.run(ALL)).toBe(1);
    await storeConversion(parts, { productId: shop.productId, ts: ts - 9 * 60_000 });
    expect(await maker.run(ALL)).toBe(1);
  });

  test('leaves conversions above the watermark for the next time', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2 }]);
    const id = await storeConversion(parts, { productId: shop.productId, ts });
    const maker = createResultWorker(parts);
    expect(await maker.run(BigInt(id) - 1n)).toBe(0);
    expect(await maker.run(BigInt(id))).toBe(1);
  });
});

const statuses = async (companyId: number) =>
  (await rowsOf(companyId)).results.map(row => [
    row.approvalStatus,
    row.excludeDuplicateIpsResult,
    row.excludeDuplicateArgsResult,
  ]);

describe('plausibility limits', () => {
  const HOUR = 3_600_000;
  const judged = async (companyId: number) =>
    (await rowsOf(companyId)).results.map(row => [row.approvalStatus, row.exceededLimits]);

  test('exclude a larger amount from automatic approval, except for server conversions', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2, approveAutomatically: true }], [], {
      maxConversionAmount: 1_000,
    });
    for (const [amount, origin] of [
      [1_000, 'url'],
      [1_001, 'url'],
      [9_999_999, 'server'],
    ] as const)
      await storeConversion(parts, { productId: shop.productId, ts, amount, origin });
    await createResultWorker(parts).run(ALL);
    expect(await judged(shop.companyId)).toEqual([
      [1, null],
      [0, 1],
      [1, null],
    ]);
    expect((await rowsOf(shop.companyId)).decisions.map(line => line.rule).toSorted()).toEqual([
      'auto_approval',
      'auto_approval',
      'exceeded_limits',
    ]);
  });

  test('leave a conversion whose amount or identifier could not be read to a person', async () => {
    const shop = await createShop(
      parts,
      [{ resultFlag: 2, approveAutomatically: true, judgeAmount: true, judgeArgs: true }],
      [],
    );
    for (const [amount, args, unreadableValues] of [
      [0, '1', 1],
      [5, '', 2],
      [0, '', 3],
      [0, '2', 0],
      [0, '', 1],
    ] as const)
      await storeConversion(parts, {
        productId: shop.productId,
        ts: later(),
        amount,
        args,
        unreadableValues,
      });
    await createResultWorker(parts).run(ALL);
    expect(await judged(shop.companyId)).toEqual([
      [0, 4],
      [0, 4],
      [0, 4],
      [2, null],
      [2, 4],
    ]);
    expect((await rowsOf(shop.companyId)).decisions.map(line => line.rule).toSorted()).toEqual([
      'amount',
      'args',
      'unreadable_values',
      'unreadable_values',
      'unreadable_values',
    ]);
  });

  test('exclude too many conversions of a visitor within an hour from automatic approval, in one batch or several', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2, approveAutomatically: true }], [], {
      maxConversionAmount: 6_000,
      maxVisitorConversionsPerHour: 2,
    });
    const maker = createResultWorker(parts);
    const convert = (at: number, over: object = {}) =>
      storeConversion(parts, { productId: shop.productId, ts: ts + at, ...over });
    await convert(0, { origin: 'server' });
    await convert(0, { cvType: 0 });
    await convert(0, { bot: 1 });
    await convert(0);
    await convert(0);
    await convert(0, { visitorId: '7' });
    await maker.run(ALL);
    await convert(HOUR - 1, { amount: 6_001 });
    await maker.run(ALL);
    // The first two are now one hour old and no longer count; the third still counts.
    await convert(HOUR);
    await maker.run(ALL);
    await convert(HOUR);
    await maker.run(ALL);
    expect(await judged(shop.companyId)).toEqual([
      [1, null],
      [1, null],
      [1, null],
      [1, null],
      [0, 3],
      [1, null],
      [0, 2],
    ]);
    parts.clock.set(ts + DAY);
  });

  test('apply to server conversions where the product does not require its key', async () => {
    const ts = later();
    const shop = await createShop(parts, [{ resultFlag: 2, approveAutomatically: true }], [], {
      maxConversionAmount: 1_000,
      maxVisitorConversionsPerHour: 2,
      conversionKeyRequired: false,
    });
    for (const [amount, origin] of [
      [1_001, 'server'],
      [1_000, 'url'],
      [1_000, 'server'],
    ] as const)
      await storeConversion(parts, { productId: shop.productId, ts, amount, origin });
    await createResultWorker(parts).run(ALL);
    expect(await judged(shop.companyId)).toEqual([
      [0, 1],
      [1, null],
      [0, 2],
    ]);
  });

  test('do not change a rejection', async () => {
    const ts = later();
    const shop = await createShop(
      parts,
      [{ resultFlag: 2, approveAutomatically: true, judgeArgs: true }],
      [],
      { maxConversionAmount: 1 },
    );
    await storeConversion(parts, { productId: shop.productId, ts, args: '' });
    await createResultWorker(parts).run(ALL);
    expect(await judged(shop.companyId)).toEqual([[2, 1]]);
  });
});

describe('duplicates', () => {
  test('of an address are rejected within the window, in one batch or several', async () => {
    const ts = later();
    const shop = await createShop(parts, [
      { resultFlag: 2, excludeDuplicateIps: 2, approveAutomatically: true },
    ]);
    const maker = createResultWorker(parts);
    await storeConversion(parts, { productId: shop.productId, ts });
    await storeConversion(parts, { productId: shop.productId, ts: ts + 1 });
    await maker.run(ALL);
    await storeConversion(parts, { productId: shop.productId, ts: ts + 2 * DAY });
    await storeConversion(parts, { productId: shop.productId, ts: ts + 2 * DAY, ip: '2001:db8::1' });
    await maker.run(ALL);
    await storeConversion(parts, { productId: shop.productId, ts: ts + 4 * DAY });
    await maker.run(ALL);
    // The third is two days after the first, but less than two after the second, which counts even though it
    // was rejected.
    expect(await statuses(shop.companyId)).toEqual([
      [1, 0, null],
      [2, 1, null],
      [2, 1, null],
      [1, 0, null],
      [1, 0, null],
    ]);
    parts.clock.set(ts + 5 * DAY);
  });

  test('are not detected by an unknown address, in one batch or several', async () => {
    const ts = later();
    const shop = await createShop(parts, [
      { resultFlag: 2, excludeDuplicateIps: 2, approveAutomatically: true },
    ]);
    const maker = createResultWorker(parts);
    for (const at of [ts, ts + 1])
      await storeConversion(parts, { productId: shop.productId, ts: at, ip: '::' });
    await maker.run(ALL);
    await storeConversion(parts, { productId: shop.productId, ts: ts + 2, ip: '::' });
    await maker.run(ALL);
    const { results } = await rowsOf(shop.companyId);
    expect(
      results.map(row => [row.approvalStatus, row.excludeDuplicateIpsResult, row.excludeDuplicateIpsDays]),
    ).toEqual([
      [1, null, null],
      [1, null, null],
      [1, null, null],
    ]);
    parts.clock.set(ts + DAY);
  });

  test('of an identifier are rejected without a time limit, but not by another network', async () => {
    const ts = later();
    const shop = await createShop(parts, [
      { resultFlag: 2, excludeDuplicateArgs: true },
      { resultFlag: 2, excludeDuplicateArgs: true },
    ]);
    const maker = createResultWorker(parts);
    for (const args of ['É-1', '', '']) await storeConversion(parts, { productId: shop.productId, ts, args });
    await maker.run(ALL);
    await storeConversion(parts, { productId: shop.productId, ts: ts + 1, args: 'É-1' });
    await maker.run(ALL);
    const { results } = await rowsOf(shop.companyId);
    for (const aspId of shop.networkIds) {
      expect(results.filter(row => row.aspId === aspId).map(row => row.excludeDuplicateArgsResult)).toEqual([
        2, 2, 2, 1,
      ]);
    }
  });
});

test('a batch reads the settings of the ads on its paths, not of all ads of a product', async () => {
  const shop = await createShop(parts, [{}, {}, {}]);
  const [first, second] = shop.adIds as [number, number];
  const batch = [[first], [second, first], []].map(adIds => ({
    conversion: { ...conversionFacts(), productId: shop.productId, visitorId: '7', origin: 'url' },
    path: adIds.map(adId => ({ ...pathContact(adId), productId: shop.productId, visitorId: '7', ip: '' })),
  }));
  const { ads, networks, products } = await readResultRules(parts.db, ...ownersOf(batch));
  expect([...ads.keys()].toSorted((a, b) => a - b)).toEqual([first, second]);
  expect([...networks.keys()].toSorted((a, b) => a - b)).toEqual(shop.networkIds);
  expect([...products.keys()]).toEqual([shop.productId]);
});
