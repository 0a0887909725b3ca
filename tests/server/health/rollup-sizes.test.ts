import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { Readiness } from '../../../server/health/readiness.ts';
import { addRollupSizes } from '../../../server/health/rollup-sizes.ts';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { ROLLUP_NAMES } from '../../../server/store/clickhouse/rollups/rollups.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import { writeEvents } from '../../support/measured.ts';

/** The metric of the sizes of rollups. */
let made: CollectorApp;
beforeAll(async () => {
  made = await createCollectorApp();
});
afterAll(() => made.close());

const IDLE = {
  waitingSinceMs: () => null,
  waitingLongest: () => [],
  waiting: () => ({ requested: 0, others: 0, large: 0 }),
  resultsChanged: () => undefined,
};

it('the metrics state the bytes and rows of every rollup on its slice', { timeout: 120_000 }, async () => {
  const { parts, shop } = made;
  await writeEvents(parts, {
    contacts: [1, 2, 3].map(visitor => ({
      id: parts.ids.next(),
      product: shop.shop.id,
      visitor,
      ts: parts.clock.now(),
      ad: shop.plainAd.id,
      ip: '203.0.113.9',
      bot: false,
      repeated: false,
      cost: 0,
    })),
  });
  const deriver = createDeriver(parts);
  await deriver.refresh();
  await deriver.close();
  const app = await createApp({ parts, collector: null, derivation: IDLE });
  try {
    const { body } = await app.inject('/metrics');
    const valueOf = (name: string, rollup: string) =>
      Number(
        body
          .split('\n')
          .find(line => line.startsWith(`${name}{rollup="${rollup}",slice="default"} `))
          ?.split(' ')[1],
      );
    for (const rollup of ROLLUP_NAMES) {
      const [bytes, rows] = ['bytes', 'rows'].map(unit => valueOf(`touchpath_rollup_${unit}`, rollup));
      const answer = await parts.columnar.query({
        query: `SELECT count() AS rows FROM ${rollup}`,
        format: 'JSON',
      });
      const [stored] = (await answer.json<{ rows: string }>()).data;
      expect([rollup, rows]).toEqual([rollup, Number(stored?.rows)]);
      expect([rollup, bytes! > 0], String(bytes)).toEqual([rollup, rows! > 0]);
    }
    expect(ROLLUP_NAMES.some(rollup => valueOf('touchpath_rollup_rows', rollup) > 0)).toBe(true);
  } finally {
    await app.close();
  }
});

it('the metrics do not wait for a store that answers nothing', async () => {
  const { parts } = made;
  const silent = new Proxy(parts.columnar, {
    get: (target, key) =>
      key === 'query' ? () => new Promise(() => undefined) : (Reflect.get(target, key) as unknown),
  });
  const registry = new Registry();
  addRollupSizes(registry, {
    parts: { ...parts, slices: { ...parts.slices, all: [{ name: 'default', columnar: silent }] } },
    // The search for failing parts has not noticed it yet.
    readiness: () => Promise.resolve({ parts: { clickhouse: 'ok' } } as Readiness),
  });
  const metrics = await registry.metrics();
  expect(metrics).toContain('# TYPE touchpath_rollup_bytes gauge');
  expect(metrics).not.toContain('touchpath_rollup_bytes{');
});
