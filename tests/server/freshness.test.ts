import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deriveAsEventsCome } from '../../server/attribution/follow.ts';
import { createPaths, type Paths } from '../../server/attribution/paths.ts';
import { METRICS } from '../../server/reports/metrics.ts';
import { ask } from '../../server/reports/report.ts';
import { derivedOf } from '../../server/store/clickhouse/derived.ts';
import { product } from '../../server/store/postgres/schema.ts';
import { createCollectorApp, type CollectorApp } from '../support/collector-app.ts';
import { writeEvents, type Measured } from '../support/measured.ts';

/** Events that arrive one after another stand in reports soon, and what is derived answers meanwhile. */
let made: CollectorApp;
let paths: Paths;
beforeEach(async () => {
  made = await createCollectorApp();
  paths = createPaths(made.parts);
});
afterEach(async () => {
  await paths.close();
  await made.close();
});

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const viewer = (): Measured['viewer'] => ({
  userId: 1, companyId: made.shop.companyId, roleCode: 'admin', base: 'admin', permissions: {} as Measured['viewer']['permissions'], agencyId: null, products: [made.shop.shop.id], ads: null,
});
const today = () => new Date(made.parts.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
/** From yesterday on: midnight in Tokyo may come between two lines. */
const asked = () =>
  ask(made.parts, viewer(), { productId: made.shop.shop.id, from: new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10), to: today(), axis: 1, metrics: METRICS });
const contact = () => {
  const id = made.parts.ids.next();
  return { id, product: made.shop.shop.id, visitor: 1, ts: made.parts.clock.now(), ad: made.shop.plainAd.id, ip: '203.0.113.9', bot: false, repeated: false, cost: 0 };
};

it('answers at the events that are derived while what is missing is young, and with all events then', async () => {
  made.parts.clock.set(Date.now());
  const first = contact();
  await writeEvents(made.parts, { contacts: [first] });
  const fromEvents = JSON.stringify(await asked());
  await paths.refresh();
  const before = JSON.stringify(await asked());
  const second = contact();
  await writeEvents(made.parts, { contacts: [second] });
  const young = await asked();
  expect([JSON.stringify(young), young.watermark, young.totals.clicks, before]).toEqual([before, String(first.id), 1, fromEvents]);
  made.parts.clock.advance(2_000);
  expect(await asked()).toMatchObject({ watermark: String(second.id), totals: { clicks: 2 } });
  // One that came late under an id that was passed already is not left out.
  await paths.refresh();
  await writeEvents(made.parts, { contacts: [{ ...first, id: first.id - 1n, visitor: 2 }] });
  expect((await asked()).totals.clicks).toBe(3);
  // Nor are changed rules answered by what was derived before.
  await paths.refresh();
  await made.parts.db.update(product).set({ excludedIps: ['203.0.113.9'] });
  await writeEvents(made.parts, { contacts: [contact()] });
  expect(await asked()).toMatchObject({ totals: { clicks: 0 }, left_out: { excluded_ip: 4 } });
});

it('shows a click and a conversion that the collector took, from what is derived, while others come', { timeout: 120_000 }, async () => {
  deriveAsEventsCome(made.collector, paths, made.parts.log);
  const click = (headers: Record<string, string> = {}) => made.app.inject({ method: 'GET', url: `/r/${made.shop.links.plain.id}`, headers: { 'user-agent': CHROME, ...headers } });
  let going = true;
  const others = (async () => {
    for (; going; await setTimeout(20)) await click();
  })();
  try {
    const mine = await click();
    const token = new URL(mine.headers.location ?? '').searchParams.get('xclid') ?? '';
    const { statusCode } = await made.app.inject({
      method: 'POST', url: '/e', payload: JSON.stringify({ p: made.shop.shop.id, t: 'view', u: 'https://shop.example/thanks', r: '', x: token }),
      headers: { 'user-agent': CHROME, 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example' },
    });
    expect(statusCode).toBeLessThan(400);
    await vi.waitFor(async () => {
      const { totals } = await asked();
      expect([(totals.clicks ?? 0) > 0, totals.cv]).toEqual([true, 1]);
    }, { timeout: 60_000, interval: 100 });
    // Derived rows come to stand for events although more keep coming.
    const version = (await derivedOf(made.parts.columnar, made.shop.shop.id))?.version;
    await vi.waitFor(async () => {
      const state = await derivedOf(made.parts.columnar, made.shop.shop.id);
      expect(state?.ready === 1 && state.version !== version).toBe(true);
    }, { timeout: 60_000, interval: 20 });
  } finally {
    going = false;
    await others;
  }
});

/** The store, where something happens before each statement. */
const between = (happens: (query: string) => Promise<void>): Pick<CollectorApp['parts'], 'columnar'> => {
  const { columnar } = made.parts;
  const command = async (asks: Parameters<typeof columnar.command>[0]) => {
    await happens(asks.query);
    return columnar.command(asks);
  };
  return { columnar: new Proxy(columnar, { get: (target, name) => (name === 'command' ? command : Reflect.get(target, name)) }) };
};
const bought = (visitor: number) => ({ id: made.parts.ids.next(), product: made.shop.shop.id, visitor, ts: made.parts.clock.now(), last: true, amount: 7, ip: '203.0.113.9', bot: false });

it('answers while a step is made with what was before it or with what is after, and never with what is between', { timeout: 240_000 }, async () => {
  made.parts.clock.set(Date.now());
  await writeEvents(made.parts, { contacts: [contact(), { ...contact(), visitor: 2 }], conversions: [bought(1)] });
  await paths.refresh();
  const before = JSON.stringify(await asked());
  await writeEvents(made.parts, { contacts: [contact(), { ...contact(), visitor: 3 }], conversions: [bought(2), bought(3)] });
  const [written, moving]: [string[], Promise<string>[]] = [[], []];
  const others = createPaths({ ...made.parts, ...between(async query => {
    const answer = asked().then(said => JSON.stringify(said));
    // While rows move a report waits for them, and may not be waited for.
    if (moving.length > 0 || query.includes('derived_state')) moving.push(answer);
    else written.push(await answer);
  }) });
  await others.refresh();
  await others.close();
  const after = JSON.stringify(await asked());
  expect(JSON.stringify([before, after].map(said => (JSON.parse(said) as Awaited<ReturnType<typeof asked>>).totals.cv))).toBe('[1,3]');
  expect(written.length).toBeGreaterThan(5);
  expect(new Set(written)).toEqual(new Set([before]));
  expect(moving.length).toBeGreaterThan(5);
  for (const said of await Promise.all(moving)) expect([before, after]).toContain(said);
});

it('says the same wherever a step was cut off', { timeout: 240_000 }, async () => {
  made.parts.clock.set(Date.now());
  let cut = true;
  for (let last = 1; cut; last += 7) {
    await writeEvents(made.parts, { contacts: [contact(), { ...contact(), visitor: last }], conversions: [bought(1)] });
    let statements = 0;
    const others = createPaths({ ...made.parts, log: pino({ level: 'silent' }), ...between(() => {
      statements += 1;
      return statements > last ? Promise.reject(new Error('cut off')) : Promise.resolve();
    }) });
    await others.refresh();
    await others.close();
    cut = statements > last;
    made.parts.clock.advance(2_000);
    const half = JSON.stringify(await asked());
    await paths.refresh();
    expect(JSON.stringify(await asked())).toBe(half);
  }
});
