import type * as schema from '../schema/index.ts';
import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import type { ad, change } from '../schema/index.ts';

/**
 * Source of each plain entity: its table, joins, columns by API field names, and the rows visible to agencies. The
 * descriptors in `server/entities` define the fields; the types require the same names in both.
 */

/** Restriction of an agency user. */
export interface AgencyLimit {
  readonly agencyId: number;
  readonly products: readonly number[];
  readonly userId: number;
}

/** Tables with a deletion mark and a time of change. */
export type Table = Extract<
  (typeof schema)[keyof typeof schema],
  Readonly<Record<'id' | 'status' | 'createdAt' | 'updatedAt', PgColumn>>
>;

/** Writes a field that is stored in another table. Reads use a subquery among the columns. */
export type Link = (tx: Database, companyId: number, id: number, value: unknown) => Promise<void>;

/** Texts in the language of a reader. */
export interface ReaderTexts {
  /** Names of the built-in roles by their base, as JSON: as stored, and in the language. */
  readonly storedRoles: string;
  readonly roles: string;
  /**
   * Names and coded values of changed fields by list and field, as JSON. The list `*` is any list; `access_line` has those
   * of entries that change no row.
   */
  readonly changes: string;
  /** What stands between the name of a field and its value. */
  readonly colon: string;
}

export interface Source {
  /** The log of changes has rows that are neither changed nor deleted. */
  readonly table: Table | typeof change;
  /** Tenant column, if not `company_id`. */
  readonly tenant?: PgColumn;
  readonly columns: Readonly<Record<string, PgColumn | SQL>>;
  /** Columns with texts of the program, in the language of the reader; without one they are read as stored. */
  readonly worded?: (texts: ReaderTexts) => Readonly<Record<string, SQL>>;
  readonly links?: Readonly<Record<string, Link>>;
  /** Adds the joins that the columns need, each to at most one row. */
  readonly join?: (query: PgSelect) => PgSelect;
  readonly ofAgency: (limit: AgencyLimit, db: Database) => SQL | undefined;
  /** Restriction for users without an agency; absent: all rows of the company. */
  readonly ofCompany?: (db: Database) => SQL | undefined;
  /** Restriction by user for every role, on the table's own columns; absent: all rows of the company. */
  readonly ofUser?: (userId: number) => SQL | undefined;
}

/** The tenant column of an entity. */
export const tenantOf = (source: Source): PgColumn => source.tenant ?? (source.table as typeof ad).companyId;

export const lifecycleColumnsOf = <T extends Table>({ status, createdAt, updatedAt }: T) => ({
  status,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** The columns of a table by their names in the store, without its number and its tenant. */
export type FieldColumns<T extends Table> = {
  readonly [
    Key in keyof T as T[Key] extends PgColumn ? Exclude<T[Key]['_']['name'], 'id' | 'company_id'> : never
  ]: T[Key];
};

export const columnsOf = <T extends Table>(table: T) =>
  Object.fromEntries(
    Object.values<PgColumn>(getTableColumns(table))
      .filter(({ name }) => name !== 'id' && name !== 'company_id')
      .map(column => [column.name, column]),
  ) as FieldColumns<T>;
