import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { computeItem } from '../../../server/boards/item-figures.ts';
import { savedReport } from '../../../server/boards/saved-report.ts';
import { createIds } from '../../../server/platform/ids.ts';
import { tokyoTime } from '../../../server/platform/time.ts';
import type { ReportOptions } from '../../../server/reports/parse/query.ts';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import { FRESHNESS } from '../../../server/rollups/freshness.ts';
import { reportDemandOf } from '../../../server/rollups/report-demand.ts';
import { composeReport } from '../../../server/scheduled-reports/report-mail.ts';
import { startDerivation } from '../../../server/rollups/scheduler.ts';
import { MAX_SMALL_BATCH_EVENTS } from '../../../server/store/clickhouse/rollups/batch.ts';
import { derivedOf } from '../../../server/store/clickhouse/rollups/derived.ts';
import { ad, product, reportDelivery } from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { gateColumnar } from '../../support/gated-columnar.ts';
import { either } from '../../support/long.ts';
import { writeEvents } from '../../support/measured.ts';
import { readProductReport, readReportWithSource, viewerOf } from '../../support/product-report.ts';

/**
 * Large batches: rebuilds of a product with many events beside the small batches of others. The tests share the products,
 * since the large one takes seconds.
 */
const DAY_MS = 86_400_000;
/** More than a batch of the small queue has. */
const CONTACTS = Number(MAX_SMALL_BATCH_EVENTS) + 1;

let made: CollectorApp;
let deriver: Deriver;
/** A product with many contacts of ten days ago, one of which led to a conversion of today. */
let large: number;
beforeAll(async () => {
  made = await createCollectorApp();
  made.parts.clock.set(Date.now());
  deriver = createDeriver(made.parts);
  large = await makeLargeProduct();
  await deriver.refresh();
});
afterAll(async () => {
  await deriver.close();
  await made.close();
});

const makeLargeProduct = async (): Promise<number> => {
  const { db, clock, ids, columnar } = made.parts;
  const { companyId } = made.shop;
  const [row] = await db
    .insert(product)
    .values({
      companyId,
      name: '大きな商品',
      domain: 'large.example',
      url: 'https://large.example/',
      trackingTerm: 30,
    })
    .returning();
  if (row === undefined) throw new Error('no product');
  const productId = row.id;
  const [shown] = await db
    .insert(ad)
    .values({ companyId, productId, name: '広告é', redirectUrl: 'https://large.example/' })
    .returning();
  const before = clock.now() - 10 * DAY_MS;
  const first = createIds({ now: () => before }).next();
  await columnar.command({
    query: `INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, ip, click_cost)
      SELECT {product: UInt32}, number + 1, fromUnixTimestamp64Milli({before: Int64}, 'UTC'), {first: UInt64} + number, {ad: UInt32}, toIPv6('::ffff:203.0.113.9'), 1 FROM numbers({contacts: UInt32})`,
    query_params: {
      product: productId,
      before,
      first: String(first),
      ad: shown?.id,
      contacts: CONTACTS,
    },
  });
  await writeEvents(made.parts, { conversions: [conversion(productId, ids.next())] });
  return productId;
};
const conversion = (productId: number, id: bigint) => ({
  id,
  product: productId,
  visitor: 1,
  ts: made.parts.clock.now(),
  last: true,
  amount: 7,
  ip: '203.0.113.8',
  bot: false,
});

const readReport = (productId: number, options: ReportOptions = {}) =>
  readProductReport(made, productId, { daysBack: 20, ...options });
const readWithSource = (productId: number) => readReportWithSource(made, productId, { daysBack: 20 });
/** The conditions that items of a board state of a product, in words. */
const readBoardConditions = (productId: number) => {
  const { parts, shop } = made;
  const viewer = viewerOf(shop.companyId, productId);
  const views = [
    { screen: 'analysis_adStatistics', address: 'period=30' },
    { screen: 'analysis_term', address: 'display=custom&period=30&step=day' },
  ];
  const today = { now: parts.clock.now(), weekStart: 0 };
  return Promise.all(
    views.map(async view => {
      const report = savedReport(view, { productId, setting: null, today });
      if (report === null) throw new Error('no report');
      const item = { view_id: 1, kind: 'table', metric: null, wide: false } as const;
      const figures = await computeItem(parts, viewer, { report, item, locale: 'en', maxRows: 5 });
      return typeof figures === 'string' ? [] : figures.conditions;
    }),
  );
};
/** The text of a mail with the file of a report of the large product. */
const readMail = async (page: string): Promise<string> => {
  const { parts, shop } = made;
  const email = 'a@shop.example';
  const [row] = await parts.db
    .insert(reportDelivery)
    .values({
      companyId: shop.companyId,
      productId: large,
      name: page,
      page,
      query: '',
      address: '',
      format: 'csv',
      locale: 'zh-CN',
      schedule: 'daily',
      hour: 8,
      recipients: [email],
    })
    .returning();
  const order = {
    kind: 'report' as const,
    companyId: shop.companyId,
    deliveryId: row!.id,
    slot: parts.clock.now(),
    email,
  };
  return (await composeReport(parts)(order))?.text ?? '';
};
const changeTerm = (trackingTerm: number) =>
  made.parts.db.update(product).set({ trackingTerm }).where(eq(product.id, large));
const contactOfShop = () => ({
  id: made.parts.ids.next(),
  product: made.shop.shop.id,
  visitor: 1,
  ts: made.parts.clock.now(),
  ad: made.shop.plainAd.id,
  ip: '203.0.113.9',
  bot: false,
  repeated: false,
  cost: 0,
});

/** Derivers whose large batches stop at a statement until the test opens the gate. */
const createGated = (isGate: (query: string) => boolean) => {
  const { columnar, begun, open } = gateColumnar(made.parts.columnar, isGate);
  return { gated: createDeriver({ ...made.parts, columnar }), begun, open };
};
const fillsPaths = (query: string) => query.includes('INSERT INTO conversion_path_large');

it(
  'reports of a large product follow the previous rules while it is rebuilt and say so, and another product is fresh',
  { timeout: 240_000 },
  async () => {
    const { clock } = made.parts;
    const before = await readWithSource(large);
    expect([before.sources, before.report.rules.rebuilding_since, before.report.totals.cv]).toEqual([
      ['rollups; reason=current'],
      null,
      1,
    ]);
    const { gated, begun, open } = createGated(fillsPaths);
    try {
      const demand = reportDemandOf(made.parts.db);
      const derivation = startDerivation({
        arrivals: made.collector,
        deriver: gated,
        demand,
        log: made.parts.log,
      });
      await changeTerm(5);
      const since = Date.now();
      expect((await readWithSource(large)).report.rules.tracking_term).toBe(30);
      await begun;
      // A contact that arrived since is not in the previous rollups.
      await writeEvents(made.parts, { conversions: [conversion(large, made.parts.ids.next())] });
      clock.advance(60_000);
      const meanwhile = await readWithSource(large);
      const { rebuilding_since: rebuildingSince } = meanwhile.report.rules;
      expect(Math.abs(Date.parse(rebuildingSince ?? '') - since)).toBeLessThan(60_000);
      expect(meanwhile).toEqual({
        report: { ...before.report, rules: { ...before.report.rules, rebuilding_since: rebuildingSince } },
        sources: ['rollups; reason=superseded'],
      });
      expect(derivation.waiting().large).toBe(1);
      const words = `Recomputing since ${tokyoTime(rebuildingSince ?? '')}; figures follow the previous settings`;
      for (const conditions of await readBoardConditions(large)) expect(conditions.at(-1)).toBe(words);
      for (const page of ['attribution', 'term', 'transitions', 'models', 'paths', 'allocation', 'lpo'])
        expect(await readMail(page), page).toContain(
          `自 ${tokyoTime(rebuildingSince ?? '')} 起正在重新统计，数据按变更前的设置计算`,
        );
      for (const conditions of await readBoardConditions(made.shop.shop.id))
        expect(conditions.join()).not.toContain('Recomputing');

      const shop = made.shop.shop.id;
      for (const clicks of [1, 2]) {
        await made.app.inject({
          method: 'GET',
          url: `/r/${made.shop.links.plain.id}`,
          headers: {
            'user-agent':
              'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
          },
        });
        await vi.waitFor(
          async () => {
            clock.advance(2_000); // a report waits for events that are no longer young
            const { report, sources } = await readWithSource(shop);
            expect([report.totals.clicks, sources]).toEqual([clicks, ['rollups; reason=current']]);
          },
          { timeout: 60_000, interval: 100 },
        );
      }
      expect((await readReport(large)).rules.tracking_term).toBe(30);
      open();
      await vi.waitFor(
        async () => {
          const { report, sources } = await readWithSource(large);
          expect([report.rules.tracking_term, sources]).toEqual([5, ['rollups; reason=current']]);
        },
        { timeout: 120_000, interval: 200 },
      );
      const after = await readReport(large);
      expect(after).toEqual(await readReport(large, { source: 'events' }));
      expect([after.totals.cv, after.rules.rebuilding_since]).toEqual([2, null]);
      expect(await readMail('attribution')).not.toContain('正在重新统计');
      // Five days after the contact no ad has a share in a conversion.
      expect(before.report.rows[0]?.cv_division).toBe(1);
      expect(after.rows.find(({ key }) => key === before.report.rows[0]?.key)?.cv_division).toBe(0);
    } finally {
      open();
      await gated.close();
    }
  },
);

it(
  'a rebuild that was interrupted anywhere is made again, without loss and without doubles',
  { timeout: 240_000 },
  async () => {
    const { columnar, db } = made.parts;
    const clicks = async () => (await readReport(made.shop.shop.id, { source: 'derived' })).totals.clicks;
    const clicksBefore = await clicks();
    const interruptions = either(
      [6, (query: string) => query.includes('_large MOVE PARTITION')],
      [7, fillsPaths],
    );
    for (const [term, isGate] of interruptions) {
      await changeTerm(term);
      await writeEvents(made.parts, {
        contacts: [contactOfShop()],
        conversions: [conversion(large, made.parts.ids.next())],
      });
      const { gated, begun, open } = createGated(isGate);
      const run = gated.refresh();
      await begun;
      const closed = gated.close();
      open();
      await Promise.all([run, closed]);
      await deriver.close();
      deriver = createDeriver(made.parts);
      await deriver.refresh();
      expect(await readReport(large, { source: 'derived' })).toEqual(
        await readReport(large, { source: 'events' }),
      );
      expect(await derivedOf(columnar, large)).toMatchObject({ ready: 1, contacts: String(CONTACTS) });
      const [row] = await db.select().from(product).where(eq(product.id, large));
      expect([row?.previousTrackingTerm, row?.rulesChangedAt]).toEqual([null, null]);
    }
    // Two products, of which one was rebuilt: the other one has each of its contacts once.
    expect(await clicks()).toBe((clicksBefore ?? 0) + interruptions.length);
  },
);

it(
  'an event that arrives late is derived in the queue of large batches, and of a small product at once',
  { timeout: 240_000 },
  async () => {
    const early = made.parts.ids.next();
    // In npm test, freshness.test.ts has late events of a small product.
    for (const productId of either(large, made.shop.shop.id)) {
      await writeEvents(made.parts, { conversions: [conversion(productId, made.parts.ids.next())] });
      await deriver.refresh();
      await writeEvents(made.parts, { conversions: [conversion(productId, early)] });
      const [stale] = (await deriver.findStale(new Set([productId]))) ?? [];
      if (stale === undefined) throw new Error('no product is behind');
      const outcome = await deriver.derive(stale, 'small');
      await deriver.release();
      expect([stale.queue, outcome]).toEqual(['small', productId === large ? 'large' : 'done']);
      if (outcome === 'large') expect(await deriver.derive(stale, 'large')).toBe('done');
      expect(await readReport(productId, { source: 'derived' })).toEqual(
        await readReport(productId, { source: 'events' }),
      );
    }
  },
);

it(
  'while all rollups are rebuilt by a command, reports read the present ones, and another program derives small products',
  { timeout: 240_000 },
  async () => {
    const shop = made.shop.shop.id;
    const clicksBefore = (await readReport(shop)).totals.clicks ?? 0;
    const before = await readWithSource(large);
    expect(before.sources).toEqual(['rollups; reason=current']);
    const { gated, begun, open } = createGated(fillsPaths);
    try {
      const rebuilt = gated.rebuild();
      await begun;
      expect(await readWithSource(large)).toEqual(before);
      await writeEvents(made.parts, {
        contacts: [contactOfShop()],
        conversions: [conversion(large, made.parts.ids.next())],
      });
      expect(await deriver.refresh()).toBe(true);
      const { report, sources } = await readWithSource(shop);
      expect([report.totals.clicks, sources]).toEqual([clicksBefore + 1, ['rollups; reason=current']]);
      // Without the command, the report would read the events: they are older than rollups may lag.
      made.parts.clock.advance(2 * FRESHNESS.maxLagMs);
      expect(await readWithSource(large)).toEqual({ ...before, sources: ['rollups; reason=rebuilding'] });
      open();
      expect(await rebuilt).toEqual([]);
      expect(await deriver.refresh()).toBe(true);
      expect((await readReport(large, { source: 'derived' })).totals.cv).toBe(
        (before.report.totals.cv ?? 0) + 1,
      );
      for (const productId of [shop, large])
        expect(await readReport(productId, { source: 'derived' })).toEqual(
          await readReport(productId, { source: 'events' }),
        );
    } finally {
      open();
      await gated.close();
    }
  },
);
