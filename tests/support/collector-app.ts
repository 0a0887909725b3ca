import type { FastifyInstance } from 'fastify';
import { openCollector, type Collector, type CollectorOptions } from '../../server/collector/collector.ts';
import { makeCollectorShop, type CollectorShop } from './collector-shop.ts';
import { serveCollector } from './serve-collector.ts';
import { createTestParts, type TestOverrides, type TestParts } from './test-parts.ts';

export interface CollectorApp {
  readonly app: FastifyInstance;
  readonly collector: Collector;
  readonly parts: TestParts;
  readonly shop: CollectorShop;
  /**
   * All rows of a table in the columnar store after pending events were loaded, with 64-bit numbers as text.
   */
  rows(
    table: 'contact' | 'access' | 'conversion' | 'impression',
  ): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** The collector alone on real stores, with a shop. */
export const createCollectorApp = async (
  over: TestOverrides = {},
  options: CollectorOptions = {},
): Promise<CollectorApp> => {
  const parts = await createTestParts(over);
  const shop = await makeCollectorShop(parts);
  const collector = await openCollector(parts, options);
  const app = await serveCollector(parts, collector);
  return {
    app,
    collector,
    parts,
    shop,
    rows: async table => {
      await collector.drain();
      const id = table === 'contact' ? 'interaction_id' : `${table}_id`;
      const answer = await parts.columnar.query({
        query: `SELECT * FROM ${table} ORDER BY ${id}`,
        format: 'JSONEachRow',
      });
      return answer.json<Record<string, unknown>>();
    },
    close: async () => {
      await app.close();
      await collector.close();
      await parts.close();
    },
  };
};
