import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../../../server/http/visibility.ts';
import { Failure } from '../../../server/http/failures.ts';
import { OPERATORS, type Kind, type Operator } from '../../../server/http/filters.ts';
import { accessLog } from '../../../server/event-logs/accesses.ts';
import { contactLog } from '../../../server/event-logs/contacts.ts';
import { conversionLog } from '../../../server/event-logs/conversions.ts';
import { readAll } from '../../../server/event-logs/complete-log.ts';
import type { EventLog } from '../../../server/event-logs/log.ts';
import { readPage } from '../../../server/event-logs/page.ts';
import { kindsOf } from '../../../server/event-logs/selection.ts';
import type { LogParameters } from '../../../server/event-logs/log-parameters.ts';
import { sortableFields } from '../../../server/event-logs/sorting.ts';
import { ad, company, cvSetting, product, redirect } from '../../../server/store/postgres/schema/index.ts';
import { compareValues } from '../../support/compare-values.ts';
import { anyWorld, event, FIRST, forgetWorld, HOUR, writeWorld } from '../../support/logged-world.ts';
import { limit, runs } from '../../support/long.ts';
import { matches } from '../../support/naive-filter.ts';
import { shownRows, type LoggedNames, type LoggedWorld, type Shown } from '../../support/naive-logs.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * Every column of every event log with every operator, alone and combined, compared with a naive filter over
 * rows built in TypeScript.
 */

const RULES = { term: 2, excluded: ['198.51.100.7'], performance: new Set([2]) };
const READ = {
  access_log: 'read',
  interaction_log: 'read',
  cv_log: 'read',
  result_notification_log: 'none',
  result_queue: 'none',
  cv_approval: 'none',
} as const;
const everything: LogParameters = {
  product_id: 1,
  from: '2026-01-20',
  to: '2026-03-10',
  show: 'all',
  limit: 500,
};
const TITLES = { ads: { 1: ['表紙 É', 'B'], 2: ['', 'b'] }, redirects: { 1: ['転送', ''] } } as const;
const NAMES: LoggedNames = {
  ads: { 1: '広告é1', 2: '広告É2', 3: "O'S\\%_" },
  settings: { 1: '購入 É' },
  titles: TITLES,
};
const LOGS = { contact: contactLog, access: accessLog, conversion: conversionLog } as const;
type Name = keyof typeof LOGS;
type AnyLog = EventLog<never, object>;
const logOf = (name: Name) => LOGS[name] as unknown as AnyLog;
const idOf: Readonly<Record<Name, string>> = {
  contact: 'interaction_id',
  access: 'access_id',
  conversion: 'conversion_id',
};

let parts: TestParts;
let viewer: Viewer;
let agency: Viewer;
/** Names of ads, and of the CV setting, in the order of a list sorted by name. */
let namesInOrder: readonly string[];
beforeAll(async () => {
  parts = await createTestParts();
  const [{ id: companyId } = { id: 0 }] = await parts.db
    .insert(company)
    .values({ code: 'c', name: '会社' })
    .returning();
  await parts.db.insert(product).values({
    companyId,
    name: '商品',
    domain: 'shop.example',
    url: 'https://shop.example/',
    trackingTerm: RULES.term,
    excludedIps: RULES.excluded,
  });
  const entries = (titles: readonly string[]) =>
    titles.map(title => ({ title, url: 'https://shop.example/', rate: 50 }));
  await parts.db.insert(ad).values(
    [1, 2, 3].map(n => ({
      companyId,
      productId: 1,
      name: NAMES.ads[n]!,
      redirectUrl: 'https://shop.example/',
      performanceCvFlag: n === 2,
      status: n === 1,
      lpoEntries: entries(TITLES.ads[n as 1] ?? []),
    })),
  );
  await parts.db.insert(redirect).values(
    [1, 2].map(n => ({
      companyId,
      productId: 1,
      adId: 1,
      redirectUrl: 'https://shop.example/',
      lpoEntries: entries(TITLES.redirects[n as 1] ?? []),
    })),
  );
  await parts.db
    .insert(cvSetting)
    .values({ companyId, productId: 1, name: NAMES.settings[1]!, cvPageUrl: '/thanks' });
  viewer = {
    userId: 1,
    companyId,
    roleCode: 'user',
    base: 'user',
    permissions: READ,
    agencyId: null,
    products: [1],
    ads: null,
  };
  const adNames = await parts.db.select({ name: ad.name }).from(ad).orderBy(ad.name, ad.id);
  namesInOrder = [...adNames.map(({ name }) => name), NAMES.settings[1]!];
  agency = { ...viewer, base: 'agency', agencyId: 3, ads: new Map([[1, [2]]]) };
});
afterAll(() => parts.close());

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error : Promise.reject(error)),
  );
const rowsFor = (world: LoggedWorld, name: Name, who: Viewer): readonly Shown[] =>
  shownRows(world, RULES, NAMES, id => who === viewer || id === 2, who === viewer)[name];

interface LogCondition {
  readonly field: string;
  readonly kind: Kind;
  readonly op: Operator;
  readonly values: readonly string[];
}
const whereOf = (conditions: readonly LogCondition[]) =>
  conditions
    .map(({ field, op, values }) =>
      new URLSearchParams([[`${field}${op === 'exact' ? '' : `__${op}`}`, values.join(',')]]).toString(),
    )
    .join('&');
const holds =
  (row: Shown) =>
  ({ field, kind, op, values }: LogCondition): boolean =>
    matches(kind, op, row[field], values);

/** A filter value: one of some row, a part of one, or one near it. */
const valueIn = (kind: Kind, rows: readonly Shown[], field: string): fc.Arbitrary<string> => {
  const found = rows
    .map(row => row[field])
    .filter(value => value !== null && value !== undefined && value !== '')
    .map(String);
  switch (kind) {
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'time':
      return fc.constantFrom(
        '2026-02-03',
        '2026/02/01 09:00:00',
        new Date(FIRST + 6 * HOUR).toISOString(),
        ...found,
      );
    case 'integer':
      return fc.constantFrom('0', '2', ...found);
    case 'decimal':
      return fc.constantFrom('0', '0.01', '980.5', ...found);
    default:
      return fc
        .tuple(
          fc.constantFrom('%', "'", '\\', 'É', 'x', '9', '198', ...found),
          fc.nat({ max: 20 }),
          fc.integer({ min: 1, max: 12 }),
          fc.constantFrom('all', 'part', 'upper', 'lower'),
        )
        .map(([text, at, length, how]) => {
          const part = how === 'all' ? text : text.slice(at % Math.max(1, text.length)).slice(0, length);
          if (how === 'upper') return part.toUpperCase();
          return how === 'lower' ? part.toLowerCase() : part;
        });
  }
};
const anyCondition = (name: Name, rows: readonly Shown[]): fc.Arbitrary<LogCondition> => {
  const kinds = kindsOf(logOf(name));
  return fc.constantFrom(...Object.keys(kinds)).chain(field => {
    const kind = kinds[field]!;
    return fc.constantFrom(...OPERATORS[kind]).chain(op =>
      fc.array(valueIn(kind, rows, field), { minLength: 1, maxLength: op === 'in' ? 3 : 1 }).map(values => ({
        field,
        kind,
        op,
        values: values.map(value => (op === 'in' ? value.replaceAll(',', '') : value)),
      })),
    );
  });
};
const who = fc.constantFrom('viewer', 'agency');
const viewerOf = (whose: string) => (whose === 'viewer' ? viewer : agency);

const walk = async (log: AnyLog, by: Viewer, question: LogParameters, waiting = {}) => {
  const ids: string[] = [];
  let [total, pages]: [number | null, number] = [null, 0];
  for (let after: string | null = ''; after !== null; pages += 1) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(
      parts,
      log,
      by,
      { ...question, ...(after !== '' && { after }) },
      waiting,
    );
    total ??= page.total;
    ids.push(...page.results.map(row => String((row as Record<string, unknown>)[idOf[log.table.table]])));
    after = page.next;
  }
  return { ids, total, pages };
};

describe('a log of events', () => {
  it(
    'is filtered by every column and operator like a naive filter, in pages and in files',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          anyWorld,
          fc.constantFrom<Name>('contact', 'access', 'conversion'),
          who,
          fc.infiniteStream(fc.nat()),
          async (world, name, whose, seeds) => {
            await forgetWorld(parts);
            await writeWorld(parts, world);
            const [log, by] = [logOf(name), viewerOf(whose)];
            const rows = rowsFor(world, name, by);
            for (let round = 0; round < 12; round += 1) {
              const [conditions = []] = fc.sample(
                fc.array(anyCondition(name, rows), { minLength: 1, maxLength: 3 }),
                { numRuns: 1, seed: seeds.next().value },
              );
              // A third of the questions has pages: the others would only repeat their queries.
              const question = {
                ...everything,
                where: whereOf(conditions),
                limit: round % 3 === 2 ? 4 : 500,
              };
              const ads = conditions
                .filter(
                  ({ field, kind, op }) =>
                    kind === 'integer' &&
                    (op === 'exact' || op === 'in') &&
                    ['ad_id', 'sy_ad', 'last_cv_ad_id', 'performance_cv_ad_id'].includes(field),
                )
                .flatMap(({ values }) => values);
              if (by === agency && ads.some(id => id !== '2')) {
                expect((await failureOf(readPage(parts, log, by, question)))?.code, question.where).toBe(
                  'no_permission_for_data',
                );
                continue;
              }
              const isOf = conditions.filter(({ field }) => name === 'conversion' && field === 'ad_id');
              const others = conditions.filter(condition => !isOf.includes(condition));
              // A conversion has two ads at most, and matches a filter by ad if one of them matches.
              const ofAd = (row: Shown) =>
                isOf.every(one =>
                  one.op === 'ne'
                    ? [row['last_cv_ad_id'], row['performance_cv_ad_id']].every(id =>
                        matches('integer', 'ne', id, one.values),
                      )
                    : [row['last_cv_ad_id'], row['performance_cv_ad_id']].some(id =>
                        matches('integer', one.op, id, one.values),
                      ),
                );
              const expected = rows
                .filter(row => ofAd(row) && others.every(holds(row)))
                .map(row => String(row[idOf[name]]));
              const { ids, total } = await walk(log, by, question);
              expect({ where: question.where, ids, total }).toEqual({
                where: question.where,
                ids: expected,
                total: expected.length,
              });
              // Even with the shortest search time no row is missing or repeated.
              if (round % 6 === 2)
                expect((await walk(log, by, question, { searchMs: 0 })).ids).toEqual(expected);
              if (round % 3 !== 1) continue;
              const file = await readAll(parts, log, by, question, 3);
              const lines: string[] = [];
              for await (const batch of file.batches)
                lines.push(...batch.map(row => String((row as Record<string, unknown>)[idOf[name]])));
              expect([file.count, lines]).toEqual([expected.length, expected]);
            }
          },
        ),
        { numRuns: runs(3), seed: 15 },
      );
    },
    limit(240_000),
  );

  it('compares a number and a second with a bound: equal values belong to the inclusive operators', async () => {
    await forgetWorld(parts);
    const at = (id: number, amount: number, ms: number) => event(id, { amount, ts: FIRST + ms, ad: 0 });
    await writeWorld(parts, {
      contacts: [],
      accesses: [],
      conversions: [at(1, 979, -1), at(2, 980, 0), at(3, 980, 999), at(4, 981, 1000)],
    });
    const second = '2026/02/01 09:00:00';
    const idsOf = async (where: string) =>
      (await walk(logOf('conversion'), viewer, { ...everything, where })).ids;
    expect({
      amount: {
        exact: await idsOf('amount=980'),
        lt: await idsOf('amount__lt=980'),
        lte: await idsOf('amount__lte=980'),
        gt: await idsOf('amount__gt=980'),
        gte: await idsOf('amount__gte=980'),
      },
      time: {
        lt: await idsOf(`cv_time__lt=${second}`),
        lte: await idsOf(`cv_time__lte=${second}`),
        gt: await idsOf(`cv_time__gt=${second}`),
        gte: await idsOf(`cv_time__gte=${second}`),
      },
    }).toEqual({
      amount: { exact: ['3', '2'], lt: ['1'], lte: ['3', '2', '1'], gt: ['4'], gte: ['4', '3', '2'] },
      time: { lt: ['1'], lte: ['3', '2', '1'], gt: ['4'], gte: ['4', '3', '2'] },
    });
  });

  it(
    'is sorted by a column like a naive sort up to a limit of rows, each row once, in files too',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          anyWorld,
          fc.constantFrom<Name>('contact', 'access', 'conversion'),
          who,
          fc.boolean(),
          fc.nat(),
          async (world, name, whose, descending, seed) => {
            await forgetWorld(parts);
            await writeWorld(parts, world);
            const [log, by] = [logOf(name), viewerOf(whose)];
            const kinds = kindsOf(log);
            const fields = sortableFields(log).filter(field => field !== 'ip_address');
            // Each run sorts by a column of every kind.
            for (const kind of new Set(fields.map(one => kinds[one]))) {
              const alike = fields.filter(one => kinds[one] === kind);
              const field = alike[seed % alike.length]!;
              const keyOf = (row: Shown): number | bigint | string => {
                const value = row[field] ?? null;
                if (field.endsWith('_id') && typeof value === 'string') return BigInt(value);
                if (field.endsWith('_time')) return Date.parse(String(value));
                // Rows without an ad or a CV setting come last in both directions.
                if (field.endsWith('_name')) {
                  const last = descending ? -1 : Infinity;
                  return value === '' ? last : namesInOrder.indexOf(String(value));
                }
                return typeof value === 'string'
                  ? [...value.toLowerCase()].slice(0, 100).join('')
                  : Number(value);
              };
              const sign = descending ? -1 : 1;
              const expected = rowsFor(world, name, by)
                .toSorted((a, b) => sign * compareValues(keyOf(a), keyOf(b)))
                .map(row => String(row[idOf[name]]));
              const question = { ...everything, ordering: `${descending ? '-' : ''}${field}`, limit: 3 };
              expect({ field, ids: (await walk(log, by, question)).ids }).toEqual({ field, ids: expected });
              const lines: string[] = [];
              for await (const batch of (await readAll(parts, log, by, question)).batches)
                lines.push(...batch.map(row => String((row as Record<string, unknown>)[idOf[name]])));
              expect(lines).toEqual(expected);
            }
          },
        ),
        { numRuns: runs(2), seed: 16 },
      );
    },
    limit(240_000),
  );

  it('is sorted by texts in any case, equal ones from the newest', async () => {
    await forgetWorld(parts);
    await writeWorld(parts, {
      contacts: ['b', 'A', 'B', 'a'].map((key, n) => event(n + 1, { key, ts: FIRST + n })),
      accesses: [],
      conversions: [],
    });
    const idsBy = async (ordering: string) =>
      (await walk(logOf('contact'), viewer, { ...everything, ordering, limit: 3 })).ids;
    expect(await idsBy('xclid')).toEqual(['4', '2', '3', '1']);
    expect(await idsBy('-xclid')).toEqual(['3', '1', '4', '2']);
  });

  it('is sorted by the name of the CV setting, rows without one last in both directions', async () => {
    await forgetWorld(parts);
    await writeWorld(parts, {
      contacts: [],
      accesses: [],
      conversions: [true, false, true].map((last, n) => event(n + 1, { last, ts: FIRST + n })),
    });
    const idsBy = async (ordering: string) =>
      (await walk(logOf('conversion'), viewer, { ...everything, ordering, limit: 2 })).ids;
    expect(await idsBy('cv_setting_name')).toEqual(['3', '1', '2']);
    expect(await idsBy('-cv_setting_name')).toEqual(['3', '1', '2']);
  });

  it('cannot be sorted beyond the limit of rows, and refuses unknown fields, operators, values and cursors', async () => {
    await forgetWorld(parts);
    await parts.columnar.command({
      query: `INSERT INTO access (product_id, visitor_id, ts, access_id, ad_id, access_url) SELECT 1, number % 50, fromUnixTimestamp64Milli(toInt64(${FIRST}) + number), number + 1, 1, 'https://shop.example/' FROM numbers(10001)`,
    });
    const fields = async (question: object) =>
      (await failureOf(readPage(parts, accessLog, viewer, { ...everything, ...question })))?.fields;
    expect(await fields({ ordering: 'access_url' })).toEqual({
      ordering: [{ code: 'too_many_rows', values: { max: 10_000 } }],
    });
    expect(
      (
        await readPage(parts, accessLog, viewer, {
          ...everything,
          ordering: '-access_id',
          where: 'access_id__ne=1',
          limit: 1,
        })
      ).results[0],
    ).toMatchObject({ access_id: '10001' });
    expect(await fields({ ordering: 'sy_ad' })).toEqual({ ordering: [{ code: 'choice' }] });
    expect(
      await fields({ ordering: 'access_id', after: Buffer.from('["x",1,"2"]').toString('base64url') }),
    ).toEqual({ after: [{ code: 'format' }] });
    expect(await fields({ ordering: 'access_id', after: 'x' })).toEqual({ after: [{ code: 'format' }] });
    expect(await fields({ where: 'xclid=1&access_url__gt=2&bot=maybe&access_time__after=tomorrow' })).toEqual(
      {
        xclid: [{ code: 'unknown_field' }],
        access_url__gt: [{ code: 'unknown_operator' }],
        bot: [{ code: 'type' }],
        access_time__after: [{ code: 'format_date' }],
      },
    );
  });

  it('states how far the search came when its time ran out', async () => {
    await forgetWorld(parts);
    await writeWorld(parts, {
      contacts: [
        event(1, { key: 'rare', ts: Date.UTC(2026, 0, 15) }),
        event(2, { ts: Date.UTC(2026, 3, 15) }),
      ],
      accesses: [],
      conversions: [],
    });
    const question = { ...everything, from: '2026-01-01', to: '2026-12-31', where: 'xclid__contains=RAR' };
    const first = await readPage(parts, contactLog, viewer, question, { searchMs: 0 });
    expect([first.results, first.reached, first.next === null]).toEqual([
      [],
      '2026-12-01T00:00:00.000Z',
      false,
    ]);
    expect(await readPage(parts, contactLog, viewer, question)).toMatchObject({
      results: [{ interaction_id: '1' }],
      reached: null,
      next: null,
      total: 1,
    });
  });
});
