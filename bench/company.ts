import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Viewer } from '../server/http/visibility.ts';
import { deriveProduct } from '../server/rollups/derive-product.ts';
import { creditTable } from '../server/rollups/credit-table.ts';
import { countingRules } from '../server/attribution/rules.ts';
import { systemClock } from '../server/platform/clock.ts';
import { createIds } from '../server/platform/ids.ts';
import type { ProductDependencies } from '../server/dependencies.ts';
import { prepareColumnar } from '../server/store/clickhouse/connect.ts';
import { filledOf } from '../server/store/clickhouse/rollups/derived.ts';
import { startClickHouse } from '../server/store/clickhouse/engine/supervisor.ts';
import { DEFAULT_SLICE } from '../server/platform/slice-names.ts';
import { oneSlice } from '../server/slices/slices.ts';
import type { Columnar } from '../server/store/clickhouse/engine/columnar.ts';
import { openDatabase } from '../server/store/postgres/engine/connect.ts';
import type { Database } from '../server/store/postgres/engine/database.ts';
import { ad, adCategory, company, product } from '../server/store/postgres/schema/index.ts';
import { makeResults } from './company-results.ts';
import { makeEvents, PRODUCT, settle, TERM, YEAR } from './events.ts';
import { ownFolder } from '../tests/support/own-folder.ts';

/** The period of the measured reports. */
export const DAYS = { from: '2026-01-01', to: '2026-12-31' } as const;

/** A company with one product, 200 ads in 12 categories, and a year of events and results, in separate stores. */
export interface BenchCompany {
  readonly folder: string;
  readonly parts: Pick<ProductDependencies, 'columnar' | 'slice' | 'slices' | 'db' | 'clock'>;
  readonly viewer: Viewer;
  readonly categories: readonly number[];
  readonly contacts: number;
  /** Process id of the engine. */
  readonly pid: number;
}

/** Stores the company with its product, categories and ads. */
const storeCompany = async (
  db: Database,
): Promise<{ readonly companyId: number; readonly categories: readonly number[] }> => {
  const [owner] = await db.insert(company).values({ code: 'bench', name: '会社' }).returning();
  const companyId = owner?.id ?? 0;
  await db.insert(product).overridingSystemValue().values({
    id: PRODUCT,
    companyId,
    name: '商品',
    domain: 'shop.example',
    url: 'https://shop.example/',
    trackingTerm: TERM,
  });
  const categories = (
    await db
      .insert(adCategory)
      .values(Array.from({ length: 12 }, (_, n) => ({ companyId, productId: PRODUCT, name: `分類 ${n}` })))
      .returning()
  ).map(({ id }) => id);
  await db
    .insert(ad)
    .overridingSystemValue()
    .values(
      Array.from({ length: 200 }, (_, n) => ({
        id: n + 1,
        companyId,
        productId: PRODUCT,
        name: `広告 ${n}`,
        redirectUrl: 'https://shop.example/',
        adCategoryId: categories[n % 12] ?? null,
        adFee: n * 100,
        periodFrom: DAYS.from,
        periodTo: DAYS.to,
      })),
    );
  return { companyId, categories };
};

/** Creates a year of events and results with their rollups. @returns number of contacts */
const makeYear = async (
  columnar: Columnar,
  db: Database,
  companyId: number,
  size: number,
): Promise<number> => {
  await makeEvents(columnar, size);
  const derive = () =>
    deriveProduct(
      { columnar, db, ids: createIds(systemClock) },
      countingRules(PRODUCT, TERM, []),
      creditTable,
    );
  await derive();
  await makeResults(columnar, db, companyId);
  await derive();
  await settle(columnar);
  return Number((await filledOf(columnar, PRODUCT)).contacts);
};

/** Creates the company with about `size` contacts and their rollups, runs a function with it, and removes it. */
export const withCompany = async <Answer>(
  size: number,
  work: (made: BenchCompany) => Promise<Answer>,
): Promise<Answer> => {
  const log = pino({ level: 'silent' });
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, which needs access
  const engine = await startClickHouse(ownFolder(folder), log);
  const store = await openDatabase({ databaseUrl: null }, ownFolder(folder), log);
  const columnar = await prepareColumnar(engine, 'bench');
  try {
    const { db } = store;
    const { companyId, categories } = await storeCompany(db);
    const contacts = await makeYear(columnar, db, companyId, size);
    return await work({
      folder,
      categories,
      contacts,
      pid: engine.pid(),
      parts: {
        columnar,
        slice: DEFAULT_SLICE,
        slices: oneSlice(columnar),
        db,
        clock: { ...systemClock, now: () => YEAR.until - 1 },
      },
      viewer: {
        userId: 1,
        companyId,
        roleCode: 'admin',
        base: 'admin',
        permissions: {} as Viewer['permissions'],
        agencyId: null,
        products: [PRODUCT],
        ads: null,
      },
    });
  } finally {
    await columnar.close();
    await store.close();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
