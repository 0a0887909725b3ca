import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIds } from '../../../server/platform/ids.ts';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import { migrateColumnar } from '../../../server/store/clickhouse/migrations/migrate.ts';
import { derivedOf } from '../../../server/store/clickhouse/rollups/derived.ts';
import { rollupDdl, UNSHARED_AREAS } from '../../../server/store/clickhouse/rollups/ddl.ts';
import {
  PRODUCT_PARTITIONS,
  scratchName,
  stagingName,
} from '../../../server/store/clickhouse/rollups/rollup.ts';
import { ROLLUP_NAMES, ROLLUPS } from '../../../server/store/clickhouse/rollups/rollups.ts';
import { ad, product } from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { either, isLong } from '../../support/long.ts';
import { writeEvents } from '../../support/measured.ts';
import { readProductReport, readReportWithSource } from '../../support/product-report.ts';

/**
 * Generations of rollups: a rebuild writes one beside that of the reports, and products share partitions. Two products
 * of the same partition have the same events, which each test may add to.
 */
let made: CollectorApp;
let deriver: Deriver;
let products: readonly { readonly id: number; readonly ad: number }[];
beforeAll(async () => {
  made = await createCollectorApp();
  made.parts.clock.set(Date.now());
  deriver = createDeriver(made.parts);
  const { shop, plainAd, companyId } = made.shop;
  const id = shop.id + PRODUCT_PARTITIONS;
  const domain = { domain: 'other.example', url: 'https://other.example/', trackingTerm: shop.trackingTerm };
  await made.parts.db
    .insert(product)
    .overridingSystemValue()
    .values({ id, companyId, name: '別の商品', ...domain });
  const [other] = await made.parts.db
    .insert(ad)
    .values({ companyId, productId: id, name: '広告é', redirectUrl: 'https://other.example/' })
    .returning();
  products = [
    { id: shop.id, ad: plainAd.id },
    { id, ad: other?.id ?? 0 },
  ];
  await addEvents();
  await deriver.refresh();
});
afterAll(async () => {
  await deriver.close();
  await made.close();
});

/** How many conversions each product has. */
let conversions = 0;
const addEvents = async () => {
  conversions += 1;
  const { ids, clock } = made.parts;
  const of = { visitor: 1, ip: '203.0.113.9', bot: false };
  for (const each of products)
    await writeEvents(made.parts, {
      contacts: [
        { ...of, id: ids.next(), product: each.id, ts: clock.now(), ad: each.ad, repeated: false, cost: 3 },
      ],
      conversions: [{ ...of, id: ids.next(), product: each.id, ts: clock.now(), last: true, amount: 7 }],
    });
};
/** Rollups of both products have all conversions, and say the same as the events. */
const expectReports = async () => {
  const totals: (number | null | undefined)[] = [];
  for (const { id } of products) {
    const found = await readProductReport(made, id, { daysBack: 1, source: 'derived' });
    expect(found).toEqual(await readProductReport(made, id, { daysBack: 1, source: 'events' }));
    totals.push(found.totals.cv);
  }
  expect(totals).toEqual(products.map(() => conversions));
};

const rows = async <Row>(query: string): Promise<Row[]> =>
  (await (await made.parts.columnar.query({ query, format: 'JSON' })).json<Row>()).data;
/** The products of stored rows with their generation, by table. */
const storedGenerations = () =>
  rows<{ name: string; product: number; generation: string }>(
    `SELECT DISTINCT _table AS name, product_id AS product, toString(generation) AS generation
     FROM merge(currentDatabase(), '^(${ROLLUP_NAMES.join('|')})$') ORDER BY name, product, generation`,
  );
/** Only the rows that reports read are stored, of both products; the store deletes others in the background. */
const expectNoOthers = async () => {
  const present = await Promise.all(products.map(({ id }) => derivedOf(made.parts.columnar, id)));
  const expected = products.map(({ id }, index) => [id, present[index]?.generation]);
  await expect
    .poll(async () => {
      const stored = await storedGenerations();
      return [...new Set(stored.map(({ name }) => name))].map(table =>
        stored
          .filter(({ name }) => name === table)
          .map(({ product: productId, generation }) => [productId, generation]),
      );
    })
    .toSatisfy((tables: unknown[]) => tables.length > 10 && tables.every(one => equals(one, expected)));
};
const equals = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Runs a function while the store rewrites no parts of a table, and so removes no rows of it. */
const withoutRewriting = async (table: string, work: () => Promise<void>) => {
  await made.parts.columnar.command({ query: `SYSTEM STOP MERGES ${table}` });
  try {
    await work();
  } finally {
    await made.parts.columnar.command({ query: `SYSTEM START MERGES ${table}` });
  }
};

/** A deriver whose process dies before a statement. */
const dyingBefore = (isCut: (query: string) => boolean, parts = made.parts) => {
  const { columnar } = parts;
  let isDead = false;
  const command = (asks: { readonly query: string }) => {
    isDead ||= isCut(asks.query);
    return isDead ? Promise.reject(new Error('cut off')) : columnar.command(asks);
  };
  return createDeriver({
    ...parts,
    log: pino({ level: 'silent' }),
    columnar: new Proxy(columnar, {
      get: (target, key) => (key === 'command' ? command : (Reflect.get(target, key) as unknown)),
    }),
  });
};
const changeTerm = (trackingTerm: number) =>
  made.parts.db
    .update(product)
    .set({ trackingTerm })
    .where(eq(product.id, products[0]?.id ?? 0));

it('a rebuild replaces the rows of its product only, and further batches add to its generation', async () => {
  const [before, neighbour] = await Promise.all(products.map(({ id }) => derivedOf(made.parts.columnar, id)));
  await changeTerm(5);
  await deriver.refresh();
  await expectReports();
  const after = await Promise.all(products.map(({ id }) => derivedOf(made.parts.columnar, id)));
  expect([after[0]?.generation === before?.generation, after[1]]).toEqual([false, neighbour]);
  await expectNoOthers();
  await addEvents();
  await deriver.refresh();
  await expectReports();
  expect((await derivedOf(made.parts.columnar, products[0]?.id ?? 0))?.generation).toBe(after[0]?.generation);
  await expectNoOthers();
});

it('a rebuild does not wait for the removal of the rows that it replaced', async () => {
  await withoutRewriting('conversion_path', async () => {
    await changeTerm(6);
    await deriver.refresh();
    await expectReports();
    const paths = (await storedGenerations()).filter(({ name }) => name === 'conversion_path');
    expect(paths.filter(({ product: id }) => id === products[0]?.id)).toHaveLength(2);
  });
  await expectNoOthers();
});

/** The moves of rows after the first ones. */
const moves = (count: number) => {
  let seen = 0;
  return (query: string) => query.includes('MOVE PARTITION') && (seen += 1) > count;
};

it('a process removes what an ended one left of a rebuild, and nothing else', async () => {
  const cuts = either(
    (query: string) => /DELETE (?:IN PARTITION \d+ )?WHERE/.test(query),
    moves(5),
    moves(0),
    (query: string) => query.includes('INSERT INTO derived_state'),
  );
  for (const [index, isCut] of cuts.entries()) {
    await changeTerm(6 + index);
    const dying = dyingBefore(isCut);
    await dying.refresh();
    await dying.close();
    await deriver.close();
    deriver = createDeriver(made.parts);
    const stale = (await deriver.findStale(null)) ?? [];
    await expectNoOthers();
    for (const one of stale) await deriver.derive(one, 'small');
    await deriver.release();
    await expectReports();
    await expectNoOthers();
  }
});

// In npm test, large-batches.test.ts interrupts a rebuild in its move, and freshness.test.ts sets the clock back.
it.runIf(isLong)(
  'a rebuild that was interrupted in its move counts nothing twice, also after the clock was set back',
  async () => {
    made.parts.clock.advance(-86_400_000);
    const parts = { ...made.parts, ids: createIds(made.parts.clock) };
    await changeTerm(15);
    let moves = 0;
    const dying = dyingBefore(query => query.includes('MOVE PARTITION') && (moves += 1) > 12, parts);
    await dying.refresh();
    await dying.close();
    await deriver.close();
    deriver = createDeriver(parts);
    await deriver.refresh();
    made.parts.clock.advance(86_400_000);
    await expectReports();
  },
);

it('a command that rebuilds all, and is killed anywhere, leaves the present rollups, and a repeated one mends them', async () => {
  const readAll = () =>
    Promise.all(products.map(({ id }) => readReportWithSource(made, id, { daysBack: 1 })));
  const before = await readAll();
  const sources = before.map(one => one.sources);
  expect(sources).toEqual(products.map(() => ['rollups; reason=current']));
  const cuts = either(
    moves(5),
    moves(0),
    (query: string) => query.includes('INSERT INTO daily_credit'),
    (query: string) => query.includes('INSERT INTO derived_state'),
    (query: string) => /DELETE (?:IN PARTITION \d+ )?WHERE/.test(query),
  );
  for (const isCut of cuts) {
    const dying = dyingBefore(isCut);
    expect(await dying.rebuild()).toEqual(products.map(({ id }) => id));
    await dying.close();
    expect(await readAll()).toEqual(before);
  }
  const { columnar, clock } = made.parts;
  // Rows that are there twice, and those of products that have no events, or do not exist.
  await columnar.command({ query: 'INSERT INTO daily_credit SELECT * FROM daily_credit' });
  const [nobody, empty] = [999, products[1]!.id + 1];
  await made.parts.db.insert(product).overridingSystemValue().values({
    id: empty,
    companyId: made.shop.companyId,
    name: '空',
    domain: 'e.example',
    url: 'https://e.example/',
  });
  for (const id of [nobody, empty]) {
    await columnar.command({
      query: `INSERT INTO daily_contact (product_id, generation, day, ad_id, clicks) SELECT ${id}, 77, 20000, 1, 5`,
    });
    await columnar.command({
      query: `INSERT INTO derived_state (product_id, generation, ready, version) SELECT ${id}, 77, 1, 5`,
    });
  }
  expect((await readAll()).map(one => one.report.totals.cv)).toEqual(products.map(() => 2 * conversions));
  clock.advance(1);
  expect(await deriver.rebuild()).toEqual([]);
  expect(await readAll()).toEqual(before);
  await expectReports();
  await expectNoOthers();
  expect(await rows('SELECT DISTINCT product_id AS id FROM derived_state ORDER BY id')).toEqual(
    products.map(({ id }) => ({ id })),
  );
});

it('a failure to remove unused rows stops no derivation', async () => {
  const { columnar } = made.parts;
  const query = (asks: Parameters<typeof columnar.query>[0]) =>
    asks.query.includes('argMax(generation') ? Promise.reject(new Error('away')) : columnar.query(asks);
  const failing = createDeriver({
    ...made.parts,
    log: pino({ level: 'silent' }),
    columnar: new Proxy(columnar, {
      get: (target, key) => (key === 'query' ? query : (Reflect.get(target, key) as unknown)),
    }),
  });
  await addEvents();
  for (const one of (await failing.findStale(null)) ?? []) await failing.derive(one, 'small');
  await failing.close();
  await expectReports();
});

// In npm test, columnar-migrations.test.ts interrupts the migrations of the present version.
it.runIf(isLong)(
  'an upgrade from rollups without generations makes them again, also where it is interrupted',
  { timeout: 240_000 },
  async () => {
    const { columnar } = made.parts;
    /** The tables as version 12 of the derivation had them, with a row each that no report may read. */
    const makeFormer = async () => {
      const views = ROLLUPS.flatMap(({ filledBy }) =>
        'view' in filledBy ? UNSHARED_AREAS.map(area => scratchName(filledBy.view, area)) : [],
      );
      for (const name of [
        ...views,
        ...ROLLUP_NAMES.flatMap(one => [one, ...UNSHARED_AREAS.map(area => stagingName(one, area))]),
      ])
        await columnar.command({ query: `DROP TABLE IF EXISTS ${name} SYNC` });
      for (const query of rollupDdl())
        await columnar.command({
          query: query
            .replaceAll('generation', 'rules')
            .replace(`PARTITION BY product_id % ${PRODUCT_PARTITIONS}`, 'PARTITION BY (product_id, rules)'),
        });
      await columnar.command({
        query: `INSERT INTO daily_contact (product_id, rules, day, ad_id, clicks) VALUES (${products[0]?.id}, 1, 20000, 1, 1000)`,
      });
    };
    for (const statements of either(4, 0, 1, 30)) {
      await makeFormer();
      let sent = 0;
      const dying = new Proxy(columnar, {
        get: (target, key) =>
          key === 'command'
            ? (asks: { readonly query: string }) => {
                sent += 1;
                return sent > statements ? Promise.reject(new Error('cut off')) : columnar.command(asks);
              }
            : (Reflect.get(target, key) as unknown),
      });
      await expect(migrateColumnar(dying)).rejects.toThrow('cut off');
      await migrateColumnar(columnar);
      expect(
        await rows(
          "SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'rules' AND table != 'derived_state'",
        ),
      ).toEqual([]);
      await deriver.refresh();
      await expectReports();
    }
  },
);
