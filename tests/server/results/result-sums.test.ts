import { drizzle } from 'drizzle-orm/node-postgres';
import { eq, sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { periodOf } from '../../../server/reports/parse/period.ts';
import { decideMany } from '../../../server/results/decide.ts';
import type { Database } from '../../../server/store/postgres/engine/database.ts';
import {
  foldResultChanges,
  rebuildResultSums,
} from '../../../server/store/postgres/results/result-changes.ts';
import { resultCounts } from '../../../server/store/postgres/results/result-counts.ts';
import {
  dailyApprovedCosts,
  resultCosts,
  resultTotals,
} from '../../../server/store/postgres/results/result-sums.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { removeCompany } from '../../../server/store/postgres/companies/companies.ts';
import { limit, runs } from '../../support/long.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createShop, type Shop } from './two-result-workers.ts';

const { result } = schema;
const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Tokyo midnight of 1 January 2026, and its day number. */
const START = Date.UTC(2025, 11, 31, 15);
const FIRST = Date.UTC(2026, 0, 1) / DAY;

let parts: TestParts;
let shop: Shop;
let other: Shop;
/** Two connections that write at the same time. */
let writers: { readonly client: pg.Client; readonly db: Database }[];
beforeAll(async () => {
  parts = await createTestParts();
  shop = await createShop(parts, [{}, {}, {}]);
  other = await createShop(parts, [{}]);
  const {
    rows: [name],
  } = await parts.db.execute<{ database: string }>(sql`select current_database() as database`);
  writers = await Promise.all(
    [0, 1].map(async () => {
      const client = new pg.Client({ ...inject('stores').postgres, database: name!.database });
      await client.connect();
      return { client, db: drizzle(client, { schema }) };
    }),
  );
});
afterAll(async () => {
  for (const { client } of writers) await client.end();
  await parts.close();
});

let conversions = 0;
type Line = typeof result.$inferInsert;
const lineOf = (over: Partial<Line>, of = shop): Line => ({
  companyId: of.companyId,
  productId: of.productId,
  aspId: of.networkIds[0]!,
  cvAdId: of.adIds[0]!,
  resultType: 1,
  conversionId: String(++conversions),
  cvTime: new Date(START),
  ipAddress: '::1',
  cvCost: 300.5,
  approvalStatus: 0,
  ...over,
});

/** All sums by span: `wanted` groups the results, and `known` adds up what the trigger has written. */
const bothOf = async (db: Database) => {
  const numbers =
    'sum(pending)::integer, sum(approved)::integer, sum(rejected)::integer, sum(pending_cost)::bigint::text, sum(approved_cost)::bigint::text';
  const grouped = (
    from: string,
    span: string,
    key: string,
  ) => `select '${span}' as span, json_agg(row_to_json(line) order by company_id, product_id, key) as lines
    from (select company_id, product_id, ${key} as key, ${numbers} from (${from}) as one group by 1, 2, 3 having sum(pending) <> 0 or sum(approved) <> 0 or sum(rejected) <> 0) as line`;
  const plain = `select company_id, product_id, to_char(cv_time + interval '9 hours', 'YYYY-MM-DD')::date as day, coalesce(cv_ad_id, 0) as ad_id, (approval_status = 0)::integer as pending, (approval_status = 1)::integer as approved,
    (approval_status = 2)::integer as rejected, case when approval_status = 0 then cv_cost * 100 else 0 end as pending_cost, case when approval_status = 1 then cv_cost * 100 else 0 end as approved_cost from result`;
  const columns =
    'company_id, product_id, day, ad_id, pending, approved, rejected, pending_cost, approved_cost';
  const keys = {
    ad_day: `day || ' ' || ad_id`,
    ad_month: `to_char(day, 'YYYY-MM') || ' ' || ad_id`,
    day: `day || ''`,
  };
  const spans = Object.entries(keys);
  const ask = async (from: (span: string) => string) =>
    (
      await db.execute(
        sql.raw(spans.map(([span, key]) => grouped(from(span), span, key)).join(' union all ')),
      )
    ).rows;
  return {
    wanted: await ask(() => plain),
    known: await ask(
      span =>
        `select ${columns} from result_change union all select ${columns} from result_sum where span = '${span}'`,
    ),
  };
};
const hold = async (db: Database = parts.db) => {
  const { wanted, known } = await bothOf(db);
  expect(known).toEqual(wanted);
};

type Step =
  | {
      readonly kind: 'add';
      readonly rows: readonly {
        readonly ad: number;
        readonly hour: number;
        readonly status: number;
        readonly cost: number;
      }[];
    }
  | {
      readonly kind: 'change';
      readonly modulo: number;
      readonly set: 'status' | 'ad' | 'time' | 'cost' | 'nothing' | 'product';
      readonly value: number;
    }
  | { readonly kind: 'remove'; readonly modulo: number }
  | { readonly kind: 'begin' | 'commit' | 'rollback' | 'fold' | 'rebuild' };
const small = fc.nat({ max: 3 });
const HOURS = fc.nat({ max: 70 * 24 });
const steps: fc.Arbitrary<readonly { readonly who: 0 | 1; readonly step: Step }[]> = fc.array(
  fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    step: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('add' as const),
          rows: fc.array(
            fc.record({
              ad: small,
              hour: HOURS,
              status: fc.nat({ max: 2 }),
              cost: fc.constantFrom(0, 0.5, 100, 99_999_999.99),
            }),
            { minLength: 1, maxLength: 5 },
          ),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('change' as const),
          modulo: small,
          set: fc.constantFrom(
            'status' as const,
            'ad' as const,
            'time' as const,
            'cost' as const,
            'nothing' as const,
            'product' as const,
          ),
          value: HOURS,
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), modulo: small }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constantFrom(
            'begin' as const,
            'commit' as const,
            'commit' as const,
            'rollback' as const,
            'fold' as const,
            'rebuild' as const,
          ),
        }),
      },
    ),
  }),
  { minLength: 8, maxLength: 24 },
);

/**
 * Each connection writes results of its own ASP. Otherwise one would wait for the other, and the test for
 * ever.
 */
const doStep = async (db: Database, who: 0 | 1, step: Step): Promise<void> => {
  const mine = (modulo: number) => sql`asp_id = ${shop.networkIds[who]!} and id % 4 >= ${modulo}`;
  const ad = (n: number) => (n === 0 ? null : shop.adIds[n - 1]!);
  const time = (hour: number) => new Date(START + hour * HOUR - 1);
  switch (step.kind) {
    case 'add':
      await db.insert(result).values(
        step.rows.map(row =>
          lineOf({
            aspId: shop.networkIds[who]!,
            cvAdId: ad(row.ad),
            cvTime: time(row.hour),
            approvalStatus: row.status,
            cvCost: row.cost,
          }),
        ),
      );
      break;
    case 'change': {
      const { value } = step;
      const set = {
        status: { approvalStatus: value % 3 },
        ad: { cvAdId: ad(value % 4) },
        time: { cvTime: time(value) },
        cost: { cvCost: value },
        nothing: { args: String(value) },
        product: { companyId: other.companyId, productId: other.productId },
      }[step.set];
      await db.update(result).set(set).where(mine(step.modulo));
      break;
    }
    case 'remove':
      await db.delete(result).where(mine(step.modulo));
      break;
    case 'begin':
    case 'commit':
    case 'rollback':
      await db.execute(sql.raw(step.kind));
      break;
    case 'fold':
      await foldResultChanges(parts.db, 1);
      break;
    case 'rebuild':
      await rebuildResultSums(parts.db);
      break;
  }
};

describe('the sums of results', () => {
  test(
    'equal the sum of the results after any changes by two transactions in either commit order, and folding does not change them',
    { timeout: limit(60_000) },
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async all => {
          await parts.db.delete(result);
          const open = [false, false];
          for (const { who, step } of all) {
            const { db } = writers[who]!;
            if (
              step.kind === 'begin'
                ? open[who]
                : (step.kind === 'commit' || step.kind === 'rollback') && !open[who]
            )
              continue;
            await doStep(db, who, step);
            if (step.kind === 'begin' || step.kind === 'commit' || step.kind === 'rollback')
              open[who] = step.kind === 'begin';
            // Checks the sums inside the transaction and outside.
            await hold(db);
            await hold();
          }
          for (const [who, isOpen] of open.entries()) if (isOpen) await writers[who]!.db.execute('commit');
          await foldResultChanges(parts.db, 1);
          await hold();
          const folded = await parts.db
            .select()
            .from(schema.resultSum)
            .orderBy(sql`1, 2, 3, 4, 5`);
          await parts.db.delete(schema.resultSum);
          await rebuildResultSums(parts.db);
          expect(
            await parts.db
              .select()
              .from(schema.resultSum)
              .orderBy(sql`1, 2, 3, 4, 5`),
          ).toEqual(folded);
          expect(await parts.db.$count(schema.resultChange)).toBe(0);
        }),
        { numRuns: runs(4) },
      );
    },
  );

  test('have the number and cost of results of any days: by ad, by day, for some ads, and by ad and day', async () => {
    await parts.db.delete(result);
    await parts.db.insert(result).values(
      Array.from({ length: 400 }, (_, n) =>
        lineOf({
          cvAdId: n % 5 === 4 ? null : shop.adIds[n % 3]!,
          cvTime: new Date(START + Math.floor((n * 7919) % (120 * 24)) * HOUR - 1),
          approvalStatus: n % 3,
          cvCost: n % 7 === 0 ? 0 : n / 4,
        }),
      ),
    );
    const rows = (await parts.db.select().from(result)).map(row => ({
      ad: row.cvAdId,
      day: Math.floor((row.cvTime.getTime() + 9 * HOUR) / DAY),
      status: row.approvalStatus,
      cents: BigInt(Math.round(row.cvCost * 100)),
    }));
    const { companyId, productId } = shop;
    const [one = 0, two = 0] = shop.adIds;
    const check = async (fromDay: number, untilDay: number) => {
      const days = periodOf(fromDay, untilDay);
      const lying = rows.filter(({ day }) => day >= fromDay && day < untilDay);
      const costOf = (some: typeof rows) => {
        const cost = (status: number) =>
          some.filter(row => row.status === status).reduce((sum, { cents }) => sum + cents, 0n);
        return { approved: cost(1), pending: cost(0) };
      };
      // Results without costs may have a line or not.
      const spent = <Key>(all: readonly (readonly [Key, ReturnType<typeof costOf>])[]) =>
        all.filter(([, { approved, pending }]) => approved > 0n || pending > 0n);
      const by = <Key>(some: typeof rows, key: (row: (typeof rows)[number]) => Key) =>
        spent(
          [...new Set(some.map(key))].map(
            name => [name, costOf(some.filter(row => key(row) === name))] as const,
          ),
        ).toSorted(([a], [b]) => Number(a) - Number(b));
      expect(
        spent(
          (await resultTotals(parts.db, companyId, productId, days)).map(({ adId, ...cost }) => [adId, cost]),
        ),
      ).toEqual(by(lying, row => row.ad));
      const daily = async (whose: 'all' | number[]) =>
        spent(
          (await resultCosts(parts.db, companyId, productId, days, whose)).map(({ day, ...cost }) => [
            day,
            cost,
          ]),
        );
      expect(await daily('all')).toEqual(by(lying, row => row.day));
      expect(await daily([one, two])).toEqual(
        by(
          lying.filter(({ ad }) => ad === one || ad === two),
          row => row.day,
        ),
      );
      expect(await daily([])).toEqual([]);
      const countOf = (some: typeof rows, wanted = [0, 1, 2]) =>
        Object.fromEntries(
          ['pending', 'approved', 'rejected'].map((name, status) => [
            name,
            wanted.includes(status) ? some.filter(row => row.status === status).length : 0,
          ]),
        );
      const counted = (over: object = {}) =>
        resultCounts(parts.db, {
          companyId,
          productId,
          from: fromDay * DAY - 9 * HOUR,
          until: untilDay * DAY - 9 * HOUR,
          conditions: [],
          words: [],
          ...over,
        });
      const ofStatus = (op: 'exact' | 'in', ...values: number[]) => ({
        field: 'approval_status',
        kind: 'integer',
        op,
        values,
      });
      expect([await counted(), await counted({ from: undefined, until: undefined })]).toEqual([
        countOf(lying),
        countOf(rows),
      ]);
      expect(
        await counted({ adIds: [one, two], conditions: [ofStatus('in', 0, 2), ofStatus('exact', 0)] }),
      ).toEqual(
        countOf(
          lying.filter(({ ad }) => ad === one || ad === two),
          [0],
        ),
      );
      expect([
        await counted({ from: 1 }),
        await counted({ words: ['é'] }),
        await counted({ conditions: [{ field: 'args', kind: 'text', op: 'exact', values: [''] }] }),
      ]).toEqual([null, null, null]);
      const courses = new Map<string, bigint>();
      for (const { adId, days: on, costs } of await dailyApprovedCosts(parts.db, companyId, productId, days))
        for (const [n, day] of on.entries())
          courses.set(`${adId} ${day}`, (courses.get(`${adId} ${day}`) ?? 0n) + BigInt(costs[n]!));
      const approved = lying.filter(({ ad, status }) => ad !== null && status === 1);
      expect(new Map([...courses].filter(([, cents]) => cents > 0n))).toEqual(
        new Map(
          by(approved, ({ ad, day }) => ad! * 100_000 + day).map(([key, cost]) => [
            `${Math.floor(key / 100_000)} ${key % 100_000}`,
            cost.approved,
          ]),
        ),
      );
    };
    // January has the days 0 to 30; February ends with 58, March with 89.
    const spans = [
      [0, 31],
      [0, 120],
      [-400, 400],
      [15, 45],
      [31, 59],
      [30, 60],
      [31, 60],
      [15, 20],
      [31, 90],
      [58, 59],
    ] as const;
    for (const folded of [false, true]) {
      if (folded) expect(await foldResultChanges(parts.db, 1)).toBeGreaterThan(0);
      for (const [from, until] of spans) await check(FIRST + from, FIRST + until);
      if (folded)
        await parts.db.update(result).set({ approvalStatus: 1 }).where(eq(result.approvalStatus, 2));
    }
    for (const row of rows) if (row.status === 2) row.status = 1;
    for (const [from, until] of spans) await check(FIRST + from, FIRST + until);
  });

  test('include changes by upsert, COPY and MERGE, and concurrent decisions during folding', async () => {
    const [first] = await parts.db.insert(result).values(lineOf({})).returning();
    const { id: _, ...again } = first!;
    await parts.db
      .insert(result)
      .values([{ ...again, cvCost: 7 }, lineOf({})])
      .onConflictDoUpdate({
        target: [result.conversionId, result.aspId],
        set: { cvCost: 7, approvalStatus: 1 },
      });
    await hold();
    await parts.db.execute(
      sql`merge into result using (select ${first!.id}::bigint as id) as gone on gone.id = result.id when matched then delete`,
    );
    await hold();
    const copied = [
      shop.companyId,
      shop.productId,
      shop.networkIds[0],
      shop.adIds[1],
      1,
      ++conversions,
      '2026-01-31 15:00:00Z',
      '::1',
      1,
      12.34,
    ].join(',');
    await parts.db.execute(
      sql.raw(
        `copy result (company_id, product_id, asp_id, cv_ad_id, result_type, conversion_id, cv_time, ip_address, approval_status, cv_cost) from program 'echo ${copied}' with (format csv)`,
      ),
    );
    await hold();
    const made = await parts.db
      .insert(result)
      .values(
        Array.from({ length: 1_500 }, (_n, n) =>
          lineOf({ cvAdId: shop.adIds[n % 3]!, cvTime: new Date(START + n * HOUR) }),
        ),
      )
      .returning({ id: result.id });
    const decide = (to: 1 | 2, some: readonly { readonly id: number }[]) =>
      decideMany(parts, shop, {
        to,
        reason: 'é',
        key: `sums-${to}-${some[0]!.id}`,
        results: some.map(({ id }) => ({ id, version: 1 })),
      });
    const [ofOne, ofTwo] = [made.slice(0, 900), made.slice(600)];
    const answers = await Promise.all([
      decide(1, ofOne),
      decide(2, ofTwo),
      foldResultChanges(parts.db, 1),
      foldResultChanges(parts.db, 1),
      rebuildResultSums(parts.db),
    ]);
    expect(answers[0].decided + answers[1].decided).toBe(1_500);
    await hold();
    await foldResultChanges(parts.db, 1);
    await hold();
  });

  test('are deleted with their company; a TRUNCATE of results is refused', async () => {
    const removedShop = await createShop(parts, [{}]);
    await parts.db
      .insert(result)
      .values([lineOf({}, removedShop), lineOf({ cvTime: new Date(START + DAY) }, removedShop)]);
    await foldResultChanges(parts.db, 1);
    await parts.db.insert(result).values(lineOf({}, removedShop));
    await parts.db.transaction(tx => removeCompany(tx, { id: removedShop.companyId, code: '' }));
    expect([
      await parts.db.$count(schema.resultSum, eq(schema.resultSum.companyId, removedShop.companyId)),
      await parts.db.$count(schema.resultChange, eq(schema.resultChange.companyId, removedShop.companyId)),
    ]).toEqual([0, 0]);
    await hold();
    await expect(parts.db.execute(sql`truncate result cascade`)).rejects.toMatchObject({
      cause: { message: 'decision is append-only' },
    });
    await hold();
  });
});
