import { and, eq, getTableColumns, getTableName, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import * as schema from './schema.ts';

type Insertable = { [K in keyof typeof schema]: (typeof schema)[K] extends PgTable ? K : never }[keyof typeof schema];

/** Stores rows of one table and gives back their keys, in the order of the rows. */
export const insertSeedRows = async <Name extends Exclude<Insertable, 'agencyProduct' | 'signinFailure' | 'notificationAttempt' | 'bookmark'>>(
  db: Database, name: Name, rows: readonly (typeof schema)[Name]['$inferInsert'][],
): Promise<number[]> => {
  const table = schema[name] as typeof schema.ad;
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

/** Removes a company that was not finished, with all that hangs on it: what refers to others goes first. */
export const removeCompany = async (db: Database, companyId: number): Promise<void> => {
  const { notificationAttempt, notification, decision, result, crossdomainSetting, cvSetting, redirect, ad, asp, adType, adCategory, refreshToken, user, role, agencyProduct, agency, product } = schema;
  for (const table of [notificationAttempt, notification, decision, result, crossdomainSetting, cvSetting, redirect, ad, asp, adType, adCategory, refreshToken, user, role, agencyProduct, agency, product]) {
    await db.delete(table).where(eq(table.companyId, companyId));
  }
  await db.delete(schema.company).where(eq(schema.company.id, companyId));
};

/** Keys for rows whose children are made before they are stored. */
export const reserveKeys = async (db: Database, name: 'result' | 'decision' | 'notification', count: number): Promise<number[]> => {
  const { rows } = await db.execute<{ key: string }>(
    sql`select nextval(pg_get_serial_sequence(${name}, 'id')) as key from generate_series(1, ${count})`);
  return rows.map(row => Number(row.key));
};

/**
 * Stores many rows, keys and all, as one JSON parameter: some ten times faster than a statement with a parameter for each value.
 *
 * @param rows by the names of schema.ts; dates as Date
 */
export const insertMany = async <Name extends 'result' | 'decision' | 'notification' | 'notificationAttempt'>(
  db: Database, name: Name, rows: readonly (typeof schema)[Name]['$inferInsert'][],
): Promise<void> => {
  const table = schema[name];
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => rows[0] !== undefined && key in rows[0]);
  const list = sql.join(columns.map(([, column]) => sql.identifier(column.name)), sql`, `);
  for (let at = 0; at < rows.length; at += 5_000) {
    const json = JSON.stringify(rows.slice(at, at + 5_000).map(row =>
      Object.fromEntries(columns.map(([key, column]) => [column.name, (row as Record<string, unknown>)[key]]))));
    await db.execute(sql`insert into ${table} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${json}::json)`);
  }
};

/** The state of a one-time piece of work, kept among the bookmarks. */
export const readMarker = async (db: Database, name: string): Promise<string | null> =>
  (await db.select({ position: schema.bookmark.position }).from(schema.bookmark).where(eq(schema.bookmark.name, name)))[0]?.position ?? null;

export const writeMarker = async (db: Database, name: string, position: string): Promise<void> => {
  await db.insert(schema.bookmark).values({ name, position }).onConflictDoUpdate({ target: schema.bookmark.name, set: { position } });
};

/** Runs a piece of work that only one program at a time may do on this store; the others wait. The work uses connections of its own. */
export const aloneInStore = <T>(db: Database, work: () => Promise<T>): Promise<T> => db.transaction(async tx => {
  // This connection idles while the work goes on: it is not to be ended for that.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('touchpath first company'))`);
  return work();
});

/** The first people of a company by e-mail: who signs the seed's decisions. */
export const usersByEmail = async (db: Database, companyId: number, emails: readonly string[]): Promise<Map<string, number>> =>
  new Map((await db.select({ id: schema.user.id, email: schema.user.email }).from(schema.user)
    .where(and(eq(schema.user.companyId, companyId), inArray(schema.user.email, [...emails])))).map(row => [row.email, row.id]));
