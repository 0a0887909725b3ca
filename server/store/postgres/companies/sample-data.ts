import { and, eq, like, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import * as schema from '../schema/index.ts';
import { lockResultCreation } from '../results/results.ts';
import { tablesOfCompany } from './companies.ts';

/**
 * The sample product of a company, as bookmarks: `sample_data/<company>/<product>`. The bookmark of a removed product
 * remains, so that events which arrive later are found and deleted.
 */

const { bookmark } = schema;
const PREFIX = 'sample_data/';
const STATES = ['loading', 'loaded', 'removing', 'removed'] as const;
export type SampleState = (typeof STATES)[number];

export interface SampleProduct {
  readonly companyId: number;
  readonly productId: number;
  readonly state: SampleState;
}

const nameOf = ({ companyId, productId }: Omit<SampleProduct, 'state'>): string =>
  `${PREFIX}${companyId}/${productId}`;

const readSamples = async (db: Database, where: SQL | undefined): Promise<SampleProduct[]> => {
  const rows = await db.select().from(bookmark).where(where).orderBy(bookmark.name);
  return rows.flatMap(({ name, position }) => {
    const [companyId = 0, productId = 0] = name.slice(PREFIX.length).split('/').map(Number);
    const state = STATES.find(known => known === position);
    return state === undefined ? [] : [{ companyId, productId, state }];
  });
};

/** Sample products of all companies, including removed ones. */
export const allSamples = (db: Database): Promise<SampleProduct[]> =>
  readSamples(db, like(bookmark.name, `${PREFIX}%`));

/** Sample products whose loading or removal has not ended. */
export const unfinishedSamples = async (db: Database): Promise<SampleProduct[]> =>
  (await allSamples(db)).filter(({ state }) => state === 'loading' || state === 'removing');

/** The sample product of a company; null: none, or it was removed. */
export const findSample = async (db: Database, companyId: number): Promise<SampleProduct | null> =>
  (await readSamples(db, like(bookmark.name, `${PREFIX}${companyId}/%`))).find(
    ({ state }) => state !== 'removed',
  ) ?? null;

/** Stores the state of a sample product. */
export const writeSample = async (db: Database, { state, ...sample }: SampleProduct): Promise<void> => {
  await db
    .insert(bookmark)
    .values({ name: nameOf(sample), position: state })
    .onConflictDoUpdate({ target: bookmark.name, set: { position: state } });
};

/** Condition on the rows of a table that belong to a product, by a column or a foreign key; null: none do. */
const ofProduct = (table: PgTable, productId: number): SQL | null => {
  if (table === schema.product) return eq(schema.product.id, productId);
  if ('productId' in table) return eq((table as typeof schema.ad).productId, productId);
  const [through] = getTableConfig(table).foreignKeys.flatMap(key => {
    const { columns, foreignColumns, foreignTable } = key.reference();
    const owners = foreignTable === table ? null : ofProduct(foreignTable, productId);
    return owners === null
      ? []
      : [sql`${columns[0]} in (select ${foreignColumns[0]} from ${foreignTable} where ${owners})`];
  });
  return through ?? null;
};

/**
 * Deletes a product of a company with all its settings, results and sums, without a statement timeout. The audit log
 * keeps its entries. Call in a transaction.
 */
export const removeProduct = async (
  tx: Database,
  { companyId, productId }: Omit<SampleProduct, 'state'>,
): Promise<void> => {
  await tx.execute(sql`set local statement_timeout = 0`);
  // The trigger of the ledger rejects deletions without this setting.
  await tx.execute(sql`set local touchpath.removes_company = 'yes'`);
  // Requests and workers that add rows of the product finish before, or are refused.
  await lockResultCreation(tx);
  await tx.select().from(schema.product).where(eq(schema.product.id, productId)).for('update');
  for (const table of tablesOfCompany()) {
    const rows = ofProduct(table, productId);
    if (rows !== null) await tx.delete(table).where(and(eq(table.companyId, companyId), rows));
  }
  // The deletions above made triggers insert rows here.
  for (const noted of [schema.resultChange, schema.resultCostChange])
    await tx.delete(noted).where(and(eq(noted.companyId, companyId), eq(noted.productId, productId)));
};
