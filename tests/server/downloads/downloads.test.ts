import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY_SCOPES, PERMISSION_KEYS, type ApiKeyScopes } from '../../../server/http/visibility.ts';
import { insertApiKey } from '../../../server/store/postgres/accounts/api-keys.ts';
import { createApp } from '../../../server/app.ts';
import { LOCALES, type Locale } from '../../../server/wording/words.ts';
import { entities } from '../../../server/entities/entities.ts';
import type { Field } from '../../../server/records/entity.ts';
import { contractOf } from '../../../server/http/openapi.ts';
import { recordChanges } from '../../../server/store/postgres/engine/audit-log.ts';
import {
  ad,
  adCategory,
  agency,
  asp,
  cvSetting,
  invitation,
  product,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { messagesOf } from '../../../scripts/words.ts';
import { fileOf, linesOfCsv, rowsOfXlsx } from '../../support/files.ts';
import { tokyoTime } from '../../support/tokyo-time.ts';
import { insertSingleSignOn, requesterOf, makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Texts that break careless files. */
const HOSTILE = [
  '=1+1',
  '+81 3 1234',
  '-1',
  '-cmd|calc',
  '@SUM(A1)',
  '\tタブ',
  '\r=1',
  '\n=1',
  '＝１',
  '＋１',
  '－１',
  '＠a',
  "'=1",
  '日本語、「か」',
  '🎯🏴‍☠️',
  'שלום עולם',
  '"引用"',
  '""',
  'a,b;c\td',
  'a\r\nb\nc',
  ' 前後 ',
  '_x0041_',
  '<b>&amp;</b>',
  '\u0001\u001F',
  '\uFEFFbom',
  '1e5',
  '0123',
  'TRUE',
  '',
  'x'.repeat(10_240),
  '日'.repeat(3_400),
];

interface Prop {
  readonly type?: string;
  readonly format?: string;
}
interface List {
  readonly name: string;
  readonly path: string;
  readonly files: string;
  readonly fields: Readonly<Record<string, Prop>>;
}

let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let lists: readonly List[];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 10, 21, 6, 30, 0) });
  const { db } = parts;
  tenant = await makeTenant(db, 'acme');
  const other = await makeTenant(db, 'rival');
  const {
    id: companyId,
    shelves: [{ product: productId }],
  } = tenant;
  const own = { companyId, productId };
  await db.insert(ad).values(
    HOSTILE.map((name, n) => ({
      ...own,
      name,
      adDescription: `${name} ${n}`,
      adPostUrl: HOSTILE[(n + 7) % HOSTILE.length]!,
      redirectUrl: `https://shop.example/?n=${n}`,
      clickCost: n / 4,
      adFee: 99_999_999.99,
      resultFlag: n % 3,
      periodFrom: n % 2 === 0 ? '2024-02-29' : null,
      status: n % 5 !== 0,
      args: name,
      lpoEntries: [{ title: name, url: 'https://shop.example/', rate: 100 }],
      createdAt: new Date(Date.UTC(2026, 1, 28, 14, 59, n)),
      updatedAt: new Date(Date.UTC(2026, 1, 28, 15, 0, n)),
    })),
  );
  await db
    .insert(agency)
    .values(HOSTILE.slice(0, 28).map((name, n) => ({ companyId, name: `${name}${n}`, description: name })));
  await db.insert(invitation).values({
    companyId,
    email: '=cmd@invited.example',
    roleId: tenant.roles.user,
    locale: 'ja',
    expiresAt: new Date(Date.UTC(2026, 10, 28, 6, 30, 0)),
  });
  await insertSingleSignOn(db, tenant);
  await db.insert(product).values({
    companyId,
    name: '=cmd',
    domain: 'é.example',
    url: 'https://é.example/',
    excludedIps: ['203.0.113.0/24', '2001:db8::/32'],
    weekStart: 1,
  });
  await db.insert(asp).values(
    HOSTILE.slice(0, 28).map((name, n) => ({
      ...own,
      name: `${n}`,
      description: name,
      measurementTag: name,
      cvTag: name,
    })),
  );
  await db.insert(cvSetting).values(
    HOSTILE.slice(0, 28).map((name, n) => ({
      ...own,
      name: `${name}${n}`,
      cvType: n % 2,
      cvPageUrl: name,
    })),
  );
  await db
    .insert(adCategory)
    .values(HOSTILE.slice(0, 28).map((name, n) => ({ ...own, name: `${name}${n}`, kind: n % 4 })));
  await db.insert(user).values(
    HOSTILE.slice(0, 28).map((name, n) => ({
      companyId,
      name,
      email: `h${n}@acme.example`,
      password: 'x',
      roleId: tenant.roles.user,
      lastLogin: n % 2 === 0 ? null : new Date(0),
    })),
  );
  const made = { companyId, userId: tenant.users.admin, ip: '', at: new Date(0) };
  const scopes = Object.fromEntries(API_KEY_SCOPES.map((scope, n) => [scope, n % 2 === 0 ? 'read' : 'none']));
  await insertApiKey(
    db,
    made,
    { name: '=cmd', scopes: scopes as ApiKeyScopes, products: [own.productId], expiresAt: null },
    { secret: { hash: Buffer.from('x'), prefix: 'tp_x' }, creation: null },
  );
  app = await createApp({ parts, collector: null });
  for (const who of ['admin', 'user', 'agency'] as const)
    tokens[who] = (await signIn(app, tenant, who)).access;
  tokens['foreign'] = (await signIn(app, other, 'admin')).access;

  const contract = contractOf(app) as unknown as {
    paths: Record<
      string,
      {
        get?: {
          operationId: string;
          responses: { 200: { content: { 'application/json': { schema: { $ref: string } } } } };
        };
      }
    >;
    components: {
      schemas: Record<string, { properties: Record<string, Prop & { items?: { $ref: string } }> }>;
    };
  };
  const component = (ref: string) => contract.components.schemas[ref.split('/').at(-1)!]!.properties;
  const author = { companyId: tenant.id, userId: tenant.users.admin, ip: '203.0.113.7', at: new Date(0) };
  await recordChanges(parts.db, author, 'ads', [
    { rowId: 1, action: 'create', before: null, after: { name: 'é, "', click_cost: 1.5 } },
    {
      rowId: 1,
      action: 'update',
      before: { name: 'é', periods: [] },
      after: { name: '', periods: [{ a: 1 }] },
    },
    { rowId: 1, action: 'remove', before: {}, after: {} },
  ]);
  lists = Object.keys(contract.paths).flatMap(path => {
    const [, files] = /^\/api\/v1\/(.+)\/download\/csv\/$/.exec(path) ?? [];
    // Files of events and of reports have tests of their own.
    if (
      files === undefined ||
      files.startsWith('analyses/') ||
      (files.startsWith('logs/') && files !== 'logs/ads')
    )
      return [];
    const listPath = files === 'logs/ads' ? 'ads' : files;
    const list = contract.paths[`/api/v1/${listPath}/`]!.get!;
    const row = component(list.responses[200].content['application/json'].schema.$ref)['results']!.items!
      .$ref;
    return [{ name: list.operationId, path: listPath, files, fields: component(row) }];
  });
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

/**
 * The labels in the file of roles, as on their screen: the message of the heading, and the messages of the
 * values.
 */
const ROLE_WORDS: Readonly<Record<string, { readonly heading: string; readonly words: string }>> = {
  base: { heading: 'role.base', words: 'role.base' },
  ...Object.fromEntries(PERMISSION_KEYS.map(key => [key, { heading: `permission.${key}`, words: 'level' }])),
};
/** The same of the scopes of API keys. */
const SCOPE_WORDS: typeof ROLE_WORDS = Object.fromEntries(
  API_KEY_SCOPES.map(scope => [scope, { heading: `column.apiKeys.${scope}`, words: 'level' }]),
);
const wordsOf = ({ name }: List, field: string) => {
  if (name === 'roles') return ROLE_WORDS[field];
  return name === 'apiKeys' ? SCOPE_WORDS[field] : undefined;
};
/** The fields of a list, without those that only a single row returns. */
const listedFields = ({ name, fields }: List): string[] => {
  const known: Readonly<Record<string, Field>> = entities.find(entity => entity.name === name)?.fields ?? {};
  return Object.keys(fields).filter(field => !known[field]?.single);
};
/** The columns of a file. The permissions of a role and the scopes of an API key have one each. */
const columnsOf = (list: List): string[] =>
  listedFields(list).flatMap(field => {
    if (list.name === 'roles' && field === 'permissions') return PERMISSION_KEYS;
    return list.name === 'apiKeys' && field === 'scopes' ? API_KEY_SCOPES : [field];
  });

const textOfObject = (value: object): string =>
  Array.isArray(value) && value.every(one => typeof one !== 'object')
    ? value.join(', ')
    : JSON.stringify(value);

/** The expected cell of a value. */
const cellOf = (
  list: List,
  field: string,
  { format, type }: Prop,
  value: unknown,
  texts: Readonly<Record<string, string>>,
): string | number | null => {
  if (value === null) return null;
  const { name } = list;
  const own = wordsOf(list, field);
  if (own !== undefined) return texts[`${own.words}.${String(value)}`]!;
  const word =
    texts[`choice.${name}.${field}.${String(value)}`] ??
    texts[`choice.${field}.${String(value)}`] ??
    (typeof value === 'boolean' ? texts[`choice.flag.${value}`] : undefined);
  if (typeof value === 'object') return textOfObject(value);
  if (format === 'date-time' && typeof value === 'string') return tokyoTime(value);
  if (format === 'date' && typeof value === 'string') return value.replaceAll('-', '/');
  if (typeof value === 'number') return word ?? value;
  return word ?? (type === 'boolean' ? '' : (value as string));
};
const inCsv = (cell: string | number | null): string =>
  typeof cell === 'string' && '=+-@\t\r\n＝＋－＠'.includes(cell.replace(/^'+/, '')[0] ?? 'x')
    ? `'${cell}`
    : String(cell ?? '');

/** A nested value is JSON in its cell; its keys are sorted for the comparison. */
const ordered = (cell: unknown): unknown => {
  if (typeof cell !== 'string' || !/^\{".*\}$|^\[\{".*\}\]$/s.test(cell)) return cell;
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(JSON.parse(cell), sorted);
};
const orderly = (rows: readonly (readonly unknown[])[]) => rows.map(row => row.map(ordered));

/** Compares both files of a list with the rows of the list. Returns the number of rows. */
const compare = async (
  list: List,
  query: string,
  columns: readonly string[],
  locale: Locale = 'ja',
  who = 'admin',
): Promise<number> => {
  const { status, body } = await requesterOf(
    app,
    tokens[who]!,
    locale,
  )(`${list.path}/?page_size=9999&${query}`);
  expect([list.name, query, status, body.fields]).toEqual([list.name, query, 200, undefined]);
  const texts = messagesOf(locale);
  const headings = columns.map(
    field =>
      texts[wordsOf(list, field)?.heading ?? ''] ??
      texts[`file_column.${list.name}.${field}`] ??
      texts[`column.${list.name}.${field}`] ??
      texts[`file_column.${field}`] ??
      texts[`column.${field}`] ??
      field,
  );
  const valueOf = (row: Readonly<Record<string, unknown>>, field: string) =>
    field in row
      ? row[field]
      : ((row['permissions'] ?? row['scopes']) as Readonly<Record<string, unknown>>)[field];
  const rows = body.results.map(row =>
    columns.map(field => cellOf(list, field, list.fields[field] ?? {}, valueOf(row, field), texts)),
  );
  const search = `?${query}&columns=${columns.join(',')}&locale=${locale}`;
  const csv = await fileOf(app, tokens[who]!, `${list.files}/download/csv/${search}`);
  expect([list.name, csv.status, csv.headers['x-row-count']]).toEqual([list.name, 200, String(rows.length)]);
  expect(orderly(linesOfCsv(csv.bytes))).toEqual(orderly([headings, ...rows.map(row => row.map(inCsv))]));
  const xlsx = await fileOf(app, tokens[who]!, `${list.files}/download/xlsx/${search}`);
  expect([list.name, xlsx.status, xlsx.headers['x-row-count']]).toEqual([
    list.name,
    200,
    String(rows.length),
  ]);
  expect(orderly(await rowsOfXlsx(xlsx.bytes))).toEqual(orderly([headings, ...rows]));
  return rows.length;
};
const listOf = (name: string): List => lists.find(list => list.name === name)!;

describe('the files of a list', () => {
  it('exist for every paged list', () => {
    const paths = Object.keys(contractOf(app)['paths'] as object);
    const paged = contractOf(app)['paths'] as Record<string, { get?: { parameters?: { name: string }[] } }>;
    const listed = paths
      .filter(path => paged[path]?.get?.parameters?.some(({ name }) => name === 'page_size') === true)
      .map(path => path.split('/').at(-2)!);
    expect(lists.map(({ path }) => path).toSorted()).toEqual(listed.toSorted());
    expect(lists.length).toBeGreaterThanOrEqual(14);
  });

  it('contain every field of every row of every list', async () => {
    for (const list of lists) {
      // Each download adds a line to the audit log.
      const query = `show_deleted=true${list.name === 'changes' ? '&action__ne=download' : ''}`;
      const count = await compare(list, query, columnsOf(list));
      expect([
        list.name,
        count > 0 || ['savedViews', 'reportBoards', 'boardLinks', 'dayNotes'].includes(list.name),
      ]).toEqual([list.name, true]);
    }
  }, 60_000);

  it('have headings and coded values in each language', async () => {
    for (const locale of LOCALES) {
      await compare(listOf('ads'), '', ['result_flag', 'status', 'name', 'direct_link'], locale);
      await compare(listOf('products'), '', ['week_start', 'attribution_model', 'excluded_ips'], locale);
      await compare(
        listOf('roles'),
        'show_deleted=true',
        ['role_name', 'base', ...PERMISSION_KEYS, 'status'],
        locale,
      );
    }
    const { bytes } = await fileOf(
      app,
      tokens['admin']!,
      'products/download/csv/?columns=week_start&locale=en&where=week_start%3D1',
    );
    expect(linesOfCsv(bytes)[1]).toEqual([messagesOf('en')['choice.week_start.1']]);
  });

  it('have all rows in each language, those with a language of their own as well', async () => {
    const list = listOf('invitations');
    for (const locale of LOCALES)
      expect([locale, await compare(list, '', ['email', 'locale'], locale)]).toEqual([locale, 1]);
    expect(await compare(list, 'where=locale%3Den', ['email'], 'ja')).toBe(0);
  });

  it('are workbooks under the title of each list in each language', async () => {
    for (const { files, name } of lists)
      for (const locale of LOCALES) {
        const address = `${files}/download/xlsx/?columns=id&locale=${locale}`;
        const { status, headers } = await fileOf(app, tokens['admin']!, address);
        const [, stated = ''] =
          /UTF-8''(.*)-\d{8}-\d{6}\.xlsx$/.exec(String(headers['content-disposition'])) ?? [];
        const texts = messagesOf(locale);
        // Lists without a screen of their own are named as in the change history.
        const title = texts[`resource.${name}.title`] ?? texts[`choice.changes.entity.${name}`];
        expect([address, status, decodeURIComponent(stated)]).toEqual([address, 200, title]);
      }
  });

  it('have words for headings, never the name of a field, and none twice', async () => {
    const period = `product_id=${tenant.shelves[0].product}&from=2026-11-01&to=2026-11-02`;
    const others = [
      `logs/results?${period}`,
      `logs/approvals?product_id=${tenant.shelves[0].product}`,
      `analyses/ad_summaries?${period}`,
      `analyses/what_if?${period}`,
    ];
    for (const locale of LOCALES)
      for (const { files, fields } of [...lists, ...others.map(files => ({ files, fields: {} }))]) {
        const [path, query = ''] = files.split('?');
        const address = `${path}/download/csv/?locale=${locale}&${query}`;
        const { bytes } = await fileOf(app, tokens['admin']!, address);
        const [headings = []] = linesOfCsv(bytes);
        const twice = headings.filter((heading, at) => headings.indexOf(heading) !== at);
        expect([files, locale, headings.filter(heading => heading in fields), twice]).toEqual([
          files,
          locale,
          [],
          [],
        ]);
        expect(headings.length, files).toBeGreaterThan(3);
      }
  });

  it('contain exactly what the list shows: its filters, search, order and columns', async () => {
    const ads = listOf('ads');
    const everything = await compare(ads, 'show_deleted=true', ['id']);
    const some: number[] = [];
    for (const query of [
      'ordering=-name',
      'ordering=period_from&show_deleted=true',
      'sortName=click_cost&sortAsc=false',
      `product_id=${tenant.shelves[0].product}&result_flag=1`,
      'status=false',
      'search=%E6%97%A5',
      `where=${encodeURIComponent('name__contains=a&click_cost__gte=1')}&ordering=-id`,
      'id__in=1,2,3',
      'name=nothing+is+called+so',
    ])
      some.push(await compare(ads, query, ['name', 'id', 'click_cost']));
    expect(some.every(count => count < everything || count === everything)).toBe(true);
    expect([Math.min(...some), new Set(some).size > 4]).toEqual([0, true]);
    await compare(listOf('users'), 'ordering=user_name&role_code=user', ['email', 'user_name', 'last_login']);
  });

  it('have all columns by default, and the rows of all pages', async () => {
    const { bytes } = await fileOf(app, tokens['admin']!, 'agencies/download/csv/?locale=en');
    const [headings, ...rows] = linesOfCsv(bytes);
    expect([headings?.length, rows.length]).toEqual([Object.keys(listOf('agencies').fields).length - 1, 30]);
  });

  it('are named after the list and the time in Tokyo, and are not cached', async () => {
    const { headers } = await fileOf(app, tokens['admin']!, 'logs/ads/download/csv/');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="ads-20261121-153000\.csv"; filename\*=UTF-8''[\w%-]+-20261121-153000\.csv$/,
    );
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    const xlsx = await fileOf(app, tokens['admin']!, 'ad_types/download/xlsx/?locale=zh-CN');
    expect([xlsx.headers['content-type'], xlsx.headers['content-disposition']]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      expect.stringContaining('filename="adTypes-20261121-153000.xlsx"'),
    ]);
  });

  it('refuse unknown columns, languages, pages and filters like any other list', async () => {
    const faults = async (query: string) => {
      const { status, json } = await fileOf(app, tokens['admin']!, `asps/download/csv/?${query}`);
      return [status, json().fields];
    };
    expect(await faults('columns=asp_name,password')).toEqual([400, { 'columns.1': ['choice'] }]);
    expect(await faults('columns=asp_name,asp_name')).toEqual([400, { columns: ['duplicate'] }]);
    expect(await faults('locale=fr')).toEqual([400, { locale: ['choice'] }]);
    expect(await faults('page=2')).toEqual([400, { page: ['unknown_field'] }]);
    expect(await faults('asp_name__before=2026-01-01')).toEqual([
      400,
      { asp_name__before: ['unknown_operator'] },
    ]);
    expect(await faults('ordering=nothing')).toEqual([400, { ordering: ['choice'] }]);
  });
});

describe('the rows of a file', () => {
  it('are those that an agency user sees in his lists, with hidden cells empty', async () => {
    const closedPaths = ['changes', 'api_keys', 'identity_providers', 'group_roles'];
    for (const list of lists.filter(({ path }) => !closedPaths.includes(path)))
      await compare(list, 'show_deleted=true', columnsOf(list), 'ja', 'agency');
    for (const closed of closedPaths)
      expect((await fileOf(app, tokens['agency']!, `${closed}/download/csv/`)).status).toBe(403);
    const { bytes } = await fileOf(app, tokens['agency']!, 'agencies/download/csv/');
    expect(bytes.toString()).not.toContain('secret of');
    const response = await fileOf(app, tokens['agency']!, 'asps/download/csv/?webhook_url__contains=secret');
    expect([response.status, response.json().fields]).toEqual([400, { webhook_url: ['unknown_field'] }]);
  }, 60_000);

  it('have only visible columns by default for an agency user', async () => {
    const columns = async (who: string) =>
      linesOfCsv((await fileOf(app, tokens[who]!, 'asps/download/csv/?locale=en')).bytes)[0]!.length;
    expect(await columns('agency')).toBeLessThan(await columns('admin'));
  });

  it('are never those of another company, even by the id of its product', async () => {
    const { bytes } = await fileOf(
      app,
      tokens['foreign']!,
      'logs/ads/download/csv/?show_deleted=true&columns=redirect_url,name',
    );
    expect(linesOfCsv(bytes)).toHaveLength(7);
    const named = await fileOf(
      app,
      tokens['foreign']!,
      `logs/ads/download/csv/?product_id=${tenant.shelves[0].product}`,
    );
    expect([named.status, named.json().code]).toEqual([403, 'no_permission_for_data']);
    expect((await app.inject('/api/v1/logs/ads/download/csv/')).statusCode).toBe(401);
  });
});
