import { eq, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { indexTracking, type TrackingRowMaps } from '../../../server/collector/tracking-index.ts';
import { openTrackingCache, type TrackingCache } from '../../../server/collector/tracking-cache.ts';
import {
  pruneTrackingChanges,
  readTrackingChanges,
  trackingPosition,
} from '../../../server/store/postgres/tracking/tracking-changes.ts';
import {
  readTrackingPage,
  TRACKING_TABLES,
  type TrackingRows,
  type TrackingTable,
} from '../../../server/store/postgres/tracking/tracking.ts';
import type { Database } from '../../../server/store/postgres/engine/database.ts';
import {
  ad,
  asp,
  crossdomainSetting,
  cvSetting,
  product,
  redirect,
} from '../../../server/store/postgres/schema/index.ts';
import { openDatabaseFaults, type DatabaseFaults } from '../../support/database-faults.ts';
import { makeTenant, one, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const NEVER = 3_600_000;
const CALLED_AT = Date.parse('2026-02-28T15:00:00Z');
const CALLERS = ['203.0.113.7', '2001:db8::/32'] as const;
const ADDRESSES = ['203.0.113.7', '203.0.113.8', '2001:db8::1', ''];
const silent = pino({ level: 'silent' });
const { postgres } = inject('stores');

let parts: TestParts;
let faults: DatabaseFaults;
let mine: Tenant;

const readAll = async (db: Database): Promise<TrackingRows> =>
  Object.fromEntries(
    await Promise.all(
      TRACKING_TABLES.map(async table => [table, await readTrackingPage(db, table, 0, 10_000)]),
    ),
  ) as TrackingRows;
const rowsOf = (maps: TrackingRowMaps) =>
  Object.fromEntries(
    TRACKING_TABLES.map(table => [table, [...maps[table].values()].sort((a, b) => a.id - b.id)]),
  );

// Plans contain a predicate over addresses. Two predicates are equal when they give the same answers.
expect.addEqualityTesters([
  (a: unknown, b: unknown) =>
    typeof a === 'function' && typeof b === 'function'
      ? ADDRESSES.every(address => Boolean(a(address)) === Boolean(b(address)))
      : undefined,
]);

beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  faults = await openDatabaseFaults(parts);
});
afterAll(() => parts.close());

describe('a change of the settings', () => {
  beforeEach(() => faults.notify(true));
  const rename = async (value: string) => {
    await parts.db
      .update(ad)
      .set({ redirectUrl: `https://acme.example/${value}` })
      .where(eq(ad.id, mine.shelves[0].ads[0]));
    await parts.db.update(product).set({ status: true }).where(eq(product.id, mine.shelves[0].product));
    await parts.db
      .update(redirect)
      .set({ redirectUrl: '', adId: mine.shelves[0].ads[0] })
      .where(eq(redirect.id, mine.shelves[0].redirects[0]));
  };
  const landing = ({ current }: TrackingCache) =>
    current().redirects.get(mine.shelves[0].redirects[0])?.landing?.plain;

  it('is applied on notification, also after the listening connection was lost', async () => {
    const cache = await openTrackingCache(parts.db, silent, { pollEveryMs: NEVER });
    try {
      await rename('first');
      await expect.poll(() => landing(cache)).toBe('https://acme.example/first');
      await faults.disconnect();
      const written = () =>
        rename('second').then(
          () => true,
          () => false,
        );
      await expect.poll(written).toBe(true);
      await expect.poll(() => landing(cache)).toBe('https://acme.example/second');
    } finally {
      cache.close();
    }
  });

  it('is applied by the next poll without a notification', async () => {
    await faults.notify(false);
    const cache = await openTrackingCache(parts.db, silent, { pollEveryMs: 50 });
    try {
      await rename('third');
      await expect.poll(() => landing(cache)).toBe('https://acme.example/third');
    } finally {
      cache.close();
    }
  });

  it('is not lost when it is committed after a later one was read', async () => {
    const cache = await openTrackingCache(parts.db, silent, { pollEveryMs: NEVER });
    const [slow, quick] = [
      new pg.Client({ ...postgres, database: faults.name }),
      new pg.Client({ ...postgres, database: faults.name }),
    ];
    await Promise.all([slow.connect(), quick.connect()]);
    const insert = (client: pg.Client, host: string) =>
      client
        .query<{ id: number }>(
          `INSERT INTO product (company_id, name, domain, url)
            VALUES (${mine.id}, 'é', '${host}', 'https://${host}/') RETURNING id`,
        )
        .then(({ rows }) => one(rows).id);
    try {
      await slow.query('BEGIN');
      const early = await insert(slow, 'early.example');
      const late = await insert(quick, 'late.example');
      await cache.refresh();
      expect(cache.current().products.get(late)?.host).toBe('late.example');
      expect(cache.current().products.has(early)).toBe(false);
      await slow.query('COMMIT');
      await cache.refresh();
      expect(cache.current().products.get(early)?.host).toBe('early.example');
    } finally {
      await Promise.all([slow.end(), quick.end()]);
      cache.close();
    }
  });

  it('results in the same settings as reading all rows', async () => {
    const owned = { companyId: mine.id, productId: mine.shelves[0].product };
    const [shelf, spare] = mine.shelves;
    const write = fc.oneof(
      fc.record({
        table: fc.constant('ad' as const),
        set: fc.record(
          {
            status: fc.boolean(),
            aspId: fc.constantFrom(shelf.asp, null),
            ownResultNotice: fc.boolean(),
            resultFlag: fc.constantFrom(0, 1),
            ownParameters: fc.boolean(),
          },
          { requiredKeys: ['status'] },
        ),
      }),
      fc.record({
        table: fc.constant('asp' as const),
        set: fc.record(
          {
            status: fc.boolean(),
            resultFlag: fc.constantFrom(0, 1, 2),
            resultMethod: fc.constantFrom(1, 2),
            cvTag: fc.constantFrom('', '<img>'),
            xclidFlag: fc.boolean(),
          },
          { requiredKeys: ['status'] },
        ),
      }),
      fc.record({
        table: fc.constant('product' as const),
        set: fc.record(
          {
            status: fc.boolean(),
            domain: fc.constantFrom('a.example', 'b.example'),
            conversionKey: fc.constantFrom('cvk_a', 'cvk_b'),
            previousConversionKey: fc.constantFrom('cvk_c', null),
            previousConversionKeyUntil: fc.constantFrom(new Date(CALLED_AT), null),
            conversionKeyRequired: fc.boolean(),
            conversionAddresses: fc.subarray([...CALLERS]),
            excludedIps: fc.subarray([...CALLERS]),
            shortenIps: fc.boolean(),
          },
          { requiredKeys: ['status'] },
        ),
      }),
      fc.record({
        table: fc.constant('redirect' as const),
        set: fc.record(
          { redirectFlag: fc.boolean(), adId: fc.constantFrom(...shelf.ads) },
          { requiredKeys: ['redirectFlag'] },
        ),
      }),
      fc.record({
        table: fc.constantFrom('setting' as const, 'sender' as const, 'unset' as const),
        set: fc.record({ productId: fc.constantFrom(shelf.product, spare.product) }),
      }),
    );
    const apply = async (
      db: Database,
      { table, set }: typeof write extends fc.Arbitrary<infer Write> ? Write : never,
    ): Promise<void> => {
      if (table === 'ad') await db.update(ad).set(set).where(eq(ad.id, shelf.ads[0]));
      else if (table === 'asp') await db.update(asp).set(set).where(eq(asp.id, shelf.asp));
      else if (table === 'product') await db.update(product).set(set).where(eq(product.id, shelf.product));
      else if (table === 'redirect')
        await db.update(redirect).set(set).where(eq(redirect.id, shelf.redirects[0]));
      else if (table === 'setting')
        await db.insert(cvSetting).values({ ...owned, ...set, name: 'é', cvPageUrl: '/thanks' });
      else if (table === 'sender')
        await db
          .insert(crossdomainSetting)
          .values({ ...owned, ...set, senderName: '媒体', senderDomain: 'media.example' });
      else await db.delete(cvSetting).where(eq(cvSetting.productId, set.productId));
    };
    const cache = await openTrackingCache(parts.db, silent, { pollEveryMs: NEVER });
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ write, transaction: fc.boolean(), read: fc.boolean() }), { maxLength: 12 }),
          async steps => {
            for (const { write: one, transaction, read } of steps) {
              if (read) await cache.refresh();
              // make plans, so that a change can outdate them
              for (const { id } of cache.rows().ads.values()) cache.current().ads.get(id);
              for (const { id } of cache.rows().redirects.values()) cache.current().redirects.get(id);
              if (transaction) await parts.db.transaction(tx => apply(tx, one));
              else await apply(parts.db, one);
            }
            await cache.refresh();
            const rows = await readAll(parts.db);
            expect(rowsOf(cache.rows())).toEqual(rows);
            const [incremental, rebuilt] = [cache.current(), indexTracking(rows)];
            for (const table of ['products', 'ads', 'redirects'] as const)
              for (const { id } of rows[table])
                expect(incremental[table].get(id)).toEqual(rebuilt[table].get(id));
          },
        ),
        { numRuns: 12 },
      );
    } finally {
      cache.close();
    }
  });

  it('is noticed in every column of the tables, also in one that a later version adds', async () => {
    const written: Record<TrackingTable, PgTable> = {
      products: product,
      asps: asp,
      cvSettings: cvSetting,
      senders: crossdomainSetting,
      ads: ad,
      redirects: redirect,
    };
    const owned = { companyId: mine.id, productId: mine.shelves[0].product, name: 'é' };
    await parts.db.insert(cvSetting).values({ ...owned, cvPageUrl: '/thanks' });
    await parts.db.insert(crossdomainSetting).values({
      companyId: owned.companyId,
      productId: owned.productId,
      senderName: '媒体',
      senderDomain: 'media.example',
    });
    const unnoticed: string[] = [];
    for (const table of TRACKING_TABLES) {
      const found = (await readTrackingPage(parts.db, table, 0, 1))[0]?.id;
      if (found === undefined) throw new Error(`there is no row in ${table}`);
      for (const { name } of getTableConfig(written[table]).columns.filter(column => column.name !== 'id')) {
        const before = await trackingPosition(parts.db);
        const column = sql.identifier(name);
        await parts.db.execute(sql`update ${written[table]} set ${column} = ${column} where id = ${found}`);
        const { changed } = await readTrackingChanges(parts.db, before);
        if (changed?.get(table)?.includes(found) !== true) unnoticed.push(`${table}.${name}`);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  it('is retained until every reader has read it; a late reader, and one after a TRUNCATE, reads all rows', async () => {
    const before = await trackingPosition(parts.db);
    await rename('fourth');
    const oldestOf = (position: string) => BigInt(position.split(':')[0] ?? '0');
    let passed = before;
    // Changes are pruned up to the oldest transaction of the server, which may be one of another database.
    await expect
      .poll(async () => {
        passed = await trackingPosition(parts.db);
        return oldestOf(passed) > oldestOf(before);
      })
      .toBe(true);
    expect((await readTrackingChanges(parts.db, before)).changed?.get('ads')).toEqual([
      mine.shelves[0].ads[0],
    ]);
    expect((await readTrackingChanges(parts.db, passed)).changed).toEqual(new Map());
    // Rows from a dump of another server whose transaction ids were ahead.
    await parts.db.execute(
      sql`insert into tracking_change (transaction_id, table_name, row_id) values ('4000000000000', 'ad', 1)`,
    );
    expect((await readTrackingChanges(parts.db, passed)).changed).toEqual(new Map());
    await pruneTrackingChanges(parts.db, passed);
    expect((await readTrackingChanges(parts.db, before)).changed).toBeNull();
    expect((await readTrackingChanges(parts.db, passed)).changed).toEqual(new Map());
    await parts.db.execute(sql`truncate crossdomain_setting`);
    expect((await readTrackingChanges(parts.db, passed)).changed).toBeNull();
  });

  it('is applied after a start from a snapshot once the store is available', async () => {
    const snapshot = JSON.parse(JSON.stringify(await readAll(parts.db))) as TrackingRows;
    await faults.reach(false);
    let cache: TrackingCache | null = null;
    try {
      await expect(openTrackingCache(parts.db, silent)).rejects.toThrow('Failed query');
      cache = await openTrackingCache(parts.db, silent, { pollEveryMs: NEVER, snapshot });
      expect(cache.isStoreUnavailable()).toBe(true);
      expect(landing(cache)).toBe('https://acme.example/fourth');
    } finally {
      await faults.reach(true);
    }
    await rename('fifth');
    const found = cache;
    await expect.poll(() => landing(found)).toBe('https://acme.example/fifth');
    expect(cache.isStoreUnavailable()).toBe(false);
    cache.close();
  });
});
