import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Viewer } from '../../server/http/visibility.ts';
import {
  ad,
  adCategory,
  adCost,
  adType,
  agency,
  asp,
  company,
  product,
  result,
} from '../../server/store/postgres/schema/index.ts';
import type { Dependencies, ProductDependencies } from '../../server/dependencies.ts';
import type {
  NaiveContact,
  NaiveConversion,
  NaiveCost,
  NaiveImpression,
  NaiveResult,
  NaiveWorld,
} from './naive.ts';

/**
 * A company with a product whose events and settings a test sets, both in the stores and for the naive
 * computation.
 */
export interface Measured {
  readonly companyId: number;
  readonly productId: number;
  readonly otherId: number;
  readonly agencyId: number;
  readonly aspId: number;
  readonly typeId: number;
  readonly viewer: Viewer;
  readonly categories: readonly number[];
}

const first = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('nothing came back');
  return row;
};

export const setUpMeasured = async ({ db }: Pick<Dependencies, 'db'>): Promise<Measured> => {
  const { id: companyId } = first(
    await db.insert(company).values({ code: randomUUID(), name: '会社é' }).returning(),
  );
  const make = async (name: string) =>
    first(
      await db
        .insert(product)
        .values({ companyId, name, domain: 'shop.example', url: 'https://shop.example/', trackingTerm: 30 })
        .returning(),
    ).id;
  const productId = await make('商品é');
  const otherId = await make('other');
  const { id: agencyId } = first(await db.insert(agency).values({ companyId, name: '代理店é' }).returning());
  const { id: aspId } = first(
    await db.insert(asp).values({ companyId, productId, name: 'ネットワーク' }).returning(),
  );
  const categories = (
    await db
      .insert(adCategory)
      .values(['分類é', 'b'].map(name => ({ companyId, productId, name })))
      .returning()
  ).map(row => row.id);
  const { id: typeId } = first(
    await db.insert(adType).values({ companyId, productId, sequence: 1, title: '種別é' }).returning(),
  );
  const viewer: Viewer = {
    userId: 1,
    companyId,
    roleCode: 'admin',
    base: 'admin',
    permissions: {} as Viewer['permissions'],
    agencyId: null,
    products: [productId, otherId],
    ads: null,
  };
  return { companyId, productId, otherId, agencyId, aspId, typeId, viewer, categories };
};

/** The same viewer, limited to these ads. */
export const onlyAds = (viewer: Viewer, productId: number, ads: readonly number[]): Viewer => ({
  ...viewer,
  base: 'agency',
  ads: new Map([[productId, ads]]),
});

const mapped = (ip: string) => (ip.includes(':') ? ip : `::ffff:${ip}`);
const insert = async (
  { columnar }: Pick<ProductDependencies, 'columnar'>,
  table: string,
  values: readonly object[],
): Promise<void> => {
  // A later example of a test may insert the same rows again, which deduplication would drop.
  if (values.length > 0)
    await columnar.insert({
      table,
      format: 'JSONEachRow',
      values: [...values],
      clickhouse_settings: { insert_deduplicate: 0 },
    });
};

export const writeEvents = async (
  parts: Pick<ProductDependencies, 'columnar'>,
  {
    contacts = [],
    conversions = [],
    impressions = [],
  }: {
    contacts?: readonly NaiveContact[];
    conversions?: readonly NaiveConversion[];
    impressions?: readonly NaiveImpression[];
  },
): Promise<void> => {
  await insert(
    parts,
    'contact',
    contacts.map(c => ({
      product_id: c.product,
      visitor_id: String(c.visitor),
      ts: c.ts,
      interaction_id: String(c.id),
      ad_id: c.ad,
      ip: mapped(c.ip),
      bot: Number(c.bot),
      repeated: Number(c.repeated),
      click_cost: (c.cost / 100).toFixed(2),
      device: c.device ?? '',
      os: c.os ?? '',
      browser: c.browser ?? '',
      landing_url: c.url ?? '',
      redirect_id: c.redirect ?? 0,
      lpo_number: c.entry ?? 0,
    })),
  );
  await insert(
    parts,
    'conversion',
    conversions.map(c => ({
      product_id: c.product,
      visitor_id: String(c.visitor),
      ts: c.ts,
      conversion_id: String(c.id),
      cv_type: Number(c.last),
      amount: String(c.amount),
      origin: 'url',
      ip: mapped(c.ip),
      bot: Number(c.bot),
      args: c.args ?? '引数é',
      cv_setting_id: c.setting ?? 0,
    })),
  );
  await insert(
    parts,
    'impression',
    impressions.map(c => ({
      product_id: c.product,
      ts: c.ts,
      impression_id: String(c.id),
      ad_id: c.ad,
      ip: mapped(c.ip),
      bot: Number(c.bot),
      visitor_id: '1',
    })),
  );
};

export const forgetEvents = async ({ columnar }: Pick<ProductDependencies, 'columnar'>): Promise<void> => {
  for (const table of ['contact', 'conversion', 'impression'])
    await columnar.command({ query: `TRUNCATE TABLE ${table}` });
};

/** Removes all events and rollups. Only tables with rows are emptied: each takes as long as a small query. */
export const forgetEverything = async ({
  columnar,
}: Pick<ProductDependencies, 'columnar'>): Promise<void> => {
  const answer = await columnar.query({
    query:
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND total_rows > 0 AND name NOT IN ('built_index', 'completed_migration')",
    format: 'JSONEachRow',
  });
  const filled = await answer.json<{ name: string }>();
  await Promise.all(filled.map(({ name }) => columnar.command({ query: `TRUNCATE TABLE ${name}` })));
};

export const writeResults = async (
  { db }: Pick<Dependencies, 'db'>,
  { companyId, productId, aspId }: Measured,
  results: readonly NaiveResult[],
): Promise<void> => {
  await db.delete(result);
  if (results.length === 0) return;
  await db.insert(result).values(
    results.map((line, index) => ({
      companyId,
      productId,
      aspId,
      cvAdId: line.ad,
      resultType: line.ad === null ? 3 : 1,
      conversionId: String(line.conversion ?? index + 1),
      interactionId: line.contact === undefined ? null : String(line.contact),
      cvTime: new Date(line.ts),
      ipAddress: '203.0.113.1',
      cvCost: line.cost / 100,
      approvalStatus: line.status,
    })),
  );
};

/** Registers the ads of a world with their ids. */
export const writeAds = async (
  { db }: Pick<Dependencies, 'db'>,
  { companyId, productId }: Measured,
  ads: NaiveWorld['ads'],
): Promise<void> => {
  await db.delete(result);
  await db.delete(adCost);
  await db.delete(ad);
  if (ads.length === 0) return;
  await db
    .insert(ad)
    .overridingSystemValue()
    .values(
      ads.map(one => ({
        id: one.id,
        companyId,
        productId,
        name: `広告é${one.id}`,
        redirectUrl: 'https://shop.example/',
        adCategoryId: one.group,
        adFee: one.fee / 100,
        periodFrom: one.from,
        periodTo: one.to,
        createdAt: new Date(one.registered),
        adType1Id: one.type ?? null,
        aspId: one.network ?? null,
        agencyId: one.agency ?? null,
        status: one.deleted !== true,
      })),
    );
  // Ads that a test creates without an id get other ids.
  await db.execute(sql`select setval(pg_get_serial_sequence('ad', 'id'), 1000)`);
};

/** Replaces the imported costs. */
export const writeCosts = async (
  { db }: Pick<Dependencies, 'db'>,
  { companyId, productId }: Measured,
  costs: readonly NaiveCost[],
): Promise<void> => {
  await db.delete(adCost);
  if (costs.length > 0)
    await db.insert(adCost).values(
      costs.map(({ ad: adId, day, cost }) => ({
        companyId,
        productId,
        adId,
        day,
        cost: cost / 100,
        updatedAt: new Date(0),
      })),
    );
};
