import type { FastifyInstance } from 'fastify';
import { createApp } from '../../server/app.ts';
import { openCollector, type Collector } from '../../server/collector/collector.ts';
import { makeTenant, signIn, type Tenant } from './tenants.ts';
import { createTestParts, type TestOverrides, type TestParts } from './test-parts.ts';

/** A browser's User-Agent header. */
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export interface PreviewApp {
  readonly app: FastifyInstance;
  readonly collector: Collector;
  readonly parts: TestParts;
  readonly mine: Tenant;
  readonly rival: Tenant;
  /** Access tokens of `mine`, by role. */
  readonly tokens: Record<'admin' | 'user' | 'agency', string>;
  close(): Promise<void>;
}

/**
 * Console and collector on the same stores with two companies, to compare a preview with what the collector
 * does.
 */
export const createPreviewApp = async (over: TestOverrides = {}): Promise<PreviewApp> => {
  const parts = await createTestParts(over);
  const mine = await makeTenant(parts.db, 'acme');
  const rival = await makeTenant(parts.db, 'rival');
  const collector = await openCollector(parts);
  const app = await createApp({ parts, collector });
  const accessOf = async (who: 'admin' | 'user' | 'agency') => (await signIn(app, mine, who)).access;
  return {
    app,
    collector,
    parts,
    mine,
    rival,
    tokens: {
      admin: await accessOf('admin'),
      user: await accessOf('user'),
      agency: await accessOf('agency'),
    },
    close: async () => {
      await app.close();
      await collector.close();
      await parts.close();
    },
  };
};
