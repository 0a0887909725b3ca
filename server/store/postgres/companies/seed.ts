import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import * as schema from '../schema/index.ts';

type Schema = typeof schema;
const all: Schema = { ...schema };
/** Tables whose rows have an `id`. */
type Tables = {
  [Name in keyof Schema as Schema[Name] extends { readonly id: unknown } ? Name : never]: Schema[Name];
};

/** Inserts rows into one table. @returns their ids, in the order of the rows */
export const insertSeedRows = async <Name extends keyof Tables>(
  db: Database,
  name: Name,
  rows: readonly Tables[Name]['$inferInsert'][],
): Promise<number[]> => {
  // All these tables have an `id` of the same type; the rows were checked against their own table's type.
  const table = all[name] as typeof schema.ad;
  const keys: number[] = [];
  for (let at = 0; at < rows.length; at += 500) {
    const stored = await db
      .insert(table)
      .values(rows.slice(at, at + 500) as (typeof schema.ad.$inferInsert)[])
      .returning({ id: table.id });
    keys.push(...stored.map(row => row.id));
  }
  // PostgreSQL assigns ids in the order of the rows. Another order would connect the wrong rows, so it is verified.
  if (keys.some((key, i) => i > 0 && key <= keys[i - 1]!))
    throw new Error(`the keys of ${name} were not returned in insertion order`);
  return keys;
};

export const grantSeedProducts = async (
  db: Database,
  rows: readonly (typeof schema.agencyProduct.$inferInsert)[],
): Promise<void> => {
  if (rows.length > 0) await db.insert(schema.agencyProduct).values([...rows]);
};

export const companyByCode = async (db: Database, code: string): Promise<number | null> =>
  (await db.select({ id: schema.company.id }).from(schema.company).where(eq(schema.company.code, code)))[0]
    ?.id ?? null;

export interface SeedUser {
  readonly userId: number;
  readonly companyId: number;
  readonly email: string;
  /** argon2id, encoded. */
  readonly password: string;
}

/** Active users of a company. */
export const activeUsersOf = (db: Database, companyId: number): Promise<SeedUser[]> =>
  db
    .select({
      userId: schema.user.id,
      companyId: schema.user.companyId,
      email: schema.user.email,
      password: schema.user.password,
    })
    .from(schema.user)
    .innerJoin(schema.company, eq(schema.company.id, schema.user.companyId))
    .where(
      and(
        eq(schema.user.companyId, companyId),
        eq(schema.user.status, true),
        eq(schema.company.status, true),
      ),
    )
    .orderBy(schema.user.id);

export const anyCompany = async (db: Database): Promise<boolean> =>
  (await db.select({ id: schema.company.id }).from(schema.company).limit(1)).length > 0;

/**
 * Runs `work` under a store-wide advisory lock, so that concurrent processes run it one after another. `work` uses
 * other connections.
 */
export const withFirstCompanyLock = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  db.transaction(async tx => {
    // This connection idles while `work` runs, and must not time out.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('touchpath first company'))`);
    return work();
  });
