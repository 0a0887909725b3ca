import { eq, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import * as schema from './schema.ts';

const tables = {
  company: schema.company, role: schema.role, agency: schema.agency, user: schema.user, product: schema.product, asp: schema.asp, adCategory: schema.adCategory, adType: schema.adType,
  cvSetting: schema.cvSetting, crossdomainSetting: schema.crossdomainSetting, ad: schema.ad, redirect: schema.redirect,
  syncSetting: schema.syncSetting, syncRun: schema.syncRun, analyzeSetting: schema.analyzeSetting, reportDelivery: schema.reportDelivery,
} as const;
type Tables = typeof tables;

/** Stores rows of one table and gives back their keys, in the order of the rows. */
export const insertSeedRows = async <Name extends keyof Tables>(db: Database, name: Name, rows: readonly Tables[Name]['$inferInsert'][]): Promise<number[]> => {
  // All of these tables have a key of the same kind; the rows were checked against their own.
  const table = tables[name] as typeof schema.ad;
  const keys: number[] = [];
  for (let at = 0; at < rows.length; at += 500) {
    const stored = await db.insert(table).values(rows.slice(at, at + 500) as (typeof schema.ad.$inferInsert)[]).returning({ id: table.id });
    keys.push(...stored.map(row => row.id));
  }
  // PostgreSQL gives keys in the order of the rows; were that ever not so, the company would be wired wrongly, so it is looked at.
  if (keys.some((key, i) => i > 0 && key <= keys[i - 1]!)) throw new Error(`the keys of ${name} came out of order`);
  return keys;
};

export const grantSeedProducts = async (db: Database, rows: readonly (typeof schema.agencyProduct.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0) await db.insert(schema.agencyProduct).values([...rows]);
};

export const companyByCode = async (db: Database, code: string): Promise<number | null> =>
  (await db.select({ id: schema.company.id }).from(schema.company).where(eq(schema.company.code, code)))[0]?.id ?? null;

export const productIdsOf = async (db: Database, companyId: number): Promise<number[]> =>
  (await db.select({ id: schema.product.id }).from(schema.product).where(eq(schema.product.companyId, companyId)).orderBy(schema.product.id)).map(row => row.id);

export const anyCompany = async (db: Database): Promise<boolean> => (await db.select({ id: schema.company.id }).from(schema.company).limit(1)).length > 0;

/** Removes a company that was not finished, with all that hangs on it: what refers to others goes first. To be called inside a transaction. */
export const removeCompany = async (db: Database, companyId: number): Promise<void> => {
  const { syncRun, syncSetting, adCost, analyzeSetting, reportDelivery, savedView, change, notificationAttempt, notification, decisionRequest, creationRequest, decision, result, crossdomainSetting, cvSetting, redirect, ad, asp, adType, adCategory, refreshToken, user, role, agencyProduct, agency, product } = schema;
  // Else the ledger lets nothing go.
  await db.execute(sql`set local touchpath.removes_company = 'yes'`);
  for (const table of [syncRun, syncSetting, adCost, analyzeSetting, reportDelivery, savedView, change, notificationAttempt, notification, decisionRequest, creationRequest, decision, result, crossdomainSetting, cvSetting, redirect, ad, asp, adType, adCategory, refreshToken, user, role, agencyProduct, agency, product]) {
    await db.delete(table).where(eq(table.companyId, companyId));
  }
  await db.delete(schema.company).where(eq(schema.company.id, companyId));
};

/** Runs a piece of work that only one program at a time may do on this store; the others wait. The work uses connections of its own. */
export const aloneInStore = <T>(db: Database, work: () => Promise<T>): Promise<T> => db.transaction(async tx => {
  // This connection idles while the work goes on: it is not to be ended for that.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('touchpath first company'))`);
  return work();
});
