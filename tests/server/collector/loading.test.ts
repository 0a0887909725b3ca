import { DEFAULT_SLICE } from '../../../server/platform/slice-names.ts';
import { type Slice } from '../../../server/slices/slices.ts';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openRejectedRows } from '../../../server/collector/rejected-rows.ts';
import { replayAllRejectedRows, replayRejectedRows } from '../../../server/collector/replay-rejected.ts';
import type { Event } from '../../../server/collector/rows.ts';
import { createSink } from '../../../server/collector/sink.ts';
import { product } from '../../../server/store/postgres/schema/index.ts';
import { takeLateConversions } from '../../../server/store/postgres/tracking/late-conversions.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';

const MONTH_MS = 31 * 86_400_000;

let it: CollectorApp;
beforeAll(async () => {
  it = await createCollectorApp({}, { loader: { retryMs: [10] } });
});
afterAll(() => it.close());

const impression = (productId: number, id: bigint, visitor = '0'): Event => ({
  table: 'impression',
  id,
  row: {
    product_id: productId,
    visitor_id: visitor,
    ts: '2026-01-02 03:04:05.678',
    ip: '::',
    bot: 0,
    impression_id: id.toString(),
    ad_id: 1,
  },
});
const convert = async (
  shop: { readonly id: number; readonly conversionKey: string },
  values: Readonly<Record<string, string>>,
) =>
  it.app.inject(
    `/cv?${new URLSearchParams({ product: String(shop.id), key: shop.conversionKey, ...values })}`,
  );
const amounts = async () => (await it.rows('conversion')).map(row => Number(row['amount']));

test('one batch with conversions of 118 months is loaded, with the events of other tenants', async () => {
  await it.parts.db.update(product).set({ trackingTerm: 3650 }).where(eq(product.id, it.shop.shop.id));
  await it.collector.refresh();
  const now = Date.now();
  const answers = await Promise.all(
    Array.from({ length: 118 }, (_, n) =>
      convert(it.shop.shop, { visitor: '7', amount: String(n + 1), cv_time: String(now - n * MONTH_MS) }),
    ),
  );
  expect(answers.map(answer => answer.statusCode)).toEqual(answers.map(() => 200));
  const other = await convert(it.shop.other, { visitor: '8', amount: '1000' });
  expect(other.statusCode).toBe(200);
  expect((await amounts()).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 118 }, (_, n) => n + 1),
    1000,
  ]);
  expect(it.collector.loading()).toMatchObject({ failures: 0, rejectedRows: 0 });
});

test('an event that the store refuses is set aside, shown in the status, and loaded once by a replay', async () => {
  const { parts, collector, shop } = it;
  const ids = [parts.ids.next(), parts.ids.next(), parts.ids.next()] as const;
  await collector.accept([
    impression(shop.shop.id, ids[0]),
    impression(shop.shop.id, ids[1], 'nobody'),
    impression(shop.other.id, ids[2]),
  ]);
  const stored = async () => (await it.rows('impression')).map(row => row['impression_id']);
  expect(await stored()).toEqual([String(ids[0]), String(ids[2])]);
  expect(collector.loading()).toMatchObject({ failures: 0, rejectedRows: 1, backlogBytes: 0 });

  // Without one column of the table the store cannot read any row.
  await parts.columnar.command({ query: 'ALTER TABLE impression RENAME COLUMN ip TO mislaid' });
  const late = parts.ids.next();
  await collector.accept([impression(shop.shop.id, late)]);
  await collector.drain();
  await vi.waitFor(() => expect(collector.loading().rejectedRows).toBe(2), { timeout: 30_000 });
  await parts.columnar.command({ query: 'ALTER TABLE impression RENAME COLUMN mislaid TO ip' });

  const rejected = await openRejectedRows(join(parts.settings.dataDir, 'journal'));
  const sinkOf = (slice: Slice) => createSink(slice, parts.db);
  expect(await replayRejectedRows(parts.slices, sinkOf, rejected)).toEqual({ loaded: 1, refused: 1 });
  expect(await stored()).toEqual([ids[0], ids[2], late].map(String));
  expect(rejected.all().map(row => row.id)).toEqual([String(ids[1])]);
  // A replay cut off between its insert and its record finds the row in the store.
  await rejected.add(
    'impression',
    [Buffer.from(`${JSON.stringify(impression(shop.shop.id, late).row)}\n`)],
    'again',
  );
  expect(await replayRejectedRows(parts.slices, sinkOf, rejected)).toEqual({ loaded: 1, refused: 1 });
  expect(await stored()).toEqual([ids[0], ids[2], late].map(String));
});

test('a replay loads what the store refused of each process of a collector', async () => {
  const { parts, shop } = it;
  const { dataDir } = parts.settings;
  const lineOf = (id: bigint, visitor = '0') =>
    Buffer.from(`${JSON.stringify(impression(shop.shop.id, id, visitor).row)}\n`);
  const ids: string[] = [];
  for (const number of ['2', '10']) {
    const folder = join(dataDir, 'processes', number, 'journal');
    await mkdir(folder, { recursive: true });
    const [id, unreadable] = [parts.ids.next(), parts.ids.next()];
    await (
      await openRejectedRows(folder)
    ).add('impression', [lineOf(id), lineOf(unreadable, 'nobody')], 'earlier version');
    ids.push(String(id));
  }
  // The row of the first process is that of the test before.
  expect(await replayAllRejectedRows(parts.slices, slice => createSink(slice, parts.db), dataDir)).toEqual({
    loaded: 2,
    refused: 3,
  });
  expect((await it.rows('impression')).map(row => row['impression_id'])).toEqual(expect.arrayContaining(ids));
});

test('a replayed conversion is queued for the result worker, as it may be before its cursor', async () => {
  const { parts, collector, shop } = it;
  const takeLate = () => parts.db.transaction(tx => takeLateConversions(tx, DEFAULT_SLICE, 1000));
  // The code of this error points neither to the row nor to the store: the batch is refused repeatedly.
  await parts.columnar.command({
    query: 'ALTER TABLE conversion ADD CONSTRAINT refused CHECK amount != 7777',
  });
  const [refused, taken] = await Promise.all(
    [7777, 7778].map(
      async amount =>
        (await convert(shop.shop, { visitor: '9', amount: String(amount) })).json<{ conversion_id: string }>()
          .conversion_id,
    ),
  );
  await vi.waitFor(
    async () => {
      await collector.drain();
      expect(collector.loading()).toMatchObject({ failures: 0, rejectedRows: 3, backlogBytes: 0 });
    },
    { timeout: 30_000 },
  );
  expect((await takeLate()).toSorted()).toEqual([refused, taken].toSorted());
  expect(await amounts()).toContain(7778);

  await parts.columnar.command({ query: 'ALTER TABLE conversion DROP CONSTRAINT refused' });
  const rejected = await openRejectedRows(join(parts.settings.dataDir, 'journal'));
  expect(
    await replayRejectedRows(parts.slices, slice => createSink(slice, parts.db), rejected),
  ).toMatchObject({ refused: 1 });
  expect([(await amounts()).filter(amount => amount === 7777), await takeLate()]).toEqual([
    [7777],
    [refused],
  ]);
});
