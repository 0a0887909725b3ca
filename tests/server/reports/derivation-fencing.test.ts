import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import { product } from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { gateColumnar } from '../../support/gated-columnar.ts';
import { either } from '../../support/long.ts';
import { writeEvents } from '../../support/measured.ts';
import { readProductReport } from '../../support/product-report.ts';

/**
 * Two processes derive rollups on the same stores. One loses its connection to PostgreSQL, and with it its locks, in the
 * middle of a batch, which it nevertheless goes on with while the other one derives.
 */
let made: CollectorApp;
let other: Deriver;
beforeEach(async () => {
  made = await createCollectorApp();
  made.parts.clock.set(Date.now());
  other = createDeriver({ ...made.parts, stagingOwner: 'bbbbbbbb' });
  await addVisit();
  await other.refresh();
});
afterEach(async () => {
  await other.close();
  await made.close();
});

/** A contact that is followed by a conversion. */
const addVisit = () => {
  const { ids, clock } = made.parts;
  const of = { product: made.shop.shop.id, visitor: 1, ts: clock.now(), ip: '203.0.113.9', bot: false };
  return writeEvents(made.parts, {
    contacts: [{ ...of, id: ids.next(), ad: made.shop.plainAd.id, repeated: false, cost: 3 }],
    conversions: [{ ...of, id: ids.next(), last: true, amount: 7 }],
  });
};
const changeTerm = (trackingTerm: number) =>
  made.parts.db.update(product).set({ trackingTerm }).where(eq(product.id, made.shop.shop.id));

/** Breaks the connections that hold locks of the derivation. @param all false: those of the product's lock only */
const breakLease = (all: boolean) =>
  made.parts.db.execute(sql`
    select pg_terminate_backend(pid, 60000) from (select distinct pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and (${all} or (classid = hashtext('touchpath deriving product')::bigint::bit(32)::bigint::oid and objsubid = 2))) as holders`);

/** A deriver that stops before the statements that `isGate` accepts, until the gate is opened. */
const createStopping = (isGate: (query: string) => boolean) => {
  const { columnar, begun, open } = gateColumnar(made.parts.columnar, isGate);
  const log = pino({ level: 'silent' });
  return { deriver: createDeriver({ ...made.parts, log, stagingOwner: 'aaaaaaaa', columnar }), begun, open };
};

/** The rollups have this number of conversions, and say the same as the events. */
const expectReports = async (conversions: number) => {
  const read = (source: 'derived' | 'events') =>
    readProductReport(made, made.shop.shop.id, { daysBack: 1, source });
  const found = await read('derived');
  expect(found).toEqual(await read('events'));
  expect(found.totals.cv).toBe(conversions);
};

/** The n-th statement that contains a text, and all later ones. */
const from = (n: number, text: string) => {
  let seen = 0;
  return (query: string) => query.includes(text) && (seen += 1) >= n;
};
/** Where a batch is stopped, whether it is a rebuild, and whether the broken connections include that of its move. */
const CASES = either(
  {
    where: 'while it fills tables',
    at: () => from(1, 'INSERT INTO conversion_path_step_'),
    rebuild: false,
    all: false,
  },
  { where: 'before its move', at: () => from(1, 'INSERT INTO derived_state'), rebuild: false, all: true },
  { where: 'in its move', at: () => from(3, 'MOVE PARTITION'), rebuild: false, all: true },
  { where: 'in its move', at: () => from(3, 'MOVE PARTITION'), rebuild: false, all: false },
  { where: 'after its move', at: () => from(2, 'INSERT INTO derived_state'), rebuild: false, all: true },
  {
    where: 'while it fills tables',
    at: () => from(1, 'INSERT INTO conversion_path_step_'),
    rebuild: true,
    all: true,
  },
  { where: 'in its move', at: () => from(5, 'MOVE PARTITION'), rebuild: true, all: true },
  { where: 'when it removes rows', at: () => from(1, 'DELETE IN PARTITION'), rebuild: true, all: true },
);

it.each(CASES)(
  'a process that lost its locks $where spoils nothing (rebuild: $rebuild, all connections: $all)',
  async ({ at, rebuild, all }) => {
    const stopping = createStopping(at());
    await addVisit();
    if (rebuild) await changeTerm(5);
    // Fails with its connection.
    const stopped = stopping.deriver.refresh().catch(() => undefined);
    await stopping.begun;
    await breakLease(all);
    await addVisit();
    if (rebuild) await changeTerm(6);
    const taken = vi.waitFor(async () => expect(await other.refresh()).toBe(true), { timeout: 30_000 });
    // It waits for a move whose connection is intact.
    if (all) await taken;
    stopping.open();
    await taken;
    await stopped;
    await expectReports(3);
    await addVisit();
    await expect.poll(() => stopping.deriver.refresh(), { timeout: 30_000 }).toBe(true);
    await expectReports(4);
    await addVisit();
    await other.refresh();
    await expectReports(5);
    await stopping.deriver.close();
  },
);
