import * as fc from 'fast-check';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { entities } from '../../../server/entities/entities.ts';
import type { Field } from '../../../server/records/entity.ts';
import { OPERATORS, readFilterNames, type Kind } from '../../../server/http/filters.ts';
import { ad, agency, redirect } from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { matches } from '../../support/naive-filter.ts';
import { insertSingleSignOn, requesterOf, makeTenant, signIn, type Tenant } from '../../support/tenants.ts';

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let ask: ReturnType<typeof requesterOf>;

/**
 * Names that break careless code: case changes that alter the length, wildcards, quotes, right-to-left text,
 * characters beyond 16 bits, formulas, spaces.
 */
const NAMES = [
  'ad',
  'AD',
  'Ad 1',
  'é',
  'É',
  'e\u0301',
  '日本語',
  '検索広告「夏」',
  '🎯 target',
  'a%b',
  'a_b',
  'a\\b',
  '\\',
  '%',
  '_',
  "d'été",
  '"quoted"',
  'שלום',
  '=1+1',
  ' leading',
  'trailing ',
  'a,b',
  'tab\there',
  'line\nbreak',
  'null',
  'x'.repeat(900),
  '0',
  '-1',
  'ß',
  'ﬁ',
  "'; drop table ad; --",
] as const;
const COSTS = [0, 0.01, 1, 12.5, 99_999_999.99] as const;
const DAYS = [null, '2024-02-29', '2026-01-31', '2026-02-28', '2026-03-01', '9999-12-31'] as const;
/** Times around the ends of days and months in Tokyo. */
const TIMES = [
  '2026-02-28T14:59:59.999Z',
  '2026-02-28T15:00:00.000Z',
  '2026-02-28T15:00:00.001Z',
  '2024-02-28T15:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
] as const;

beforeAll(async () => {
  parts = await createTestParts();
  tenant = await makeTenant(parts.db, 'acme');
  const [shelf] = tenant.shelves;
  await parts.db.insert(ad).values(
    NAMES.map((name, n) => ({
      companyId: tenant.id,
      productId: tenant.shelves[n % 2]!.product,
      name,
      redirectUrl: `https://shop.example/?n=${n}`,
      status: n % 5 !== 0,
      aspId: n % 3 === 0 ? shelf.asp : null,
      adCategoryId: n % 4 === 0 ? shelf.category : null,
      resultFlag: n % 3,
      clickCost: COSTS[n % COSTS.length]!,
      adFee: COSTS[(n + 1) % COSTS.length]!,
      directLink: n % 2 === 0,
      periodFrom: DAYS[n % DAYS.length]!,
      periodTo: DAYS[(n + 3) % DAYS.length]!,
      createdAt: new Date(TIMES[n % TIMES.length]!),
      updatedAt: new Date(TIMES[(n + 2) % TIMES.length]!),
    })),
  );
  await insertSingleSignOn(parts.db, tenant);
  app = await createApp({ parts, collector: null });
  ask = requesterOf(app, (await signIn(app, tenant, 'admin')).access);
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const list = async (query: string, path = 'ads') => {
  const { status, body } = await ask(`${path}/?${query}`);
  expect([query, status, body.fields]).toEqual([query, 200, undefined]);
  return body.results;
};
const redirectIds = async (query: string) => (await list(query, 'redirects')).map(row => row['id']);
const costs = async (query: string) =>
  (await list(`page_size=9999&${query}`)).map(row => Number(row['click_cost']));
const everything = () => list('page_size=9999&show_deleted=true');

describe('a row', () => {
  it('has its id, its label and the documented fields', async () => {
    const [shelf] = tenant.shelves;
    const { body } = await ask(`ads/${shelf.ads[0]}/`);
    expect(body).toEqual({
      id: shelf.ads[0],
      label: `ad of ${tenant.agencies[0]}`,
      name: `ad of ${tenant.agencies[0]}`,
      product_id: shelf.product,
      ad_post_url: '',
      ad_description: '',
      ad_category: shelf.category,
      ad_category_name: '分類 50%_\\',
      ad_type1: shelf.type,
      ad_type1_title: '媒体',
      ad_type2: null,
      ad_type2_title: null,
      ad_type3: null,
      ad_type3_title: null,
      asp: shelf.asp,
      asp_name: 'Réseau',
      agency: tenant.agencies[0],
      agency_name: '代理店 "A"',
      period_from: '2026-01-31',
      period_to: null,
      redirect_url: 'https://shop.example/lp?q=é',
      direct_link: false,
      lpo_flag: false,
      lpo_entries: [{ title: '一', url: 'https://shop.example/1', rate: 33.5 }],
      dynamic_lpurl: false,
      performance_cv_flag: true,
      click_cost: 12.5,
      cv_cost: 0,
      ad_fee: 0,
      args: '',
      own_parameters: false,
      parameters: {},
      own_result_notice: false,
      result_flag: 0,
      own_auto_approval: true,
      auto_approval: {
        auto_approval: true,
        approval_amount: false,
        approval_args: true,
        exclude_duplicate_ips: 30,
        exclude_duplicate_args: false,
      },
      status: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    });
  });

  it('of every entity is the same in the list and by its id, with every field', async () => {
    for (const { path, fields, label } of entities) {
      const rows = await list('page_size=9999&show_deleted=true', path);
      expect([path, rows.length > 0]).toEqual([path, true]);
      for (const row of [rows[0]!, rows.at(-1)!]) {
        expect(Object.keys(row).sort()).toEqual(['id', 'label', ...Object.keys(fields)].sort());
        expect(row['label']).toBe(row[label]);
        const { body } = await ask(`${path}/${String(row['id'])}/`);
        const singles = Object.entries<Field>(fields).flatMap(([name, { single }]) => (single ? [name] : []));
        expect(singles.map(name => row[name])).toEqual(singles.map(() => null));
        expect(body).toEqual({
          ...row,
          ...Object.fromEntries(singles.map(name => [name, expect.any(String)])),
        });
      }
    }
  });

  it('that is deleted is found by its id, and in lists only on request', async () => {
    const id = tenant.shelves[1].redirects[2];
    await parts.db.update(redirect).set({ status: false }).where(eq(redirect.id, id));
    expect((await ask(`redirects/${id}/`)).body['status']).toBe(false);
    expect(await redirectIds('')).not.toContain(id);
    expect(await redirectIds('show_deleted=false')).not.toContain(id);
    expect(await redirectIds('show_deleted=true')).toHaveLength(6);
    expect(await redirectIds('status=false')).toEqual([id]);
    expect(await redirectIds('status__ne=true')).toEqual([id]);
    await parts.db.update(redirect).set({ status: true }).where(eq(redirect.id, id));
  });
});

describe('paging', () => {
  it('answers in the parameter names of the request', async () => {
    const { count, ...first } = (await ask('ads/?page=2&page_size=7&ordering=id')).body;
    expect([first['page'], first['page_size'], first.results.length, Object.keys(first).sort()]).toEqual([
      2,
      7,
      7,
      ['page', 'page_size', 'results'],
    ]);
    const { total, ...other } = (await ask('ads/?pageNo=2&pageSize=7&sortName=id')).body;
    expect([other['pageNo'], other['pageSize'], Object.keys(other).sort()]).toEqual([
      2,
      7,
      ['pageNo', 'pageSize', 'results'],
    ]);
    expect([total, other.results]).toEqual([count, first.results]);
    expect((await ask('ads/')).body).toMatchObject({ page: 1, page_size: 100, count });
    expect((await ask('ads/?page=1&page_size=9999')).body.results).toHaveLength(count);
    expect((await ask('ads/?page=1000000')).body).toMatchObject({ count, results: [] });
  });

  it('shows each row on exactly one page, also with ties in the sorted column', async () => {
    for (const ordering of [
      'result_flag',
      '-click_cost',
      'asp_name',
      '-period_from',
      'direct_link',
      'name',
      '-created_at',
    ]) {
      const all = await list(`page_size=9999&ordering=${ordering}`);
      const ids: unknown[] = [];
      for (let page = 1; ids.length < all.length; page++) {
        const rows = await list(`page=${page}&page_size=6&ordering=${ordering}`);
        expect(rows.length).toBeGreaterThan(0);
        ids.push(...rows.map(row => row['id']));
      }
      expect(ids).toEqual(all.map(row => row['id']));
    }
  });

  it('sorts in both directions, in both notations', async () => {
    const up = await costs('ordering=click_cost');
    expect(up).toEqual([...up].sort((a, b) => a - b));
    expect(await costs('sortName=click_cost&sortAsc=true')).toEqual(up);
    expect(await costs('sortName=click_cost')).toEqual(up);
    expect(await costs('sortName=click_cost&sortAsc=false')).toEqual(up.toReversed());
    expect(await costs('ordering=-click_cost')).toEqual(up.toReversed());
  });
});

describe('filters', () => {
  const COLUMNS: Readonly<Record<string, Kind>> = {
    name: 'text',
    asp_name: 'text',
    redirect_url: 'text',
    id: 'integer',
    asp: 'integer',
    result_flag: 'integer',
    click_cost: 'decimal',
    ad_fee: 'decimal',
    direct_link: 'boolean',
    status: 'boolean',
    period_from: 'day',
    period_to: 'day',
    created_at: 'time',
    updated_at: 'time',
  };

  const part = fc
    .tuple(fc.constantFrom(...NAMES), fc.nat(10), fc.nat(10))
    .map(([name, from, length]) => [...name].slice(from % 5, (from % 5) + length).join(''));
  const text = fc
    .oneof(
      fc.constantFrom(...NAMES),
      part,
      part.map(found => found.toUpperCase()),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    )
    .filter(found => !/[\0\p{Surrogate}]/u.test(found));
  const values: Readonly<Record<Kind, fc.Arbitrary<string>>> = {
    text,
    integer: fc
      .oneof(fc.integer({ min: -2, max: 60 }), fc.constantFrom(2_147_483_648, -9_007_199_254_740_991))
      .map(String),
    decimal: fc
      .oneof(
        fc.constantFrom(...COSTS),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
      )
      .map(String)
      .filter(found => /^[-\d.]+(e[-+]?\d+)?$/.test(found)),
    boolean: fc.constantFrom('true', 'false', '1', '0'),
    day: fc.constantFrom('2024-02-29', '2026-01-31', '2026/02/28', '2026-03-01', '9999-12-31', '0001-01-01'),
    time: fc.oneof(
      fc.constantFrom(...TIMES),
      fc.constantFrom(
        '2026-02-28',
        '2026/03/01',
        '2026-03-01 00:00',
        '2026/02/28 23:59:59',
        '2026-02-28T15:00:00Z',
        '1999-12-31',
        '9999-12-31',
      ),
    ),
  };
  const condition = fc.constantFrom(...Object.keys(COLUMNS)).chain(field =>
    fc.constantFrom(...OPERATORS[COLUMNS[field]!]).chain(op =>
      fc.record({
        field: fc.constant(field),
        op: fc.constant(op),
        // Commas separate the entries of a list, so a text with a comma cannot be in one.
        operands:
          op === 'in'
            ? fc.array(
                values[COLUMNS[field]!].filter(found => !found.includes(',')),
                { minLength: 1, maxLength: 3 },
              )
            : values[COLUMNS[field]!].map(found => [found]),
        short: fc.boolean(),
        repeated: fc.boolean(),
      }),
    ),
  );

  it('find the same rows as a naive filter, for every operator, alone and combined', async () => {
    const rows = await everything();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(condition, {
          minLength: 1,
          maxLength: 3,
          selector: ({ field, op }) => `${field} ${op}`,
        }),
        async conditions => {
          const query = new URLSearchParams([
            ['page_size', '9999'],
            ['show_deleted', 'true'],
            ['ordering', 'id'],
          ]);
          for (const { field, op, operands, short, repeated } of conditions) {
            const name = op === 'exact' && short ? field : `${field}__${op}`;
            if (repeated) operands.forEach(value => query.append(name, value));
            else query.append(name, operands.join(','));
          }
          const expected = rows.filter(row =>
            conditions.every(({ field, op, operands }) => matches(COLUMNS[field]!, op, row[field], operands)),
          );
          const found = await list(query.toString());
          expect(found.map(row => row['id'])).toEqual(
            expected.map(row => row['id']).sort((a, b) => Number(a) - Number(b)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('include every documented operator for some type', () => {
    expect(new Set(Object.values(OPERATORS).flat())).toEqual(
      new Set([
        'exact',
        'ne',
        'gt',
        'gte',
        'lt',
        'lte',
        'contains',
        'startswith',
        'endswith',
        'before',
        'after',
        'in',
      ]),
    );
  });

  it('distinguish unknown operators from unknown fields', async () => {
    expect(
      (await ask('ads/?name__like=x&nothing__in=1&page__gt=1&click_cost__contains=1')).body.fields,
    ).toEqual({
      name__like: ['unknown_operator'],
      nothing__in: ['unknown_field'],
      page__gt: ['unknown_field'],
      click_cost__contains: ['unknown_operator'],
    });
    const query: Record<string, unknown> = { name__exact: 'a' };
    readFilterNames(query, new Set(['name', 'name__ne']));
    expect(query).toEqual({ name: 'a' });
  });

  it('are refused if the same filter is given twice', async () => {
    expect((await ask('ads/?name=a&name__exact=b')).body.fields).toEqual({ name__exact: ['duplicate'] });
    expect((await ask('ads/?name=a&name=b')).body.fields).toEqual({ name: ['type'] });
  });
});

it('a page can have 9,999 rows', async () => {
  await parts.db
    .insert(agency)
    .values(Array.from({ length: 10_050 }, (_, n) => ({ companyId: tenant.id, name: `代理店 ${n}` })));
  const { body } = await ask('agencies/?pageNo=1&pageSize=9999');
  expect([body['total'], body.results.length]).toEqual([10_052, 9999]);
});
