import { DEFAULT_SLICE } from '../../../server/platform/slice-names.ts';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReportDemand, reportDemandOf } from '../../../server/rollups/report-demand.ts';
import { startDerivation } from '../../../server/rollups/scheduler.ts';
import { createDeriver, type Deriver } from '../../../server/rollups/deriver.ts';
import { openCollector } from '../../../server/collector/collector.ts';
import { createIds } from '../../../server/platform/ids.ts';
import { METRICS } from '../../../server/attribution/metrics.ts';
import type { ReportOptions } from '../../../server/reports/parse/query.ts';
import { computeReport } from '../../../server/reports/analyses/row-report/compute.ts';
import { derivedOf } from '../../../server/store/clickhouse/rollups/derived.ts';
import {
  isDeriving,
  moveRows,
  whileNoRowsMove,
} from '../../../server/store/postgres/reports/derivation-lock.ts';
import { product, usageCount } from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { either, isLong, limit } from '../../support/long.ts';
import { writeEvents, type Measured } from '../../support/measured.ts';

/** Freshness: events that arrive continuously appear in reports soon, and derived rows answer meanwhile. */
let made: CollectorApp;
let deriver: Deriver;
beforeEach(async () => {
  made = await createCollectorApp();
  deriver = createDeriver(made.parts);
});
afterEach(async () => {
  await deriver.close();
  // A test may have replaced the collector that `made` closes.
  await made.collector.close();
  await made.close();
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const viewer = (): Measured['viewer'] => ({
  userId: 1,
  companyId: made.shop.companyId,
  roleCode: 'admin',
  base: 'admin',
  permissions: {} as Measured['viewer']['permissions'],
  agencyId: null,
  products: [made.shop.shop.id],
  ads: null,
});
const today = () => new Date(made.parts.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
/** For three days, since midnight in Tokyo may pass during a test, one of which has events of the day before. */
const readReport = (
  parts: Partial<Pick<CollectorApp['parts'], 'columnar' | 'db'>> = made.parts,
  options: ReportOptions = {},
) =>
  computeReport(
    { ...made.parts, ...parts },
    viewer(),
    {
      productId: made.shop.shop.id,
      from: new Date(Date.parse(today()) - 2 * 86_400_000).toISOString().slice(0, 10),
      to: today(),
      axis: 1,
      metrics: METRICS,
    },
    options,
  );
const bought = (visitor: number) => ({
  id: made.parts.ids.next(),
  product: made.shop.shop.id,
  visitor,
  ts: made.parts.clock.now(),
  last: true,
  amount: 7,
  ip: '203.0.113.9',
  bot: false,
});
const contact = () => {
  const id = made.parts.ids.next();
  return {
    id,
    product: made.shop.shop.id,
    visitor: 1,
    ts: made.parts.clock.now(),
    ad: made.shop.plainAd.id,
    ip: '203.0.113.9',
    bot: false,
    repeated: false,
    cost: 0,
  };
};

it('a report uses derived rows while newer events are young, and all events afterwards', async () => {
  made.parts.clock.set(Date.now());
  const first = contact();
  await writeEvents(made.parts, { contacts: [first] });
  const fromEvents = JSON.stringify(await readReport());
  await deriver.refresh();
  const before = JSON.stringify(await readReport());
  const second = contact();
  await writeEvents(made.parts, { contacts: [second] });
  const young = await readReport();
  expect([JSON.stringify(young), young.watermark, young.totals.clicks, before]).toEqual([
    before,
    String(first.id),
    1,
    fromEvents,
  ]);
  made.parts.clock.advance(2_000);
  expect(await readReport()).toMatchObject({ watermark: String(second.id), totals: { clicks: 2 } });
  // An event that arrived late under a lower id is counted too.
  await deriver.refresh();
  await writeEvents(made.parts, { contacts: [{ ...first, id: first.id - 1n, visitor: 2 }] });
  expect((await readReport()).totals.clicks).toBe(3);
  // After a change of the rules the former derived rows are not used.
  await deriver.refresh();
  await made.parts.db.update(product).set({ excludedIps: ['203.0.113.9'] });
  await writeEvents(made.parts, { contacts: [contact()] });
  expect(await readReport()).toMatchObject({ totals: { clicks: 0 }, left_out: { excluded_ip: 4 } });
});

it(
  'every event is counted once after the clock went back and the program restarted',
  { timeout: 240_000 },
  async () => {
    const { clock } = made.parts;
    const ahead = Date.now();
    clock.set(ahead);
    await writeEvents(made.parts, { contacts: [contact(), contact()], conversions: [bought(1)] });
    // Derived rows are written some time after the events, under a later id.
    clock.advance(5_000);
    await deriver.refresh();

    const steps = either(86_400_000, 3_600_000);
    for (const back of steps) {
      clock.set(ahead - back);
      await made.collector.close();
      const parts = { ...made.parts, ids: createIds(clock) };
      const collector = await openCollector(parts);
      made = { ...made, parts, collector };
      await deriver.close();
      deriver = createDeriver(parts);
      for (const _ of [1, 2]) {
        clock.advance(1);
        await writeEvents(parts, { contacts: [contact()], conversions: [bought(1)] });
        await deriver.refresh();
        const found = await derivedOf(parts.columnar, made.shop.shop.id);
        expect([found?.ready, (await readReport(parts, { source: 'derived' })).totals]).toEqual([
          1,
          (await readReport(parts, { source: 'events' })).totals,
        ]);
      }
    }
    await deriver.rebuild();
    expect((await readReport(made.parts, { source: 'derived' })).totals).toEqual(
      (await readReport(made.parts, { source: 'events' })).totals,
    );
    clock.set(ahead + 60_000);
    expect((await readReport(made.parts, { source: 'derived' })).totals).toMatchObject({
      clicks: 2 + 2 * steps.length,
      cv: 1 + 2 * steps.length,
    });
  },
);

it(
  'a collected click and conversion appear in a report from derived rows while other events arrive',
  { timeout: 120_000 },
  async () => {
    startDerivation({
      arrivals: made.collector,
      deriver,
      demand: reportDemandOf(made.parts.db),
      log: made.parts.log,
    });
    const click = (headers: Record<string, string> = {}) =>
      made.app.inject({
        method: 'GET',
        url: `/r/${made.shop.links.plain.id}`,
        headers: { 'user-agent': CHROME, ...headers },
      });
    let going = true;
    const others = (async () => {
      for (; going; await setTimeout(20)) await click();
    })();
    try {
      const mine = await click();
      const token = new URL(mine.headers.location ?? '').searchParams.get('xclid') ?? '';
      const { statusCode } = await made.app.inject({
        method: 'POST',
        url: '/e',
        payload: JSON.stringify({
          p: made.shop.shop.id,
          t: 'view',
          u: 'https://shop.example/thanks',
          r: '',
          x: token,
        }),
        headers: {
          'user-agent': CHROME,
          'content-type': 'text/plain;charset=UTF-8',
          origin: 'https://shop.example',
        },
      });
      expect(statusCode).toBeLessThan(400);
      await vi.waitFor(
        async () => {
          const { totals } = await readReport();
          expect([(totals.clicks ?? 0) > 0, totals.cv]).toEqual([true, 1]);
        },
        { timeout: 60_000, interval: 100 },
      );
      // Derived rows become current although events keep arriving.
      const version = (await derivedOf(made.parts.columnar, made.shop.shop.id))?.version;
      await vi.waitFor(
        async () => {
          await readReport();
          const state = await derivedOf(made.parts.columnar, made.shop.shop.id);
          expect(state?.ready === 1 && state.version !== version).toBe(true);
        },
        { timeout: 60_000, interval: 20 },
      );
    } finally {
      going = false;
      await others;
    }
  },
);

/** A promise that the test resolves. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { opened, open };
};
/** The columnar store with a hook before each command or query. */
const between = (
  happens: (query: string) => Promise<void>,
  name: 'command' | 'query' = 'command',
): Pick<CollectorApp['parts'], 'columnar'> => {
  const { columnar } = made.parts;
  const intercepted = async (asks: { readonly query: string }) => {
    await happens(asks.query);
    return columnar[name](asks);
  };
  return {
    columnar: new Proxy(columnar, {
      get: (target, key) => (key === name ? intercepted : Reflect.get(target, key)),
    }),
  };
};

it('a report uses derived rows although events arrive while it checks for newer ones', async () => {
  made.parts.clock.set(Date.now());
  const first = contact();
  await writeEvents(made.parts, { contacts: [first] });
  await deriver.refresh();
  await writeEvents(made.parts, { contacts: [contact()] });
  const arriving = between(async query => {
    if (query.includes('minOrNull')) await writeEvents(made.parts, { contacts: [contact()] });
  }, 'query');
  expect(await readReport(arriving, { source: 'derived' })).toMatchObject({
    watermark: String(first.id),
    totals: { clicks: 1 },
  });
});

it(
  'a report waits a limited time for running deriving, and then reads the events of a small product, as where nothing is deriving',
  { timeout: 120_000 },
  async () => {
    made.parts.clock.set(Date.now());
    // Created before the contact, and loaded after it.
    const late = bought(1);
    const first = contact();
    await writeEvents(made.parts, { contacts: [first] });
    await deriver.refresh();
    const second = contact();
    await writeEvents(made.parts, { contacts: [second] });
    made.parts.clock.advance(2_000);

    const [begun, goes] = [gate(), gate()];
    const others = createDeriver({
      ...made.parts,
      ...between(query => {
        if (!query.includes('INSERT INTO touched')) return Promise.resolve();
        begun.open();
        return goes.opened;
      }),
    });
    const run = others.refresh();
    await begun.opened;
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const impatient = async () => {
        let isThere = false;
        const answer = readReport().finally(() => {
          isThere = true;
        });
        for (; !isThere; await setTimeout(20)) vi.advanceTimersByTime(500);
        return answer;
      };
      await made.parts.db.delete(usageCount);
      expect(await impatient()).toMatchObject({ watermark: String(second.id), totals: { clicks: 2 } });
      // The user did not request anything that rollups lack.
      expect(await made.parts.db.select().from(usageCount)).toEqual([]);
      let searches = 0;
      const patient = readReport(
        between(async query => {
          if (query.includes('derived_state') && (searches += 1) === 3) goes.open();
        }, 'query'),
        { source: 'derived' },
      );
      expect(await patient).toMatchObject({ watermark: String(second.id), totals: { clicks: 2 } });
    } finally {
      goes.open();
      vi.useRealTimers();
      await run;
      await others.close();
    }
    await writeEvents(made.parts, { conversions: [late] });
    expect(await readReport()).toMatchObject({ watermark: String(second.id), totals: { clicks: 2, cv: 1 } });
    await deriver.refresh();
    expect(await readReport(made.parts, { source: 'derived' })).toMatchObject({
      watermark: String(second.id),
      totals: { clicks: 2, cv: 1 },
    });
  },
);

/** The relational store with a hook before each statement passed to `execute`. */
const beforeExecuting = (happens: () => Promise<void>): Pick<CollectorApp['parts'], 'db'> => {
  const { db } = made.parts;
  const executing = async (query: Parameters<typeof db.execute>[0]) => {
    await happens();
    return db.execute(query);
  };
  return {
    db: new Proxy(db, { get: (target, key) => (key === 'execute' ? executing : Reflect.get(target, key)) }),
  };
};

it('a report waits in the moment between two runs of deriving', async () => {
  made.parts.clock.set(Date.now());
  await writeEvents(made.parts, { contacts: [contact()] });
  await deriver.refresh();
  const second = contact();
  await writeEvents(made.parts, { contacts: [second] });
  made.parts.clock.advance(2_000);
  const [begun, goes] = [gate(), gate()];
  const others = createDeriver({
    ...made.parts,
    ...between(query => {
      if (!query.includes('INSERT INTO touched')) return Promise.resolve();
      begun.open();
      return goes.opened;
    }),
  });
  let searches = 0;
  const run: Promise<boolean>[] = [];
  // The time that it waits does not pass, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const patient = beforeExecuting(async () => {
      if ((searches += 1) !== 3) return;
      run.push(others.refresh());
      await begun.opened;
      goes.open();
    });
    expect(await readReport(patient, { source: 'derived' })).toMatchObject({
      watermark: String(second.id),
      totals: { clicks: 2 },
    });
  } finally {
    vi.useRealTimers();
    goes.open();
    await Promise.all(run);
    await others.close();
  }
  expect(run.length).toBe(1);
});

it('a report reads the state again where deriving ended while it looked for a deriver', async () => {
  made.parts.clock.set(Date.now());
  await writeEvents(made.parts, { contacts: [contact()] });
  await deriver.refresh();
  const second = contact();
  await writeEvents(made.parts, { contacts: [second] });
  made.parts.clock.advance(2_000);
  let searches = 0;
  const ended = beforeExecuting(async () => {
    if ((searches += 1) === 1) await deriver.refresh();
  });
  expect(await readReport(ended, { source: 'derived' })).toMatchObject({
    watermark: String(second.id),
    totals: { clicks: 2 },
  });
  expect(searches).toBeGreaterThan(0);
});

it('a report that was overtaken twice by changed rows locks the derived rows, and the deriver waits for it', async () => {
  made.parts.clock.set(Date.now());
  await writeEvents(made.parts, { contacts: [contact()] });
  await deriver.refresh();
  const order: string[] = [];
  let read = 0;
  let last: Promise<unknown> = Promise.resolve();
  const disturbed = between(async query => {
    if (!query.includes('max(version)')) return;
    read += 1;
    await writeEvents(made.parts, { contacts: [contact()] });
    const run = deriver.refresh();
    if (read < 3) {
      await run;
      return;
    }
    last = run.then(() => order.push('rows'));
    await vi.waitFor(
      async () => {
        const { rows } = await made.parts.db.execute(
          sql`select from pg_locks, pg_database where locktype = 'advisory' and not granted and database = pg_database.oid and datname = current_database()`,
        );
        expect(rows.length).toBe(1);
      },
      { timeout: 60_000, interval: 20 },
    );
  }, 'query');
  const { totals } = await readReport(disturbed, { source: 'derived' }).finally(() => order.push('report'));
  await last;
  expect([totals.clicks, read, order]).toEqual([3, 3, ['report', 'rows']]);
});

it('derived rows are published after a time limit although a reader never ends', async () => {
  made.parts.clock.set(Date.now());
  const [begun, goes] = [gate(), gate()];
  const reading = whileNoRowsMove(made.parts.db, 1_000, () => {
    begun.open();
    return goes.opened;
  });
  await begun.opened;
  try {
    await writeEvents(made.parts, { contacts: [contact()] });
    expect(await deriver.refresh()).toBe(true);
    expect(await derivedOf(made.parts.columnar, made.shop.shop.id)).toMatchObject({
      ready: 1,
      contacts: '1',
    });
  } finally {
    goes.open();
    await reading;
  }
  // A reader does not wait for an endless publication either.
  const [moves, ends] = [gate(), gate()];
  const moving = moveRows(made.parts.db, 1_000, () => {
    moves.open();
    return ends.opened;
  });
  await moves.opened;
  expect(await whileNoRowsMove(made.parts.db, 10, () => Promise.resolve('read')).finally(ends.open)).toBe(
    'read',
  );
  await moving;
});

it(
  'closing the deriver cancels its statement and discards the written rows',
  { timeout: 120_000 },
  async () => {
    made.parts.clock.set(Date.now());
    await writeEvents(made.parts, { contacts: [contact()] });
    await deriver.refresh();
    await writeEvents(made.parts, { contacts: [contact()] });
    const begun = gate();
    const { columnar } = made.parts;
    const ends: unknown[] = [];
    // As slow as with a hundred times as many events: one row a second, more rows than the time limit allows.
    const slowly = (asks: { readonly query: string }) => {
      if (!asks.query.includes('INSERT INTO touched')) return columnar.command(asks);
      begun.open();
      const slow = columnar.command({
        ...asks,
        query:
          'INSERT INTO touched SELECT number + sleepEachRow(1) FROM numbers(1000) SETTINGS max_block_size = 1',
      });
      slow.then(
        () => ends.push('ended'),
        (error: { readonly code?: string }) => ends.push(error.code),
      );
      return slow;
    };
    const others = createDeriver({
      ...made.parts,
      columnar: new Proxy(columnar, {
        get: (target, key) => (key === 'command' ? slowly : Reflect.get(target, key)),
      }),
    });
    const run = others.refresh();
    await begun.opened;
    await others.close();
    // Code 394: the query was cancelled. Code 159 would be its time limit.
    expect([ends, await run, await isDeriving(made.parts.db, DEFAULT_SLICE)]).toEqual([['394'], true, false]);
    await deriver.refresh();
    expect(await readReport(made.parts, { source: 'derived' })).toMatchObject({ totals: { clicks: 2 } });
  },
);

it('deriving without new events sends one query and writes nothing', async () => {
  await writeEvents(made.parts, {
    contacts: [contact(), { ...contact(), product: made.shop.shop.id + 1_000 }],
  });
  await deriver.refresh();
  const asks: string[] = [];
  const noting = (query: string) => {
    asks.push(query);
    return Promise.resolve();
  };
  const others = createDeriver({ ...made.parts, columnar: between(noting, 'query').columnar });
  await others.refresh();
  await others.close();
  const writing = createDeriver({ ...made.parts, ...between(noting) });
  await writing.refresh();
  await writing.close();
  expect(asks.length).toBe(1);
});

it('deriving includes late events that arrived together with new ones', async () => {
  made.parts.clock.set(Date.now());
  const first = contact();
  await writeEvents(made.parts, { contacts: [first] });
  await deriver.refresh();
  await writeEvents(made.parts, { contacts: [{ ...first, id: first.id - 1n, visitor: 2 }] });
  const arriving = createDeriver({
    ...made.parts,
    ...between(async query => {
      if (query.includes('AS buyers')) await writeEvents(made.parts, { contacts: [contact()] });
    }, 'query'),
  });
  await arriving.refresh();
  await arriving.close();
  await deriver.refresh();
  expect((await readReport(made.parts, { source: 'derived' })).totals.clicks).toBe(3);
});

it('one process derives at a time, from its search for new events until it rests or ends', async () => {
  await writeEvents(made.parts, { contacts: [contact()] });
  const others = createDeriver(made.parts);
  const [stale] = (await deriver.findStale(null)) ?? [];
  expect([stale?.rules.productId, await isDeriving(made.parts.db, DEFAULT_SLICE)]).toEqual([
    made.shop.shop.id,
    true,
  ]);
  expect([await others.findStale(null), await others.refresh()]).toEqual([null, false]);
  await deriver.release();
  expect(await others.findStale(new Set([made.shop.shop.id]))).toHaveLength(1);
  await others.close();
  expect(await isDeriving(made.parts.db, DEFAULT_SLICE)).toBe(false);
  expect(await deriver.findStale(new Set([made.shop.shop.id + 1]))).toEqual([]);
  await deriver.close();
  expect([await isDeriving(made.parts.db, DEFAULT_SLICE), await deriver.findStale(null)]).toEqual([
    false,
    null,
  ]);
});

it('what another process derived since a product was found is counted once', async () => {
  await writeEvents(made.parts, { contacts: [contact()] });
  await deriver.refresh();
  await writeEvents(made.parts, { contacts: [contact()] });
  const [stale] = (await deriver.findStale(null)) ?? [];
  if (stale === undefined) throw new Error('no product is behind');
  await deriver.release();
  const others = createDeriver(made.parts);
  expect(await others.refresh()).toBe(true);
  await others.close();
  expect(await deriver.derive(stale, 'small')).toBe('done');
  expect(await readReport(made.parts, { source: 'derived' })).toMatchObject({ totals: { clicks: 2 } });
});

it('deriving is repeated if another process was deriving when events were loaded', async () => {
  const searches: boolean[] = [];
  const again = gate();
  startDerivation({
    arrivals: { onLoaded: () => undefined, onOthersLoaded: () => undefined },
    demand: createReportDemand(),
    log: made.parts.log,
    deriver: {
      findStale: () => {
        searches.push(searches.length > 0);
        if (searches.length === 2) again.open();
        return Promise.resolve(searches.length > 1 ? [] : null);
      },
      derive: () => Promise.resolve('done'),
      onSlice: products => Promise.resolve(products),
      release: () => Promise.resolve(),
      isClosed: () => false,
    },
  });
  await again.opened;
  expect(searches).toEqual([false, true]);
});

it(
  'a report has the events before it from derived rows, which nothing but the report requests',
  { timeout: 120_000 },
  async () => {
    const demand = reportDemandOf(made.parts.db);
    const click = () =>
      made.app.inject({
        method: 'GET',
        url: `/r/${made.shop.links.plain.id}`,
        headers: { 'user-agent': CHROME },
      });
    await click();
    await made.collector.drain();
    // A first click is derived by the search of the start; the next search is due in forty seconds.
    startDerivation({ arrivals: made.collector, deriver, demand, log: made.parts.log });
    const derivedContacts = async () =>
      (await derivedOf(made.parts.columnar, made.shop.shop.id))?.contacts ?? null;
    await vi.waitFor(async () => expect(await derivedContacts()).toBe('1'), { timeout: 60_000 });
    made.parts.clock.set(Date.now());
    for (const clicks of [3, 5]) {
      for (let count = 0; count < 2; count += 1) await click();
      await made.collector.drain();
      expect(await readReport()).toMatchObject({ totals: { clicks: clicks - 2 } });
      made.parts.clock.advance(10_000); // the clicks are no longer young
      await vi.waitFor(
        async () =>
          expect(await readReport(made.parts, { source: 'derived' })).toMatchObject({ totals: { clicks } }),
        { timeout: 60_000 },
      );
      expect(await derivedContacts()).toBe(String(clicks));
      await vi.waitFor(() => expect([...demand.requested()]).toEqual([]), { timeout: 60_000 });
    }
  },
);

it(
  'a report during a step of deriving has the state before or after the step, never a mixture',
  { timeout: 240_000 },
  async () => {
    made.parts.clock.set(Date.now());
    await writeEvents(made.parts, {
      contacts: [contact(), { ...contact(), visitor: 2 }],
      conversions: [bought(1)],
    });
    await deriver.refresh();
    const before = JSON.stringify(await readReport());
    await writeEvents(made.parts, {
      contacts: [contact(), { ...contact(), visitor: 3 }],
      conversions: [bought(2), bought(3)],
    });
    const [written, moving]: [string[], Promise<string>[]] = [[], []];
    const others = createDeriver({
      ...made.parts,
      ...between(async query => {
        const answer = readReport().then(report => JSON.stringify(report));
        // While rows are published a report waits for them, so the hook must not wait for the report.
        if (moving.length > 0 || query.includes('derived_state')) moving.push(answer);
        else written.push(await answer);
      }),
    });
    await others.refresh();
    await others.close();
    const after = JSON.stringify(await readReport());
    expect(
      JSON.stringify(
        [before, after].map(text => (JSON.parse(text) as Awaited<ReturnType<typeof readReport>>).totals.cv),
      ),
    ).toBe('[1,3]');
    expect(written.length).toBeGreaterThan(5);
    expect(new Set(written)).toEqual(new Set([before]));
    expect(moving.length).toBeGreaterThan(5);
    for (const text of await Promise.all(moving)) expect([before, after]).toContain(text);
  },
);

it(
  'a report is correct after a step of deriving was interrupted at any statement',
  { timeout: limit(240_000) },
  async () => {
    made.parts.clock.set(Date.now());
    /** Whether a statement fails, by the statements before it. */
    type Cut = (query: string, before: readonly string[]) => boolean;
    const after =
      (count: number): Cut =>
      (_, before) =>
        before.length === count;
    const reaches =
      (part: string, times: number): Cut =>
      (query, before) =>
        query.includes(part) && before.filter(one => one.includes(part)).length === times;
    // What a cut leaves differs before, during and after the publication of rows; the long form cuts everywhere. Before
    // it, npm test closes a deriver above.
    const cuts = [
      reaches('MOVE PARTITION', 1),
      reaches('INSERT INTO derived_state', 0),
      ...(isLong
        ? [
            after(12),
            after(1),
            reaches('MOVE PARTITION', 0),
            reaches('MOVE PARTITION', 5),
            ...Array.from({ length: 30 }, (_, count) => after(count)),
          ]
        : []),
    ];
    for (const [at, isDue] of cuts.entries()) {
      await writeEvents(made.parts, {
        contacts: [contact(), { ...contact(), visitor: at + 2 }],
        conversions: [bought(1)],
      });
      const before: string[] = [];
      let isCut = false;
      const others = createDeriver({
        ...made.parts,
        log: pino({ level: 'silent' }),
        ...between(query => {
          isCut ||= isDue(query, before);
          before.push(query);
          return isCut ? Promise.reject(new Error('cut off')) : Promise.resolve();
        }),
      });
      await others.refresh();
      await others.close();
      expect(isCut, `cut ${at}`).toBe(true);
      made.parts.clock.advance(2_000);
      const half = JSON.stringify(await readReport());
      await deriver.refresh();
      expect(JSON.stringify(await readReport())).toBe(half);
    }
  },
);
