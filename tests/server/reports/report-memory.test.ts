import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEvents, PRODUCT, TERM } from '../../../bench/events.ts';
import { computeJourneys } from '../../../server/reports/analyses/journeys/compute.ts';
import { computeLandingPages } from '../../../server/reports/analyses/landing-pages/compute.ts';
import { METRICS } from '../../../server/attribution/metrics.ts';
import type { ReportParts } from '../../../server/reports/parse/query.ts';
import { computeReport } from '../../../server/reports/analyses/row-report/compute.ts';
import { memoryBounds } from '../../../server/store/clickhouse/engine/memory.ts';
import { product } from '../../../server/store/postgres/schema/index.ts';
import { setUpMeasured, type Measured } from '../../support/measured.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let measured: Measured;
beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 11, 31) });
  measured = await setUpMeasured(parts);
  if (measured.productId !== PRODUCT) throw new Error('the events are of another product');
  await parts.db.update(product).set({ trackingTerm: TERM }).where(eq(product.id, PRODUCT));
  await makeEvents(parts.columnar, 100_000);
});
afterAll(() => parts.close());

const MiB = 1024 * 1024;

/** The store with other memory limits. */
const within = (bounds: Readonly<Record<string, string>>): ReportParts => {
  const query = (question: Parameters<TestParts['columnar']['query']>[0]) =>
    parts.columnar.query({
      ...question,
      clickhouse_settings: { ...question.clickhouse_settings, ...bounds },
    });
  return {
    ...parts,
    columnar: new Proxy(parts.columnar, {
      get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
    }),
  };
};

const answers = async (store: ReportParts): Promise<string> => {
  const question = { productId: PRODUCT, from: '2026-01-01', to: '2026-12-31' };
  const options = { source: 'events' as const };
  return JSON.stringify([
    await computeReport(
      store,
      measured.viewer,
      { ...question, axis: 0, axes: 'ad,hour', metrics: METRICS },
      options,
    ),
    await computeJourneys(
      store,
      measured.viewer,
      { ...question, axis: 1, fold: false, minLength: 1, limit: 20, nodes: 15 },
      options,
    ),
    await computeLandingPages(store, measured.viewer, question, options),
  ]);
};

it('a report has the same figures if its query spills to disk', async () => {
  const unlimited = await answers(parts);
  // So few events would not exceed a realistic limit.
  expect(
    await answers(
      within({
        ...memoryBounds({ query: 40 * MiB }),
        max_bytes_before_external_group_by: '100000',
        max_bytes_before_external_sort: '100000',
        max_bytes_in_join: '100000',
      }),
    ),
  ).toBe(unlimited);
});
