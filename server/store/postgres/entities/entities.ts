import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import type { Condition } from '../../../http/filters.ts';
import type { Paging } from '../../../http/paging.ts';
import { conditionsOf, searchOf } from '../engine/conditions.ts';
import type { Database } from '../engine/database.ts';
import { product } from '../schema/index.ts';
import { sources, type EntityName } from './entity-sources.ts';
import { tenantOf, type AgencyLimit, type ReaderTexts, type Source } from './source.ts';

/** Reads of the plain entities. Every query is restricted to the company, and for an agency user to the agency. */

export interface Reach {
  readonly companyId: number;
  /** The reading user: some entities show users only their own rows. */
  readonly userId: number;
  /** null: all rows of the company. */
  readonly limit: AgencyLimit | null;
  /** Products of an API key, whose rows only are visible; absent: rows of all products, and of none. */
  readonly products?: readonly number[] | undefined;
  /** Texts in the language of the reader; absent: texts are read as stored. */
  readonly texts?: ReaderTexts | undefined;
}

/** A row by API field names, with the driver's values (times as `Date`), and its `id`. */
export type EntityRow = { readonly id: number } & Readonly<Record<string, unknown>>;

/** Quick search: words in Unicode form NFKC, each of which must occur in one of the fields. */
export interface Search {
  readonly words: readonly string[];
  readonly fields: readonly string[];
}

/** Restricts rows to those of some products. Rows of the whole company belong to none of them. */
const ofProducts = (source: Source, products: readonly number[]): SQL => {
  if (source.table === product) return inArray(product.id, [...products]);
  const column = source.columns['product_id'];
  return column === undefined ? sql`false` : sql`${column} = any(${sql.param([...products])}::int[])`;
};

const visible = (db: Database, source: Source, reach: Reach): SQL | undefined =>
  and(
    eq(tenantOf(source), reach.companyId),
    source.ofUser?.(reach.userId),
    reach.products === undefined ? undefined : ofProducts(source, reach.products),
    reach.limit === null ? source.ofCompany?.(db) : source.ofAgency(reach.limit, db),
  );

const select = (db: Database, source: Source, fields: Record<string, PgColumn | SQL>): PgSelect => {
  const query = db.select(fields).from(source.table).$dynamic() as unknown as PgSelect;
  return source.join?.(query) ?? query;
};

/** The columns of a source, with texts in the language of the reader. */
const columnsFor = (source: Source, { texts }: Reach): Readonly<Record<string, PgColumn | SQL>> => ({
  id: source.table.id,
  ...source.columns,
  ...(texts && source.worded?.(texts)),
});

const fieldsOf = (
  source: Source,
  columns: Readonly<Record<string, PgColumn | SQL>>,
  fields: readonly string[],
): Record<string, PgColumn | SQL> => ({
  id: source.table.id,
  ...Object.fromEntries(
    fields.map(field => {
      const column = columns[field];
      if (column === undefined) throw new Error(`No column for ${field}`);
      return [field, column];
    }),
  ),
});

/** Query of a list: fields, conditions, search and order. */
export interface RowQuery {
  readonly fields: readonly string[];
  readonly conditions: readonly Condition[];
  /** null: no search. */
  readonly search: Search | null;
  readonly sort: Paging['sort'];
}

/** Builds the row query, ordered by `sort` and then by id, so that the order is stable, and the count query. */
export const buildRowQueries = (
  db: Database,
  name: EntityName,
  reach: Reach,
  { fields, conditions, search, sort }: RowQuery,
) => {
  const source: Source = sources[name];
  const columns = columnsFor(source, reach);
  const where = and(
    visible(db, source, reach),
    conditionsOf(conditions, columns),
    search === null ? undefined : searchOf(search.words, search.fields, columns),
  );
  const sorted = sort === null ? undefined : columns[sort.field];
  const order = sorted === undefined ? [] : [sort?.ascending ? asc(sorted) : desc(sorted)];
  const found = fieldsOf(source, columns, fields);
  return {
    fields: found,
    rows: (chosen: Record<string, PgColumn | SQL> = found): PgSelect =>
      select(db, source, chosen)
        .where(where)
        .orderBy(...order, asc(source.table.id)),
    count: async (): Promise<number> => {
      const [total] = await select(db, source, { count: count() }).where(where);
      return Number(total?.['count'] ?? 0);
    },
  };
};

/** One page of an entity's rows and the total count. Pages never overlap. */
export const pageEntities = async (
  db: Database,
  name: EntityName,
  reach: Reach,
  query: Omit<RowQuery, 'sort'> & { readonly paging: Paging },
): Promise<{ count: number; rows: EntityRow[] }> => {
  const {
    paging: { page, size, sort },
    ...rest
  } = query;
  const rowsQuery = buildRowQueries(db, name, reach, { ...rest, sort });
  const [rows, total] = await Promise.all([
    rowsQuery
      .rows()
      .limit(size)
      .offset((page - 1) * size),
    rowsQuery.count(),
  ]);
  return { count: total, rows: rows as EntityRow[] };
};

/** Finds one row, deleted or not; null: none that is visible. */
export const findEntity = async (
  db: Database,
  name: EntityName,
  reach: Reach,
  id: number,
  fields: readonly string[],
): Promise<EntityRow | null> => {
  const source: Source = sources[name];
  const [row] = await select(db, source, fieldsOf(source, columnsFor(source, reach), fields)).where(
    and(visible(db, source, reach), eq(source.table.id, id)),
  );
  return (row as EntityRow | undefined) ?? null;
};
