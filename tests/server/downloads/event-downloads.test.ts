import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { messagesOf } from '../../../scripts/words.ts';
import { fileOf, linesOfCsv, rowsOfXlsx } from '../../support/files.ts';
import { requesterOf, makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const FIRST = Date.UTC(2026, 1, 27, 14, 59, 59, 999);
const ID = 2n ** 62n;

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let admin = '';
let foreign = '';
beforeAll(async () => {
  parts = await createTestParts();
  tenant = await makeTenant(parts.db, 'acme');
  const [{ product, ads, cvSetting }] = tenant.shelves;
  const common = (n: number) => ({
    product_id: product,
    visitor_id: String(1 + (n % 5)),
    ts: FIRST + Math.floor(n / 3) * 50 * 60_000,
    ip: n % 6 === 0 ? '::ffff:203.0.113.9' : '2001:db8::1',
    bot: n % 11 === 0 ? 1 : 0,
    referrer: '=1+1',
    ua: '🎯 "Mozilla"\n,',
    device: ['desktop', 'mobile', 'console', ''][n % 4],
    os: '',
    os_ver: '',
    browser: 'é',
    browser_ver: '1',
  });
  const numbers = [...Array(120).keys()];
  const insert = (table: string, values: object[]) =>
    parts.columnar.insert({ table, format: 'JSONEachRow', values });
  await insert(
    'contact',
    numbers.map(n => ({
      ...common(n),
      interaction_id: String(ID + BigInt(n)),
      ad_id: ads[n % 3],
      redirect_id: 0,
      lpo_number: 0,
      landing_url: '',
      repeated: n % 13 === 0 ? 1 : 0,
      xclid: '',
      media_session_id: '',
      media_management1: '',
      media_management2: '',
      media_management3: '',
      click_cost: 0,
    })),
  );
  await insert(
    'access',
    numbers.map(n => ({
      ...common(n),
      access_id: String(ID + BigInt(1000 + n)),
      interaction_id: n % 2 === 0 ? '0' : String(ID + BigInt(n)),
      ad_id: n % 2 === 0 ? 0 : ads[n % 3],
      access_url: `https://shop.example/é?n=${n}`,
      query: '+1',
    })),
  );
  await insert(
    'conversion',
    numbers.map(n => ({
      ...common(n),
      conversion_id: String(ID + BigInt(2000 + n)),
      cv_type: n % 2,
      cv_setting_id: n % 3 === 0 ? cvSetting : 0,
      origin: n % 2 === 0 ? 'button' : 'server',
      args: n % 4 === 0 ? '' : `00${n}`,
      user_id: '@u',
      other_key1: '',
      other_key2: '-2',
      other_key3: '',
      amount: n * 1000,
      url: '',
    })),
  );
  app = await createApp({ parts, collector: null });
  admin = (await signIn(app, tenant, 'admin')).access;
  foreign = (await signIn(app, await makeTenant(parts.db, 'rival'), 'admin')).access;
}, 60_000);
afterAll(async () => {
  await app.close();
  await parts.close();
});

const texts = messagesOf('ja');
const base = () => `product_id=${tenant.shelves[0].product}&from=2026-02-01&to=2026-03-31`;
type Row = Readonly<Record<string, unknown>>;
const shown = (row: Row, field: string): string | number | null => {
  const value = row[field];
  if (field === 'left_out')
    return [
      ['bot', 'bot'],
      ['excluded', 'excluded_ip'],
    ]
      .filter(([flag]) => row[flag!] === true)
      .map(([, tag]) => texts[`tag.${tag}`])
      .join(', ');
  if (field.endsWith('_time'))
    return new Date(Date.parse(String(value)) + 9 * 3_600_000)
      .toISOString()
      .slice(0, 23)
      .replace('T', ' ')
      .replaceAll('-', '/');
  if (field === 'device') return texts[`tag.${String(value)}`] ?? String(value);
  if (field === 'cv_type' || field === 'origin') return texts[`choice.${field}.${String(value)}`]!;
  return typeof value === 'boolean' ? texts[`choice.flag.${value}`]! : (value as string | number | null);
};
const walk = async (list: string, query: string): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let after: string | null = ''; after !== null;) {
    const { body } = await requesterOf(
      app,
      admin,
    )(`logs/${list}/?${query}&limit=50${after && `&after=${after}`}`);
    rows.push(...body.results);
    after = body['next'] as string | null;
  }
  return rows;
};

describe.each([
  {
    list: 'accesses',
    fields: [
      'access_time',
      'access_id',
      'ad_id',
      'ad_name',
      'sy_ad',
      'sy_ad_name',
      'interaction_id',
      'visitor_id',
      'ip_address',
      'access_url',
      'query',
      'referrer',
      'ua',
      'device',
      'bot',
      'left_out',
    ],
    filter: '&access_url__contains=N%3D1',
  },
  {
    list: 'conversions',
    fields: [
      'cv_time',
      'conversion_id',
      'cv_type',
      'cv_setting_name',
      'origin',
      'last_cv_ad_id',
      'last_cv_ad_name',
      'last_cv_interaction_id',
      'performance_cv_ad_id',
      'contacts',
      'args',
      'user_id',
      'other_key2',
      'amount',
      'excluded',
      'left_out',
    ],
    filter: '&cv_type=1',
  },
])('the files of the log of $list', ({ list, fields, filter }) => {
  it.each(['', '&show=all', 'filter'])('contain the rows of all its pages (%s)', async word => {
    const query = `${base()}${word === 'filter' ? filter : word}`;
    const rows = (await walk(list, query)).map(row => fields.map(field => shown(row, field)));
    expect(rows.length).toBeGreaterThan(20);
    const headings = fields.map(field => texts[`column.${list}.${field}`] ?? texts[`column.${field}`]!);
    const address = `logs/${list}/download/csv/?${query}&columns=${fields.join(',')}`;
    const csv = await fileOf(app, admin, address);
    expect([csv.status, csv.headers['x-row-count']]).toEqual([200, String(rows.length)]);
    expect(linesOfCsv(csv.bytes)).toEqual([
      headings,
      ...rows.map(row =>
        row.map(cell => (typeof cell === 'string' && /^[=+@-]/.test(cell) ? `'${cell}` : String(cell ?? ''))),
      ),
    ]);
    expect(await rowsOfXlsx((await fileOf(app, admin, address.replace('/csv/', '/xlsx/'))).bytes)).toEqual([
      headings,
      ...rows,
    ]);
    expect((await fileOf(app, foreign, address)).status).toBe(403);
  });

  it('equal the rows over GraphQL, with all digits of the ids', async () => {
    const document = readFileSync(`graphql/operations/${list}.graphql`, 'utf8');
    const operationName = list === 'accesses' ? 'Accesses' : 'Conversions';
    const variables = {
      product_id: tenant.shelves[0].product,
      from: '2026-02-01',
      to: '2026-03-31',
      show: 'all',
      limit: 500,
    };
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${admin}` },
      payload: { query: document, operationName, variables },
    });
    const { data } = answer.json<{ data: { page: { results: Row[]; total: number } } }>();
    expect(data.page.results).toEqual(await walk(list, `${base()}&show=all`));
    expect(data.page.total).toBe(120);
  });
});
