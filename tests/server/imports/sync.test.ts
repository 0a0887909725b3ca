import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { API_KEY_SCOPES } from '../../../server/http/visibility.ts';
import { createImports, type Imports } from '../../../server/imports/imports.ts';

import {
  ad,
  adCost,
  change,
  product,
  syncRun,
  syncSetting,
} from '../../../server/store/postgres/schema/index.ts';
import { findSyncSetting } from '../../../server/store/postgres/operations/sync.ts';
import { createSync, type Sync } from '../../../server/sync/sync.ts';
import { startSchedules } from '../../../server/sync/worker.ts';
import { makeTenant, one, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const MIDNIGHT = Date.parse('2026-03-02T00:00:00+09:00');
const HOUR = 3_600_000;

let parts: TestParts;
let app: FastifyInstance;
let imports: Imports;
let sync: Sync;
let mine: Tenant;
let source: Server;
let answer: RequestListener;
let requestedUrls: string[];
const tokens: Record<string, string> = {};
beforeAll(async () => {
  parts = await createTestParts({ now: MIDNIGHT, settings: { webhookAllowPrivate: true } });
  mine = await makeTenant(parts.db, 'acme');
  imports = createImports(parts.db);
  sync = createSync(parts, imports, { plain: true });
  app = await createApp({ parts, collector: null, imports, sync });
  for (const who of ['admin', 'agency'] as const) tokens[who] = (await signIn(app, mine, who)).access;
  tokens['foreign'] = (await signIn(app, await makeTenant(parts.db, 'rival'), 'admin')).access;
  source = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise(go => {
    source.once('listening', go);
  });
});
afterAll(async () => {
  source.closeAllConnections();
  source.close();
  await app.close();
  await sync.close();
  await imports.close();
  await parts.close();
});
beforeEach(() => {
  requestedUrls = [];
  answer = (_request, response) => {
    response.setHeader('content-type', 'text/csv').end(csv());
  };
});
afterEach(async () => {
  await parts.db.delete(syncRun);
  await parts.db.delete(syncSetting);
  await parts.db.delete(adCost);
  parts.clock.set(MIDNIGHT);
});

const csv = (cost: number | string = 12.5) =>
  `ad_id,day,cost\n${mine.shelves[0].ads[0]},2026-03-01,${cost}\n`;
const origin = () => `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
const makeSetting = async (over: Partial<typeof syncSetting.$inferInsert> = {}): Promise<number> =>
  one(
    await parts.db
      .insert(syncSetting)
      .values({
        companyId: mine.id,
        productId: mine.shelves[0].product,
        name: '費用 é',
        kind: 'costs',
        sourceUrl: `${origin()}/costs.csv?key=秘密`,
        updatedAt: new Date(MIDNIGHT - 48 * HOUR),
        ...over,
      })
      .returning(),
  ).id;
interface Run {
  id: number;
  state: string;
  failure: string;
  http_status: number | null;
  rows: number;
  applied: number;
  errors: object[];
  user_name: string | null;
  api_key_name: string | null;
  ended_at: string | null;
  costs_unused: boolean;
}
const ask = async (
  method: 'GET' | 'POST',
  path: string,
  {
    who = 'admin',
    payload,
    type = 'text/csv',
  }: { who?: string; payload?: string | Buffer; type?: string } = {},
) => {
  const reply = await app.inject({
    method,
    url: `/api/v1/sync_settings/${path}`,
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      ...(payload !== undefined && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: reply.statusCode, body: reply.json<Body & Run>() };
};
const runsOf = async (id: number) => (await ask('GET', `${id}/runs/`)).body.results as unknown as Run[];
const ended = async (id: number): Promise<Run> => {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const [last] = await runsOf(id);
    if (last !== undefined && last.state !== 'running') return last;
    await new Promise(go => {
      setTimeout(go, 25);
    });
  }
  throw new Error('the run does not end');
};
const runNow = async (id: number) => {
  const begun = await ask('POST', `${id}/run/`);
  expect(begun.status).toBe(200);
  return ended(id);
};
const stored = async () =>
  (await parts.db.select().from(adCost).orderBy(asc(adCost.day))).map(({ day, cost }) => [day, cost]);

describe('an import run', () => {
  test('fetches the file of its source, applies it and reports the result', async () => {
    const id = await makeSetting();
    expect(await runNow(id)).toMatchObject({
      state: 'done',
      failure: '',
      rows: 1,
      applied: 1,
      errors: [],
      user_name: 'Zoë admin',
    });
    expect(await stored()).toEqual([['2026-03-01', 12.5]]);
    expect(requestedUrls).toEqual(['/costs.csv?key=%E7%A7%98%E5%AF%86']);
  });

  test('names the API key that started it beside the user of the key', async () => {
    const made = await app.inject({
      method: 'POST',
      url: '/api/v1/api_keys/',
      headers: { authorization: `Bearer ${tokens['admin']}` },
      payload: {
        name: 'nightly é',
        scopes: { ...Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'none'])), settings: 'write' },
      },
    });
    tokens['key'] = made.json<{ secret: string }>().secret;
    const id = await makeSetting();
    expect((await ask('POST', `${id}/run/`, { who: 'key' })).status).toBe(200);
    expect(await ended(id)).toMatchObject({ user_name: 'Zoë admin', api_key_name: 'nightly é' });
    expect(await runNow(id)).toMatchObject({ user_name: 'Zoë admin', api_key_name: null });
  });

  test("reports unused costs while the product's cost linkage is off, except for failed runs and imported ads", async () => {
    const link = (adCostLinkage: boolean) =>
      parts.db.update(product).set({ adCostLinkage }).where(eq(product.id, mine.shelves[0].product));
    const id = await makeSetting();
    expect((await runNow(id)).costs_unused).toBe(true);
    expect((await ask('POST', `${id}/upload/`, { payload: csv(3) })).body.costs_unused).toBe(true);
    expect((await ask('POST', `${id}/upload/`, { payload: csv(-1) })).body).toMatchObject({
      state: 'failed',
      costs_unused: false,
    });
    const ads = await makeSetting({ kind: 'ads' });
    expect(
      (
        await ask('POST', `${ads}/upload/`, {
          payload: 'ad_name,redirect_url\n広告 é,https://shop.example/\n',
        })
      ).body,
    ).toMatchObject({ state: 'done', applied: 1, costs_unused: false });
    await link(true);
    expect(
      (await runsOf(id)).map(run => run.costs_unused),
      "the flag describes the product's present setting",
    ).toEqual([false, false, false]);
    await link(false);
  });

  test('reads the columns and the format of its setting', async () => {
    answer = (_request, response) => {
      response.end(JSON.stringify([{ 番号: mine.shelves[0].ads[0], いつ: '2026-02-28', ad_id: 0, cost: 3 }]));
    };
    const id = await makeSetting({ format: 'json', mapping: { ad_id: '番号', day: 'いつ' } });
    expect(await runNow(id)).toMatchObject({ state: 'done', applied: 1 });
    expect(await stored()).toEqual([['2026-02-28', 3]]);
  });

  test('with a faulty row or without the columns changes nothing and keeps the faults', async () => {
    answer = (_request, response) => {
      response.end(`${csv()}999999,2026-03-01,-1\n`);
    };
    const id = await makeSetting();
    expect(await runNow(id)).toMatchObject({
      state: 'failed',
      failure: 'rows',
      rows: 2,
      applied: 0,
      errors: [
        { row: 3, field: 'ad_id', code: 'no_such' },
        { row: 3, field: 'cost', code: 'minimum', values: { min: 0 } },
      ],
    });
    answer = (_request, response) => {
      response.end('a\0,b\n1,2\n');
    };
    expect(await runNow(id)).toMatchObject({
      state: 'failed',
      failure: 'file',
      errors: [
        { row: 0, field: 'ad_id', code: 'heading_missing' },
        { row: 0, field: 'day', code: 'heading_missing' },
        { row: 0, field: 'cost', code: 'heading_missing' },
        { row: 0, field: 'file', code: 'file_headings', values: { headings: 'a / b' } },
      ],
    });
    answer = (_request, response) => {
      response.end(Buffer.from([0xff, 0xfe, 0x00]));
    };
    expect(await runNow(id)).toMatchObject({
      state: 'failed',
      failure: 'file',
      errors: [{ row: 0, field: 'file' }],
    });
    expect(await stored()).toEqual([]);
  });

  test('started by the schedule imports ads with an audit line without a user', async () => {
    answer = (_request, response) => {
      response.end('name,redirect_url\nfrom a schedule,https://shop.example/\n');
    };
    const id = await makeSetting({ kind: 'ads', schedule: 'hourly' });
    const schedules = startSchedules(parts, sync);
    await schedules.poll();
    expect(await ended(id)).toMatchObject({ state: 'done', applied: 1, user_name: null });
    await schedules.close();
    const made = one(await parts.db.select().from(ad).where(eq(ad.name, 'from a schedule')));
    expect(
      await parts.db
        .select({ userId: change.userId, action: change.action })
        .from(change)
        .where(eq(change.rowId, made.id)),
    ).toEqual([{ userId: null, action: 'create' }]);
  });

  test.each<[string, RequestListener, object]>([
    [
      'a redirect, which is not followed',
      (_q, r) => {
        r.writeHead(302, { location: '/elsewhere' }).end();
      },
      { failure: 'source_redirect' },
    ],
    [
      'an error status',
      (_q, r) => {
        r.writeHead(503).end(csv());
      },
      { failure: 'source_status', http_status: 503 },
    ],
    [
      'an HTML page',
      (_q, r) => {
        r.setHeader('content-type', 'text/html; charset=utf-8').end('<html>');
      },
      { failure: 'source_content' },
    ],
    [
      'unrequested compression',
      (_q, r) => {
        r.setHeader('content-encoding', 'gzip').end('x');
      },
      { failure: 'source_content' },
    ],
    [
      'a file with a length beyond the limit',
      (_q, r) => {
        r.writeHead(200, { 'content-length': 11 * 1024 * 1024 });
        r.write('a');
      },
      { failure: 'source_large' },
    ],
    [
      'an endless file',
      (_q, r) => {
        const fill = () => {
          while (!r.destroyed && r.write(Buffer.alloc(1024 * 1024, 0x61)));
        };
        r.on('drain', fill);
        fill();
      },
      { failure: 'source_large' },
    ],
    [
      'a connection that breaks',
      (_q, r) => {
        r.write('ad_id');
        r.destroy();
      },
      { failure: 'source_unreachable' },
    ],
  ])(
    'from a source that answers %s changes nothing and states the failure',
    async (_what, listener, expected) => {
      answer = listener;
      expect(await runNow(await makeSetting())).toMatchObject({
        state: 'failed',
        applied: 0,
        errors: [],
        ...expected,
      });
      expect(requestedUrls.length).toBe(1);
    },
  );

  test.each<[string, RequestListener]>([
    ['nothing', () => undefined],
    [
      'a file byte by byte',
      (_q, r) => {
        const timer = setInterval(() => r.write('a'), 50);
        r.on('close', () => {
          clearInterval(timer);
        });
      },
    ],
  ])(
    'from a source that answers %s for too long changes nothing and states the failure',
    async (_what, listener) => {
      answer = listener;
      const hasty = createSync(parts, imports, { plain: true, timeout: 700 });
      const id = await makeSetting();
      await hasty.begin((await findSyncSetting(parts.db, mine.id, id))!, { userId: null, ip: '' });
      expect(await ended(id)).toMatchObject({
        state: 'failed',
        applied: 0,
        errors: [],
        failure: 'source_slow',
      });
      await hasty.close();
    },
  );

  test('refuses sources with private addresses and other protocols', async () => {
    const strict = createSync(
      { ...parts, settings: { ...parts.settings, webhookAllowPrivate: false } },
      imports,
      {
        plain: true,
        lookup: (_host, _options, done) => {
          done(null, [{ address: '10.0.0.1', family: 4 }]);
        },
      },
    );
    const secure = createSync(parts, imports);
    for (const [by, sourceUrl] of [
      [strict, `${origin()}/`],
      [strict, 'http://[::1]/'],
      [strict, 'http://0x7f.1/'],
      [strict, 'http://inside.shop/'],
      [strict, 'http://shop.example/'],
      [strict, 'http://169.254.169.254/latest/meta-data'],
      [secure, `${origin()}/`],
      [secure, 'ftp://a.shop/'],
      [secure, 'file:///etc/passwd'],
      [secure, 'not an address'],
    ] as const) {
      const id = await makeSetting({ sourceUrl });
      await by.begin((await findSyncSetting(parts.db, mine.id, id))!, { userId: null, ip: '' });
      expect([sourceUrl, (await ended(id)).failure]).toEqual([sourceUrl, 'source_refused']);
    }
    expect(requestedUrls).toEqual([]);
    await strict.close();
    await secure.close();
  });

  test('is exclusive for its setting: a second request returns the running one, and an upload is refused', async () => {
    let release = () => undefined as void;
    answer = (_request, response) => {
      release = () => {
        response.end(csv());
      };
    };
    const id = await makeSetting();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', `${id}/run/`)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await ask('POST', `${id}/upload/`, { payload: csv() })).body.code).toBe('sync_running');
    while (requestedUrls.length === 0)
      await new Promise(go => {
        setTimeout(go, 10);
      });
    release();
    expect((await ended(id)).state).toBe('done');
    expect(requestedUrls.length).toBe(1);
    answer = (_request, response) => {
      response.end(csv());
    };
    expect((await runNow(id)).state, 'another run can begin afterwards').toBe('done');
  });

  test('left by a killed program is marked as interrupted and does not block the next', async () => {
    const id = await makeSetting();
    await parts.db
      .insert(syncRun)
      .values({ companyId: mine.id, syncSettingId: id, startedAt: new Date(MIDNIGHT - HOUR) });
    expect((await runNow(id)).state).toBe('done');
    expect((await runsOf(id)).map(({ state, failure }) => [state, failure])).toEqual([
      ['done', ''],
      ['failed', 'interrupted'],
    ]);
  });

  test('left by a program that was killed while the clock was a day ahead does not block the next either', async () => {
    const id = await makeSetting();
    const startedAt = new Date(MIDNIGHT + 24 * HOUR);
    await parts.db.insert(syncRun).values({ companyId: mine.id, syncSettingId: id, startedAt });
    expect((await runNow(id)).state).toBe('done');
  });

  test('in progress at the end of the program is marked as interrupted', async () => {
    const other = createSync(parts, imports, { plain: true, timeout: 600_000 });
    answer = () => undefined;
    const id = await makeSetting();
    await other.begin((await findSyncSetting(parts.db, mine.id, id))!, { userId: null, ip: '' });
    // Closing ends the run long before the time limit of its source.
    await other.close();
    expect(await ended(id)).toMatchObject({ state: 'failed', failure: 'interrupted' });
  });
});

describe('the schedule of imports', () => {
  test('starts due imports at their hour in Tokyo, once, also after a missed hour', async () => {
    await makeSetting({ schedule: 'daily', hour: 6 });
    const [first, second] = [startSchedules(parts, sync), startSchedules(parts, sync)];
    const look = async (time: number) => {
      parts.clock.set(time);
      await Promise.all([first.poll(), second.poll()]);
      await Promise.all([first.poll(), second.poll()]);
      // By then the access tokens have expired, so the test waits in the database.
      while ((await parts.db.$count(syncRun, eq(syncRun.state, 'running'))) > 0)
        await new Promise(go => {
          setTimeout(go, 25);
        });
      return requestedUrls.length;
    };
    expect(await look(MIDNIGHT), 'the run of the previous day at six was missed').toBe(1);
    expect(await look(MIDNIGHT + 5 * HOUR)).toBe(1);
    expect(await look(MIDNIGHT + 6 * HOUR)).toBe(2);
    expect(await look(MIDNIGHT + 7 * HOUR)).toBe(2);
    expect(await look(MIDNIGHT + 80 * HOUR), 'only the last of the missed days is made up for').toBe(3);
    await first.close();
    await second.close();
  });

  test('ignores settings that are deleted, have no source or are manual', async () => {
    await makeSetting({ schedule: 'hourly', status: false });
    await makeSetting({ schedule: 'hourly', sourceUrl: '' });
    await makeSetting({ schedule: 'none' });
    const schedules = startSchedules(parts, sync);
    await schedules.poll();
    await schedules.close();
    expect(await parts.db.$count(syncRun)).toBe(0);
  });
});

describe('an upload to a sync setting', () => {
  test("is applied at once with the setting's mapping, in any format", async () => {
    const id = await makeSetting({ sourceUrl: '', format: 'xlsx', mapping: { cost: '請求' } });
    const { status, body } = await ask('POST', `${id}/upload/`, { payload: csv(7).replace('cost', '請求') });
    expect([status, body]).toMatchObject([200, { state: 'done', applied: 1, rows: 1 }]);
    expect(await stored()).toEqual([['2026-03-01', 7]]);
    expect((await ask('POST', `${id}/run/`)).body.fields).toEqual({ source_url: ['required'] });
    expect((await ask('POST', `${id}/upload/`, { payload: '' })).body.fields).toEqual({
      file: ['file_empty'],
    });
  });

  test("requires, like every run, permission to write the company's settings", async () => {
    const id = await makeSetting();
    for (const [method, path] of [
      ['GET', 'runs'],
      ['POST', 'run'],
      ['POST', 'upload'],
    ] as const) {
      const payload = path === 'upload' ? { payload: csv() } : {};
      expect((await ask(method, `${id}/${path}/`, { who: 'agency', ...payload })).body.code).toBe(
        'forbidden',
      );
      expect((await ask(method, `${id}/${path}/`, { who: 'foreign', ...payload })).body.code).toBe(
        'not_found',
      );
      await parts.db.update(syncSetting).set({ status: false });
      expect((await ask(method, `${id}/${path}/`, payload)).body.code).toBe('not_found');
      await parts.db.update(syncSetting).set({ status: true });
    }
    expect(await parts.db.$count(syncRun)).toBe(0);
  });
});
