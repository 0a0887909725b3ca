import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { asp } from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { serveCollector } from '../../support/serve-collector.ts';

/** Reports that the tag sends again to another process than the one that received their first copy. */

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface Served {
  readonly app: FastifyInstance;
  readonly collector: Collector;
}
let it: CollectorApp;
/** The process after a restart, on the same stores and folder. */
let next: Served;

const count = (name: string) => next.collector.counts()[name] ?? 0;
const post = async ({ app }: Served, values: object) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/e',
    headers: { 'content-type': 'text/plain', origin: 'https://shop.example', 'user-agent': CHROME },
    payload: JSON.stringify({ p: it.shop.shop.id, t: 'view', v: '7', ...values }),
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ c?: string; x: string }>();
};
/** Reports a view of the page of a CV setting. @returns the ids of the conversions whose CV tags the page may request */
const report = async (served: Served, order: string, more: object) => {
  const { c = '' } = await post(served, { u: `https://shop.example/thanks?p_resid=${order}`, ...more });
  const tokens = c.split(',').filter(token => token !== '');
  return tokens.map(token => String(served.collector.tagTokens.read(token.split('.')[1]!, it.shop.shop.id)));
};
const conversions = async (order: string) =>
  (await it.rows('conversion')).filter(row => row['args'] === order).map(row => row['conversion_id']);
/** Reports a landing by a direct link. @returns the id of the contact */
const land = async (served: Served, visitor: string, more: object) => {
  const u = `https://shop.example/?tp_ad=${it.shop.directAd.id}&of=${visitor}`;
  const { x } = await post(served, { u, v: visitor, ...more });
  return String(served.collector.clicks.read(x, it.shop.shop.id)?.interactionId);
};
const contacts = async (visitor: string) =>
  (await it.rows('contact')).filter(row => row['visitor_id'] === visitor).map(row => row['interaction_id']);
const views = async (order: string) =>
  (await it.rows('access')).filter(row => row['query'] === `p_resid=${order}`).length;

const firstIds: Record<string, readonly string[]> = {};
beforeAll(async () => {
  it = await createCollectorApp();
  await it.parts.db
    .update(asp)
    .set({ resultFlag: 2, resultMethod: 1, cvTag: '<img src="https://net.example/cv">' })
    .where(eq(asp.productId, it.shop.shop.id));
  await it.collector.refresh();
  firstIds['LOST-ANSWER'] = await report(it, 'LOST-ANSWER', { i: 0.25, w: 1_000 });
  firstIds['OTHER'] = await report(it, 'OTHER', { i: 0.5, w: 1_000 });
  firstIds['LANDING'] = [await land(it, '78', { i: 0.6, w: 1_000 })];
  await it.collector.drain();
  const collector = await openCollector(it.parts);
  next = { collector, app: await serveCollector(it.parts, collector) };
});
afterAll(async () => {
  await next.app.close();
  await next.collector.close();
  await it.close();
});

test('a conversion is recorded once, with its CV tags, though the process that recorded it did not answer', async () => {
  expect(firstIds['LOST-ANSWER']).toHaveLength(1);
  expect(await report(next, 'LOST-ANSWER', { i: 0.25, w: 2_000 })).toEqual(firstIds['LOST-ANSWER']);
  // The answer is remembered, like that of a recorded report.
  expect(await report(next, 'LOST-ANSWER', { i: 0.25, w: 2_000 })).toEqual(firstIds['LOST-ANSWER']);
  await next.collector.drain();
  expect(await conversions('LOST-ANSWER')).toEqual(firstIds['LOST-ANSWER']);
  expect(await views('LOST-ANSWER')).toBe(1);
  expect([count('repeated_report'), count('accepted_conversion')]).toEqual([2, 0]);
});

test('a report that arrives with its second copy is recorded', async () => {
  const [id] = await report(next, 'NEVER-ARRIVED', { i: 0.75, w: 2_000 });
  await next.collector.drain();
  expect(await conversions('NEVER-ARRIVED')).toEqual([id]);
  expect(await views('NEVER-ARRIVED')).toBe(1);
});

test('a first copy is recorded without a search, whatever number it has', async () => {
  const [id] = await report(next, 'FIRST-COPY', { i: 0.5, w: 1_000 });
  expect(firstIds['OTHER']).not.toContain(id);
  await next.collector.drain();
  expect(await conversions('FIRST-COPY')).toEqual([id]);
});

test('a contact of a direct link, whose click cost is due once, is recorded once', async () => {
  // A copy of the tag comes two seconds later, so that it is no double click.
  it.parts.clock.advance(2_000);
  const first = firstIds['LANDING']![0]!;
  expect(await land(next, '78', { i: 0.6, w: 2_000 })).toBe(first);
  await next.collector.drain();
  expect(await contacts('78')).toEqual([first]);

  const other = await land(next, '79', { i: 0.7, w: 1_000 });
  it.parts.clock.advance(2_000);
  expect(await land(next, '79', { i: 0.7, w: 2_000 })).toBe(other);
  it.parts.clock.advance(4_000);
  const visitedAgain = await land(next, '79', { i: 0.8, w: 1_000 });
  await next.collector.drain();
  expect(await contacts('79')).toEqual([other, visitedAgain]);
});
