import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../server/http/failures.ts';
import { readCursor, writeCursor } from '../../../server/event-logs/cursor.ts';
import { contactLog } from '../../../server/event-logs/contacts.ts';
import { readPage } from '../../../server/event-logs/page.ts';
import type { LogParameters } from '../../../server/event-logs/log-parameters.ts';
import type { Viewer } from '../../../server/http/visibility.ts';
import { ad, company, product, redirect } from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** A contact as the loader writes it, with hostile values: accents, CJK, an IPv6 address. */
const contact = (id: number | bigint, over: Partial<Record<string, unknown>> = {}) => ({
  product_id: 1,
  visitor_id: '18446744073709551615',
  ts: Date.UTC(2026, 1, 28, 15, 0, 0, 1),
  interaction_id: String(id),
  ad_id: 1,
  redirect_id: 0,
  lpo_number: 0,
  landing_url: 'https://shop.example/é?q=日本語',
  referrer: '',
  ip: '::ffff:203.0.113.9',
  bot: 0,
  repeated: 0,
  ua: 'Mozilla/5.0 "日本"',
  device: 'desktop',
  os: 'Windows',
  os_ver: '10',
  browser: 'Chrome',
  browser_ver: '120',
  xclid: '',
  media_session_id: '',
  media_management1: '',
  media_management2: '',
  media_management3: '',
  click_cost: 0,
  ...over,
});
const day = (n: number) => Date.UTC(2026, 2, 1) + n * 86_400_000;
const everything: LogParameters = { product_id: 1, from: '2026-01-01', to: '2026-12-31' };

let parts: TestParts;
let viewer: Viewer;
beforeAll(async () => {
  parts = await createTestParts();
  const [{ id: companyId } = { id: 0 }] = await parts.db
    .insert(company)
    .values({ code: 'c', name: '会社' })
    .returning();
  await parts.db.insert(product).values({
    companyId,
    name: '商品é',
    domain: 'shop.example',
    url: 'https://shop.example/',
    trackingTerm: 30,
    excludedIps: ['198.51.100.0/24', '2001:db8::/32'],
  });
  const lpoEntries = [
    { title: 'Первый', url: 'https://shop.example/1', rate: 1 },
    { title: '二番', url: 'https://shop.example/2', rate: 1 },
  ];
  await parts.db.insert(ad).values(
    [1, 2].map(n => ({
      companyId,
      productId: 1,
      name: `広告é${n}`,
      redirectUrl: 'https://shop.example/',
      lpoEntries,
    })),
  );
  await parts.db.insert(redirect).values([
    {
      companyId,
      productId: 1,
      adId: 1,
      redirectUrl: 'https://shop.example/',
      lpoEntries: [{ title: '転送', url: 'https://shop.example/r', rate: 1 }],
    },
    { companyId, productId: 1, adId: 1, redirectUrl: 'https://shop.example/' },
  ]);
  viewer = {
    userId: 1,
    companyId,
    roleCode: 'user',
    base: 'user',
    permissions: {} as Viewer['permissions'],
    agencyId: null,
    products: [1],
    ads: null,
  };
});
afterAll(() => parts.close());
beforeEach(() => parts.columnar.command({ query: 'TRUNCATE TABLE contact' }));

const insertContacts = (rows: object[]) =>
  parts.columnar.insert({ table: 'contact', format: 'JSONEachRow', values: rows });
const read = (over: Partial<LogParameters> = {}, who = viewer) =>
  readPage(parts, contactLog, who, { ...everything, ...over });
const ids = async (over: Partial<LogParameters> = {}, who = viewer) =>
  (await read(over, who)).results.map(row => row.interaction_id);
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error : Promise.reject(error)),
  );
const walk = async (question: Partial<LogParameters>): Promise<string[]> => {
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await read({ ...question, ...(after !== undefined && { after }) });
    seen.push(...page.results.map(row => row.interaction_id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return seen;
};

describe('the reference log', () => {
  it('shows every column of a contact, times in UTC and 64-bit ids as text', async () => {
    await insertContacts([
      contact(2n ** 63n, {
        redirect_id: 1,
        lpo_number: 1,
        xclid: 'x/é',
        media_session_id: 's',
        media_management1: '1',
        media_management2: '2',
        media_management3: '３',
        click_cost: 12.5,
      }),
    ]);
    expect((await read()).results).toEqual([
      {
        interaction_id: '9223372036854775808',
        first_reference_time: '2026-02-28T15:00:00.001Z',
        reference_time: '2026-02-28T15:00:00.001Z',
        ad_id: 1,
        ad_name: '広告é1',
        visitor_id: '18446744073709551615',
        ip_address: '203.0.113.9',
        landing_url: 'https://shop.example/é?q=日本語',
        referrer: '',
        ua: 'Mozilla/5.0 "日本"',
        device: 'desktop',
        os: 'Windows',
        os_ver: '10',
        browser: 'Chrome',
        browser_ver: '120',
        redirect_id: 1,
        lpo_number: 1,
        lpo_title: '転送',
        xclid: 'x/é',
        media_session_id: 's',
        media_management1: '1',
        media_management2: '2',
        media_management3: '３',
        click_cost: 12.5,
        bot: false,
        repeated: false,
        excluded: false,
      },
    ]);
  });

  it('names the landing page of the ad if the redirect has none of its own, and none for a direct link', async () => {
    await insertContacts([
      contact(1, { redirect_id: 2, lpo_number: 2 }),
      contact(2),
      contact(3, { redirect_id: 1, lpo_number: 5 }),
    ]);
    expect(
      (await read()).results.map(row => [row.interaction_id, row.redirect_id, row.lpo_number, row.lpo_title]),
    ).toEqual([
      ['3', 1, 5, ''],
      ['2', null, null, ''],
      ['1', 2, 2, '二番'],
    ]);
  });

  it('shows each contact once over its pages, newest first, also with many in one millisecond', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        async (times, limit) => {
          await parts.columnar.command({ query: 'TRUNCATE TABLE contact' });
          const rows = times.map((ms, index) => ({ id: index + 1, ts: Date.UTC(2026, 1, 1) + ms }));
          await insertContacts(
            rows.map(row => contact(row.id, { ts: row.ts, visitor_id: String(1 + (row.id % 3)) })),
          );
          const expected = rows.toSorted((a, b) => b.ts - a.ts || b.id - a.id).map(row => String(row.id));
          expect(await walk({ limit })).toEqual(expected);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('does not repeat a contact on later pages when a new one arrives', async () => {
    await insertContacts([1, 2, 3, 4].map(id => contact(id, { ts: Date.UTC(2026, 1, id) })));
    const first = await read({ limit: 2 });
    await insertContacts([contact(9, { ts: Date.UTC(2026, 1, 9) })]);
    expect(
      (await read({ limit: 2, after: first.next ?? '' })).results.map(row => row.interaction_id),
    ).toEqual(['2', '1']);
  });

  it('bounds the period at midnight in Tokyo, both days included', async () => {
    await insertContacts(
      [
        [1, Date.UTC(2026, 1, 27, 14, 59, 59, 999)],
        [2, Date.UTC(2026, 1, 27, 15)],
        [3, Date.UTC(2026, 1, 28, 14, 59, 59, 999)],
        [4, Date.UTC(2026, 1, 28, 15)],
      ].map(([id = 0, ts]) => contact(id, { ts })),
    );
    expect(await ids({ from: '2026-02-28', to: '2026-02-28' })).toEqual(['3', '2']);
  });

  it('omits what reports leave out by default, and states how much that is', async () => {
    await insertContacts([
      contact(1),
      contact(2, { bot: 1, repeated: 1 }),
      contact(3, { repeated: 1, ip: '::ffff:198.51.100.255' }),
      contact(4, { ip: '::ffff:198.51.100.0' }),
      contact(5, { ip: '2001:db8:ffff::1' }),
      contact(6, { ip: '2001:db9::1' }),
      contact(7, { ip: '::ffff:198.51.101.0' }),
    ]);
    const left_out = { bot: 1, repeated: 1, excluded_ip: 2 };
    expect(await ids()).toEqual(['7', '6', '1']);
    expect(await read()).toMatchObject({ total: 3, total_estimated: false, left_out });
    expect(await read({ show: 'all' })).toMatchObject({ total: 7, left_out });
    expect(
      (await read({ show: 'all' })).results.filter(row => row.excluded).map(row => row.interaction_id),
    ).toEqual(['5', '4', '3']);
  });

  it('applies the present rule for excluded addresses', async () => {
    await insertContacts([contact(1, { ip: '::ffff:192.0.2.7' })]);
    await parts.db.update(product).set({ excludedIps: ['192.0.2.7'] });
    const hidden = await ids();
    await parts.db.update(product).set({ excludedIps: ['198.51.100.0/24', '2001:db8::/32'] });
    expect([hidden, await ids()]).toEqual([[], ['1']]);
  });

  it("has for each contact the visitor's first contact within the tracking term", async () => {
    await insertContacts([
      contact(1, { ts: day(0) }),
      contact(2, { ts: day(30) }),
      contact(3, { ts: day(31) }),
      contact(4, { ts: day(2), bot: 1 }),
      contact(5, { ts: day(3), visitor_id: '7' }),
    ]);
    const first = Object.fromEntries(
      (await read({ show: 'all' })).results.map(row => [row.interaction_id, row.first_reference_time]),
    );
    const at = (n: number) => new Date(day(n)).toISOString();
    expect(first).toEqual({ 1: at(0), 2: at(0), 3: at(30), 4: at(0), 5: at(3) });
  });

  it.each([
    [{ ad_id__in: [2] }, ['2']],
    [{ visitor_id: '5' }, ['3']],
    [{ interaction_id: '4' }, ['4']],
    [{ device: 'mobile' }, ['5']],
    [{ os: "O'S\\" }, ['6']],
    [{ browser: 'サファリ' }, ['7']],
    [{ browser: 'サファリ', os: 'Windows' }, ['7']],
    [{ visitor_id: '0' }, []],
  ] as const)('is filtered by %o', async (filter, expected) => {
    await insertContacts([
      contact(1),
      contact(2, { ad_id: 2 }),
      contact(3, { visitor_id: '5' }),
      contact(4),
      contact(5, { device: 'mobile' }),
      contact(6, { os: "O'S\\" }),
      contact(7, { browser: 'サファリ' }),
    ]);
    expect(await ids(filter as Partial<LogParameters>)).toEqual(expected);
  });

  it("contains only the contacts of an agency's own ads", async () => {
    await insertContacts([contact(1), contact(2, { ad_id: 2 })]);
    const agency: Viewer = { ...viewer, base: 'agency', agencyId: 3, ads: new Map([[1, [2]]]) };
    expect(await read({}, agency)).toMatchObject({ results: [{ interaction_id: '2' }], total: 1 });
    expect((await failureOf(read({ ad_id__in: [1, 2] }, agency)))?.code).toBe('no_permission_for_data');
    expect(await read({}, { ...agency, ads: new Map() })).toMatchObject({ results: [], total: 0 });
  });

  it('is refused for products that the viewer cannot see', async () => {
    expect((await failureOf(read({ product_id: 2 })))?.code).toBe('no_permission_for_data');
    expect((await failureOf(read({}, { ...viewer, companyId: viewer.companyId + 1 })))?.code).toBe(
      'no_permission_for_data',
    );
  });

  it.each([
    [{ from: '1899-12-31' }, 'from'],
    [{ to: '9999-12-31' }, 'to'],
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ after: 'nonsense' }, 'after'],
    [{ after: Buffer.from('1.99999999999999999999').toString('base64url') }, 'after'],
    [{ visitor_id: '18446744073709551616' }, 'visitor_id'],
    [{ interaction_id: '99999999999999999999' }, 'interaction_id'],
  ])('refuses %o and names the field', async (over, field) => {
    const failure = await failureOf(read(over));
    expect([failure?.code, Object.keys(failure?.fields ?? {})]).toEqual(['invalid', [field]]);
  });
});

describe('a page cursor', () => {
  it('is read as written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        (ms, id) => {
          expect(readCursor(writeCursor({ ms, id: String(id) }))).toEqual({ ms, id: String(id) });
        },
      ),
    );
  });
  it('is refused otherwise', () => {
    fc.assert(
      fc.property(fc.string(), word => {
        expect(readCursor(word)).toBeNull();
      }),
    );
  });
});
