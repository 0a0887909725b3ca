import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { BOUNDS } from '../../../server/downloads/backpressure.ts';
import {
  createDownloadLimit,
  MAX_DOWNLOADS_PER_USER,
  type DownloadLimit,
} from '../../../server/downloads/download-limit.ts';
import { contactLog } from '../../../server/event-logs/contacts.ts';
import { readAll } from '../../../server/event-logs/complete-log.ts';
import { readPage } from '../../../server/event-logs/page.ts';
import type { LogParameters } from '../../../server/event-logs/log-parameters.ts';
import type { Viewer } from '../../../server/http/visibility.ts';
import { ad } from '../../../server/store/postgres/schema/index.ts';
import { messagesOf } from '../../../scripts/words.ts';
import { fileOf, linesOfCsv, rowsOfXlsx } from '../../support/files.ts';
import { tokyoTime } from '../../support/tokyo-time.ts';
import { requesterOf, makeTenant, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const FIRST = Date.UTC(2026, 1, 27, 14, 59, 59, 999);
/**
 * Contacts that share milliseconds and visitors, some of them left out of reports, before and inside the
 * tracking term.
 */
const contact = (tenant: Tenant, n: number) => ({
  product_id: tenant.shelves[0].product,
  visitor_id: String(1 + (n % 7)),
  ts: FIRST + Math.floor(n / 3) * 40 * 60_000,
  interaction_id: String(2n ** 62n + BigInt(n)),
  ad_id: tenant.shelves[0].ads[n % 3]!,
  redirect_id: n % 2 === 0 ? tenant.shelves[0].redirects[n % 3]! : 0,
  lpo_number: n % 4 === 0 ? 1 : 0,
  landing_url: n % 5 === 0 ? '=HYPERLINK("x")' : 'https://shop.example/é?q=日本語',
  referrer: '',
  ip: n % 6 === 0 ? '::ffff:203.0.113.9' : '2001:db8::1',
  bot: n % 11 === 0 ? 1 : 0,
  repeated: n % 13 === 0 ? 1 : 0,
  ua: '🎯 "Mozilla"\n,',
  device: ['desktop', 'mobile', 'console', ''][n % 4]!,
  os: '',
  os_ver: '',
  browser: 'Chrome',
  browser_ver: '1',
  xclid: '00123',
  media_session_id: '',
  media_management1: '-1',
  media_management2: '',
  media_management3: '',
  click_cost: n / 4,
});

const bounds = { ...BOUNDS };
/** One promise for each slot taken since the last wait, settled when the slot is returned. */
const slotReturns: Promise<void>[] = [];
const counted = createDownloadLimit(bounds);
const downloadLimit: DownloadLimit = {
  ...counted,
  take: user => {
    const giveBack = counted.take(user);
    let settle = (): void => undefined;
    slotReturns.push(
      new Promise(done => {
        settle = done;
      }),
    );
    return () => {
      giveBack();
      settle();
    };
  },
};
/**
 * Waits until all slots are returned. A client sees the end of its file before the server has released the
 * slot.
 */
const over = async (): Promise<void> => {
  await Promise.all(slotReturns.splice(0));
};
let parts: TestParts;
let app: FastifyInstance;
let tenant: Tenant;
let viewer: Viewer;
let port: number;
const tokens: Record<string, string> = {};
const DAYS = 'from=2026-02-01&to=2026-03-31';
const base = () => `product_id=${tenant.shelves[0].product}&${DAYS}`;

beforeAll(async () => {
  parts = await createTestParts();
  tenant = await makeTenant(parts.db, 'acme');
  const rival = await makeTenant(parts.db, 'rival');
  viewer = {
    userId: tenant.users.admin,
    companyId: tenant.id,
    roleCode: 'admin',
    base: 'admin',
    permissions: {} as Viewer['permissions'],
    agencyId: null,
    products: [tenant.shelves[0].product],
    ads: null,
  };
  await parts.columnar.insert({
    table: 'contact',
    format: 'JSONEachRow',
    values: [...Array(200).keys()].map(n => contact(tenant, n)),
  });
  await parts.columnar.insert({ table: 'contact', format: 'JSONEachRow', values: [contact(rival, 1)] });
  // Enough rows that a file exceeds all buffers between server and client, compressed or not.
  const long = () => `長い説明 ${randomBytes(2250).toString('base64')}`;
  for (let at = 0; at < 12; at += 1) {
    await parts.db.insert(ad).values(
      Array.from({ length: 500 }, (_, n) => ({
        companyId: tenant.id,
        productId: tenant.shelves[1].product,
        name: `広告 ${at} ${n}`,
        redirectUrl: 'https://shop.example/',
        adDescription: long(),
      })),
    );
  }
  app = await createApp({ parts, collector: null, downloadLimit });
  for (const who of ['admin', 'user', 'agency'] as const)
    tokens[who] = (await signIn(app, tenant, who)).access;
  tokens['foreign'] = (await signIn(app, rival, 'admin')).access;
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
}, 60_000);
afterEach(over);
afterAll(async () => {
  await app.close();
  await parts.close();
});

const FIELDS = [
  'interaction_id',
  'reference_time',
  'first_reference_time',
  'ad_name',
  'ad_id',
  'visitor_id',
  'ip_address',
  'landing_url',
  'ua',
  'device',
  'redirect_id',
  'lpo_number',
  'lpo_title',
  'xclid',
  'media_management1',
  'click_cost',
  'bot',
  'left_out',
] as const;
const texts = messagesOf('ja');
const shown = (row: Record<string, unknown>, field: string): string | number | null => {
  if (field === 'left_out')
    return [
      ['bot', 'bot'],
      ['repeated', 'repeated'],
      ['excluded', 'excluded_ip'],
    ]
      .filter(([flag]) => row[flag!])
      .map(([, tag]) => texts[`tag.${tag}`])
      .join(', ');
  const value = row[field];
  if (field.endsWith('_time')) return `${tokyoTime(String(value))}.${String(value).slice(20, 23)}`;
  if (field === 'device') return texts[`tag.${String(value)}`] ?? String(value);
  return typeof value === 'boolean' ? texts[`choice.flag.${value}`]! : (value as string | number | null);
};
/** All rows of the log, read page by page over the API. */
const walk = async (query: string, who = 'admin'): Promise<Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = [];
  let after = '';
  do {
    const { body } = await requesterOf(
      app,
      tokens[who]!,
    )(`logs/interactions/?${query}&limit=70${after && `&after=${after}`}`);
    rows.push(...body.results);
    after = (body['next'] as string) ?? '';
  } while (after !== '');
  return rows;
};

describe('the files of the reference log', () => {
  it.each(['', '&show=all', '&device=mobile', '&visitor_id=3&show=all', '&from=2026-03-01', '&browser=none'])(
    'contain the rows of all its pages (%s)',
    async query => {
      const fullQuery = query.startsWith('&from')
        ? `product_id=${tenant.shelves[0].product}&to=2026-03-31${query}`
        : `${base()}${query}`;
      const rows = (await walk(fullQuery)).map(row => FIELDS.map(field => shown(row, field)));
      const headings = FIELDS.map(field => texts[`column.${field}`] ?? field);
      const csv = await fileOf(
        app,
        tokens['admin']!,
        `logs/interactions/download/csv/?${fullQuery}&columns=${FIELDS.join(',')}`,
      );
      expect([csv.status, csv.headers['x-row-count']]).toEqual([200, String(rows.length)]);
      expect(linesOfCsv(csv.bytes)).toEqual([
        headings,
        ...rows.map(row =>
          row.map(cell => (typeof cell === 'string' && /^[=-]/.test(cell) ? `'${cell}` : String(cell ?? ''))),
        ),
      ]);
      const xlsx = await fileOf(
        app,
        tokens['admin']!,
        `logs/interactions/download/xlsx/?${fullQuery}&columns=${FIELDS.join(',')}`,
      );
      expect(await rowsOfXlsx(xlsx.bytes)).toEqual([headings, ...rows]);
    },
  );

  it('are the same for any size of the slices that are read', async () => {
    const question: LogParameters = {
      product_id: tenant.shelves[0].product,
      from: '2026-02-01',
      to: '2026-03-31',
      show: 'all',
    };
    const pages = await readPage(parts, contactLog, viewer, { ...question, limit: 500 });
    for (const size of [31, 100, 200, 201]) {
      const { count, batches } = await readAll(parts, contactLog, viewer, question, size);
      const rows = [];
      for await (const batch of batches) rows.push(...batch);
      expect([size, count, rows]).toEqual([size, 200, pages.results]);
    }
  }, 60_000);

  it("require permission for the log, and contain the rows of the viewer's company and agency", async () => {
    const status = async (who: string, query: string) =>
      (await fileOf(app, tokens[who]!, `logs/interactions/download/csv/?${query}`)).status;
    expect([
      await status('agency', base()),
      await status('foreign', base()),
      await status('user', base()),
    ]).toEqual([403, 403, 200]);
  });

  it('refuse the queries that the log refuses', async () => {
    const { status, json } = await fileOf(
      app,
      tokens['admin']!,
      `logs/interactions/download/csv/?product_id=${tenant.shelves[0].product}&from=2026-03-01&to=2026-02-01`,
    );
    expect([status, json().code, Object.keys(json().fields ?? {})]).toEqual([400, 'invalid', ['to']]);
    expect(
      (await fileOf(app, tokens['admin']!, `logs/interactions/download/csv/?${base()}&limit=5`)).status,
    ).toBe(400);
  });
});

/**
 * Starts a download over a real connection without reading the body. `broken` resolves with the error that
 * ends the body early.
 */
const begin = async (
  path: string,
): Promise<{ answer: IncomingMessage; broken: Promise<Error>; hangUp: () => void }> => {
  const httpRequest = request({
    host: '127.0.0.1',
    port,
    path: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${tokens['admin']}` },
  });
  httpRequest.end();
  const [answer] = (await once(httpRequest, 'response')) as [IncomingMessage];
  const broken = once(answer, 'error').then(([error]) => error as Error);
  expect(answer.statusCode).toBe(200);
  return { answer, broken, hangUp: () => httpRequest.destroy() };
};
const LARGE = 'logs/ads/download';
/** The number of open cursors in the store. */
const reading = async (): Promise<number> => {
  const { rows } = await parts.db.execute<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and query like 'fetch%'`,
  );
  return rows[0]?.open ?? -1;
};

// The files have megabytes, which take long on a busy machine.
describe('a download over a connection', { timeout: 180_000 }, () => {
  it.each(['csv', 'xlsx'])('as %s stops reading the store when it is cancelled', async format => {
    const { answer, hangUp } = await begin(`${LARGE}/${format}/`);
    expect(answer.headers['x-row-count']).toBe(String(6_000 + 6));
    await vi.waitFor(async () => expect(await reading()).toBe(1), { timeout: 60_000 });
    hangUp();
    await vi.waitFor(async () => expect(await reading()).toBe(0), { timeout: 60_000 });
    // The slot is free for the next download.
    const next = await fileOf(app, tokens['admin']!, 'agencies/download/csv/');
    expect(next.status).toBe(200);
  });

  it('breaks the connection if the store fails, so that a truncated file never appears complete', async () => {
    for (const format of ['csv', 'xlsx']) {
      const { answer, broken } = await begin(`${LARGE}/${format}/`);
      await vi.waitFor(async () => expect(await reading()).toBe(1), { timeout: 60_000 });
      const { rows } = await parts.db.execute(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'fetch%'`,
      );
      expect([format, rows.length]).toEqual([format, 1]);
      answer.resume();
      expect([format, (await broken).message, answer.complete]).toEqual([format, 'aborted', false]);
      await over();
    }
  });

  it('is refused beyond the limit of its user, with the limit in the answer', async () => {
    const first = await Promise.all(
      Array.from({ length: MAX_DOWNLOADS_PER_USER }, () => begin(`${LARGE}/csv/`)),
    );
    const refused = await fileOf(app, tokens['admin']!, 'agencies/download/xlsx/');
    expect([
      refused.status,
      refused.json().code,
      refused.json().values,
      refused.headers['retry-after'],
      refused.headers['content-disposition'],
    ]).toEqual([429, 'too_many_downloads', { most: MAX_DOWNLOADS_PER_USER }, '1', undefined]);
    expect((await fileOf(app, tokens['user']!, 'agencies/download/csv/')).status).toBe(200);
    first.forEach(({ hangUp }) => hangUp());
    await over();
    expect((await fileOf(app, tokens['admin']!, 'agencies/download/csv/')).status).toBe(200);
  });

  it('is aborted if its reader stalls, and the reader sees an incomplete file', async () => {
    Object.assign(bounds, { graceMs: 50, minRowsPerSecond: 1e9 });
    // Each download keeps the limits with which it began.
    const stalled = await Promise.all([begin(`${LARGE}/csv/`), begin(`${LARGE}/csv/`)]).finally(() =>
      Object.assign(bounds, BOUNDS),
    );
    await over();
    expect(await reading()).toBe(0);
    expect((await fileOf(app, tokens['admin']!, 'agencies/download/csv/')).status).toBe(200);
    for (const { answer, broken } of stalled) {
      answer.resume();
      expect([(await broken).message, answer.complete]).toEqual(['aborted', false]);
    }
  });

  it('is a snapshot of one moment, regardless of later writes', async () => {
    const { answer } = await begin(`${LARGE}/csv/?columns=name,id,ad_description&ordering=name`);
    await parts.db.insert(ad).values(
      ['0 new', '広告 9 9 new'].map(name => ({
        companyId: tenant.id,
        productId: tenant.shelves[1].product,
        name,
        redirectUrl: 'https://shop.example/',
      })),
    );
    const bytes: Buffer[] = [];
    for await (const part of answer) bytes.push(part as Buffer);
    const lines = linesOfCsv(Buffer.concat(bytes));
    expect([lines.length - 1, lines.some(([name]) => name?.includes('new'))]).toEqual([
      Number(answer.headers['x-row-count']),
      false,
    ]);
  });
});
