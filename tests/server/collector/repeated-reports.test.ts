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
/** Reports a view of the page of a CV setting. @returns the ids of the conversions whose CV tags the page may request */
const report = async ({ app, collector }: Served, order: string, more: object) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/e',
    headers: { 'content-type': 'text/plain', origin: 'https://shop.example', 'user-agent': CHROME },
    payload: JSON.stringify({
      p: it.shop.shop.id,
      t: 'view',
      u: `https://shop.example/thanks?p_resid=${order}`,
      v: '7',
      ...more,
    }),
  });
  expect(answer.statusCode).toBe(200);
  const tokens = (answer.json<{ c?: string }>().c ?? '').split(',').filter(token => token !== '');
  return tokens.map(token => String(collector.tagTokens.read(token.split('.')[1]!, it.shop.shop.id)));
};
const conversions = async (order: string) =>
  (await it.rows('conversion')).filter(row => row['args'] === order).map(row => row['conversion_id']);
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
