import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../../../server/http/visibility.ts';
import { OPERATORS, type Kind, type Operator } from '../../../server/http/filters.ts';
import { queueLog } from '../../../server/results/queue-log.ts';
import { resultLog } from '../../../server/results/result-log.ts';
import { queueLog as queueStore } from '../../../server/store/postgres/results/queue-log.ts';
import { resultLog as resultStore } from '../../../server/store/postgres/results/result-log.ts';
import {
  ad,
  adCategory,
  adType,
  decision,
  notification,
  notificationAttempt,
  result,
} from '../../../server/store/postgres/schema/index.ts';
import { limit, runs } from '../../support/long.ts';
import { FILTER_SAMPLES, matches } from '../../support/naive-filter.ts';
import { makeTenant, one, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * Compares the logs of results and notifications, filtered by every operator and sorted by every column, with
 * a simple filter and sort of their rows.
 */

const NOW = Date.UTC(2026, 1, 28, 3);
const LEVELS = {
  access_log: 'none',
  interaction_log: 'none',
  cv_log: 'none',
  result_notification_log: 'read',
  result_queue: 'read',
  cv_approval: 'read',
} as const;
type Shown = Readonly<Record<string, string | number | boolean | null>>;

let parts: TestParts;
let tenant: Tenant;
let companyViewer: Viewer;
let agency: Viewer;
const product = () => tenant.shelves[0].product;
const some = <Value>(values: readonly Value[], n: number): Value => values[n % values.length]!;

/** Gives the first two ads categories and types in the opposite order of their ids. */
const groupAds = async ([first, second]: readonly number[]) => {
  const owner = { companyId: tenant.id, productId: product() };
  const categories = await parts.db
    .insert(adCategory)
    .values([
      { ...owner, name: '検索 É' },
      { ...owner, name: 'banner' },
    ])
    .returning();
  const types = await parts.db
    .insert(adType)
    .values([
      { ...owner, sequence: 1, title: 'b' },
      { ...owner, sequence: 1, title: 'A' },
      { ...owner, sequence: 3, title: 'c' },
    ])
    .returning();
  const changes = [
    [first!, { adCategoryId: categories[0]!.id, adType1Id: types[0]!.id }],
    [second!, { adCategoryId: categories[1]!.id, adType1Id: types[1]!.id, adType3Id: types[2]!.id }],
  ] as const;
  for (const [id, change] of changes) await parts.db.update(ad).set(change).where(eq(ad.id, id));
};

beforeAll(async () => {
  parts = await createTestParts({ now: NOW });
  tenant = await makeTenant(parts.db, 'acme');
  const [{ ads, asp }] = tenant.shelves;
  companyViewer = {
    userId: tenant.users.admin,
    companyId: tenant.id,
    roleCode: 'admin',
    base: 'admin',
    permissions: LEVELS,
    agencyId: null,
    products: [product()],
    ads: null,
  };
  agency = {
    ...companyViewer,
    base: 'agency',
    agencyId: tenant.agencies[0],
    ads: new Map([[product(), [ads[0]]]]),
  };
  await groupAds(ads);
  for (let n = 0; n < 40; n += 1) {
    const text = (length: number) =>
      some(['', 'A-1', 'a-1', "O'S\\", '注文 É', '%_%', 'x'.repeat(length)], n * 7 + length);
    const made = one(
      await parts.db
        .insert(result)
        .values({
          companyId: tenant.id,
          productId: product(),
          aspId: asp,
          cvAdId: some([ads[0], ads[1], ads[2], null], n),
          resultType: 1 + (n % 3),
          conversionId: String(2n ** 62n + BigInt((n * 37) % 40)),
          interactionId: n % 5 === 0 ? null : String(1000 + n),
          visitorId: n % 6 === 0 ? null : String(2n ** 64n - BigInt(n)),
          interactionNumber: n % 4,
          cvTime: new Date(NOW - Math.floor(n / 3) * 3_600_000),
          ipAddress: '::1',
          xclid: text(5),
          mediaSessionId: text(11),
          mediaManagement1: text(3),
          args: text(150),
          userId: text(2),
          otherKey1: text(4),
          amount: some([0, 980, 12_000], n),
          cvCost: some([0, 12.5, 99.99], n),
          approvalStatus: n % 3,
          approvalAmountResult: some([null, 0, 1, 2], n),
          exceededLimits: some([null, 1, 2, 3, 4, 7], n >> 2),
          excludeDuplicateIpsDays: n % 2 === 0 ? null : 30,
          version: 1,
          createdAt: new Date(NOW + n),
          updatedAt: new Date(NOW + (n % 7)),
        })
        .returning(),
    );
    const decided = one(
      await parts.db
        .insert(decision)
        .values({
          companyId: tenant.id,
          resultId: made.id,
          version: 1,
          toStatus: n % 3,
          rule: n % 2 === 0 ? 'made' : null,
          userId: n % 2 === 0 ? null : tenant.users.admin,
          reason: text(6),
          decidedAt: new Date(NOW + n * 1_000),
        })
        .returning(),
    );
    if (n % 5 === 3) continue;
    const sent = one(
      await parts.db
        .insert(notification)
        .values({
          companyId: tenant.id,
          productId: product(),
          aspId: asp,
          resultId: made.id,
          decisionId: decided.id,
          method: 2,
          url: 'https://net.example/',
          state: some(['ready', 'done', 'dead'] as const, n),
          attempts: n % 3,
          nextAt: new Date(NOW + n * 500),
          createdAt: new Date(NOW + Math.floor(n / 2)),
          idempotencyKey: `key-${n}`,
        } as typeof notification.$inferInsert)
        .returning(),
    );
    if (n % 3 > 0)
      await parts.db.insert(notificationAttempt).values({
        companyId: tenant.id,
        notificationId: sent.id,
        number: 1,
        success: n % 3 === 1,
        httpStatus: n % 3 === 1 ? 200 : null,
        failure: n % 3 === 1 ? null : 'no_answer',
        answer: text(8),
        executedAt: new Date(NOW + n * 700),
      });
  }
});
afterAll(() => parts.close());

interface Log {
  readonly name: string;
  readonly id: string;
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly sortable: Readonly<Record<string, string>>;
  readonly page: (
    viewer: Viewer,
    question: object,
  ) => Promise<{
    readonly results: readonly object[];
    readonly next: string | null;
    readonly total: number | null;
  }>;
  readonly all: (
    viewer: Viewer,
    question: object,
  ) => Promise<{ readonly count: number; readonly batches: AsyncIterable<readonly object[]> }>;
}
const LOGS: readonly Log[] = [
  {
    name: 'results',
    id: 'result_id',
    kinds: resultLog.kinds,
    sortable: resultStore.sortable,
    page: (viewer, question) => resultLog.page(parts, viewer, question as never),
    all: (viewer, question) => resultLog.all(parts, viewer, question as never, null),
  },
  {
    name: 'queue',
    id: 'result_queue_id',
    kinds: queueLog.kinds,
    sortable: queueStore.sortable,
    page: (viewer, question) => queueLog.page(parts, viewer, question as never),
    all: (viewer, question) => queueLog.all(parts, viewer, question as never, null),
  },
];
/** The stored value of a field. A missing name is null in the store, but shown as an empty text. */
const storedOf = (row: Shown, field: string) => {
  if (field === 'cv_ad_name' && row[field] === '') return null;
  if (field === 'next_time' && row['state'] !== 'waiting' && row['state'] !== 'paused') return undefined;
  return row[field] ?? null;
};

const walk = async (log: Log, viewer: Viewer, question: object) => {
  const rows: Shown[] = [];
  let total: number | null = null;
  for (let after: string | null = ''; after !== null;) {
    const page = await log.page(viewer, {
      product_id: product(),
      limit: 14,
      ...question,
      ...(after !== '' && { after }),
    });
    total ??= page.total;
    rows.push(...(page.results as readonly Shown[]));
    after = page.next;
  }
  return { rows, ids: rows.map(row => row[log.id]), total };
};
const inFile = async (log: Log, viewer: Viewer, question: object) => {
  const { count, batches } = await log.all(viewer, { product_id: product(), ...question });
  const rows: Shown[] = [];
  for await (const batch of batches) rows.push(...(batch as readonly Shown[]));
  return { count, ids: rows.map(row => row[log.id]), names: Object.keys(rows[0] ?? {}) };
};

describe.each(LOGS)('the log of $name', log => {
  it(
    'filters by every column and operator as a plain filter of its rows does',
    async () => {
      // `next_time` is tested elsewhere, because files and answers show it differently.
      const fields = Object.keys(log.kinds).filter(field => field !== 'next_time');
      const shown = new Map(
        await Promise.all(
          [companyViewer, agency].map(async viewer => [viewer, (await walk(log, viewer, {})).rows] as const),
        ),
      );
      expect(fields.filter(field => !(field in shown.get(companyViewer)![0]!))).toEqual([]);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('company', 'agency'),
          fc.array(fc.tuple(fc.constantFrom(...fields), fc.nat(), fc.nat(), fc.nat({ max: 3 })), {
            minLength: 1,
            maxLength: 3,
          }),
          async (whose, drawn) => {
            const viewer = whose === 'company' ? companyViewer : agency;
            const rows = shown.get(viewer)!;
            const conditions = drawn.map(([field, which, from, letters]) => {
              const kind = log.kinds[field]!;
              const op: Operator = some(OPERATORS[kind], which);
              const value = String(
                storedOf(some(rows, from), field) ?? (kind === 'text' ? 'none' : FILTER_SAMPLES[kind]),
              ).replaceAll(',', '');
              return {
                field,
                kind,
                op,
                values: [
                  letters === 0 || kind !== 'text' || op === 'exact'
                    ? value
                    : value.slice(0, letters).toUpperCase(),
                ],
              };
            });
            const where = conditions
              .map(({ field, op, values }) =>
                new URLSearchParams([
                  [`${field}${op === 'exact' ? '' : `__${op}`}`, values.join(',')],
                ]).toString(),
              )
              .join('&');
            const names = conditions
              .filter(({ field, op }) => field === 'cv_ad_id' && (op === 'exact' || op === 'in'))
              .flatMap(({ values }) => values);
            if (viewer === agency && names.some(id => id !== String(tenant.shelves[0].ads[0]))) return;
            const expected = rows
              .filter(row =>
                conditions.every(({ field, kind, op, values }) =>
                  matches(kind, op, storedOf(row, field), values),
                ),
              )
              .map(row => row[log.id]);
            const { ids, total } = await walk(log, viewer, { where });
            expect({ where, ids, total }).toEqual({ where, ids: expected, total: expected.length });
          },
        ),
        { numRuns: runs(60), seed: 17 },
      );
    },
    limit(120_000),
  );

  it('is sorted by each of its columns, rows without a value last, each row once, in files too', async () => {
    const { rows } = await walk(log, companyViewer, {});
    for (const [field, type] of Object.entries(log.sortable)) {
      if (field === 'next_time' || field === 'state') continue;
      const keyOf = (row: Shown) => {
        const value = storedOf(row, field);
        if (value === null || value === undefined) return null;
        if (type === 'time') return Date.parse(String(value));
        return type === 'text'
          ? [...String(value).toLowerCase()].slice(0, 100).join('')
          : BigInt(Math.round(Number(field.endsWith('_id') ? 0 : value) * 100)) +
              BigInt(field.endsWith('_id') ? String(value) : 0);
      };
      for (const descending of [false, true]) {
        const ordering = `${descending ? '-' : ''}${field}`;
        const { rows: sorted, ids } = await walk(log, companyViewer, { ordering });
        expect({ ordering, ids: ids.toSorted() }).toEqual({
          ordering,
          ids: rows.map(row => row[log.id]).toSorted(),
        });
        const keys = sorted.map(keyOf);
        for (const [at, key] of keys.entries()) {
          const before = at === 0 ? undefined : keys[at - 1];
          if (before === undefined) continue;
          const isOrdered = () => {
            if (before === null || key === null) return key === null;
            // The database sorts texts by the rules of its language, so the test only checks that equal texts
            // are adjacent.
            if (type === 'text') return key === before || !keys.slice(0, at).includes(key);
            return descending ? key <= before : key >= before;
          };
          expect({ ordering, at, ordered: isOrdered() }).toEqual({ ordering, at, ordered: true });
        }
        expect((await inFile(log, companyViewer, { ordering })).ids).toEqual(ids);
      }
    }
    expect((await inFile(log, companyViewer, { ordering: 'created_at' })).names).toEqual(
      (await inFile(log, companyViewer, {})).names,
    );
    const wrong = async (question: object) =>
      log.page(companyViewer, { product_id: product(), ...question }).then(
        () => null,
        (error: unknown) => error,
      );
    expect(
      await wrong({ ordering: 'created_at', after: Buffer.from('["=x",1,"2"]').toString('base64url') }),
    ).toMatchObject({ code: 'invalid', fields: { after: [{ code: 'format' }] } });
  }, 120_000);
});
