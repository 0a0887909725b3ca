import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../../../server/http/visibility.ts';
import { Failure } from '../../../server/http/failures.ts';
import { accessLog } from '../../../server/event-logs/accesses.ts';
import { contactLog } from '../../../server/event-logs/contacts.ts';
import { conversionLog } from '../../../server/event-logs/conversions.ts';
import { readStepCursor, writeStepCursor } from '../../../server/event-logs/cursor.ts';
import { readAll } from '../../../server/event-logs/complete-log.ts';
import { readNewer, readPage } from '../../../server/event-logs/page.ts';
import { readOne } from '../../../server/event-logs/single-rows.ts';
import { readPath } from '../../../server/event-logs/path.ts';
import type { LogParameters } from '../../../server/event-logs/log-parameters.ts';
import { countForPage } from '../../../server/store/clickhouse/logs/event-counts.ts';
import { CONVERSIONS } from '../../../server/store/clickhouse/logs/event-tables.ts';
import { ad, company, cvSetting, product } from '../../../server/store/postgres/schema/index.ts';
import { isLong } from '../../support/long.ts';
import { anyWorld, event, FIRST, forgetWorld, HOUR, URLS, writeWorld } from '../../support/logged-world.ts';
import {
  counted,
  creditOf,
  lastAd,
  newestFirst,
  type LoggedEvent,
  type LoggedWorld,
} from '../../support/naive-logs.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

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
  from: '2026-01-01',
  to: '2026-12-31',
  show: 'all',
  limit: 500,
};

let parts: TestParts;
let viewer: Viewer;
let agency: Viewer;
beforeAll(async () => {
  parts = await createTestParts();
  const [{ id: companyId } = { id: 0 }] = await parts.db
    .insert(company)
    .values({ code: 'c', name: '会社' })
    .returning();
  await parts.db.insert(product).values(
    [1, 2].map(n => ({
      companyId,
      name: `商品${n}`,
      domain: 'shop.example',
      url: 'https://shop.example/',
      trackingTerm: RULES.term,
      excludedIps: RULES.excluded,
    })),
  );
  // Two of the ads are deleted; their events are still reported.
  await parts.db.insert(ad).values(
    [1, 2, 3].map(n => ({
      companyId,
      productId: 1,
      name: `広告é${n}`,
      redirectUrl: 'https://shop.example/',
      performanceCvFlag: n === 2,
      status: n === 1,
    })),
  );
  await parts.db.insert(cvSetting).values({ companyId, productId: 1, name: '購入', cvPageUrl: '/thanks' });
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
  agency = { ...viewer, base: 'agency', agencyId: 3, ads: new Map([[1, [2]]]) };
});
afterAll(() => parts.close());
const forget = () => forgetWorld(parts);
const write = (world: LoggedWorld) => writeWorld(parts, world);
beforeEach(forget);

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error : Promise.reject(error)),
  );

describe('the logs of random events', () => {
  it('contain the rows of a naive fold, for every viewer, by page and in slices', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyWorld,
        fc.integer({ min: 3, max: 9 }),
        fc.constantFrom('counted', 'all'),
        async (world, limit, show) => {
          await forget();
          await write(world);
          for (const who of [viewer, agency]) {
            const own = (id: number | null | undefined) => id === 2 || who === viewer;
            const seen = (one: LoggedEvent) => show === 'all' || counted(one, RULES);
            const accesses = world.accesses
              .filter(one => seen(one) && own(one.ad))
              .toSorted(newestFirst)
              .map(one => {
                const last = lastAd(world, one, RULES);
                return [
                  String(one.id),
                  one.ad === 0 ? null : one.ad,
                  last !== null && own(last) ? last : null,
                  one.url,
                ];
              });
            const conversions = world.conversions
              .filter(seen)
              .toSorted(newestFirst)
              .flatMap(one => {
                const { contacts, last, performance } = creditOf(world, one, RULES);
                if (
                  who === agency &&
                  !(last !== null && own(last.ad)) &&
                  !(performance !== null && own(performance.ad))
                )
                  return [];
                const shownContact = (contact: LoggedEvent | null) =>
                  contact !== null && own(contact.ad) ? [contact.ad, String(contact.id)] : [null, null];
                return [
                  [String(one.id), contacts, ...shownContact(last), ...shownContact(performance), one.args],
                ];
              });
            const accessOf = (row: {
              access_id: string;
              ad_id: number | null;
              sy_ad: number | null;
              access_url: string;
            }) => [row.access_id, row.ad_id, row.sy_ad, row.access_url];
            const conversionOf = (row: {
              conversion_id: string;
              contacts: number;
              last_cv_ad_id: number | null;
              last_cv_interaction_id: string | null;
              performance_cv_ad_id: number | null;
              performance_cv_interaction_id: string | null;
              args: string;
            }) => [
              row.conversion_id,
              row.contacts,
              row.last_cv_ad_id,
              row.last_cv_interaction_id,
              row.performance_cv_ad_id,
              row.performance_cv_interaction_id,
              row.args,
            ];

            const walk = async <Row>(
              read: (question: LogParameters) => Promise<{
                readonly results: readonly Row[];
                readonly next: string | null;
                readonly total: number | null;
              }>,
            ) => {
              const rows: Row[] = [];
              let total: number | null = null;
              for (let after: string | null = ''; after !== null;) {
                const page: {
                  readonly results: readonly Row[];
                  readonly next: string | null;
                  readonly total: number | null;
                } = await read({ ...everything, show, limit, ...(after !== '' && { after }) });
                total ??= page.total;
                rows.push(...page.results);
                after = page.next;
              }
              return { rows, total };
            };
            const pages = {
              accesses: await walk(question => readPage(parts, accessLog, who, question)),
              conversions: await walk(question => readPage(parts, conversionLog, who, question)),
            };
            expect(pages.accesses.rows.map(accessOf)).toEqual(accesses);
            expect(pages.conversions.rows.map(conversionOf)).toEqual(conversions);
            expect([pages.accesses.total, pages.conversions.total]).toEqual([
              accesses.length,
              conversions.length,
            ]);

            const unpaged = await readAll(parts, conversionLog, who, { ...everything, show }, limit);
            const sliced = [];
            for await (const batch of unpaged.batches) sliced.push(...batch);
            expect([unpaged.count, sliced]).toEqual([conversions.length, pages.conversions.rows]);
          }
        },
      ),
      { numRuns: isLong ? 5 : 2, seed: 8 },
    );
  }, 120_000);

  it("combine into a visitor's path, each step once, in order of time and then of kind", async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.integer({ min: 2, max: 9 }), async (world, limit) => {
        await forget();
        await write(world);
        const steps = (['contacts', 'accesses', 'conversions'] as const).flatMap((kind, rank) =>
          world[kind].filter(one => one.visitor === 1).map(one => ({ one, rank })),
        );
        const expected = steps
          .toSorted((a, b) => b.one.ts - a.one.ts || b.rank - a.rank || newestFirst(a.one, b.one))
          .map(({ one, rank }) => [['contact', 'access', 'conversion'][rank], String(one.id)]);
        const seen: unknown[] = [];
        for (let after: string | null = ''; after !== null;) {
          const page: Awaited<ReturnType<typeof readPath>> = await readPath(parts, viewer, {
            product_id: 1,
            visitor_id: '1',
            show: 'all',
            limit,
            ...(after !== '' && { after }),
          });
          seen.push(...page.results.map(({ kind, id }) => [kind, id]));
          after = page.next;
        }
        expect(seen).toEqual(expected);
      }),
      { numRuns: isLong ? 5 : 2, seed: 9 },
    );
  }, 120_000);
});

describe('a log', () => {
  it.each([
    [{ access_url__contains: 'é?q=日本' }, ['1']],
    [{ access_url__contains: "o's\\%_%25" }, ['2']],
    [{ access_url__contains: '\t"X"' }, ['4']],
    [{ access_url__contains: '%' }, ['2']],
    [{ visitor_id: '7' }, ['5']],
    [{ access_id: '3' }, ['3']],
    [{ ad_id__in: [3] }, ['5']],
    [{ visitor_id: '7', access_url__contains: 'shop' }, ['5']],
  ])('of page views is filtered by %o', async (filter, expected) => {
    await write({
      contacts: [],
      conversions: [],
      accesses: [...URLS.map((url, n) => event(n + 1, { url })), event(5, { visitor: 7, ad: 3 })],
    });
    expect(
      (await readPage(parts, accessLog, viewer, { ...everything, ...filter })).results.map(
        row => row.access_id,
      ),
    ).toEqual(expected);
  });

  it.each([
    [{ args: "O'S\\" }, ['1']],
    [{ cv_type: 0 }, ['2']],
    [{ cv_setting_id: 1 }, ['3', '1']],
    [{ conversion_id: '3' }, ['3']],
    [{ user_id: 'é', visitor_id: '7' }, ['3']],
    [{ user_id: 'E' }, []],
    [{ ad_id__in: [2] }, ['2', '1']],
    [{ ad_id__in: [3] }, []],
    [{ ad_id__in: [1], cv_type: 1 }, ['1']],
  ])('of conversions is filtered by %o', async (filter, expected) => {
    await write({
      contacts: [event(10, { ad: 2, ts: FIRST - HOUR }), event(11, { ad: 1, ts: FIRST - 1 })],
      accesses: [],
      conversions: [event(1, { args: "O'S\\" }), event(2, { last: false }), event(3, { visitor: 7 })],
    });
    expect(
      (await readPage(parts, conversionLog, viewer, { ...everything, ...filter })).results.map(
        row => row.conversion_id,
      ),
    ).toEqual(expected);
  });

  it('states with its first page how much of it reports leave out', async () => {
    await write({
      contacts: [],
      accesses: [event(1), event(2, { bot: true, ip: '198.51.100.7' }), event(3, { ip: '198.51.100.7' })],
      conversions: [event(4, { bot: true })],
    });
    expect(await readPage(parts, accessLog, viewer, { ...everything, show: 'counted' })).toMatchObject({
      total: 1,
      left_out: { bot: 1, excluded_ip: 1 },
    });
    const { next, ...first } = await readPage(parts, accessLog, viewer, { ...everything, limit: 1 });
    expect(first).toMatchObject({ total: 3, left_out: { bot: 1, excluded_ip: 1 } });
    expect(
      await readPage(parts, accessLog, viewer, { ...everything, limit: 1, after: next ?? '' }),
    ).toMatchObject({ total: null, left_out: null, latest: null });
    expect(await readPage(parts, conversionLog, viewer, { ...everything, show: 'counted' })).toMatchObject({
      total: 0,
      left_out: { bot: 1, excluded_ip: 0 },
      results: [],
    });
  });

  it('shows an unknown address as an empty text', async () => {
    const events = [event(1, { ip: '::' }), event(2), event(3, { ip: '::1' })];
    await write({ contacts: events, accesses: events, conversions: events });
    const [contacts, accesses, conversions] = await Promise.all([
      readPage(parts, contactLog, viewer, everything),
      readPage(parts, accessLog, viewer, everything),
      readPage(parts, conversionLog, viewer, everything),
    ]);
    for (const { results } of [contacts, accesses, conversions] as const)
      expect(results.map(row => row.ip_address)).toEqual(['::1', '203.0.113.9', '']);
    const { results } = await readPath(parts, viewer, {
      product_id: 1,
      visitor_id: '1',
      show: 'all',
      limit: 9,
    });
    expect(results.map(step => step.ip_address).toSorted()).toEqual([
      '',
      '',
      '',
      '203.0.113.9',
      '203.0.113.9',
      '203.0.113.9',
      '::1',
      '::1',
      '::1',
    ]);
  });

  it('counts the rows newer than its newest row under the same filters, also from an empty log', async () => {
    const ask = async (question: LogParameters) => {
      const { latest } = await readPage(parts, accessLog, viewer, question);
      return () => readNewer(parts, accessLog, viewer, { ...question, newer_than: latest ?? '' });
    };
    const [empty, mobile] = [
      await ask({ ...everything, show: 'counted' }),
      await ask({ ...everything, device: 'mobile' }),
    ];
    await write({ contacts: [], conversions: [], accesses: [event(5, { ts: FIRST + 1 })] });
    const newer = await ask({ ...everything, show: 'counted' });
    expect([await newer(), await empty(), await mobile()]).toEqual([
      { count: 0 },
      { count: 1 },
      { count: 0 },
    ]);
    await write({
      contacts: [],
      conversions: [],
      accesses: [
        event(4, { ts: FIRST + 1 }),
        event(6, { ts: FIRST + 1 }),
        event(3, { ts: FIRST + 2 }),
        event(7, { ts: FIRST + 3, bot: true }),
      ],
    });
    expect([await newer(), await empty()]).toEqual([{ count: 2 }, { count: 4 }]);
    expect(
      (await failureOf(readNewer(parts, accessLog, viewer, { ...everything, newer_than: 'x' })))?.fields,
    ).toHaveProperty('newer_than');
  });

  it('returns a visible row by its id at any time, left out or not', async () => {
    await write({
      contacts: [event(1)],
      accesses: [event(2n ** 64n - 1n, { bot: true, ad: 3 }), event(3, { ad: 0 })],
      conversions: [event(4, { ts: FIRST + HOUR })],
    });
    expect(await readOne(parts, accessLog, viewer, 1, '18446744073709551615')).toMatchObject({
      access_id: '18446744073709551615',
      bot: true,
      ad_name: '広告é3',
    });
    expect(await readOne(parts, accessLog, viewer, 1, '3')).toMatchObject({
      ad_id: null,
      ad_name: '',
      interaction_id: null,
      sy_ad: 1,
    });
    expect(await readOne(parts, conversionLog, viewer, 1, '4')).toMatchObject({
      last_cv_ad_id: 1,
      last_cv_interaction_id: '1',
      performance_cv_ad_id: null,
      contacts: 1,
      cv_setting_name: '購入',
      amount: 4,
    });
    for (const [who, id] of [
      [viewer, '9'],
      [viewer, '99999999999999999999'],
      [agency, '3'],
      [agency, '18446744073709551615'],
      [{ ...agency, ads: new Map() }, '3'],
    ] as const) {
      expect((await failureOf(readOne(parts, accessLog, who, 1, id)))?.code, id).toBe('not_found');
    }
    expect((await failureOf(readOne(parts, conversionLog, agency, 1, '4')))?.code).toBe('not_found');
    expect((await failureOf(readOne(parts, contactLog, viewer, 2, '1')))?.code).toBe(
      'no_permission_for_data',
    );
    expect(
      (await failureOf(readOne(parts, contactLog, { ...viewer, companyId: viewer.companyId + 1 }, 1, '1')))
        ?.code,
    ).toBe('no_permission_for_data');
  });

  it('is counted exactly for an agency up to a limit of rows, and estimated from a sample of the visitors beyond', async () => {
    const visitors = 2_000;
    const some = Array.from({ length: visitors }, (_, at) => at + 1);
    // Every other visitor came by the agency's ad; a quarter of these are bots.
    await write({
      contacts: some.map(visitor => event(visitor, { visitor, ad: 1 + (visitor % 2) })),
      accesses: [],
      conversions: some.map(visitor =>
        event(10_000 + visitor, { visitor, ts: FIRST + HOUR, bot: visitor % 8 === 1 }),
      ),
    });
    const filter = (adIds?: number[]) => ({
      productId: 1,
      from: FIRST,
      until: FIRST + 24 * HOUR,
      conditions: [],
      excluded: [],
      trackingTerm: RULES.term,
      performanceAds: [2],
      ...(adIds && { adIds }),
    });
    const count = (adIds: number[] | undefined, maxRows: number) =>
      countForPage(parts.columnar, CONVERSIONS, filter(adIds), { maxRows });
    const counted = visitors - visitors / 8;
    const exact = { counted: visitors / 2 - visitors / 8, estimated: false };
    expect(await count([2], counted)).toMatchObject(exact);
    const estimate = await count([2], counted - 1);
    expect(estimate).toMatchObject({ estimated: true });
    expect(Math.abs(estimate!.counted - exact.counted)).toBeLessThan(exact.counted / 5);
    expect(estimate!.counted, 'rounded to three digits, and a multiple of the sampled visitors').toBe(
      Number(estimate!.counted.toPrecision(3)),
    );
    expect(
      await count(undefined, 1),
      'rows of a viewer without restrictions are counted without a limit',
    ).toMatchObject({
      counted,
      bot: visitors / 8,
      estimated: false,
    });
  });

  it('is empty for an agency without ads, and refuses ads of others', async () => {
    await write({ contacts: [event(1)], accesses: [event(2)], conversions: [event(3, { ts: FIRST + 1 })] });
    for (const log of [accessLog, conversionLog]) {
      expect(
        await readPage(parts, log as typeof accessLog, { ...agency, ads: new Map() }, everything),
      ).toMatchObject({ results: [], total: 0, next: null });
      expect(
        (await failureOf(readPage(parts, log as typeof accessLog, agency, { ...everything, ad_id__in: [1] })))
          ?.code,
      ).toBe('no_permission_for_data');
    }
  });
});

describe("a visitor's path", () => {
  it('contains only the kinds of steps that the viewer may read', async () => {
    await write({
      contacts: [event(1, { ad: 2 }), event(2, { ts: FIRST + 1 })],
      accesses: [event(3, { ts: FIRST + 1 })],
      conversions: [event(4, { ts: FIRST + 2 })],
    });
    const kindsOf = async (who: Viewer) =>
      (await readPath(parts, who, { product_id: 1, visitor_id: '1' })).results.map(
        ({ kind, id }) => `${kind} ${id}`,
      );
    expect(await kindsOf(viewer)).toEqual(['conversion 4', 'access 3', 'contact 2', 'contact 1']);
    expect(await kindsOf({ ...viewer, permissions: { ...READ, access_log: 'none' } })).toEqual([
      'conversion 4',
      'contact 2',
      'contact 1',
    ]);
    expect(await kindsOf({ ...viewer, permissions: { ...READ, cv_log: 'none' } })).toEqual([
      'access 3',
      'contact 2',
      'contact 1',
    ]);
    // The agency's ad is the performance CV ad of the conversion.
    expect(await kindsOf(agency)).toEqual(['conversion 4', 'contact 1']);
    expect((await readPath(parts, agency, { product_id: 1, visitor_id: '1' })).results[0]).toMatchObject({
      ad_id: null,
      ad_name: '',
      interaction_id: null,
    });
  });

  it.each([
    [{ visitor_id: '18446744073709551616' }, 'visitor_id'],
    [{ after: 'x' }, 'after'],
    [{ after: Buffer.from('1.3.1').toString('base64url') }, 'after'],
  ])('refuses %o', async (over, field) => {
    expect(
      Object.keys(
        (await failureOf(readPath(parts, viewer, { product_id: 1, visitor_id: '1', ...over })))?.fields ?? {},
      ),
    ).toEqual([field]);
  });

  it('has page cursors that are read as written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 2 }),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        (ms, rank, id) => {
          expect(readStepCursor(writeStepCursor({ ms, rank, id: String(id) }))).toEqual({
            ms,
            rank,
            id: String(id),
          });
        },
      ),
    );
  });
});
