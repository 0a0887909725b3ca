import { DEFAULT_SLICE } from '../../../server/platform/slice-names.ts';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { decideMany } from '../../../server/results/decide.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { startRecomputations } from '../../../server/results/recompute-worker.ts';
import { addLateConversions } from '../../../server/store/postgres/tracking/late-conversions.ts';
import { replayLedgers } from '../../../server/results/replay.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { storeContact, storeConversion, storeConversions } from './two-result-workers.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 1, 10, 3);
const PERIOD = { from: '2026-02-01', to: '2026-02-28' };
let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let token: string;
let question: { product_id: number; from: string; to: string };
/** The ids of the visitor's conversions by their purpose. */
const of: Record<string, string> = {};
let notified = 0;

type Reply = Body & { readonly id: number; readonly state: string; readonly digest: string };
const call = async (method: 'GET' | 'POST', path: string, payload?: object): Promise<Reply> => {
  const url = `/api/v1/recomputations/${path}`;
  const headers = { authorization: `Bearer ${token}` };
  return (
    await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  ).json<Reply>();
};
/** Runs the steps of a recomputation as the program does, until it is in one of these states. */
const work = async (id: number, ...states: string[]): Promise<Reply> => {
  const recomputations = startRecomputations(parts, () => {
    notified += 1;
  });
  try {
    await expect
      .poll(async () => (await call('GET', `${id}/`)).state)
      .toSatisfy((state: string) => states.includes(state));
  } finally {
    await recomputations.close();
  }
  return call('GET', `${id}/`);
};
const plan = async (): Promise<Reply> => work((await call('POST', '', question)).id, 'planned');
const apply = ({ id, digest }: Pick<Reply, 'id' | 'digest'>): Promise<Reply> =>
  call('POST', `${id}/apply/`, { digest });
const finish = async (planned: Reply): Promise<Reply> => {
  expect((await apply(planned)).state).toBe('applying');
  return work(planned.id, 'done', 'overtaken', 'failed');
};
const set = (values: Partial<typeof schema.asp.$inferInsert>) =>
  parts.db.update(schema.asp).set(values).where(eq(schema.asp.id, mine.shelves[0].asp));
const results = async () => (await parts.db.select().from(schema.result)).toSorted((a, b) => a.id - b.id);
const resultOf = async (name: string) => (await results()).find(row => row.conversionId === of[name]);

beforeAll(async () => {
  parts = await createTestParts({ now: START });
  mine = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
  const { product: productId, ads } = mine.shelves[0];
  question = { product_id: productId, ...PERIOD };
  await parts.db.update(schema.ad).set({ ownAutoApproval: false }).where(eq(schema.ad.id, ads[0]));
  await set({ resultFlag: 1, webhookUrl: 'https://net.example/?s={status}' });
  await storeContact(parts, { productId, adId: ads[0], ts: START });
  const convert = async (
    name: string,
    n: number,
    over: { args?: string; amount?: number; ip?: string } = {},
  ) => {
    of[name] = await storeConversion(parts, {
      productId,
      ts: START + n * 60_000,
      args: name,
      ip: `::ffff:100.64.1.${n}`,
      ...over,
    });
  };
  await convert('good', 1);
  await convert('free', 2, { amount: 0 });
  await convert('twice', 3, { args: 'good' });
  await convert('by hand', 4, { amount: 0 });
  parts.clock.advance(DAY);
  await createResultWorker(parts).run(2n ** 63n);
  const byHand = (await resultOf('by hand'))!;
  await decideMany(
    parts,
    { companyId: mine.id, userId: mine.users.admin },
    { to: 1, key: 'by hand', results: [{ id: byHand.id, version: 1 }] },
  );
  // A conversion while the ASP has no results (result flag 0).
  await set({ resultFlag: 0 });
  await convert('late', 5);
  await createResultWorker(parts).run(2n ** 63n);
  token = (await signIn(app, mine, 'admin')).access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

describe('recomputing', () => {
  test('changes nothing where the settings are as they were', async () => {
    expect((await results()).map(row => row.approvalStatus)).toEqual([0, 0, 0, 1]);
    expect(await plan()).toMatchObject({
      made: 0,
      moved: 0,
      rejudged: 0,
      irreversible: 0,
      decided: 0,
      examples: [],
      conversions: 5,
      planned: 5,
    });
  });

  test('is planned once and applied exactly as planned, or not at all', async () => {
    await set({ resultFlag: 1, approveAutomatically: true, judgeAmount: true, excludeDuplicateArgs: true });
    const before = await results();
    const planned = await plan();
    expect(planned).toMatchObject({
      made: 1,
      moved: 3,
      rejudged: 0,
      irreversible: 0,
      decided: 1,
      applied: 0,
      done: { made: 0, moved: 0, rejudged: 0 },
    });
    expect(
      (
        planned['examples'] as {
          conversion_id: string;
          result_id: number | null;
          from_status: number | null;
          to_status: number;
          rule: string;
        }[]
      ).map(row => [row.conversion_id, row.from_status, row.to_status, row.rule]),
    ).toEqual([
      [of['good'], 0, 1, 'auto_approval'],
      [of['free'], 0, 2, 'amount'],
      [of['twice'], 0, 2, 'duplicate_args'],
      [of['late'], null, 1, 'auto_approval'],
    ]);
    expect(await results()).toEqual(before);

    expect((await apply({ ...planned, digest: 'another' })).code).toBe('conflict');
    await set({ judgeAmount: false });
    expect((await apply(planned)).code).toBe('conflict');
    await set({ judgeAmount: true });
    expect(await results()).toEqual(before);
    const good = (await resultOf('good'))!;
    await parts.db.update(schema.result).set({ version: 9 }).where(eq(schema.result.id, good.id));
    expect((await apply(planned)).code).toBe('conflict');
    await parts.db.update(schema.result).set({ version: good.version }).where(eq(schema.result.id, good.id));

    notified = 0;
    expect(await finish(planned)).toMatchObject({
      state: 'done',
      applied: 5,
      done: { made: 1, moved: 3, rejudged: 0 },
    });
    expect(notified).toBe(1);
    expect((await apply(planned)).code).toBe('conflict');
    expect(
      (await Promise.all(['good', 'free', 'twice', 'late'].map(resultOf))).map(row => [
        row?.approvalStatus,
        row?.version,
        row?.approvalAmountResult,
        row?.excludeDuplicateArgsResult,
      ]),
    ).toEqual([
      [1, 2, 0, 0],
      [2, 2, 1, 0],
      [2, 2, 0, 1],
      [1, 1, 0, 0],
    ]);
    // The decision of a user is unchanged.
    expect(await resultOf('by hand')).toEqual(before.find(row => row.conversionId === of['by hand']));
  });

  test('writes the ledgers, notifies the networks, and records the user in the audit log', async () => {
    const ledger = async (name: string) =>
      (
        await parts.db
          .select()
          .from(schema.decision)
          .where(eq(schema.decision.resultId, (await resultOf(name))!.id))
      ).map(line => [line.version, line.toStatus, line.rule, line.userId]);
    expect([await ledger('good'), await ledger('free'), await ledger('late')]).toEqual([
      [
        [1, 0, 'made', null],
        [2, 1, 'recompute:auto_approval', null],
      ],
      [
        [1, 0, 'made', null],
        [2, 2, 'recompute:amount', null],
      ],
      [[1, 1, 'recompute:auto_approval', null]],
    ]);
    const notifications = (await parts.db.select().from(schema.notification)).map(row => [
      row.resultId,
      row.url,
    ]);
    expect(notifications).toContainEqual([(await resultOf('free'))!.id, 'https://net.example/?s=2']);
    expect(notifications).toContainEqual([(await resultOf('late'))!.id, 'https://net.example/?s=1']);
    const wrong: unknown[] = [];
    await replayLedgers(parts.db, found => {
      wrong.push(found);
    });
    expect(wrong).toEqual([]);
    const [line] = await parts.db
      .select()
      .from(schema.change)
      .where(eq(schema.change.entity, 'recomputations'));
    expect(line).toMatchObject({
      userId: mine.users.admin,
      rowId: question.product_id,
      after: { period: '2026-02-01 – 2026-02-28', made: 1, moved: 3, rejudged: 0 },
    });
  });

  test('finds no changes the second time and sets no result back to pending', async () => {
    expect(await plan()).toMatchObject({ made: 0, moved: 0, rejudged: 0, irreversible: 0, decided: 1 });
    await set({ approveAutomatically: false });
    expect(await plan()).toMatchObject({ made: 0, moved: 0, irreversible: 2, decided: 1 });
  });

  test('stores the window that the address was judged by, also where it says the same', async () => {
    await set({ excludeDuplicateIps: 7 });
    const planned = await plan();
    expect(planned).toMatchObject({ made: 0, moved: 0, rejudged: 2, irreversible: 2 });
    expect((await finish(planned))['done']).toEqual({ made: 0, moved: 0, rejudged: 2 });
    expect(
      (await Promise.all(['free', 'twice', 'good', 'by hand'].map(resultOf))).map(
        row => row?.excludeDuplicateIpsDays,
      ),
    ).toEqual([7, 7, null, null]);
  });

  test.each([
    'exceededLimits',
    'approvalAmountResult',
    'approvalArgsResult',
    'excludeDuplicateIpsResult',
    'excludeDuplicateArgsResult',
    'excludeDuplicateIpsDays',
  ] as const)('corrects %s where nothing else differs', async field => {
    const { id, [field]: stored } = (await resultOf('free'))!;
    await parts.db
      .update(schema.result)
      .set({ [field]: stored === 1 ? 2 : 1 })
      .where(eq(schema.result.id, id));
    const planned = await plan();
    expect(planned).toMatchObject({ made: 0, moved: 0, rejudged: 1 });
    await finish(planned);
    expect((await resultOf('free'))?.[field]).toBe(stored);
  });

  test('takes back a rejection as a duplicate of an unknown address', async () => {
    const { product_id: productId } = question;
    const ids = await storeConversions(
      parts,
      [1, 2].map(n => ({ productId, ts: START + (10 + n) * 60_000, args: `unknown ${n}`, ip: '::' })),
    );
    await createResultWorker(parts).run(2n ** 63n);
    const second = (await results()).find(row => row.conversionId === ids[1])!;
    // As judged by an earlier version, which compared unknown addresses.
    await parts.db
      .update(schema.result)
      .set({ approvalStatus: 2, version: 2, excludeDuplicateIpsResult: 1, excludeDuplicateIpsDays: 7 })
      .where(eq(schema.result.id, second.id));
    await parts.db.insert(schema.decision).values({
      companyId: mine.id,
      resultId: second.id,
      version: 2,
      fromStatus: 0,
      toStatus: 2,
      rule: 'duplicate_ips',
      reason: '',
      decidedAt: new Date(START + DAY),
    });
    await set({ approveAutomatically: true });
    const planned = await plan();
    expect(
      (planned['examples'] as { conversion_id: string; from_status: number | null; to_status: number }[])
        .filter(row => ids.includes(row.conversion_id))
        .map(row => [row.from_status, row.to_status]),
    ).toEqual([
      [0, 1],
      [2, 1],
    ]);
    await finish(planned);
    expect(await parts.db.select().from(schema.result).where(eq(schema.result.id, second.id))).toMatchObject([
      { approvalStatus: 1, excludeDuplicateIpsResult: null, excludeDuplicateIpsDays: null },
    ]);
  });

  test('reports results that the current settings would not create, and keeps them', async () => {
    const before = await results();
    await set({ resultFlag: 0 });
    expect(await plan()).toMatchObject({
      made: 0,
      moved: 0,
      rejudged: 0,
      irreversible: 0,
      decided: 0,
      ineligible: before.length,
    });
    await set({ resultFlag: 1 });
    expect(await plan()).toMatchObject({ ineligible: 0 });
    expect(await results()).toEqual(before);
  });

  test('is refused for a period that is too long or reversed, and for a foreign product', async () => {
    expect((await call('POST', '', { ...question, from: '2025-01-01' })).fields).toEqual({ to: ['maximum'] });
    expect((await call('POST', '', { ...question, to: '2026-01-01' })).fields).toEqual({ to: ['minimum'] });
    expect((await call('POST', '', { ...question, product_id: 2_000_000 })).code).toBe(
      'no_permission_for_data',
    );
  });
  const ids = () =>
    parts.db.select({ id: schema.recomputationBatch.recomputationId }).from(schema.recomputationBatch);

  test('can be cancelled at any time, and a new plan of the user replaces the last', async () => {
    const first = await call('POST', '', question);
    expect(first).toMatchObject({ state: 'planning', from: PERIOD.from, to: PERIOD.to, digest: '' });
    expect(await call('GET', `current/?product_id=${question.product_id}`)).toMatchObject({
      recomputations: [{ id: first.id }],
    });
    const second = await plan();
    expect(await ids()).toEqual([{ id: second.id }]);
    expect((await call('GET', `${first.id}/`)).state).toBe('cancelled');
    expect((await call('POST', `${second.id}/cancel/`)).state).toBe('cancelled');
    expect((await apply(second)).code).toBe('conflict');
    expect(await ids()).toEqual([]);
    expect((await call('GET', '2000000/')).code).toBe('not_found');
  });

  test('interrupted by a kill is taken over by the next process with its progress', async () => {
    await set({ excludeDuplicateIps: 9 });
    const planned = await plan();
    await apply(planned);
    const taken = { claimedBy: 'killed', claimedUntil: new Date(parts.clock.now() + 30_000), attempts: 1 };
    await parts.db.update(schema.recomputation).set(taken).where(eq(schema.recomputation.id, planned.id));
    const program = startRecomputations(parts, () => undefined);
    await new Promise(resolve => {
      setTimeout(resolve, 200);
    });
    expect((await call('GET', `${planned.id}/`)).state).toBe('applying');
    await program.close();
    parts.clock.advance(31_000);
    expect(await work(planned.id, 'done')).toMatchObject({
      state: 'done',
      done: { rejudged: planned['rejudged'] },
    });
    expect(await ids()).toEqual([]);
  });

  test('claimed while the clock was ahead is taken over after it was set back', async () => {
    await set({ excludeDuplicateIps: 9 });
    const planned = await plan();
    await apply(planned);
    const taken = { claimedBy: 'ended', claimedUntil: new Date(parts.clock.now() + 7_200_000), attempts: 1 };
    await parts.db.update(schema.recomputation).set(taken).where(eq(schema.recomputation.id, planned.id));
    expect(await work(planned.id, 'done')).toMatchObject({ state: 'done' });
  });

  test('is not taken over while its process works', async () => {
    const { id } = await call('POST', '', question);
    const claimOf = async () => {
      const [row] = await parts.db.select().from(schema.recomputation).where(eq(schema.recomputation.id, id));
      return { by: row!.claimedBy, ms: Number(row!.claimedUntil) - parts.clock.now() };
    };
    const first = startRecomputations(parts, () => undefined);
    // While the table is locked, the first step waits.
    await parts.db.transaction(async tx => {
      await tx.execute(sql`LOCK TABLE ${schema.result} IN ACCESS EXCLUSIVE MODE`);
      await expect.poll(claimOf).toMatchObject({ ms: 30_000 });
      const { by } = await claimOf();
      parts.clock.advance(29_000);
      first.kick();
      await expect.poll(claimOf).toEqual({ by, ms: 30_000 });
      parts.clock.advance(29_000);
      const second = startRecomputations(parts, () => undefined);
      await second.close();
      expect(await claimOf()).toEqual({ by, ms: 1_000 });
    });
    await first.close();
    parts.clock.advance(1);
    expect((await work(id, 'planned')).state).toBe('planned');
  });

  test('stops at a batch that would differ from the plan, with a line in the audit log', async () => {
    await set({ excludeDuplicateIps: 11 });
    await apply(await plan());
    const { id } = (
      (await call('GET', `current/?product_id=${question.product_id}`)) as unknown as {
        recomputations: [Reply];
      }
    ).recomputations[0];
    const before = await results();
    await set({ excludeDuplicateIps: 12 });
    expect(await work(id, 'overtaken', 'done')).toMatchObject({ state: 'overtaken', applied: 0 });
    expect(await results()).toEqual(before);
    const lines = await parts.db
      .select()
      .from(schema.change)
      .where(eq(schema.change.entity, 'recomputations'));
    expect(lines.at(-1)).toMatchObject({ after: { ended: 'overtaken', made: 0, moved: 0, rejudged: 0 } });
  });

  test('fails with a reason if it restarts repeatedly without progress', async () => {
    const { id: last } = await call('POST', '', question);
    await parts.db.update(schema.recomputation).set({ attempts: 4 }).where(eq(schema.recomputation.id, last));
    expect((await work(last, 'failed', 'planned')).state).toBe('planned');
    const { id } = await call('POST', '', question);
    await parts.db.update(schema.recomputation).set({ attempts: 5 }).where(eq(schema.recomputation.id, id));
    expect((await work(id, 'failed', 'planned')).state).toBe('failed');
  });

  test('judges addresses also by results of conversions before and after the period', async () => {
    const { product: productId, asp: aspId } = mine.shelves[1];
    const judgeBy = (values: Partial<typeof schema.asp.$inferInsert>) =>
      parts.db.update(schema.asp).set(values).where(eq(schema.asp.id, aspId));
    await judgeBy({ resultFlag: 2, approveAutomatically: true });
    const [firstDay, lastDay] = [Date.parse('2026-02-05T00:00+09:00'), Date.parse('2026-02-08T23:59+09:00')];
    const make = async (...times: readonly { ts: number; ip: string }[]) => {
      const ids = await storeConversions(
        parts,
        times.map(time => ({ productId, ...time })),
      );
      await addLateConversions(parts.db, DEFAULT_SLICE, ids);
      await createResultWorker(parts).run(2n ** 63n);
      return ids;
    };
    await make(
      { ts: firstDay - DAY, ip: '::ffff:100.64.2.1' },
      { ts: lastDay + DAY, ip: '::ffff:100.64.2.2' },
    );
    const ids = await make(
      { ts: firstDay, ip: '::ffff:100.64.2.1' },
      { ts: lastDay, ip: '::ffff:100.64.2.2' },
    );
    await judgeBy({ excludeDuplicateIps: 2 });
    const { id } = await call('POST', '', { product_id: productId, from: '2026-02-05', to: '2026-02-08' });
    const examples = (await work(id, 'planned'))['examples'] as {
      conversion_id: string;
      to_status: number;
      rule: string;
    }[];
    expect(examples.map(row => [row.conversion_id, row.to_status, row.rule])).toEqual(
      [...ids].map(conversionId => [conversionId, 2, 'duplicate_ips']),
    );
  });
});
