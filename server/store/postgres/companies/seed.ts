import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import * as schema from '../schema/index.ts';

type Schema = typeof schema;
const all: Schema = { ...schema };
/** The tables whose rows have a key of their own. */
type Tables = {
  [Name in keyof Schema as Schema[Name] extends { readonly id: unknown } ? Name : never]: Schema[Name];
};

/** Stores rows of one table and gives back their keys, in the order of the rows. */
export const insertSeedRows = async <Name extends keyof Tables>(
  db: Database,
  name: Name,
  rows: readonly Tables[Name]['$inferInsert'][],
): Promise<number[]> => {
  // All of these tables have a key of the same kind; the rows were checked against their own.
  const table = all[name] as typeof schema.ad;
  const keys: number[] = [];
  for (let at = 0; at < rows.length; at += 500) {
    const stored = await db
      .insert(table)
      .values(rows.slice(at, at + 500) as (typeof schema.ad.$inferInsert)[])
      .returning({ id: table.id });
    keys.push(...stored.map(row => row.id));
  }
  // PostgreSQL gives keys in the order of the rows; were that ever not so, the company would be wired
  // wrongly, so it is looked at.
  if (keys.some((key, i) => i > 0 && key <= keys[i - 1]!))
    throw new Error(`the keys of ${name} came out of order`);
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

/** The users of a company who may sign in. */
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
 * Runs a piece of work that only one program at a time may do on this store; the others wait. The work uses
 * connections of its own.
 */
export const aloneInStore = <T>(db: Database, work: () => Promise<T>): Promise<T> =>
  db.transaction(async tx => {
    // This connection idles while the work goes on: it is not to be ended for that.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('touchpath first company'))`);
    return work();
  });
