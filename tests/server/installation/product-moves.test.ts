import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SLICE } from '../../../server/platform/slice-names.ts';
import { firstIdAt } from '../../../server/platform/ids.ts';
import { describeMoves, movePartitions } from '../../../server/slices/moves/move-partitions.ts';
import { giveUpMove, moveProduct, requireLoadedSlice } from '../../../server/slices/moves/move-product.ts';
import { removeMovedRows } from '../../../server/slices/moves/remove-moved-rows.ts';
import { createPlacements, PLACEMENT } from '../../../server/slices/placements.ts';
import { createSlices, oneSlice, requireUsedSlices, type Slices } from '../../../server/slices/slices.ts';
import { watchUsedSlices } from '../../../server/slices/watch-slices.ts';
import { withTaskLock } from '../../../server/store/postgres/engine/advisory-lock.ts';
import { registerCollector, reportCollector } from '../../../server/store/postgres/tracking/collectors.ts';
import { readDatabaseTime } from '../../../server/store/postgres/engine/ping.ts';
import {
  collector,
  erasure,
  lateConversion,
  productMove,
  productSlice,
} from '../../../server/store/postgres/schema/index.ts';
import {
  countPlacements,
  PARTITIONS,
  placePartition,
} from '../../../server/store/postgres/slices/placements.ts';
import { setUpMeasured, writeEvents, type Measured } from '../../support/measured.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Where products are, and moves between slices, step by step: two databases of one engine are the slices. */
let parts: TestParts;
let other: TestParts;
let slices: Slices;
let shop: Measured;
const names = new Set([DEFAULT_SLICE, 'east']);
const say = () => undefined;

beforeAll(async () => {
  [parts, other] = await Promise.all([createTestParts(), createTestParts()]);
  slices = createSlices(
    [
      { name: DEFAULT_SLICE, columnar: parts.columnar },
      { name: 'east', columnar: other.columnar },
    ],
    parts.db,
  );
});
afterAll(() => Promise.all([parts.close(), other.close()]));
beforeEach(async () => {
  shop = await setUpMeasured(parts);
});

const contact = (id: number, product = shop.productId) => ({
  id: BigInt(id),
  product,
  visitor: id,
  ts: Date.UTC(2026, 2, 1),
  ad: 1,
  ip: '203.0.113.1',
  bot: false,
  repeated: false,
  cost: 0,
});
const conversion = (id: number) => ({
  id: BigInt(id),
  product: shop.productId,
  visitor: id,
  ts: Date.UTC(2026, 2, 2),
  ip: '203.0.113.1',
  bot: false,
  amount: 0,
  last: true,
});
const idsIn = async ({ columnar }: TestParts, product = shop.productId) => {
  const answer = await columnar.query({
    query:
      'SELECT toUInt32(interaction_id) AS id FROM contact WHERE product_id = {product:UInt32} UNION ALL SELECT toUInt32(conversion_id) FROM conversion WHERE product_id = {product:UInt32}',
    query_params: { product },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ id: number }>()).map(({ id }) => id).toSorted((a, b) => a - b);
};
const storeMove = async (over: Partial<typeof productMove.$inferInsert> = {}) => {
  const move = {
    productId: shop.productId,
    source: DEFAULT_SLICE,
    target: 'east',
    stage: 'copying',
  } as const;
  await parts.db.insert(productMove).values({ ...move, bothFrom: '1000', ...over });
};
const homeOf = async (productId: number) => (await slices.locate(productId)).name;

test('a product is placed once, where its partition is; existing ones stay, and ids of no product are not placed', async () => {
  expect(await homeOf(shop.productId)).toBe(DEFAULT_SLICE);
  for (const id of [shop.productId, shop.otherId]) await placePartition(parts.db, id % PARTITIONS, 'east');
  const placements = createPlacements(parts.db, names);
  const { homeOf: home } = await placements.of([shop.productId, shop.otherId, 999_999]);
  // The partition was changed when the products existed.
  expect([home(shop.productId), home(shop.otherId), home(999_999)]).toEqual([
    DEFAULT_SLICE,
    DEFAULT_SLICE,
    DEFAULT_SLICE,
  ]);
  const later = await setUpMeasured(parts);
  await placePartition(parts.db, later.productId % PARTITIONS, DEFAULT_SLICE);
  await parts.db.delete(productSlice).where(eq(productSlice.productId, later.productId));
  await placePartition(parts.db, (later.productId + 1) % PARTITIONS, 'east');
  expect(await parts.db.select().from(productSlice).where(eq(productSlice.productId, 999_999))).toEqual([]);
  const placed = await countPlacements(parts.db);
  expect(placed.find(({ slice }) => slice === 'east')?.partitions).toBeGreaterThan(0);
  expect(placed.reduce((sum, { partitions }) => sum + partitions, 0)).toBe(PARTITIONS);
});

test('a product on a slice that this process does not have is refused', async () => {
  await parts.db.insert(productSlice).values({ productId: shop.productId, slice: 'west' });
  await expect(createPlacements(parts.db, names).of([shop.productId])).rejects.toThrow(
    `CLICKHOUSE_SLICES does not name the slice west, which has product ${shop.productId}`,
  );
  await parts.db.delete(productSlice).where(eq(productSlice.slice, 'west'));
});

test.each([
  ['copying', null, DEFAULT_SLICE, [true, true, true], [false, true, true]],
  ['switched', '2000', 'east', [true, true, false], [true, true, true]],
  ['cancelled', '2000', DEFAULT_SLICE, [true, true, true], [false, true, false]],
] as const)(
  'while a move is %s, its limits decide which events each slice loads, and what reports read',
  async (stage, bothUntil, home, inSource, inTarget) => {
    await storeMove({ stage, bothUntil, endedAt: stage === 'copying' ? null : new Date() });
    const known = await createPlacements(parts.db, names).of([shop.productId]);
    const loads = (slice: string) =>
      [999n, 1000n, 2000n].map(id => known.belongs(slice, shop.productId, () => id));
    expect(known.homeOf(shop.productId)).toBe(home);
    expect([loads(DEFAULT_SLICE), loads('east'), loads('west')]).toEqual([
      [...inSource],
      [...inTarget],
      [false, false, false],
    ]);
    expect(known.belongs('east', shop.productId, () => 1999n)).toBe(true);
    expect(known.belongs(DEFAULT_SLICE, shop.productId, () => 1999n)).toBe(true);
    const guests = home === 'east' ? [DEFAULT_SLICE, 'east'] : ['east', DEFAULT_SLICE];
    expect(guests.map(slice => known.guestsOn(slice).includes(shop.productId))).toEqual([true, false]);
    await parts.db.delete(productMove);
  },
);

test('what is known of moves is read again for events that were accepted later than it is valid for', async () => {
  const placements = createPlacements(parts.db, names);
  const now = await readDatabaseTime(parts.db);
  expect((await placements.of([shop.productId])).homeOf(shop.productId)).toBe(DEFAULT_SLICE);
  await storeMove({ stage: 'switched' });
  // Known a moment ago: valid for events that are accepted now.
  const first = await placements.of([shop.productId], firstIdAt(now));
  expect(first.belongs('east', shop.productId, () => 1n)).toBe(false);
  await expect(placements.of([], firstIdAt(now + 60_000 + PLACEMENT.noticeMs))).rejects.toThrow(
    'ahead of the clock of PostgreSQL',
  );
  const second = await placements.of([shop.productId], firstIdAt(now));
  expect(second.belongs('east', shop.productId, () => 1n)).toBe(true);
  await parts.db.delete(productMove);
});

test('a move is refused for a product that is not there, and while a visitor is being erased', async () => {
  const move = (productId: number, target = 'east') =>
    moveProduct({ ...parts, slices }, productId, target, say);
  await expect(move(999_999)).rejects.toThrow('There is no product 999999.');
  await expect(move(shop.productId, 'west')).rejects.toThrow('west is no slice');
  expect(await move(shop.productId, DEFAULT_SLICE)).toBe(false);
  await parts.db.insert(erasure).values({
    companyId: shop.companyId,
    productId: shop.productId,
    visitorId: '1',
    replacementId: '2',
    lastEventId: '3',
    requestedAt: new Date(),
    contacts: 0,
    accesses: 0,
    conversions: 0,
    impressions: 0,
  });
  await expect(move(shop.productId)).rejects.toThrow('is being erased');
  await parts.db.delete(erasure);
  // From where the product is, as this process reads it again after two seconds.
  await storeMove({ target: 'west' });
  await expect(move(shop.productId)).rejects.toThrow('is being moved to west');
  await giveUpMove({ ...parts, slices }, shop.productId);
  await expect(move(shop.productId)).rejects.toThrow('moved a short time ago');
  await expect(giveUpMove({ ...parts, slices }, shop.productId)).rejects.toThrow('is not being moved');
  await parts.db.delete(productMove);
});

test('a move is refused while another command makes it, and while a collector does not load into the slice', async () => {
  const move = () => moveProduct({ ...parts, slices }, shop.productId, 'east', say);
  await withTaskLock(parts.db, `touchpath move ${shop.productId}`, async () => {
    await expect(move()).rejects.toThrow(`Another command is moving product ${shop.productId}.`);
  });
  const process = { folderId: randomUUID(), processId: randomUUID(), host: 'tokyo-1' };
  await registerCollector(parts.db, process, 'keys', '5');
  await expect(move()).rejects.toThrow(
    'Collector 0 (tokyo-1) has not loaded into east yet: start it with east in CLICKHOUSE_SLICES.',
  );
  expect(await parts.db.select().from(productMove)).toEqual([]);
  await reportCollector(parts.db, process, {
    lowWatermarks: new Map([
      [DEFAULT_SLICE, '6'],
      ['east', '1'],
    ]),
    loadedEvents: 0,
    rejectedRows: 0,
    clicksUntil: null,
    keysDigest: 'keys',
  });
  await expect(requireLoadedSlice(parts, 'east')).resolves.toBeUndefined();
  await parts.db.delete(collector);
});

test('slices that lack one in use are refused', async () => {
  await expect(requireUsedSlices(slices, parts.db)).resolves.toBeUndefined();
  await expect(requireUsedSlices(oneSlice(parts.columnar), parts.db)).rejects.toThrow(
    'CLICKHOUSE_SLICES does not name the slice east, which is in use',
  );
});

test('a running process stops, once, when a slice that it lacks comes into use', async () => {
  const fatal: string[] = [];
  let stops = 0;
  const watch = watchUsedSlices(
    {
      db: parts.db,
      slices: { ...slices, all: [slices.all[0], { ...slices.all[0], name: 'east' }] },
      log: { ...parts.log, fatal: (text: string) => fatal.push(text) } as unknown as TestParts['log'],
    },
    () => (stops += 1),
  );
  await watch.poll();
  expect(stops).toBe(0);
  await parts.db.insert(productSlice).values({ productId: shop.productId, slice: 'south' });
  await watch.poll();
  await watch.poll();
  expect([stops, fatal]).toEqual([
    1,
    ['CLICKHOUSE_SLICES does not name the slice south, which is in use: give all processes the same slices.'],
  ]);
  await watch.close();
  await parts.db.delete(productSlice).where(eq(productSlice.slice, 'south'));
});

test('an interrupted move goes on: months that differ are copied again, and the results of unread conversions are made', async () => {
  const events = { contacts: [1, 2, 3].map(id => contact(id)), conversions: [conversion(4)] };
  await writeEvents(parts, { ...events, contacts: [...events.contacts, contact(7, shop.otherId)] });
  // A month that was copied in part, by an earlier run.
  await writeEvents(other, { contacts: [contact(1), contact(5)] });
  await storeMove({ bothFrom: '6' });
  expect(await moveProduct({ ...parts, slices }, shop.productId, 'east', say)).toBe(true);
  expect([await idsIn(other), await idsIn(other, shop.otherId)]).toEqual([[1, 2, 3, 4], []]);
  expect(await parts.db.select().from(lateConversion)).toEqual([{ conversionId: '4', slice: 'east' }]);
  expect(
    await parts.db.select().from(productSlice).where(eq(productSlice.productId, shop.productId)),
  ).toEqual([{ productId: shop.productId, slice: 'east' }]);

  // One that was accepted before the move, and arrived after the comparison.
  await writeEvents(parts, { conversions: [conversion(5)] });
  await removeMovedRows({ ...parts, slices }, 60_000);
  expect(await idsIn(parts)).toEqual([1, 2, 3, 4, 5]);
  await removeMovedRows({ ...parts, slices }, 0);
  expect([await idsIn(parts), await idsIn(other), await idsIn(parts, shop.otherId)]).toEqual([
    [],
    [1, 2, 3, 4, 5],
    [7],
  ]);
  expect(await parts.db.select().from(lateConversion).orderBy(lateConversion.conversionId)).toEqual(
    ['4', '5'].map(conversionId => ({ conversionId, slice: 'east' })),
  );
  expect(await parts.db.select().from(productMove)).toEqual([]);
});

test('of the products of partitions one that is refused stays, delays no other, and is listed at the end', async () => {
  const [refused, moved] = [shop.productId, shop.otherId].toSorted((a, b) => a - b) as [number, number];
  await writeEvents(parts, { contacts: [contact(21, refused), contact(22, moved)] });
  await storeMove({ productId: refused, target: 'west' });
  // Interrupted: the wait for its beginning is over.
  await storeMove({ productId: moved });
  const lines: string[] = [];
  const move = () =>
    movePartitions(
      { ...parts, slices },
      Array.from({ length: moved - refused + 1 }, (_, at) => refused + at),
      'east',
      text => lines.push(text),
    );
  await withTaskLock(parts.db, `touchpath move ${refused}`, async () => {
    expect(await describeMoves(parts.db)).toEqual([
      `Product ${refused} is being moved from default to west.`,
      `The move of product ${moved} from default to east was interrupted: continue with npm run move-product -- ${moved} --to east, or give it up with npm run move-product -- ${moved} --cancel.`,
    ]);
    await expect(move()).rejects.toThrow(
      `1 product was not moved to east:\n  product ${refused}: Another command is moving product ${refused}.\nRepeat`,
    );
  });
  expect([await idsIn(other, moved), await idsIn(other, refused)]).toEqual([[22], []]);
  expect(lines).toContain(`Product ${refused} stays: Another command is moving product ${refused}.`);
  expect(lines.at(-1)).toBe(`New products of partition ${refused}-${moved} are placed on east.`);
  // A store that is away is no refusal.
  const unavailable = { ...slices, locate: () => Promise.reject(new Error('the store is away')) };
  await parts.db.delete(productMove);
  await expect(
    movePartitions({ ...parts, slices: unavailable }, [refused, moved], 'east', say),
  ).rejects.toThrow('the store is away');
  expect(await describeMoves(parts.db)).toEqual([]);
});

test('a move that is given up leaves the product where it is, and its copy is deleted', async () => {
  await writeEvents(parts, { contacts: [contact(11)] });
  await writeEvents(other, { contacts: [contact(11)] });
  await storeMove();
  await giveUpMove({ ...parts, slices }, shop.productId);
  await removeMovedRows({ ...parts, slices }, 0);
  expect([await idsIn(parts), await idsIn(other)]).toEqual([[11], []]);
  expect(await homeOf(shop.productId)).toBe(DEFAULT_SLICE);
});
