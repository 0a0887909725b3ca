import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { replayLedgers, type Disagreement } from '../../../server/results/replay.ts';
import {
  decision,
  notification,
  notificationAttempt,
  result,
  role,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { isLong } from '../../support/long.ts';
import {
  makeTenant,
  one,
  STORED_PASSWORD,
  PASSWORD,
  signIn,
  type Body,
  type Tenant,
} from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const NOW = Date.UTC(2026, 1, 28, 3);
/**
 * Results of one request. The contract states the limit, ten thousand; a request is decided in parts, of which npm test
 * has three.
 */
const MANY = isLong ? 10_000 : 1_500;
let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let product: number;
const tokens: Record<string, string> = {};
let kicked = 0;

/** Stores pending results of an ad, one per second, the newest last. */
let conversions = 0;
const pending = async (
  count: number,
  over: { cvAdId?: number | null; aspId?: number; amount?: number; cvCost?: number; status?: number } = {},
) => {
  const { status = 0, ...rest } = over;
  const rows = await parts.db
    .insert(result)
    .values(
      Array.from({ length: count }, () => {
        const n = ++conversions;
        return {
          companyId: mine.id,
          productId: product,
          aspId: mine.shelves[0].asp,
          cvAdId: mine.shelves[0].ads[0],
          resultType: 1,
          conversionId: String(2n ** 62n + BigInt(n)),
          ...rest,
          cvTime: new Date(NOW + n * 1_000),
          ipAddress: '::1',
          args: `注文-é${n}`,
          approvalStatus: status,
          createdAt: new Date(NOW),
          updatedAt: new Date(NOW),
        };
      }),
    )
    .returning({ id: result.id });
  await parts.db.insert(decision).values(
    rows.map(({ id }) => ({
      companyId: mine.id,
      resultId: id,
      version: 1,
      toStatus: status,
      rule: 'made',
    })),
  );
  return rows.map(({ id }) => id);
};

beforeAll(async () => {
  parts = await createTestParts({ now: NOW });
  mine = await makeTenant(parts.db, 'acme');
  product = mine.shelves[0].product;
  app = await createApp({
    parts,
    collector: null,
    results: {
      kick: () => {
        kicked++;
      },
      recompute: () => undefined,
      lagMs: () => new Map(),
    },
  });
  const levels = {
    access_log: 'none',
    interaction_log: 'none',
    cv_log: 'none',
    result_notification_log: 'none',
    result_queue: 'write',
    cv_approval: 'write',
  } as const;
  const roleId = one(
    await parts.db
      .insert(role)
      .values({ companyId: mine.id, code: 'decides', base: 'agency', name: '承認', permissions: levels })
      .returning(),
  ).id;
  await parts.db.insert(user).values({
    companyId: mine.id,
    name: 'é代理',
    email: 'decides@acme.example',
    password: STORED_PASSWORD,
    roleId,
    agencyId: mine.agencies[0],
  });
  for (const who of ['admin', 'user'] as const) tokens[who] = (await signIn(app, mine, who)).access;
  tokens['decides'] = (
    await app.inject({
      method: 'POST',
      url: '/api/v1/auth/signin/',
      payload: { company_id: 'acme', email: 'decides@acme.example', password: PASSWORD },
    })
  ).json<{ access: string }>().access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

const ask = async (who: string, url: string, payload?: object): Promise<{ status: number; body: Body }> => {
  const answer = await app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/v1/${url}`,
    headers: { authorization: `Bearer ${tokens[who]}` },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Body>() };
};
let keys = 0;
const decide = (
  who: string,
  to: number,
  results: readonly { id: number; version: number }[],
  over: object = {},
) => ask(who, 'results/decide/', { to, key: `key-${++keys}-0000`, results, ...over });
const list = async (who: string, query: string) =>
  (await ask(who, `logs/results/?product_id=${product}&${query}`)).body;

describe('a bulk decision', () => {
  test('decides each result by itself and states the reason for each refused one', async () => {
    const [a, b, c, d] = (await pending(4)) as [number, number, number, number];
    await decide('admin', 1, [{ id: b, version: 1 }]);
    await decide('admin', 2, [{ id: c, version: 1 }], { reason: '返品' });
    const { status, body } = await decide('admin', 1, [
      { id: a, version: 1 },
      { id: b, version: 1 },
      { id: c, version: 2 },
      { id: d, version: 1 },
      { id: 1e9, version: 1 },
      { id: 1.5, version: 1 },
      { id: 2 ** 53 - 1, version: 1 },
    ]);
    expect([status, body]).toEqual([
      200,
      {
        decided: 2,
        refused: [
          { id: b, code: 'conflict', status: 1, version: 2 },
          { id: c, code: 'reason_required', status: 2, version: 2 },
          ...[1e9, 1.5, 2 ** 53 - 1].map(id => ({ id, code: 'not_found', status: null, version: null })),
        ],
        hold_ms: 10_000,
      },
    ]);
    expect((await decide('admin', 1, [{ id: b, version: 2 }])).body).toEqual({
      decided: 0,
      refused: [{ id: b, code: 'no_step', status: 1, version: 2 }],
      hold_ms: 0,
    });
    // Reverted, with a reason.
    expect((await decide('admin', 1, [{ id: c, version: 2 }], { reason: ' 誤り ' })).body).toEqual({
      decided: 1,
      refused: [],
      hold_ms: 10_000,
    });
    expect((await ask('admin', `results/${c}/decisions/`)).body.results).toMatchObject([
      { version: 1, from_status: null, to_status: 0, rule: 'made', user_id: null },
      { version: 2, from_status: 0, to_status: 2, rule: null, user_name: 'Zoë admin', reason: '返品' },
      { version: 3, from_status: 2, to_status: 1, reason: '誤り', notice_state: 'waiting' },
    ]);
  });

  test('is refused entirely without a required reason, with a duplicate, or without results', async () => {
    const [id] = (await pending(1)) as [number];
    expect((await decide('admin', 2, [{ id, version: 1 }], { reason: ' ' })).body.fields).toEqual({
      reason: ['required'],
    });
    expect(
      (
        await decide('admin', 1, [
          { id, version: 1 },
          { id, version: 2 },
        ])
      ).body.fields,
    ).toEqual({ results: ['duplicate'] });
    expect((await decide('admin', 1, [])).body.fields).toEqual({ results: ['choose_one'] });
    expect((await decide('admin', 0, [{ id, version: 1 }])).body.fields).toEqual({ to: ['choice'] });
    expect((await decide('user', 1, [{ id, version: 1 }])).status).toBe(403);
  });

  test('with the same idempotency key returns the same answer and decides once, also for concurrent requests', async () => {
    const ids = await pending(1_200);
    const results = ids.map(id => ({ id, version: 1 }));
    const before = kicked;
    const both = await Promise.all([1, 2].map(() => decide('admin', 1, results, { key: 'the-same-key' })));
    const [first] = both as [(typeof both)[number]];
    expect(first.body).toEqual({ decided: 1_200, refused: [], hold_ms: 10_000 });
    expect([both[1], await decide('admin', 1, results, { key: 'the-same-key' })]).toEqual([first, first]);
    expect(await parts.db.$count(decision, sql`result_id in ${ids}`)).toBe(2_400);
    expect(await parts.db.$count(notification, sql`result_id in ${ids}`)).toBe(1_200);
    expect(kicked).toBeGreaterThan(before);
    expect(
      (await decide('admin', 2, results.slice(0, 1), { key: 'the-same-key', reason: 'x' })).body.fields,
    ).toEqual({ key: ['taken'] });
    // A repeated decision under another key conflicts with the first one.
    expect((await decide('admin', 1, results.slice(0, 2))).body['refused']).toMatchObject([
      { code: 'conflict' },
      { code: 'conflict' },
    ]);
  });

  test('of two concurrent requests decides each result in one of them', async () => {
    const results = (await pending(300)).map(id => ({ id, version: 1 }));
    const [approved, rejected] = await Promise.all([
      decide('admin', 1, results),
      decide('admin', 2, results.toReversed(), { reason: 'late' }),
    ]);
    expect(Number(approved.body['decided']) + Number(rejected.body['decided'])).toBe(300);
    for (const { body } of [approved, rejected])
      for (const refused of body['refused'] as { code: string; version: number }[])
        expect(refused).toMatchObject({ code: 'conflict', version: 2 });
  });

  test(`accepts ${MANY} results in one request`, { timeout: 120_000 }, async () => {
    const results: { id: number; version: number }[] = [];
    while (results.length < MANY) results.push(...(await pending(500)).map(id => ({ id, version: 1 })));
    expect((await decide('admin', 2, results, { reason: '一括' })).body).toEqual({
      decided: MANY,
      refused: [],
      hold_ms: 10_000,
    });
  });

  test('of an agency applies to the results of its own ads only', async () => {
    const [shelf] = mine.shelves;
    const [own, other, none] = [
      await pending(1),
      await pending(1, { cvAdId: shelf.ads[1] }),
      await pending(1, { cvAdId: null }),
    ].flat() as [number, number, number];
    const { body } = await decide(
      'decides',
      1,
      [own, other, none].map(id => ({ id, version: 1 })),
    );
    expect(body).toEqual({
      decided: 1,
      refused: [other, none].map(id => ({ id, code: 'not_found', status: null, version: null })),
      hold_ms: 10_000,
    });
    expect((await ask('decides', `results/${other}/decisions/`)).status).toBe(404);
    expect(
      (
        await list('decides', `where=${encodeURIComponent(`result_id__in=${[own, other, none].join(',')}`)}`)
      ).results.map(row => row['result_id']),
    ).toEqual([own]);
    expect((await list('decides', `where=${encodeURIComponent(`cv_ad_id=${shelf.ads[1]}`)}`)).code).toBe(
      'no_permission_for_data',
    );
  });
});

describe('the result log', () => {
  test('shows the last decision and the decisions that the user may make', async () => {
    const [id] = (await pending(1, { amount: 5_480, cvCost: 120.5 })) as [number];
    await decide('admin', 2, [{ id, version: 1 }], { reason: '返品 <é>' });
    const {
      results: [row],
    } = await list('admin', `where=result_id%3D${id}`);
    expect(row).toMatchObject({
      result_id: id,
      conversion_id: String(2n ** 62n + BigInt(conversions)),
      asp_name: 'Réseau',
      cv_ad_id: mine.shelves[0].ads[0],
      ad_category_name: '分類 50%_\\',
      ad_type1_title: '媒体',
      ad_type2: null,
      approval_status: 2,
      approval_status_enum: 'REJECTED',
      version: 2,
      next_statuses: [1],
      decided_by: 'Zoë admin',
      rule: '',
      reason: '返品 <é>',
      notice_state: 'waiting',
      amount: 5_480,
      cv_cost: 120.5,
    });
    expect((await list('user', `where=result_id%3D${id}`)).results[0]).toMatchObject({ next_statuses: [] });
  });

  test('is paged by key: each row once despite new rows, with the total on the first page', async () => {
    const ids = await pending(25, { cvAdId: mine.shelves[0].ads[2] });
    const where = `where=cv_ad_id%3D${mine.shelves[0].ads[2]}`;
    const seen: unknown[] = [];
    let page = await list('admin', `${where}&limit=7`);
    expect([page['total'], page['counts']]).toEqual([25, { pending: 25, approved: 0, rejected: 0 }]);
    for (;;) {
      seen.push(...page.results.map(row => row['result_id']));
      if (page['next'] === null) break;
      await pending(1, { cvAdId: mine.shelves[0].ads[2] });
      page = await list('admin', `${where}&limit=7&after=${String(page['next'])}`);
      expect(page['total']).toBeNull();
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test('counts the rows of the same query that are newer than the newest row read', async () => {
    const [, other] = mine.shelves[0].ads;
    const where = `where=cv_ad_id%3D${other}`;
    const newer = async (than: unknown, who = 'admin') =>
      (await ask(who, `logs/results/newer/?product_id=${product}&${where}&newer_than=${String(than)}`)).body;
    const [id] = (await pending(1, { cvAdId: other })) as [number];
    const page = await list('admin', `${where}&limit=1`);
    expect(page.results.map(row => row['result_id'])).toEqual([id]);
    expect(await newer(page['latest'])).toEqual({ count: 0 });
    await pending(2, { cvAdId: other });
    await pending(1);
    expect(await newer(page['latest'])).toEqual({ count: 2 });
    expect((await newer(page['latest'], 'decides')).code).toBe('no_permission_for_data');
    expect((await newer('xyz')).fields).toEqual({ newer_than: ['format'] });
    // Where there was no row, every row is new.
    const none = (await ask('admin', `logs/result_queue/?product_id=${product}&where=result_id%3D${id}`))
      .body;
    await decide('admin', 1, [{ id, version: 1 }]);
    expect(
      (
        await ask(
          'admin',
          `logs/result_queue/newer/?product_id=${product}&where=result_id%3D${id}&newer_than=${String(none['latest'])}`,
        )
      ).body,
    ).toEqual({ count: 1 });
  });

  test.each([
    ['approval_status=0&amount__gte=777', 1],
    ['args__contains=注文-É&amount=777', 1],
    ['conversion_id=4611686018427387904', 0],
    ['created_at__before=2026-02-01', 0],
    ['notice_state=failed', 0],
    ['amount__gt=776&asp_id__in=999,1000', 0],
  ])('is filtered by %s', async (where, count) => {
    if ((await list('admin', `where=${encodeURIComponent('amount=777')}`)).results.length === 0)
      await pending(1, { amount: 777 });
    expect((await list('admin', `where=${encodeURIComponent(where)}`))['total']).toBe(count);
  });

  test('is filtered by columns of other tables as by its own, including rows without an ad', async () => {
    const [, , third] = mine.shelves[0].ads;
    await pending(1, { cvAdId: null, amount: 778 });
    const [id] = (await pending(2, { cvAdId: third, amount: 778 })) as [number, number];
    await pending(1, { amount: 778 });
    await decide('admin', 2, [{ id, version: 1 }], { reason: '返品 é' });
    const narrowed = async (where: string, who = 'admin') =>
      await list(who, `limit=200&where=${encodeURIComponent(`amount=778&${where}`)}`);
    const all = (await narrowed('')).results;
    expect(all).toHaveLength(4);
    for (const field of [
      'cv_ad_name',
      'asp_name',
      'ad_category',
      'ad_type1',
      'ad_type2',
      'reason',
      'notice_state',
      'conversion_id',
    ]) {
      for (const value of new Set(all.map(row => String(row[field] ?? '')))) {
        // A row without an ad has an empty name.
        if (value === '') continue;
        const expected = all.filter(row => String(row[field] ?? '') === value).map(row => row['result_id']);
        expect([
          field,
          value,
          (await narrowed(`${field}=${encodeURIComponent(value)}`)).results.map(row => row['result_id']),
        ]).toEqual([field, value, expected]);
        const other = await narrowed(`${field}__ne=${encodeURIComponent(value)}`);
        expect([field, value, other.results.map(row => row['result_id']), other['total']]).toEqual([
          field,
          value,
          all.map(row => row['result_id']).filter(found => !expected.includes(found)),
          4 - expected.length,
        ]);
      }
    }
    const name = String(all.find(row => row['cv_ad_id'] === third)?.['cv_ad_name']);
    expect(
      (
        await list('admin', `where=amount%3D778&search=${encodeURIComponent(name.toUpperCase())}`)
      ).results.map(row => row['cv_ad_id']),
    ).toEqual([third, third]);
  });

  test('names the faults of an invalid query', async () => {
    expect((await list('admin', 'where=nothing%3D1')).fields).toEqual({ nothing: ['unknown_field'] });
    expect((await list('admin', 'from=2026-03-02&to=2026-03-01')).fields).toEqual({ to: ['minimum'] });
    expect((await list('admin', 'after=xyz')).fields).toEqual({ after: ['format'] });
  });

  test('is downloaded as a file with the labels of the console', async () => {
    const where = encodeURIComponent('amount=777');
    const answer = await app.inject({
      url: `/api/v1/logs/results/download/csv/?product_id=${product}&where=${where}&locale=en&columns=result_id,args,approval_status,approval_status_enum,rule`,
      headers: { authorization: `Bearer ${tokens['admin']}` },
    });
    expect(answer.headers['x-row-count']).toBe('1');
    const lines = answer.body.split('\r\n').filter(line => line !== '');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/,"Approval","Approval status \(code\)","Rule"$/);
    expect(lines[1]).toMatch(/,"result created"$/);
    // The file of the approval has the same rows, and the name of its screen.
    const approvals = await app.inject({
      url: `/api/v1/logs/approvals/download/csv/?product_id=${product}&where=${where}&locale=en&columns=result_id,args,approval_status,approval_status_enum,rule`,
      headers: { authorization: `Bearer ${tokens['decides']}` },
    });
    expect(approvals.body).toBe(answer.body);
    const nameOf = (file: typeof answer) => String(file.headers['content-disposition']);
    expect([nameOf(answer), nameOf(approvals)]).toEqual([
      expect.stringContaining("UTF-8''Result%20log-"),
      expect.stringContaining("UTF-8''CV%20approval-"),
    ]);
    const queue = await app.inject({
      url: `/api/v1/logs/result_queue/download/xlsx/?product_id=${product}`,
      headers: { authorization: `Bearer ${tokens['admin']}` },
    });
    expect([queue.statusCode, Number(queue.headers['x-row-count']) > MANY]).toEqual([200, true]);
  }, 120_000);
});

describe('the queue', () => {
  test('shows each notification with its last attempt, secrets masked, and its attempts', async () => {
    const [id] = (await pending(1)) as [number];
    await decide('admin', 1, [{ id, version: 1 }]);
    const sent = one(
      await parts.db
        .update(notification)
        .set({ url: 'https://net.example/?st=1&api_key=geheim', state: 'dead', attempts: 2 })
        .where(sql`result_id = ${id}`)
        .returning(),
    );
    const attempt = { notificationId: sent.id, companyId: mine.id, success: false };
    await parts.db.insert(notificationAttempt).values([
      { ...attempt, number: 1, failure: 'no_answer', executedAt: new Date(NOW) },
      {
        ...attempt,
        number: 2,
        httpStatus: 410,
        failure: 'gone',
        answer: 'もういない',
        executedAt: new Date(NOW + 5_000),
      },
    ]);
    const {
      results: [row],
    } = (
      await ask(
        'user',
        `logs/result_queue/?product_id=${product}&where=${encodeURIComponent(`result_id=${id}&queue_result=false`)}`,
      )
    ).body;
    expect(row).toMatchObject({
      result_queue_id: sent.id,
      result_id: id,
      version: 2,
      approval_status: 1,
      method: 'GET',
      url: 'https://net.example/?st=1&api_key=***',
      body: null,
      queue_result: false,
      state: 'dead',
      attempts: 2,
      http_status: 410,
      failure: 'gone',
      answer: 'もういない',
      executed_time: new Date(NOW + 5_000).toISOString(),
      next_time: null,
    });
    expect((await ask('user', `result_queue/${sent.id}/attempts/`)).body.results).toMatchObject([
      { number: 1, http_status: null, failure: 'no_answer' },
      { number: 2, http_status: 410, failure: 'gone' },
    ]);
    expect((await ask('user', `result_queue/${sent.id + 1_000_000}/attempts/`)).status).toBe(404);
    expect((await ask('admin', 'result_queue/resend/', { asp_id: mine.shelves[0].asp })).body).toEqual({
      resent: 1,
    });
    expect((await ask('admin', 'result_queue/resend/', {})).body.fields).toEqual({ ids: ['required'] });
    expect(
      (await ask('admin', 'result_queue/resend/', { ids: [sent.id], asp_id: mine.shelves[0].asp })).body
        .fields,
    ).toEqual({ ids: ['not_together'] });
    expect((await ask('user', 'result_queue/resend/', { ids: [sent.id] })).status).toBe(403);
  });

  test('of a network is paused and resumed, with an audit line, and not by an agency', async () => {
    const { asp } = mine.shelves[0];
    expect((await ask('decides', `asps/${asp}/pause/`, {})).status).toBe(403);
    expect((await ask('admin', `asps/${asp}/pause/`, {})).body).toEqual({
      asp_id: asp,
      paused_at: new Date(NOW).toISOString(),
    });
    const [id] = (await pending(1)) as [number];
    await decide('admin', 1, [{ id, version: 1 }]);
    expect(
      (await ask('admin', `logs/result_queue/?product_id=${product}&where=result_id%3D${id}`)).body.results,
    ).toMatchObject([{ state: 'paused', queue_result: null }]);
    expect((await ask('admin', `asps/${asp}/`)).body['paused_at']).toBe(new Date(NOW).toISOString());
    expect((await ask('admin', `asps/${asp}/resume/`, {})).body).toEqual({ asp_id: asp, paused_at: null });
    const changes = (await ask('admin', `changes/?entity=asps&row_id=${asp}`)).body.results;
    expect(changes.map(({ fields }) => fields)).toEqual([
      [{ field: 'paused_at', before: JSON.stringify(new Date(NOW).toISOString()), after: 'null' }],
      [{ field: 'paused_at', before: 'null', after: JSON.stringify(new Date(NOW).toISOString()) }],
      // From the resending above.
      [{ field: 'resent', before: 'null', after: '1' }],
    ]);
  });
});

test('an approval counts in the costs of reports at once, and a rejection no more', async () => {
  const [, , adId] = mine.shelves[0].ads;
  const costs = async () => {
    const { rows } = (
      await ask('admin', `analyses/ad_summaries/?product_id=${product}&from=2026-02-01&to=2026-02-28`)
    ).body as unknown as { rows: { key: string; ad_cost: number; ad_cost_unapproved: number }[] };
    const row = rows.find(({ key }) => key === String(adId));
    return [row?.ad_cost ?? 0, row?.ad_cost_unapproved ?? 0];
  };
  const [before = 0, unapproved = 0] = await costs();
  const [id] = (await pending(1, { cvAdId: adId, cvCost: 1_234.5 })) as [number];
  expect(await costs()).toEqual([before, unapproved + 1_234.5]);
  await decide('admin', 1, [{ id, version: 1 }]);
  expect(await costs()).toEqual([before + 1_234.5, unapproved + 1_234.5]);
  await decide('admin', 2, [{ id, version: 2 }], { reason: '返品' });
  expect(await costs()).toEqual([before, unapproved]);
});

describe('the ledger', () => {
  test('cannot be changed, not even in the database', async () => {
    for (const statement of [
      sql`update decision set reason = 'x'`,
      sql`delete from decision`,
      sql`truncate decision cascade`,
    ]) {
      await expect(parts.db.execute(statement)).rejects.toMatchObject({
        cause: { code: '23001', message: 'decision is append-only' },
      });
    }
  });

  test('replays to every status, and the check reports a status that differs', async () => {
    const wrong: Disagreement[] = [];
    expect(
      await replayLedgers(parts.db, found => {
        wrong.push(found);
      }),
    ).toBe(await parts.db.$count(result));
    expect(wrong).toEqual([]);
    const [moved, lost] = (await pending(2)) as [number, number];
    await parts.db
      .update(result)
      .set({ approvalStatus: 1 })
      .where(sql`id = ${moved}`);
    await parts.db.insert(decision).values({
      companyId: mine.id,
      resultId: lost,
      version: 2,
      fromStatus: 1,
      toStatus: 2,
      reason: 'out of turn',
    });
    await replayLedgers(parts.db, found => {
      wrong.push(found);
    });
    expect(wrong).toEqual([
      { resultId: moved, status: 1, version: 1, replayed: 0, lines: 1 },
      { resultId: lost, status: 0, version: 1, replayed: null, lines: 2 },
    ]);
  });
});
