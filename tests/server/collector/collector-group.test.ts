import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { eq, ne, sql } from 'drizzle-orm';
import { test as base, createExpect, describe, type ExpectStatic } from 'vitest';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { openRejectedRows } from '../../../server/collector/rejected-rows.ts';
import { openCollectorGroup, type CollectorGroup } from '../../../server/collector/collector-group.ts';
import { readFolderIdentity } from '../../../server/collector/folder-identity.ts';
import { METRICS } from '../../../server/attribution/metrics.ts';
import { collectionStatusOf } from '../../../server/health/collection-status.ts';
import type { Dependencies } from '../../../server/dependencies.ts';
import { createIds } from '../../../server/platform/ids.ts';
import { runErasures } from '../../../server/privacy/erasure-worker.ts';
import { computeReport } from '../../../server/reports/analyses/row-report/compute.ts';
import { oneSlice } from '../../../server/slices/slices.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { createCommandDeriver } from '../../../server/rollups/command-deriver.ts';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { derivedOf } from '../../../server/store/clickhouse/rollups/derived.ts';
import {
  asp,
  clickBatch,
  collector as collectorTable,
  erasure,
  result,
} from '../../../server/store/postgres/schema/index.ts';
import { readClicksUntil } from '../../../server/store/postgres/tracking/click-batches.ts';
import { abandonCollector, listCollectors } from '../../../server/store/postgres/tracking/collectors.ts';
import { makeCollectorShop, type CollectorShop } from '../../support/collector-shop.ts';
import { serveCollector } from '../../support/serve-collector.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Several collectors on the same stores, each with its own data folder, in this process. */
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface Member {
  readonly group: CollectorGroup;
  readonly collector: Collector;
  readonly app: FastifyInstance;
  readonly parts: Dependencies;
  /** While true, events stay in the journal. */
  isPaused: boolean;
  wasReplaced: boolean;
  /** Whether it was told to be started again. */
  isRestarted: boolean;
}

/** Collectors of one test on stores of their own. */
class Group {
  readonly members: Member[] = [];
  readonly parts: TestParts;
  readonly shop: CollectorShop;
  readonly root: string;
  /** That of the test: several run at the same time. */
  readonly expect: ExpectStatic;

  private constructor(parts: TestParts, shop: CollectorShop, root: string, expect: ExpectStatic) {
    this.parts = parts;
    this.shop = shop;
    this.root = root;
    this.expect = expect;
  }

  static async open(expect: ExpectStatic): Promise<Group> {
    const parts = await createTestParts();
    const shop = await makeCollectorShop(parts);
    return new Group(parts, shop, await mkdtemp(join(tmpdir(), 'touchpath-group-')), expect);
  }

  async close(): Promise<void> {
    for (const { app, collector } of this.members) {
      await app.close();
      await collector.close();
    }
    await this.parts.close();
    await rm(this.root, { recursive: true, force: true });
  }

  async joinGroup(
    folder: string,
    change: Partial<TestParts> = {},
    isRelationalAway = false,
  ): Promise<Member> {
    const state = { isPaused: false, wasReplaced: false, isRestarted: false };
    const columnar = new Proxy(this.parts.columnar, {
      get: (target, key) => {
        const found = Reflect.get(target, key) as unknown;
        if (key !== 'exec') return found;
        return (...args: unknown[]) =>
          state.isPaused
            ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
            : Reflect.apply(found as (...a: unknown[]) => unknown, target, args);
      },
    });
    const own = {
      ...this.parts,
      slices: oneSlice(columnar),
      ...change,
      settings: {
        ...this.parts.settings,
        ...change.settings,
        clickhouseUrl: 'http://localhost',
        dataDir: join(this.root, folder),
      },
    };
    const group = (await openCollectorGroup(own, isRelationalAway, isRestarted => {
      Object.assign(state, { wasReplaced: true, isRestarted });
    }))!;
    const { clock } = group;
    const withIds = { ...own, clock, ids: createIds(clock, group.number) };
    const collector = await openCollector(withIds, { group, loader: { everyMs: 20, retryMs: [20] } });
    const app = await serveCollector(withIds, collector);
    const member = Object.assign(state, { group, collector, app, parts: withIds });
    this.members.push(member);
    return member;
  }

  async followLink({ app }: Member, cookie = '') {
    const answer = await app.inject({
      url: `/r/${this.shop.links.plain.id}`,
      headers: { 'user-agent': CHROME, cookie },
    });
    this.expect(answer.statusCode).toBe(302);
    return answer.headers;
  }

  /** A click of a new visitor. @returns its token */
  async click(member: Member) {
    const { location } = await this.followLink(member);
    return new URL(String(location)).searchParams.get('xclid') ?? '';
  }

  /** A click of a new visitor. @returns the cookie of the visitor */
  async firstClick(member: Member) {
    return String((await this.followLink(member))['set-cookie']).split(';')[0] ?? '';
  }

  /** A conversion of the visitor of a click. */
  async convert({ app }: Member, clickToken: string, orderNumber: string) {
    const answer = await app.inject({
      method: 'POST',
      url: '/e',
      headers: { 'content-type': 'text/plain', origin: 'https://shop.example', 'user-agent': CHROME },
      payload: JSON.stringify({
        p: this.shop.shop.id,
        t: 'cv',
        u: 'https://shop.example/',
        x: clickToken,
        a: { p_resid: orderNumber },
      }),
    });
    this.expect([200, 204]).toContain(answer.statusCode);
  }

  async count(table: 'contact' | 'conversion') {
    const answer = await this.parts.columnar.query({
      query: `SELECT count() AS rows FROM ${table}`,
      format: 'JSONEachRow',
    });
    return Number((await answer.json<{ rows: string }>())[0]?.rows);
  }

  results() {
    return this.parts.db.select().from(result).orderBy(result.id);
  }

  /** Waits until the events of all collectors are complete up to what is accepted now. */
  async complete({ group, parts: { ids } }: Member) {
    const id = ids.next();
    await this.expect.poll(async () => (await group.completeUpTo()) ?? 2n ** 63n).toBeGreaterThan(id);
  }

  async makeResults({ group, collector }: Member) {
    const upTo = (await group.completeUpTo()) ?? BigInt(collector.watermark());
    return createResultWorker(this.parts).run(upTo);
  }

  /** Waits until each collector knows that there are others, and publishes its clicks. */
  async publishing(count: number) {
    await this.expect
      .poll(async () =>
        (await this.parts.db.select().from(collectorTable)).map(row => row.clicksUntil !== null),
      )
      .toEqual(Array.from({ length: count }, () => true));
  }

  /** The stored contacts, in order of their times. */
  async contacts() {
    const answer = await this.parts.columnar.query({
      query:
        'SELECT visitor_id, toUnixTimestamp64Milli(ts) AS at, repeated FROM contact ORDER BY visitor_id, ts, interaction_id',
      format: 'JSONEachRow',
    });
    const rows = await answer.json<{ visitor_id: string; at: string; repeated: number }>();
    return rows.map(row => ({ ...row, at: Number(row.at) }));
  }
}

/** The tests run at the same time, since most of their time they wait for reports and clocks of collectors. */
const test = base.extend<{ group: Group }>({
  group: async ({ task }, use) => {
    const group = await Group.open(createExpect(task));
    await use(group);
    await group.close();
  },
});

describe.concurrent('several collectors', { timeout: 120_000 }, () => {
  test('each data folder has a number of its own, which it keeps', async ({ group, expect }) => {
    const first = await group.joinGroup('first');
    expect(await first.group.completeUpTo()).toBeNull();
    const second = await group.joinGroup('second');
    expect([first.group.number, second.group.number]).toEqual([0, 1]);
    await first.app.close();
    await first.collector.close();
    group.members.shift();
    const [again, third] = [await group.joinGroup('first'), await group.joinGroup('third')];
    expect([again.group.number, third.group.number]).toEqual([0, 2]);
    const [tokens, ids] = [
      await Promise.all([again, second, third].map(member => group.click(member))),
      new Set<string>(),
    ];
    expect(tokens.every(token => token !== '')).toBe(true);
    for (const { collector } of [again, second, third]) await collector.drain();
    const answer = await group.parts.columnar.query({
      query: 'SELECT interaction_id FROM contact',
      format: 'JSONEachRow',
    });
    for (const { interaction_id } of await answer.json<{ interaction_id: string }>())
      ids.add(String((BigInt(interaction_id) >> 12n) & 1023n));
    expect([...ids].toSorted()).toEqual(['0', '1', '2']);
  });

  test('a program with other keys is refused, and so is one more than there are numbers', async ({
    group,
    expect,
  }) => {
    await group.joinGroup('first');
    await expect(
      group.joinGroup('second', { secrets: { ...group.parts.secrets, digest: () => 'other' } }),
    ).rejects.toThrow(/differs from the keys of .+ copy the file/);
    // A collector that was killed before the keys were replaced delays no start.
    await group.parts.db.insert(collectorTable).values({
      number: 1,
      folderId: '00000000-0000-4000-8000-999999999999',
      processId: '00000000-0000-4000-8000-000000000000',
      host: 'killed',
      keysDigest: 'replaced',
      lowWatermark: '1',
      seenAt: new Date(Date.now() - 61_000),
    });
    await group.joinGroup('third');
    await group.parts.db.delete(collectorTable).where(ne(collectorTable.number, 0));
    await group.parts.db.insert(collectorTable).values(
      Array.from({ length: 1023 }, (_, n) => ({
        number: n + 1,
        folderId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        processId: '00000000-0000-4000-8000-000000000000',
        host: 'gone',
        keysDigest: 'other', // ones that ended long ago may have had other keys
        lowWatermark: null,
        seenAt: new Date(Date.now() - 61_000),
      })),
    );
    const age = (n: number, seconds: number, change: Partial<typeof collectorTable.$inferInsert> = {}) =>
      group.parts.db
        .update(collectorTable)
        .set({ seenAt: new Date(Date.now() - (7 * 86_400 + seconds) * 1000), ...change })
        .where(eq(collectorTable.number, n));
    // Not yet a week ago, with a number in event ids, and with events that were not loaded.
    await age(1, -60);
    await age(2, 120, { loadedEvents: 1 });
    await age(3, 120, { lowWatermark: '1' });
    await age(4, 120, { rejectedRows: 1 });
    await expect(group.joinGroup('second')).rejects.toThrow(/All 1024 collector numbers/);
    await age(5, 60);
    await age(6, 90);
    expect((await group.joinGroup('second')).group.number).toBe(6);
    expect((await group.joinGroup('another')).group.number).toBe(5);
    await expect(group.joinGroup('last')).rejects.toThrow(/All 1024 collector numbers/);
  });

  test('a conversion waits for the contacts that another collector accepted before it', async ({
    group,
    expect,
  }) => {
    await group.parts.db.update(asp).set({ resultFlag: 1 });
    const [slow, quick] = [await group.joinGroup('slow'), await group.joinGroup('quick')];
    const early = await group.click(slow);
    await group.complete(quick);
    slow.isPaused = true;
    const late = await group.click(slow);
    await group.convert(quick, early, 'early');
    await group.convert(quick, late, 'late');
    await quick.collector.drain();
    expect([await group.count('contact'), await group.count('conversion')]).toEqual([1, 2]);
    // Neither result is made: an earlier event of the visitor may wait in the journal of the other collector.
    expect(await group.makeResults(quick)).toBe(0);
    slow.isPaused = false;
    await slow.collector.drain();
    await group.complete(quick);
    expect(await group.makeResults(quick)).toBe(2);
    expect((await group.results()).map(row => [row.args, row.interactionNumber])).toEqual([
      ['early', 1],
      ['late', 1],
    ]);
  });

  test('rollups add the events of interleaved collectors without being made anew', async ({
    group,
    expect,
  }) => {
    const [slow, quick] = [await group.joinGroup('slow'), await group.joinGroup('quick')];
    const statements: string[] = [];
    const watched = new Proxy(group.parts.columnar, {
      get: (target, key) => {
        const found = Reflect.get(target, key) as unknown;
        if (typeof found !== 'function') return found;
        return (...args: [{ query?: string }]) => {
          if (args[0]?.query !== undefined) statements.push(args[0].query);
          return Reflect.apply(found as (...a: unknown[]) => unknown, target, args);
        };
      },
    });
    const deriver = createDeriver({
      ...group.parts,
      columnar: watched,
      completeUpTo: quick.group.completeUpTo,
    });
    const { id: product } = group.shop.shop;
    const derived = async () => {
      await deriver.refresh();
      const state = await derivedOf(group.parts.columnar, product);
      return [Number(state?.contacts ?? 0), Number(state?.conversions ?? 0)];
    };
    await group.convert(quick, await group.click(quick), 'one');
    await quick.collector.drain();
    await group.complete(quick);
    expect(await derived()).toEqual([1, 1]);
    statements.length = 0;

    slow.isPaused = true;
    const token = await group.click(slow);
    await group.convert(quick, token, 'two');
    await group.click(quick);
    await quick.collector.drain();
    // What the quick collector loaded follows an event that is not stored yet.
    for (let round = 0; round < 3; round++) expect(await derived()).toEqual([1, 1]);
    slow.isPaused = false;
    await slow.collector.drain();
    await group.complete(quick);
    expect(await derived()).toEqual([3, 2]);
    // Three searches found nothing to do, and nothing was made anew.
    expect(statements.filter(text => /^\s*INSERT INTO touched/.test(text))).toHaveLength(1);
    expect(statements.filter(text => text.includes('DROP PARTITION'))).toEqual([]);

    const viewer = {
      userId: 1,
      companyId: group.shop.companyId,
      roleCode: 'admin',
      base: 'admin' as const,
      permissions: {} as never,
      agencyId: null,
      products: [product],
      ads: null,
    };
    const day = new Date(group.parts.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
    const from = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const query = { productId: product, from, to: day, axis: 1, metrics: METRICS } as const;
    const fromRollups = JSON.stringify(await computeReport(group.parts, viewer, query));
    await group.parts.columnar.command({ query: 'TRUNCATE TABLE derived_state' });
    expect(JSON.stringify(await computeReport(group.parts, viewer, query))).toBe(fromRollups);
    await deriver.close();
  });

  test('a rebuild by command includes no event that one of a slower collector may precede', async ({
    group,
    expect,
  }) => {
    const [slow, quick] = [await group.joinGroup('slow'), await group.joinGroup('quick')];
    const deriver = createCommandDeriver(group.parts, group.parts.slices.all[0]);
    const rebuild = async () => {
      expect(await deriver.rebuild()).toEqual([]);
      return Number((await derivedOf(group.parts.columnar, group.shop.shop.id))?.contacts ?? 0);
    };
    await group.click(quick);
    await quick.collector.drain();
    await group.complete(quick);
    slow.isPaused = true;
    await group.click(slow);
    await group.click(quick);
    await quick.collector.drain();
    expect(await rebuild()).toBe(1);
    slow.isPaused = false;
    await slow.collector.drain();
    await group.complete(quick);
    expect(await rebuild()).toBe(3);
    await deriver.close();
  });

  test('a stopped collector delays nobody, a killed one until it returns or an operator gives it up', async ({
    group,
    expect,
  }) => {
    await group.parts.db.update(asp).set({ resultFlag: 1 });
    const [killed, other] = [await group.joinGroup('killed'), await group.joinGroup('other')];
    const token = await group.click(killed);
    await group.complete(other);
    killed.isPaused = true;
    await group.convert(killed, token, 'in the journal');
    // The collector ends without its report of a clean stop, which finds PostgreSQL unavailable.
    await killed.app.close();
    await killed.collector.close();
    group.members.shift();
    await group.convert(other, token, 'after');
    await other.collector.drain();
    expect(await group.makeResults(other)).toBe(0);

    expect(
      (await listCollectors(group.parts.db)).map(row => [row.number, row.lowWatermark !== null]),
    ).toEqual([
      [0, true],
      [1, true],
    ]);
    const { db } = group.parts;
    const isKilled = eq(collectorTable.number, 0);
    await db.update(collectorTable).set({ keysDigest: 'not of a stop' }).where(isKilled);
    // One that runs is not lost, and one whose last report is seconds old may run.
    expect([await abandonCollector(db, 0), await abandonCollector(db, 1)]).toEqual(['running', 'running']);
    await db
      .update(collectorTable)
      .set({ seenAt: new Date(Date.now() - 60_001) })
      .where(isKilled);
    expect([await abandonCollector(db, 0), await abandonCollector(db, 0)]).toEqual(['abandoned', 'unknown']);
    expect(await other.group.completeUpTo()).toBeNull();
    expect(await group.makeResults(other)).toBe(1);

    // Two hours later it returns after all: its conversion gets its result, although the others have passed it.
    const returned = await group.joinGroup('killed');
    expect(returned.group.wasStopped).toBe(true);
    await returned.collector.drain();
    expect(await createResultWorker(group.parts).run(0n)).toBe(1);
    expect((await group.results()).map(row => row.args)).toEqual(['after', 'in the journal']);
    await returned.app.close();
    await returned.collector.close();
    group.members.pop();
    expect(await other.group.completeUpTo()).toBeNull();
  });

  test('an erasure waits for a killed collector, and erases what it has loaded when it returned', async ({
    group,
    expect,
  }) => {
    const [killed, other] = [await group.joinGroup('killed'), await group.joinGroup('other')];
    await group.complete(other);
    killed.isPaused = true;
    const token = await group.click(killed);
    const { visitorId } = killed.collector.clicks.read(token, group.shop.shop.id)!;
    await killed.app.close();
    await killed.collector.close();
    group.members.shift();
    const { db, columnar } = group.parts;
    // A minute has passed since the request at the first run below, but not at the last report of the killed one.
    const { id: productId, companyId } = group.shop.shop;
    const requestedAt = new Date(Date.now() - 58_000);
    await db.insert(erasure).values({ companyId, productId, visitorId, replacementId: '99', requestedAt });
    await setTimeout(4_000);
    const runErasure = async () => {
      await runErasures(other.parts, other.collector);
      const [found] = await db.select().from(erasure);
      const answer = await columnar.query({ query: 'SELECT toString(visitor_id) AS id FROM contact' });
      return [found?.erasedAt === null, (await answer.json<{ id: string }>()).data.map(({ id }) => id)];
    };
    expect(await runErasure()).toEqual([true, []]);
    const returned = await group.joinGroup('killed');
    await returned.collector.drain();
    await group.complete(other);
    expect(await runErasure()).toEqual([false, ['99']]);
  });

  test('one that ended while the clock was ahead counts as ended after the clock was set back', async ({
    group,
    expect,
  }) => {
    const { db } = group.parts;
    const killed = await group.joinGroup('killed');
    await killed.collector.close();
    group.members.shift();
    await db.update(collectorTable).set({
      lowWatermark: '1',
      keysDigest: 'of other keys',
      seenAt: new Date(Date.now() + 24 * 3_600_000),
    });
    const joined = await group.joinGroup('with present keys');
    expect([...(await readClicksUntil(db)).keys()]).toEqual([1]);
    expect(await abandonCollector(db, 0)).toBe('abandoned');
    expect(await joined.group.completeUpTo()).toBeNull();
  });

  test('each process knows of rejected events of the others, until they are replayed or the collector is given up', async ({
    group,
    expect,
  }) => {
    const first = await group.joinGroup('first');
    const journal = join(group.root, 'second', 'journal');
    await mkdir(journal, { recursive: true });
    const rejected = await openRejectedRows(journal);
    const lines = ['1', '2'].map(id => Buffer.from(`${JSON.stringify({ interaction_id: id })}\n`));
    await rejected.add('contact', lines, 'code 117');
    const status = () => collectionStatusOf(first.collector, performance.now()).has_rejected_rows;
    expect([first.collector.rejectedRows(), status()]).toEqual([0, false]);
    const second = await group.joinGroup('second');
    await expect.poll(() => first.collector.rejectedRows()).toBe(2);
    expect([first.collector.loading().rejectedRows, status()]).toEqual([0, true]);
    expect((await listCollectors(group.parts.db)).map(({ rejectedRows }) => rejectedRows)).toEqual([0, 2]);
    await second.collector.close();
    expect(first.collector.rejectedRows()).toBe(2);
    await rejected.remove(rejected.all());
    const replayed = await group.joinGroup('second');
    await expect.poll(() => first.collector.rejectedRows()).toBe(0);
    expect(replayed.collector.loading().rejectedRows).toBe(0);
  });

  test('nobody waits for a process that accepts no events, and it waits for a single collector', async ({
    group,
    expect,
  }) => {
    await group.parts.db.update(asp).set({ resultFlag: 1 });
    const roles = new Set(['api', 'jobs'] as const);
    const worker = await group.joinGroup('worker', { settings: { ...group.parts.settings, roles } });
    expect(await worker.group.completeUpTo()).toBeNull();
    const collector = await group.joinGroup('collector');
    expect(await collector.group.completeUpTo()).toBeNull();
    await group.complete(worker);
    collector.isPaused = true;
    const token = await group.click(collector);
    await group.convert(collector, token, 'one');
    expect(await group.makeResults(worker)).toBe(0);
    collector.isPaused = false;
    await collector.collector.drain();
    await expect.poll(() => group.makeResults(worker)).toBe(1);
    expect((await listCollectors(group.parts.db)).map(row => row.lowWatermark !== null)).toEqual([
      false,
      true,
    ]);

    // Its journal can contain events, such as sample data, for which the others wait.
    worker.isPaused = true;
    await group.click(worker);
    await expect.poll(() => collector.group.completeUpTo()).not.toBeNull();
    worker.isPaused = false;
    await worker.collector.drain();
    await expect.poll(() => collector.group.completeUpTo()).toBeNull();
  });

  test('nobody waits for the difference of clocks', async ({ group, expect }) => {
    await group.parts.db.update(asp).set({ resultFlag: 1 });
    const clockWith = (offsetMs: number) => ({ ...group.parts.clock, now: () => Date.now() + offsetMs });
    const HOUR = 3_600_000;
    const first = await group.joinGroup('first');
    const all = [
      first,
      await group.joinGroup('ahead', { clock: clockWith(HOUR) }),
      await group.joinGroup('behind', { clock: clockWith(-2 * HOUR) }),
    ];
    await group.complete(first);
    const started = performance.now();
    // All stores are on this machine, whose clock PostgreSQL shows.
    for (const { group } of all) expect(Math.abs(group.clock.now() - Date.now())).toBeLessThan(1_000);
    for (const [n, member] of all.entries())
      await group.convert(all[(n + 1) % 3] ?? member, await group.click(member), `order ${n}`);
    for (const member of all) {
      await member.collector.drain();
      await group.complete(member);
    }
    expect(await group.makeResults(first)).toBe(3);
    // The differences are hours.
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test('a process stops when another one opens its folder', async ({ group, expect }) => {
    const first = await group.joinGroup('same');
    const second = await group.joinGroup('same');
    expect(second.group.number).toBe(first.group.number);
    await expect.poll(() => first.wasReplaced).toBe(true);
    await first.app.close();
    await first.collector.close();
    group.members.shift();
    // The end of the first one is no end of the collector.
    const [row] = await group.parts.db.select().from(collectorTable).where(eq(collectorTable.number, 0));
    expect(row?.lowWatermark).not.toBeNull();
    expect(second.wasReplaced).toBe(false);
    // Two programs that replaced each other would never rest.
    expect(first.isRestarted).toBe(false);
  });

  test('a process that registers late and finds its number taken is started again, with a number of its own', async ({
    group,
    expect,
  }) => {
    await group.joinGroup('first');
    const late = await group.joinGroup('late', {}, true);
    expect(late.group.number).toBe(0);
    await expect.poll(() => late.wasReplaced).toBe(true);
    expect(late.isRestarted).toBe(true);
    // PostgreSQL may be unavailable at the next start, too.
    expect((await readFolderIdentity(join(group.root, 'late', 'journal'))).number).toBe(1);
    await late.app.close();
    await late.collector.close();
    group.members.pop();
    const again = await group.joinGroup('late', {}, true);
    expect(again.group.number).toBe(1);
    await group.complete(again);
    expect(again.wasReplaced).toBe(false);
  });

  test('a double click that reaches two collectors is one contact, whichever loads it first', async ({
    group,
    expect,
  }) => {
    const [one, two] = [await group.joinGroup('one'), await group.joinGroup('two')];
    await group.publishing(2);
    for (const late of [one, two]) {
      late.isPaused = true;
      for (const pauseMs of [0, 550]) {
        const cookie = await group.firstClick(one);
        await setTimeout(pauseMs);
        await group.followLink(two, cookie);
        await setTimeout(pauseMs);
        await group.followLink(two, cookie);
        await group.followLink(one, cookie);
      }
      const prompt = late === one ? two : one;
      await prompt.collector.drain();
      late.isPaused = false;
      await late.collector.drain();
    }
    const rows = await group.contacts();
    expect(rows).toHaveLength(16);
    let counted = { visitor_id: '', at: 0 };
    const judgedTogether = rows.map(row => {
      const isRepeated = row.visitor_id === counted.visitor_id && row.at - counted.at < 1000;
      if (!isRepeated) counted = row;
      return isRepeated ? 1 : 0;
    });
    expect(rows.map(row => row.repeated)).toEqual(judgedTogether);
    expect(judgedTogether.filter(repeated => repeated === 1).length).toBeGreaterThan(0);
    const counts = [one, two].map(({ collector }) => collector.counts()['judged_with_others'] ?? 0);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test('a collector whose clicks remain unknown delays those of others for some seconds at most', async ({
    group,
    expect,
  }) => {
    const [one, two] = [await group.joinGroup('one'), await group.joinGroup('two')];
    await group.publishing(2);
    // It reports that it runs, but not its clicks.
    await group.parts.db.execute(
      sql`create function hold() returns trigger language plpgsql as $$ begin if new.number = ${sql.raw(String(two.group.number))} then new.clicks_until := 0; end if; return new; end $$`,
    );
    await group.parts.db.execute(
      sql`create trigger hold before update on collector for each row execute function hold()`,
    );
    await group.followLink(two, await group.firstClick(one));
    const started = performance.now();
    await one.collector.drain();
    expect(performance.now() - started).toBeGreaterThan(1_900);
    expect((await group.contacts()).map(row => row.repeated)).toContain(0);
  });

  test('a PostgreSQL that does not answer delays the loading of clicks for some seconds at most', async ({
    group,
    expect,
  }) => {
    const [one, two] = [await group.joinGroup('one'), await group.joinGroup('two')];
    await group.publishing(2);
    const cookie = await group.firstClick(one);
    await one.collector.drain();
    const ended = new AbortController();
    const isLocked = new Promise<void>(resolve => {
      void group.parts.db.transaction(async tx => {
        await tx.execute(sql`lock table click_batch in access exclusive mode`);
        resolve();
        await setTimeout(100_000, undefined, { signal: ended.signal }).catch(() => undefined);
      });
    });
    await isLocked;
    for (const member of [two, one]) await group.followLink(member, cookie);
    const started = performance.now();
    await one.collector.drain();
    const tookMs = performance.now() - started;
    ended.abort();
    expect(await group.contacts()).toHaveLength(2);
    // Without a limit it would be the time of the lock.
    expect(tookMs).toBeLessThan(50_000);
  });

  test('published clicks are removed after some minutes, also those that a clock which was set back left', async ({
    group,
    expect,
  }) => {
    const HOUR = 3_600_000;
    const clicks = Buffer.alloc(0);
    for (const at of [Date.now() - HOUR, Date.now(), Date.now() + HOUR])
      await group.parts.db.insert(clickBatch).values({ collectorNumber: 9, firstMs: at, lastMs: at, clicks });
    await group.joinGroup('one');
    await group.joinGroup('two');
    await group.publishing(2);
    await expect.poll(() => group.parts.db.select().from(clickBatch)).toHaveLength(1);
  });
});
