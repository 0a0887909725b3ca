import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import * as schema from '../schema/index.ts';

/** Companies for the operator of the installation, across tenants. */

const { company, operatorAction, product, role, user } = schema;

export interface CompanyRow {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** False: disabled. */
  readonly status: boolean;
  readonly loginAllowedIps: readonly string[];
}

/** Finds a company by its code, ignoring case; null: none. */
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

/** All companies by code, with figures that show whether they are in use. */
export const summarizeCompanies = (db: Database): Promise<CompanySummary[]> => {
  // Drizzle omits table names in a query of one table, so the outer column would be taken for one of the subquery's
  // table.
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

/** Inserts a company. @returns its id; null: the code is in use */
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

/** Enables or disables a company. @returns false if the status is unchanged */
export const setCompanyStatus = async (tx: Database, id: number, status: boolean): Promise<boolean> => {
  const changed = await tx
    .update(company)
    .set({ status })
    .where(and(eq(company.id, id), eq(company.status, !status)))
    .returning({ id: company.id });
  return changed.length > 0;
};

/** Removes a company's restriction of sign-in addresses. */
export const allowEveryAddress = async (tx: Database, id: number): Promise<void> => {
  await tx.update(company).set({ loginAllowedIps: [] }).where(eq(company.id, id));
};

export interface Administrator {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  /** False: the user or the user's role is deleted. */
  readonly active: boolean;
}

/** All administrators of a company, including deleted ones. */
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

/** Records an operator action of the command line, in the transaction of the action. */
export const recordOperatorAction = async (tx: Database, action: OperatorAction): Promise<void> => {
  await tx.insert(operatorAction).values(action);
};

/** Operator actions, newest first. */
export const operatorActions = (
  db: Database,
  limit: number,
): Promise<(typeof operatorAction.$inferSelect)[]> =>
  db.select().from(operatorAction).orderBy(desc(operatorAction.id)).limit(limit);

/** Ids of all products that were removed together with their companies. */
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

/** All tables with a `company_id`, ordered so that referring tables precede the tables that they refer to. */
export const tablesOfCompany = (): (typeof schema.ad)[] => {
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

/** Deletes a company with all its rows, without a statement timeout. Call in a transaction. */
export const removeCompany = async (
  tx: Database,
  { id, code }: { readonly id: number; readonly code: string },
): Promise<void> => {
  await tx.execute(sql`set local statement_timeout = 0`);
  // The trigger of the ledger rejects deletions without this setting.
  await tx.execute(sql`set local touchpath.removes_company = 'yes'`);
  for (const table of tablesOfCompany()) await tx.delete(table).where(eq(table.companyId, id));
  // The deletions above made triggers insert rows here.
  for (const noted of [schema.resultChange, schema.resultCostChange])
    await tx.delete(noted).where(eq(noted.companyId, id));
  // Mail orders name the company without a foreign key.
  await tx
    .delete(schema.mail)
    .where(
      sql`mail_order ->> 'companyId' = ${String(id)} or lower(mail_order ->> 'companyCode') = lower(${code})`,
    );
  await tx.delete(company).where(eq(company.id, id));
};
