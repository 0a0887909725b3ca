import { oneSlice } from '../../../server/slices/slices.ts';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../server/accounts/passwords.ts';
import { replay, type LedgerLine } from '../../../server/results/lifecycle.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { createFirstAdministrator } from '../../../server/seed/first-administrator.ts';
import { furnish } from '../../../server/seed/furnish.ts';
import { AGENCIES, DEMO_COMPANY, DEMO_PASSWORD, SYSTEM_ROLES, USERS } from '../../../server/seed/people.ts';
import { seedDemo } from '../../../server/seed/seed.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { either } from '../../support/long.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const SMALL = { seed: 7, days: 120, visitors: 4_000 };
/** 21:16 in Tokyo on 1 March of a leap year. */
const NOW = Date.UTC(2028, 2, 1, 12, 16);

const opened: TestParts[] = [];
const open = async (now = NOW) => {
  const parts = await createTestParts({ now });
  opened.push(parts);
  return parts;
};
const ask = async <Row>(parts: Pick<TestParts, 'columnar'>, query: string): Promise<Row[]> =>
  (await parts.columnar.query({ query, format: 'JSONEachRow' })).json<Row>();

/**
 * Counts and hashes of everything stored, except signatures and click tokens, which depend on the keys of the
 * installation.
 */
const digest = async (parts: TestParts, before = 9e15) => ({
  events: await ask(
    parts,
    `SELECT * FROM (${['contact', 'access', 'conversion', 'impression']
      .map(
        table =>
          `SELECT '${table}' AS name, count() AS rows, sum(cityHash64(*)) AS hash FROM ${table} WHERE toUnixTimestamp64Milli(ts) < ${before}`,
      )
      .join(' UNION ALL ')}) ORDER BY name`,
  ),
  results: (
    await parts.db
      .execute(sql`select approval_status, result_type, count(*), sum(amount) as amount, sum(cv_cost) as cost, sum(version) as versions, sum(conversion_id) as conversions
    from result where extract(epoch from cv_time) * 1000 < ${before} group by 1, 2 order by 1, 2`)
  ).rows,
});

const all = (values: readonly (number | boolean)[]) => [...new Set(values)].toSorted();
const byKey = <Row>(rows: readonly Row[], key: (row: Row) => number): Map<number, Row[]> => {
  const found = new Map<number, Row[]>();
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row]);
  return found;
};

describe('a small demo company', () => {
  let parts: TestParts;
  let seedResult: Awaited<ReturnType<typeof seedDemo>>;
  beforeAll(async () => {
    parts = await createTestParts({ now: NOW });
    seedResult = await seedDemo(parts, SMALL);
  });
  afterAll(() => parts.close());
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  test('is the same at another hour of the day, except for that day', async () => {
    const other = await open(NOW - 7 * 3_600_000);
    await seedDemo(other, SMALL);
    const midnight = Date.UTC(2028, 1, 29, 15);
    const [one, two] = [await digest(parts, midnight), await digest(other, midnight)];
    expect(two.events).toEqual(one.events);
  });

  test('is created once, and found by a second start', async () => {
    const before = await digest(parts);
    expect(await seedDemo(parts, SMALL)).toMatchObject({ fresh: false });
    expect(await digest(parts)).toEqual(before);
  });

  test('is reproducible at the same moment, and created once by two concurrent programs', async () => {
    const other = await open();
    const both = await Promise.all([seedDemo(other, SMALL), seedDemo(other, SMALL)]);
    expect(both.map(one => one.fresh).toSorted()).toEqual([false, true]);
    expect(both.find(one => one.fresh)?.counts).toEqual(seedResult.counts);
    expect(await digest(other)).toEqual(await digest(parts));
  });

  test('is complete after starts that were interrupted early and late', async () => {
    const other = await open();
    for (const statement of either('INSERT INTO impression', 'INSERT INTO contact')) {
      const falling = new Proxy(other.columnar, {
        get: (client, name) =>
          name === 'command'
            ? (parameters: { query: string }) =>
                parameters.query.startsWith(statement)
                  ? Promise.reject(new Error('killed'))
                  : client.command(parameters)
            : (Reflect.get(client, name) as unknown),
      });
      await expect(seedDemo({ ...other, slices: oneSlice(falling) }, SMALL)).rejects.toThrow('killed');
    }
    expect((await seedDemo(other, SMALL)).fresh).toBe(true);
    const counts = await ask<{ n: string }>(other, 'SELECT count() AS n FROM contact');
    expect(Number(counts[0]!.n)).toBe(seedResult.counts.contact);
    expect(await other.db.$count(schema.company)).toBe(1);
    expect(await other.db.$count(schema.result)).toBe(seedResult.counts.result);
    expect(
      await ask(
        other,
        "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'seed_%'",
      ),
    ).toEqual([]);
  });

  test('has every user that the sign-in text names, with the stated password', async () => {
    const people = await parts.db
      .select({
        email: schema.user.email,
        password: schema.user.password,
        base: schema.role.base,
        agencyId: schema.user.agencyId,
      })
      .from(schema.user)
      .innerJoin(schema.role, eq(schema.role.id, schema.user.roleId))
      .innerJoin(schema.company, eq(schema.company.id, schema.user.companyId))
      .where(eq(schema.company.code, DEMO_COMPANY));
    expect(people.map(person => person.email).toSorted()).toEqual(USERS.map(user => user.email).toSorted());
    for (const role of SYSTEM_ROLES) {
      const person = people.find(one => one.email === `${role.code}@demo.example`)!;
      expect(person.base).toBe(role.code);
      expect(person.agencyId === null).toBe(role.code !== 'agency');
      expect(await verifyPassword(person.password, DEMO_PASSWORD)).toBe(true);
    }
    expect(await parts.db.$count(schema.agencyProduct)).toBe(
      AGENCIES.reduce((sum, agency) => sum + agency.products.length, 0),
    );
  });

  test('has every kind of setting', async () => {
    const networks = await parts.db.select().from(schema.asp);
    const ads = await parts.db.select().from(schema.ad);
    const redirects = await parts.db.select().from(schema.redirect);
    const settings = await parts.db.select().from(schema.cvSetting);
    expect([
      networks.length,
      ads.length,
      await parts.db.$count(schema.product),
      await parts.db.$count(schema.agency),
    ]).toEqual([12, 200, 3, 3]);
    expect(all(networks.map(one => one.resultFlag))).toEqual([0, 1, 2]);
    expect(all(networks.map(one => one.resultMethod))).toEqual([1, 2]);
    for (const key of [
      'performanceCvFlag',
      'approveAutomatically',
      'judgeAmount',
      'judgeArgs',
      'excludeDuplicateArgs',
      'xclidFlag',
      'mediaSessionFlag',
      'mediaManagement3Flag',
    ] as const) {
      expect([key, all(networks.map(one => one[key]))]).toEqual([key, [false, true]]);
    }
    expect(networks.some(one => one.excludeDuplicateIps === 30)).toBe(true);
    for (const key of [
      'directLink',
      'lpoFlag',
      'dynamicLpUrl',
      'performanceCvFlag',
      'ownParameters',
      'ownResultNotice',
      'ownAutoApproval',
      'status',
    ] as const) {
      expect([key, all(ads.map(one => one[key]))]).toEqual([key, [false, true]]);
    }
    expect(ads.some(one => one.adFee > 0 && one.periodFrom !== null && one.periodTo !== null)).toBe(true);
    expect(ads.every(one => one.adFee === 0 || (one.periodFrom !== null && one.periodTo !== null))).toBe(
      true,
    );
    expect(all(redirects.map(one => one.lpoEntries.length))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(all(settings.map(one => one.cvCondition))).toEqual([1, 2, 3]);
    expect(all(settings.map(one => one.cvType))).toEqual([0, 1]);
    expect(all((await parts.db.select().from(schema.adCategory)).map(one => one.kind))).toEqual([0, 1, 2, 3]);
    expect(all((await parts.db.select().from(schema.adType)).map(one => one.sequence))).toEqual([1, 2, 3]);
    const urls = [
      ...networks.flatMap(one => [one.webhookUrl]),
      ...ads.flatMap(one => [one.redirectUrl, one.adPostUrl]),
      ...redirects.flatMap(one => [one.redirectUrl, ...one.lpoEntries.map(entry => entry.url)]),
    ];
    expect(urls.filter(url => url !== '' && !new URL(url).hostname.endsWith('.example'))).toEqual([]);
  });

  test('refers to existing rows only', async () => {
    const ads = new Map((await parts.db.select().from(schema.ad)).map(one => [one.id, one]));
    const redirects = new Map((await parts.db.select().from(schema.redirect)).map(one => [one.id, one]));
    const settings = new Map((await parts.db.select().from(schema.cvSetting)).map(one => [one.id, one]));
    for (const row of await ask<{
      product_id: number;
      ad_id: number;
      redirect_id: number;
      lpo_number: number;
    }>(parts, 'SELECT DISTINCT product_id, ad_id, redirect_id, lpo_number FROM contact')) {
      expect(ads.get(row.ad_id)?.productId).toBe(row.product_id);
      const redirect = redirects.get(row.redirect_id);
      expect(
        row.redirect_id === 0
          ? ads.get(row.ad_id)?.directLink
          : redirect?.adId === row.ad_id && redirect.productId === row.product_id,
      ).toBe(true);
      expect(row.lpo_number).toBeLessThanOrEqual(redirects.get(row.redirect_id)?.lpoEntries.length ?? 0);
    }
    for (const row of await ask<{ product_id: number; cv_setting_id: number; cv_type: number }>(
      parts,
      'SELECT DISTINCT product_id, cv_setting_id, cv_type FROM conversion WHERE cv_setting_id > 0',
    )) {
      expect(settings.get(row.cv_setting_id)).toMatchObject({
        productId: row.product_id,
        cvType: row.cv_type,
      });
    }
    expect(
      await ask(
        parts,
        'SELECT count() AS n FROM access WHERE (product_id, ad_id, interaction_id) NOT IN (SELECT product_id, ad_id, interaction_id FROM contact)',
      ),
    ).toEqual([{ n: '0' }]);
    const conversions = new Set(
      (await ask<{ id: string }>(parts, 'SELECT conversion_id AS id FROM conversion')).map(row => row.id),
    );
    for (const row of await parts.db.select().from(schema.result))
      expect(conversions.has(row.conversionId)).toBe(true);
  });

  test('has unique event ids in order of time, none in the future', async () => {
    const events =
      'SELECT interaction_id AS id, ts FROM contact UNION ALL SELECT access_id, ts FROM access UNION ALL SELECT conversion_id, ts FROM conversion UNION ALL SELECT impression_id, ts FROM impression';
    const [row] = await ask<Record<string, string>>(
      parts,
      `SELECT count() AS n, uniqExact(id) AS distinct, countIf(toUnixTimestamp64Milli(ts) > ${NOW}) AS future,
      countIf(toUnixTimestamp64Milli(ts) < ${NOW} - 121 * 86400000) AS ancient, countIf(bitShiftRight(id, 22) + 1577836800000 != toUnixTimestamp64Milli(ts)) AS astray FROM (${events})`,
    );
    expect(row).toEqual({ n: row!.n, distinct: row!.n, future: '0', ancient: '0', astray: '0' });
  });

  test('has visitors of every kind: bots, staff, double clicks, direct links, and up to fifty contacts', async () => {
    const [row] = await ask<Record<string, string>>(
      parts,
      `SELECT countIf(bot = 1) AS bots, countIf(repeated = 1) AS repeats, countIf(redirect_id = 0) AS direct,
      countIf(ip BETWEEN toIPv6('::ffff:192.0.2.0') AND toIPv6('::ffff:192.0.2.255')) AS staff, uniqExact(device) AS devices, uniqExact(browser) AS browsers, countIf(bot = 1 AND device = 'desktop' AND browser = 'Chrome') AS odd FROM contact`,
    );
    for (const key of ['bots', 'repeats', 'direct', 'staff'])
      expect([key, Number(row![key]) > 0]).toEqual([key, true]);
    expect(Number(row!.devices)).toBeGreaterThanOrEqual(3);
    expect(Number(row!.browsers)).toBeGreaterThanOrEqual(6);
    const [maximum] = await ask<{ n: string }>(
      parts,
      'SELECT max(n) AS n FROM (SELECT count() AS n FROM contact WHERE bot = 0 AND repeated = 0 GROUP BY visitor_id)',
    );
    expect(Number(maximum!.n)).toBeGreaterThan(20);
    expect(Number(maximum!.n)).toBeLessThanOrEqual(50);
    const [days] = await ask<{ n: string }>(
      parts,
      "SELECT uniqExact(toDate(ts, 'Asia/Tokyo')) AS n FROM contact",
    );
    expect(Number(days!.n)).toBe(120);
  });

  test('has ledgers that replay to the status, and notifications that follow them', async () => {
    const ledgers = byKey(await parts.db.select().from(schema.decision), line => line.resultId);
    const results = await parts.db.select().from(schema.result);
    for (const row of results) {
      const lines = ledgers.get(row.id)!.map(
        line =>
          ({
            version: line.version,
            from: line.fromStatus,
            to: line.toStatus,
            takesBack: line.takesBack,
          }) as LedgerLine,
      );
      expect([replay(lines), lines.length]).toEqual([row.approvalStatus, row.version]);
    }
    expect(new Set(results.map(row => row.approvalStatus))).toEqual(new Set([0, 1, 2]));
    const tries = byKey(
      await parts.db.select().from(schema.notificationAttempt),
      line => line.notificationId,
    );
    for (const row of await parts.db.select().from(schema.notification)) {
      const lines = tries.get(row.id)!;
      expect([row.state, lines.length]).toEqual([
        lines.some(line => line.success) ? 'done' : 'dead',
        row.attempts,
      ]);
    }
  });

  test('has the results that the product itself creates for its conversions', async () => {
    const facts = async () =>
      (await parts.db.select().from(schema.result))
        .map(row =>
          [
            row.conversionId,
            row.aspId,
            row.resultType,
            row.cvAdId,
            row.interactionId,
            row.interactionNumber,
            row.xclid,
            row.mediaSessionId,
            row.mediaManagement1,
            row.mediaManagement2,
            row.mediaManagement3,
            row.args,
            row.userId,
            row.otherKey1,
            row.amount,
            row.cvCost,
            row.ipAddress,
            row.cvTime.getTime(),
            row.approvalAmountResult,
            row.approvalArgsResult,
            row.excludeDuplicateIpsResult,
            row.excludeDuplicateArgsResult,
          ].join('|'),
        )
        .toSorted();
    const seeded = await facts();
    await parts.db.transaction(async tx => {
      await tx.execute("set local touchpath.removes_company = 'yes'");
      for (const table of [
        schema.notificationAttempt,
        schema.notification,
        schema.decision,
        schema.result,
        schema.bookmark,
      ])
        await tx.delete(table);
    });
    await createResultWorker(parts).run(2n ** 63n);
    expect(seeded.length).toBeGreaterThan(50);
    expect(await facts()).toEqual(seeded);
  });
});

describe('a start without the demo', () => {
  test('creates one administrator, whose password only the owner of its file can read', async () => {
    const parts = await createTestParts();
    try {
      const [first, second] = await Promise.all([
        createFirstAdministrator(parts),
        createFirstAdministrator(parts),
      ]);
      const made = (first ?? second)!;
      expect([first, second].filter(one => one !== null)).toHaveLength(1);
      expect(await readFile(made.file, 'utf8')).toContain(made.password);
      expect(statSync(made.file).mode & 0o777).toBe(0o600);
      const [person] = await parts.db.select().from(schema.user);
      expect(await verifyPassword(person!.password, made.password)).toBe(true);
      expect(await parts.db.$count(schema.role)).toBe(3);
      expect(await createFirstAdministrator(parts)).toBeNull();
    } finally {
      await parts.close();
    }
  });
});

describe('an empty installation', () => {
  const HOST = 'HOST=0.0.0.0 accepts connections from other machines';
  let parts: TestParts;
  beforeAll(async () => {
    parts = await createTestParts({ now: NOW });
  });
  afterAll(() => parts.close());
  /** Starts with these settings, and returns the printed text about signing in. */
  const start = (seed: 'demo' | 'none', exposure: string | null, seedIsExplicit = true) =>
    furnish(
      { ...parts, settings: { ...parts.settings, seed, exposure, seedIsExplicit } },
      { ...SMALL, visitors: 300 },
    );
  const passwordsIn = (text: string) =>
    new Map(
      [...text.matchAll(/^ {2}(\S+@\S+) {2}(\S+)$/gm)].map(([, email = '', password = '']) => [
        email,
        password,
      ]),
    );
  const stored = async () =>
    parts.db
      .select({ email: schema.user.email, password: schema.user.password })
      .from(schema.user)
      .orderBy(schema.user.id);

  test('gets no demo with a published password on an exposed server, and with an explicit demo individual passwords', async () => {
    await expect(start('demo', HOST, false)).rejects.toThrow(
      /^HOST=0\.0\.0\.0 [^\n]+ SEED=none [^\n]+ SEED=demo [^\n]+\.$/,
    );
    expect(await stored()).toEqual([]);
    const passwords = passwordsIn(await start('demo', HOST));
    expect([...passwords.keys()]).toEqual(USERS.map(({ email }) => email));
    expect(new Set(passwords.values()).size).toBe(USERS.length);
    for (const { email, password } of await stored())
      expect(await verifyPassword(password, passwords.get(email) ?? '')).toBe(true);
    const again = await start('demo', HOST);
    expect(again, 'the passwords are printed once').not.toMatch(/@/);
    expect(await start('demo', null), 'no unknown password is printed').toBe(again);
  });

  test('refuses an exposed start while a demo user has the published password; an explicit demo replaces such passwords and ends the sessions', async () => {
    await parts.db
      .update(schema.user)
      .set({ password: await hashPassword(DEMO_PASSWORD) })
      .where(eq(schema.user.email, 'user@demo.example'));
    for (const [seed, explicit] of [
      ['none', true],
      ['demo', false],
    ] as const)
      await expect(start(seed, HOST, explicit)).rejects.toThrow(
        /^HOST=0\.0\.0\.0 [^\n]+ still [^\n]+ SEED=demo[^\n]+\.$/,
      );
    expect(await start('demo', null)).toContain(DEMO_PASSWORD);
    const passwords = passwordsIn(await start('demo', HOST));
    expect([...passwords.keys()]).toEqual(['user@demo.example']);
    const user = (await stored()).find(({ email }) => email === 'user@demo.example');
    expect(await verifyPassword(user?.password ?? '', passwords.get('user@demo.example') ?? '')).toBe(true);
    expect(await start('none', HOST)).not.toMatch(/@/);
  });
});
