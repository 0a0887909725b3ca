import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import * as schema from '../schema/index.ts';

/** Companies as the person who runs the installation sees them: all of them, which no user does. */

const { company, operatorAction, product, role, user } = schema;

export interface CompanyRow {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** False: disabled. */
  readonly status: boolean;
  readonly loginAllowedIps: readonly string[];
}

/** The company of an ID as it is typed, in any case; null: there is none. */
export const findCompany = async (db: Database, code: string): Promise<CompanyRow | null> => {
  const { id, name, status, loginAllowedIps } = company;
  const [found] = await db
    .select({ id, code: company.code, name, status, loginAllowedIps })
    .from(company)
    .where(sql`lower(${company.code}) = lower(${code})`);
  return found ?? null;
};

export interface CompanySummary extends Pick<CompanyRow, 'id' | 'code' | 'name' | 'status'> {
  readonly createdAt: Date;
  readonly users: number;
  readonly products: number;
  readonly lastSignIn: Date | null;
}

/** All companies, in the order of their IDs, with what tells whether they are in use. */
export const summarizeCompanies = (db: Database): Promise<CompanySummary[]> => {
  // Within a query of one table columns are written without its name, which would be taken for the inner
  // table's.
  const ofCompany = (what: SQL, table: PgTable) =>
    sql`(select ${what} from ${table} as own where own.company_id = ${company}.id)`;
  return db
    .select({
      id: company.id,
      code: company.code,
      name: company.name,
      status: company.status,
      createdAt: company.createdAt,
      users: ofCompany(sql`count(*) filter (where own.status)`, user).mapWith(Number),
      products: ofCompany(sql`count(*) filter (where own.status)`, product).mapWith(Number),
      lastSignIn: sql<Date | null>`${ofCompany(sql`max(own.last_login)`, user)}`.mapWith(user.lastLogin),
    })
    .from(company)
    .orderBy(sql`lower(${company.code})`);
};

/** Stores a company; null where its ID is taken. */
export const insertCompany = async (
  tx: Database,
  values: { readonly code: string; readonly name: string },
): Promise<number | null> => {
  const [stored] = await tx
    .insert(company)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: company.id });
  return stored?.id ?? null;
};

/** Puts a company out of service or into it; false where it is so already. */
export const setCompanyStatus = async (tx: Database, id: number, status: boolean): Promise<boolean> => {
  const changed = await tx
    .update(company)
    .set({ status })
    .where(and(eq(company.id, id), eq(company.status, !status)))
    .returning({ id: company.id });
  return changed.length > 0;
};

/** Lets people of a company sign in from every address. */
export const allowEveryAddress = async (tx: Database, id: number): Promise<void> => {
  await tx.update(company).set({ loginAllowedIps: [] }).where(eq(company.id, id));
};

export interface Administrator {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  /** False: deleted, or of a deleted role. */
  readonly active: boolean;
}

/** Everybody of a company who is an administrator or was one when he was deleted. */
export const administratorsOf = (db: Database, companyId: number): Promise<Administrator[]> =>
  db
    .select({
      userId: user.id,
      email: user.email,
      name: user.name,
      active: sql<boolean>`${user.status} and ${role.status}`,
    })
    .from(user)
    .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
    .where(and(eq(user.companyId, companyId), eq(role.base, 'admin')))
    .orderBy(user.id);

export type OperatorAction = typeof operatorAction.$inferInsert;

/** Writes down what was done from the command line, in the transaction that does it. */
export const recordOperatorAction = async (tx: Database, action: OperatorAction): Promise<void> => {
  await tx.insert(operatorAction).values(action);
};

/** What was done from the command line, the newest first. */
export const operatorActions = (
  db: Database,
  limit: number,
): Promise<(typeof operatorAction.$inferSelect)[]> =>
  db.select().from(operatorAction).orderBy(desc(operatorAction.id)).limit(limit);

/** The products of all companies that were ever removed from the command line. */
export const removedProductIds = async (db: Database): Promise<number[]> => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct removed.id::int as id from ${operatorAction}, jsonb_array_elements(detail -> 'product_ids') as removed (id)
    where action = 'company_delete' order by 1`);
  return rows.map(row => row.id);
};

export const productIdsOf = async (db: Database, companyId: number): Promise<number[]> =>
  (
    await db
      .select({ id: product.id })
      .from(product)
      .where(eq(product.companyId, companyId))
      .orderBy(product.id)
  ).map(row => row.id);

/** Every table whose rows are a company's: what refers to others stands before them. */
const tablesOfCompany = (): (typeof schema.ad)[] => {
  const tables = Object.values({ ...schema }).filter(table => 'companyId' in table) as (typeof schema.ad)[];
  const referrers = (to: PgTable) =>
    tables.filter(
      table =>
        table !== to && getTableConfig(table).foreignKeys.some(key => key.reference().foreignTable === to),
    );
  const ordered = new Set<typeof schema.ad>();
  const add = (table: typeof schema.ad): void => {
    if (ordered.has(table)) return;
    referrers(table).forEach(add);
    ordered.add(table);
  };
  tables.forEach(add);
  return [...ordered];
};

/**
 * Removes a company with all that hangs on it, however long that takes. To be called inside a transaction.
 */
export const removeCompany = async (
  tx: Database,
  { id, code }: { readonly id: number; readonly code: string },
): Promise<void> => {
  await tx.execute(sql`set local statement_timeout = 0`);
  // Else the ledger lets nothing go.
  await tx.execute(sql`set local touchpath.removes_company = 'yes'`);
  for (const table of tablesOfCompany()) await tx.delete(table).where(eq(table.companyId, id));
  // Their trigger has noted how many results there are less.
  for (const noted of [schema.resultChange, schema.resultNews])
    await tx.delete(noted).where(eq(noted.companyId, id));
  // Orders of mails name the company without a reference.
  await tx
    .delete(schema.mail)
    .where(
      sql`mail_order ->> 'companyId' = ${String(id)} or lower(mail_order ->> 'companyCode') = lower(${code})`,
    );
  await tx.delete(company).where(eq(company.id, id));
};
