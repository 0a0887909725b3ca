import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as fc from 'fast-check';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import type { ReportParameters } from '../../../server/reports/parse/query.ts';
import { computeReport } from '../../../server/reports/analyses/row-report/compute.ts';
import { rowsOf } from '../../../server/store/clickhouse/engine/query.ts';
import type { Database } from '../../../server/store/postgres/engine/database.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { isLong, limit, runs } from '../../support/long.ts';
import { setUpMeasured, writeAds, writeEvents, type Measured } from '../../support/measured.ts';
import type { NaiveContact, NaiveConversion } from '../../support/naive.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * The costs of results by dimensions finer than ads: the sums in the columnar store together with later
 * changes equal the values computed from all results and events.
 */
const { result, resultCostChange } = schema;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Tokyo midnight of 1 February 2026. */
const START = Date.UTC(2026, 0, 31, 15);

let parts: TestParts;
let measured: Measured;
let deriver: Deriver;
/** A connection whose transaction stays open. */
let slow: { readonly client: pg.Client; readonly db: Database };
beforeAll(async () => {
  parts = await createTestParts();
  measured = await setUpMeasured(parts);
  await writeAds(
    parts,
    measured,
    [1, 2, 3].map(id => ({
      id,
      fee: 0,
      group: measured.categories[id % 2] ?? null,
      from: null,
      to: null,
      registered: 0,
    })),
  );
  await parts.db
    .update(schema.product)
    .set({ trackingTerm: 3, excludedIps: ['198.51.100.0/24'] })
    .where(eq(schema.product.id, measured.productId));
  deriver = createDeriver(parts);
  const {
    rows: [name],
  } = await parts.db.execute<{ database: string }>(sql`select current_database() as database`);
  const client = new pg.Client({ ...inject('stores').postgres, database: name!.database });
  await client.connect();
  slow = { client, db: drizzle(client, { schema }) };
});
afterAll(async () => {
  await slow.client.end();
  await deriver.close();
  await parts.close();
});

const small = fc.nat({ max: 2 });
/** Hours at the start of two months, so that events are close to each other. */
const time = fc
  .tuple(fc.constantFrom(-1, 27), fc.nat({ max: 4 * 24 }))
  .map(([day, hours]) => START + day * DAY + hours * HOUR);
const conversionEvent = fc.record({
  visitor: small,
  ts: time,
  ip: fc.constantFrom('203.0.113.9', '203.0.113.9', '198.51.100.7'),
  bot: fc.nat({ max: 5 }).map(n => n === 0),
});
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      made: fc.array(
        fc.record({
          of: fc.nat(),
          by: fc.nat(),
          status: fc.constantFrom(0, 1, 1, 2),
          cost: fc.constantFrom(0, 1, 300.5),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      modulo: fc.integer({ min: 2, max: 4 }),
      set: fc.constantFrom('status' as const, 'status' as const, 'cost' as const),
      value: small,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      modulo: fc.integer({ min: 5, max: 7 }),
      set: fc.constantFrom('contact' as const, 'time' as const),
      value: small,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), modulo: fc.integer({ min: 4, max: 6 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('happen' as const),
      contacts: fc.array(
        fc.tuple(
          conversionEvent,
          fc.constantFrom('', 'mobile', 'desktop'),
          fc.constantFrom('', 'https://shop.example/a'),
        ),
        { maxLength: 3 },
      ),
      conversions: fc.array(conversionEvent, { maxLength: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('derive' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'open' as const,
        'open' as const,
        'commit' as const,
        'commit' as const,
        'rollback' as const,
        'rebuild' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), after: fc.nat({ max: 25 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const QUESTIONS: readonly Omit<Partial<ReportParameters>, 'metrics'>[] = [
  { axes: 'device' },
  { axes: 'ad,hour' },
  { axes: 'landing_page' },
  { axes: 'weekday,ad_category' },
  { axes: 'device,hour' },
  { axes: 'ad', evaluation: 1 },
  { axes: 'ad_category', evaluation: 2 },
  { axes: 'ad,device', evaluation: 3 },
  { axes: 'ad', where: 'device=mobile' },
  { axes: 'hour', evaluation: 3, where: 'ad_id__lt=3' },
];
const SPANS = [
  { from: '2026-02-01', to: '2026-03-31' },
  { from: '2026-02-03', to: '2026-02-20' },
  { from: '2026-01-01', to: '2026-12-31' },
  { from: '2026-01-20', to: '2026-04-02' },
];

let ids = 1n << 40n;
let contacts: NaiveContact[] = [];
let conversions: NaiveConversion[] = [];
const happen = async ({
  contacts: came,
  conversions: sold,
}: Extract<Step, { kind: 'happen' }>): Promise<void> => {
  const product = measured.productId;
  const all = [
    came.map(([event, device, url]): NaiveContact => ({
      ...event,
      id: (ids += 1n),
      product,
      ad: 1 + Number(ids % 3n),
      repeated: false,
      cost: 1,
      device,
      url,
    })),
    sold.map((event): NaiveConversion => ({ ...event, id: (ids += 1n), product, last: true, amount: 1 })),
  ] as const;
  contacts = [...contacts, ...all[0]];
  conversions = [...conversions, ...all[1]];
  await writeEvents(parts, { contacts: all[0], conversions: all[1] });
};

let networks = 0;
const contactValues = (contact: NaiveContact | undefined) => ({
  interactionId: contact === undefined ? null : String(contact.id),
  cvAdId: contact?.ad ?? null,
});
const addResults = async (db: Database, made: Extract<Step, { kind: 'add' }>['made']): Promise<void> => {
  for (const { of, by, cost, status } of made) {
    const conversion = conversions[of % conversions.length];
    const known = contacts.filter(({ visitor }) => visitor === conversion?.visitor);
    const contact = known[by % known.length];
    if (conversion === undefined) return;
    const [network] = await db
      .insert(schema.asp)
      .values({
        companyId: measured.companyId,
        productId: measured.productId,
        name: `網 ${(networks += 1)}`,
      })
      .returning();
    await db.insert(result).values({
      companyId: measured.companyId,
      productId: measured.productId,
      aspId: network!.id,
      resultType: 1,
      conversionId: String(conversion.id),
      ...contactValues(contact),
      cvTime: new Date(conversion.ts),
      ipAddress: '::1',
      cvCost: cost,
      approvalStatus: status,
    });
  }
};
const changeResults = async (
  db: Database,
  { set, value, modulo }: Extract<Step, { kind: 'change' }>,
): Promise<void> => {
  const values = {
    status: { approvalStatus: value },
    cost: { cvCost: 7 + value },
    contact: contactValues(contacts[value]),
    time: { cvTime: new Date(START + value * DAY) },
  }[set];
  await db
    .update(result)
    .set(values)
    .where(sql`id % ${modulo} = 0`);
};
const endsTransaction = ({ kind }: Step): boolean => kind === 'commit' || kind === 'rollback';
/** Derives with a store that fails after a number of statements. */
const deriveUntilCut = async (after: number): Promise<void> => {
  let statements = 0;
  const command = (parameters: Parameters<typeof parts.columnar.command>[0]) =>
    (statements += 1) > after ? Promise.reject(new Error('cut off')) : parts.columnar.command(parameters);
  const columnar = new Proxy(parts.columnar, {
    get: (target, name) => (name === 'command' ? command : Reflect.get(target, name)),
  });
  const others = createDeriver({ ...parts, log: pino({ level: 'silent' }), columnar });
  await others.refresh();
  await others.close();
};
const doStep = async (db: Database, one: Step): Promise<void> => {
  switch (one.kind) {
    case 'add':
      await addResults(db, one.made);
      return;
    case 'change':
      await changeResults(db, one);
      return;
    case 'remove':
      await db.delete(result).where(sql`id % ${one.modulo} = 0`);
      return;
    case 'happen':
      await happen(one);
      return;
    case 'derive':
      await deriver.refresh();
      return;
    case 'rebuild':
      await deriver.rebuild();
      return;
    case 'cut':
      await deriveUntilCut(one.after);
      return;
    case 'open':
    case 'commit':
    case 'rollback':
      await db.execute(sql.raw(one.kind === 'open' ? 'begin' : one.kind));
      return;
  }
};

let questionCount = 0;
/** Compares the report from sums with the report from events and results. */
const hold = async (): Promise<void> => {
  questionCount += 1;
  const question: ReportParameters<'ad_cost' | 'ad_cost_unapproved'> = {
    productId: measured.productId,
    axis: 0,
    metrics: ['ad_cost', 'ad_cost_unapproved'],
    ...QUESTIONS[questionCount % QUESTIONS.length]!,
    ...SPANS[questionCount % SPANS.length]!,
  };
  const [known, wanted] = [
    await computeReport(parts, measured.viewer, question),
    await computeReport(parts, measured.viewer, question, { source: 'events' }),
  ];
  expect({ question, rows: known.rows }).toEqual({ question, rows: wanted.rows });
};
const summed = async (): Promise<unknown[]> => {
  const of = (table: string, keys: string) =>
    rowsOf(
      parts.columnar,
      `SELECT ${keys}, sum(d.approved) AS approved, sum(d.pending) AS pending FROM ${table} AS d GROUP BY ${keys} HAVING approved != 0 OR pending != 0 ORDER BY ${keys}`,
      {},
    );
  return Promise.all([
    of(
      'result_line',
      'day, conversion_id, at, interaction_id, own_ad, placed, ad_id, agent, landing, hour, weekday, past',
    ),
    of('monthly_result', 'kind, month, ad_id, value, placed, past'),
  ]);
};

describe('the sums of results by the dimensions of contacts', () => {
  it(
    'equal the results and the events after any changes, during derivation, in any order of commits',
    { timeout: limit(300_000) },
    async () => {
      // Late events have later ids, so a concurrent report includes all of them.
      parts.clock.set(Date.now());
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: isLong ? 6 : 4, maxLength: isLong ? 12 : 6 }),
          fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
          async (steps, slowly) => {
            let isOpen = false;
            for (const [index, one] of steps.entries()) {
              const begins = one.kind === 'open';
              const ends = endsTransaction(one);
              if ((begins && isOpen) || (ends && !isOpen)) continue;
              // The slow transaction only adds rows: a row that it changed would block every other change.
              const isSlow = begins || ends || (isOpen && one.kind === 'add' && slowly[index] === true);
              await doStep(isSlow ? slow.db : parts.db, one);
              isOpen = begins || (isOpen && !ends);
              await hold();
            }
            if (isOpen) await slow.db.execute('commit');
            await hold();
            await deriver.refresh();
            for (const _ of QUESTIONS) await hold();
            const incremental = await summed();
            expect(await parts.db.$count(resultCostChange)).toBe(0);
            await deriver.rebuild();
            expect(await summed()).toEqual(incremental);
          },
        ),
        { numRuns: runs(1) },
      );
    },
  );

  it(
    'are moved when an earlier conversion of the visitor arrives, whether it counts or not',
    { timeout: 120_000 },
    async () => {
      const [by, ip] = [{ visitor: 9, ip: '203.0.113.9', bot: false }, '198.51.100.7'] as const;
      const past = async () =>
        (
          await rowsOf<{ past: number; money: string }>(
            parts.columnar,
            'SELECT past, sum(d.approved) AS money FROM result_line AS d WHERE at >= {from: Int64} GROUP BY past HAVING money != 0 ORDER BY past',
            { from: START + 100 * DAY },
          )
        ).map(({ past, money }) => [past, Number(money)]);
      const later = START + 100 * DAY;
      await happen({
        kind: 'happen',
        contacts: [[{ ...by, ts: later + 2 }, 'mobile', '']],
        conversions: [
          { ...by, ts: later + 3 },
          { ...by, ts: later + 4, ip },
        ],
      });
      const [counted, excluded] = conversions.slice(-2);
      const of = (conversion: typeof counted) => ({
        of: conversions.indexOf(conversion!),
        by: 0,
        status: 1 as const,
        cost: 300.5 as const,
      });
      await doStep(parts.db, { kind: 'add', made: [of(counted), of(excluded)] });
      await deriver.refresh();
      expect(await past()).toEqual([
        [0, 30_050],
        [1, 30_050],
      ]);
      await happen({ kind: 'happen', contacts: [], conversions: [{ ...by, ts: later + 1 }] });
      await deriver.refresh();
      expect(await past()).toEqual([
        [1, 30_050],
        [3, 30_050],
      ]);
      // The property above asks all questions.
      for (let n = 0; n < 3; n += 1) await hold();
    },
  );
});
