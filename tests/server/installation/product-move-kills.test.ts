import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { firstIdAt } from '../../../server/platform/ids.ts';
import { DEFAULT_SLICE } from '../../../server/platform/slice-names.ts';
import { dayText, MINUTE, tokyoDay } from '../../../server/platform/time.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { createSlices } from '../../../server/slices/slices.ts';
import { rowsOf } from '../../../server/store/clickhouse/engine/query.ts';
import { readDatabaseTime } from '../../../server/store/postgres/engine/ping.ts';
import { productMove } from '../../../server/store/postgres/schema/index.ts';
import { isLong, limit } from '../../support/long.ts';
import { type MoverTask, runMover } from '../../support/mover.ts';
import { makeTenant, signIn } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** The move of a product by processes that are killed, one after the other: two databases of one engine are the slices. */
let parts: TestParts;
let other: TestParts;
const opened: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [parts, other] = await Promise.all([createTestParts(), createTestParts()]);
});
afterAll(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
  await Promise.all([parts.close(), other.close()]);
});

/** Each analysis, and several axes with models of attribution. */
const REPORTS = [
  ...(isLong ? [1, 2, 3, 4, 5, 6] : [1, 6]).flatMap(axis => [
    `attributions/?axis=${axis}&model=${(axis % 5) + 1}`,
    `ad_summaries/?axis=${axis}`,
  ]),
  'attributions/?axis=1&model=2&decay=50',
  'effects/?axis=1',
  'time_series/?',
  'paths/?',
  'lpo_analysis/?',
  'models/?axis=1',
  'allocations/?',
];

/** Statements that a process does not survive: the copy of a month, and the change of the slice that reports read. */
const SHORT_KILLS = [
  { when: 'during', statement: 2, containing: 'INSERT INTO contact' },
  { when: 'before', statement: 1, containing: 'insert into "late_conversion"' },
] as const;
/** More statements than the work of a process has. */
const MAX_STATEMENTS = 400;

type Kill = Pick<MoverTask, 'when' | 'statement' | 'containing'>;

/**
 * Does the work of a task in processes of which each is killed one statement later than the one before, once before the
 * statement is sent and once while it runs, until one of them completes the work.
 *
 * @param until ends earlier
 * @returns the number of killed processes
 */
const killAtEach = async (
  work: (kill: Kill) => Promise<boolean>,
  until: () => Promise<boolean> = async () => false,
): Promise<number> => {
  let kills = 0;
  for (let statement = 1; statement < MAX_STATEMENTS; statement += 1)
    for (const when of ['before', 'during'] as const) {
      if ((await work({ when, statement })) || (await until())) return kills;
      kills += 1;
    }
  throw new Error('the work does not end');
};

const openApp = async (stores: TestParts, events: Collector) => {
  const app = await createApp({ parts: stores, collector: events });
  opened.push(() => app.close());
  return app;
};

test(
  `reports have the same bytes before a move and after it, whose processes are killed ${isLong ? 'at each statement' : 'twice'}`,
  { timeout: limit(120_000) },
  async () => {
    const slices = createSlices(
      [
        { name: DEFAULT_SLICE, columnar: parts.columnar },
        { name: 'east', columnar: other.columnar },
      ],
      parts.db,
    );
    const both = { ...parts, slices };
    const tenant = await makeTenant(parts.db, 'moving');
    const events = await openCollector(both);
    opened.push(() => events.close());
    const app = await openApp(parts, events);
    let signedIn = { access: '', atMs: Number.NEGATIVE_INFINITY };
    /** The tokens of a sign-in expire while processes are killed, and few sign-ins a minute are allowed. */
    const makeHeaders = async () => {
      const nowMs = performance.now();
      if (nowMs - signedIn.atMs > MINUTE) signedIn = { ...(await signIn(app, tenant, 'admin')), atMs: nowMs };
      return { authorization: `Bearer ${signedIn.access}` };
    };
    const loaded = await app.inject({
      method: 'POST',
      url: '/api/v1/setup/sample_data/',
      headers: await makeHeaders(),
    });
    const product = loaded.json<{ product_id: number }>().product_id;
    const today = tokyoDay(parts.clock.now());
    const period = `from=${dayText(today - 41)}&to=${dayText(today)}`;
    /** An answer as it was sent, with the rules and the watermark that it names. */
    const answerOf = async (
      from: typeof app,
      report: string,
      headers: Readonly<Record<string, string>>,
    ): Promise<string> => {
      const url = `/api/v1/analyses/${report}&product_id=${product}&${period}`;
      const answer = await from.inject({ method: 'GET', url, headers });
      expect([report, answer.statusCode, answer.headers['x-report-source']]).toEqual([
        report,
        200,
        'rollups; reason=current',
      ]);
      return answer.body;
    };
    const answersOf = async (from: typeof app): Promise<Record<string, string>> => {
      const answers: Record<string, string> = {};
      const headers = await makeHeaders();
      for (const report of REPORTS) answers[report] = await answerOf(from, report, headers);
      return answers;
    };
    const derive = async (slice: string, { columnar }: TestParts) => {
      const deriver = createDeriver({ ...both, columnar, slice });
      await deriver.refresh();
      await deriver.close();
    };
    await events.drain();
    await createResultWorker(parts).run(BigInt(events.watermark()), new AbortController().signal);
    await derive(DEFAULT_SLICE, parts);
    const before = await answersOf(app);

    const environments = await Promise.all([parts.environment(), other.environment()]);
    const [first, second] = environments.map(({ COLUMNAR_DATABASE: name = '' }) => name);
    const run = (work: MoverTask['work']) => (kill: Kill) =>
      runMover(parts, {
        databaseUrl: environments[0]['DATABASE_URL'] ?? '',
        clickhouse: inject('stores').clickhouse,
        databases: { default: first ?? '', east: second ?? '' },
        product,
        work,
        ...kill,
      });
    const complete = { when: 'before', statement: 0 } as const;
    const findMoves = () => parts.db.select().from(productMove);
    const appOfBoth = await openApp(both, events);

    if (isLong) {
      const hasBegun = async () => (await findMoves()).length > 0;
      expect(await killAtEach(run('move'), hasBegun)).toBeGreaterThan(10);
      // What the processes wait for from then on.
      const [move] = await findMoves();
      await expect
        .poll(async () => firstIdAt(await readDatabaseTime(parts.db)) > BigInt(move?.bothFrom ?? 0))
        .toBe(true);
      const kills = await killAtEach(async kill => {
        const isComplete = await run('move')(kill);
        const [{ stage } = { stage: '' }] = await findMoves();
        // Reports are right at any moment.
        if (stage === 'copying')
          expect(await answerOf(appOfBoth, REPORTS[0] ?? '', await makeHeaders())).toBe(
            before[REPORTS[0] ?? ''],
          );
        return isComplete;
      });
      process.stderr.write(`${kills} processes that moved a product were killed.\n`);
      expect(kills).toBeGreaterThan(60);
    } else {
      await parts.db.insert(productMove).values({
        productId: product,
        source: DEFAULT_SLICE,
        target: 'east',
        stage: 'copying',
        bothFrom: parts.ids.next().toString(),
      });
      for (const kill of SHORT_KILLS) expect([kill, await run('move')(kill)]).toEqual([kill, false]);
      expect(await run('move')(complete)).toBe(true);
    }
    const [move] = await findMoves();
    expect(move?.stage).toBe('switched');

    // Before the rows of the earlier slice are removed, an hour later, every process has read where the product is.
    await expect.poll(async () => (await slices.locate(product)).name).toBe('east');
    await parts.db.execute(sql`update product_move set ended_at = now() - interval '1 hour'`);
    if (isLong) expect(await killAtEach(run('remove'))).toBeGreaterThan(20);
    else expect(await run('remove')(complete)).toBe(true);
    expect(await findMoves()).toEqual([]);
    const count = async ({ columnar }: TestParts) =>
      (
        await rowsOf<{ n: string }>(
          columnar,
          'SELECT count() AS n FROM contact WHERE product_id = {product: UInt32}',
          { product },
        )
      )[0]?.n;
    expect(await count(parts)).toBe('0');
    expect(Number(await count(other))).toBeGreaterThan(100);
    await derive('east', other);
    expect(await answersOf(appOfBoth)).toEqual(before);
  },
);
