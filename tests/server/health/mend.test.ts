import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mendInstallation, runDoctor } from '../../../server/health/doctor.ts';
import { MINUTE } from '../../../server/platform/time.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { followDemand } from '../../../server/rollups/remote-demand.ts';
import { createReportDemand } from '../../../server/rollups/report-demand.ts';
import { createSlices } from '../../../server/slices/slices.ts';
import { migrateColumnar } from '../../../server/store/clickhouse/migrations/migrate.ts';
import { takeOverArea } from '../../../server/store/clickhouse/rollups/ddl.ts';
import { derivedOf, writeState } from '../../../server/store/clickhouse/rollups/derived.ts';
import { product, productMove } from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { gateColumnar } from '../../support/gated-columnar.ts';
import { isLong } from '../../support/long.ts';
import { writeEvents } from '../../support/measured.ts';
import { readProductReport } from '../../support/product-report.ts';
import { createTestParts } from '../../support/test-parts.ts';

/**
 * Faults that are planted in the stores are named, mended where that is safe, and gone afterwards: one installation has
 * them one after the other.
 */
let made: CollectorApp;
let productId: number;
let dataDir: string;
beforeAll(async () => {
  made = await createCollectorApp();
  const { parts, shop } = made;
  productId = shop.shop.id;
  dataDir = parts.settings.dataDir;
  await mkdir(join(dataDir, 'journal'), { recursive: true });
  await migrateColumnar(parts.columnar);
  parts.clock.set(Date.now());
  await addVisit();
  await deriveAll();
  await createResultWorker(parts).run(parts.ids.next(), new AbortController().signal);
  // What is planted is older than what processes may be doing.
  parts.clock.advance(16 * MINUTE);
  await expectSound();
});
afterAll(() => made.close());

/** A contact that is followed by a conversion. */
const addVisit = () => {
  const { ids, clock } = made.parts;
  const of = { product: productId, visitor: 1, ts: clock.now(), ip: '203.0.113.9', bot: false };
  return writeEvents(made.parts, {
    contacts: [{ ...of, id: ids.next(), ad: made.shop.plainAd.id, repeated: false, cost: 3 }],
    conversions: [{ ...of, id: ids.next(), last: true, amount: 7 }],
  });
};
const deriveAll = async () => {
  const deriver = createDeriver(made.parts);
  expect(await deriver.refresh()).toBe(true);
  await deriver.close();
};
const command = (query: string) =>
  made.parts.columnar.command({ query, clickhouse_settings: { mutations_sync: '2' } });
const tablesOf = async (owner: string): Promise<number> => {
  const answer = await made.parts.columnar.query({
    query:
      'SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(name, {owner: String})',
    query_params: { owner },
    format: 'JSON',
  });
  return (await answer.json()).data.length;
};

const run = async (work: typeof runDoctor, parts: CollectorApp['parts'] = made.parts) => {
  const output: string[] = [];
  const isSound = await work(parts, dataDir, text => output.push(text));
  return { isSound, output: output.join('\n') };
};
const expectSound = async (parts = made.parts) =>
  expect(await run(runDoctor, parts)).toEqual({
    isSound: true,
    output: `Nothing is wrong with the installation of ${dataDir}.`,
  });
const expectReports = async (conversions: number) => {
  const read = (source: 'derived' | 'events') => readProductReport(made, productId, { daysBack: 1, source });
  const found = await read('derived');
  expect(found).toEqual(await read('events'));
  expect(found.totals.cv).toBe(conversions);
};

const plantTables = async () => {
  for (const queue of ['small', 'large'] as const)
    await takeOverArea(made.parts.columnar, { queue, owner: 'deadbeef' });
};
const plantMovingRows = async () => {
  const derived = (await derivedOf(made.parts.columnar, productId))!;
  await writeState(made.parts.columnar, productId, {
    ...derived,
    ready: 0,
    version: String(BigInt(derived.version) + 1n),
  });
};

/** What is planted, and what names it. */
type Fault = readonly [string, () => Promise<unknown>, RegExp];
const inLongForm = (fault: Fault): readonly Fault[] => (isLong ? [fault] : []);

const FAULTS: readonly Fault[] = [
  ['staging tables of a process that was killed', plantTables, /\d\d staging tables of processes/],
  [
    'rows of a batch that was interrupted',
    () =>
      command(
        `INSERT INTO daily_contact (product_id, generation, day, ad_id, clicks) SELECT ${productId}, 77, 20000, 1, 5`,
      ),
    /rows of interrupted batches/,
  ],
  ['a product whose rows were moving', plantMovingRows, /were interrupted/],
  [
    'a product whose rules changed',
    () => made.parts.db.update(product).set({ trackingTerm: 5 }).where(eq(product.id, productId)),
    /follow other rules/,
  ],
  // In npm test, rows that are there twice are found and mended in the same way.
  ...inLongForm([
    'rows of rollups that were lost',
    () => command('TRUNCATE TABLE daily_contact'),
    /their reports are wrong/,
  ]),
  [
    'rows of rollups that are there twice',
    () => command('INSERT INTO daily_contact SELECT * FROM daily_contact'),
    /their reports are wrong/,
  ],
  ['a state that was lost', () => command('TRUNCATE TABLE derived_state'), /lack events/],
  ['a lost rollup', () => command('DROP TABLE conversion_path SYNC'), /lacks conversion_path\./],
  // In npm test, stores-program.test.ts has another one mended by the command.
  ...inLongForm(['a lost scratch table', () => command('DROP TABLE touched'), /lacks touched\./]),
  [
    'a column that a later version added',
    () => command('ALTER TABLE conversion DROP COLUMN claim_id'),
    /lacks conversion\.claim_id\./,
  ],
  [
    'an upgrade that was not started yet',
    () => command('TRUNCATE TABLE completed_migration'),
    /not those of this version/,
  ],
];

it.each(FAULTS)('%s: it is named, mended, and gone', async (what, plant, named) => {
  await plant();
  // Examining changes nothing: mending finds the same afterwards. It begins with the same examination, so that npm test
  // examines one fault alone.
  if (isLong || what === FAULTS[0]?.[0])
    expect(await run(runDoctor)).toMatchObject({
      isSound: false,
      output: expect.stringMatching(named) as string,
    });
  const mended = await run(mendInstallation);
  expect(mended).toMatchObject({ isSound: true, output: expect.stringMatching(named) as string });
  expect(mended.output).toContain('Mended: ');
  expect(mended.output).not.toContain('Left: ');
  // What mending says last is a new examination.
  expect(mended.output).toMatch(/Nothing is wrong with the installation of .+\.$/);
  await expectReports(1);
});

it('rows of a product on the slice that it left are removed', async () => {
  const other = await createTestParts();
  await migrateColumnar(other.columnar);
  const slices = createSlices(
    [
      { name: 'default', columnar: made.parts.columnar },
      { name: 'east', columnar: other.columnar },
    ],
    made.parts.db,
  );
  const parts = { ...made.parts, slices };
  await expectSound(parts);
  await writeEvents(other, {
    contacts: [
      {
        product: productId,
        visitor: 2,
        ts: Date.now(),
        ip: '203.0.113.9',
        bot: false,
        id: made.parts.ids.next(),
        ad: 1,
        repeated: false,
        cost: 0,
      },
    ],
  });
  const move = { productId, source: 'default', target: 'east', bothFrom: '1', bothUntil: '1' };
  await made.parts.db
    .insert(productMove)
    .values({ ...move, stage: 'cancelled', endedAt: sql`now() - interval '2 hours'` });
  expect((await run(runDoctor, parts)).output).toContain('are still on the slices that they left');
  expect((await run(mendInstallation, parts)).output).toContain('Mended: ');
  await expectSound(parts);
  const answer = await other.columnar.query({ query: 'SELECT count() AS rows FROM contact', format: 'JSON' });
  expect((await answer.json()).data).toEqual([{ rows: '0' }]);
  await other.close();
});

it('what a running deriver has is left', async () => {
  const { parts } = made;
  const following = followDemand(parts, createReportDemand(), 'f00df00d');
  await takeOverArea(parts.columnar, { queue: 'small', owner: 'f00df00d' });
  // The process has its lock as soon as it has a connection.
  await vi.waitFor(() => expectSound(), { timeout: 20_000 });
  expect(await run(mendInstallation)).toMatchObject({ isSound: true });
  expect(await tablesOf('f00df00d')).toBeGreaterThan(10);

  // In the middle of a batch: its tables, and what it has not finished.
  await following.close();
  const { columnar, begun, open } = gateColumnar(parts.columnar, query => query.includes('MOVE PARTITION'));
  const deriver = createDeriver({ ...parts, columnar, stagingOwner: 'f00df00d' });
  await addVisit();
  parts.clock.advance(16 * MINUTE);
  const deriving = deriver.refresh();
  await begun;
  const during = await run(mendInstallation);
  expect(during.output).toContain('Left: Another process is making batches of rollups');
  expect(during.output).not.toMatch(/Mended|rollups of/);
  expect(await tablesOf('f00df00d')).toBeGreaterThan(10);
  open();
  expect(await deriving).toBe(true);
  await expectReports(2);
  await deriver.close();
  expect((await run(mendInstallation)).output).toContain('Mended: The tables were dropped.');
  expect(await tablesOf('f00df00d')).toBe(0);
});

it('what is not safe is left, with the reason and the command', async () => {
  await made.parts.db
    .insert(productMove)
    .values({ productId, source: 'default', target: 'east', bothFrom: '1', stage: 'copying' });
  await command('ALTER TABLE contact DROP COLUMN ua');
  const left = await run(mendInstallation);
  expect(left.isSound).toBe(false);
  expect(left.output).toContain('Left: Migrations do not create contact.ua: restore a backup.');
  expect(left.output).toContain('Left: Only you know whether the product is to move or to stay.');
  expect(left.output).toContain(`npm run move-product -- ${productId} --cancel`);
  expect(left.output).not.toContain('Mended: ');
});
