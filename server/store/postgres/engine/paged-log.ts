import { and, asc, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import type { Condition } from '../../../http/filters.ts';
import { conditionsOf, searchOf, type Column, type ReferredColumn, type Filtered } from './conditions.ts';
import type { Database } from './database.ts';
import { linesOf, named } from './json-lines.ts';

/** Keyset pagination of a log in order of time and id, newest first. */

/** Rows of a log. Times are ms since 1970; `until` is exclusive. */
export interface LogScope {
  readonly companyId: number;
  readonly productId: number;
  /** undefined: all rows, with and without an ad. */
  readonly adIds?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly conditions: readonly Condition[];
  /** Words of a quick search in Unicode form NFKC. */
  readonly words: readonly string[];
}

/** Position of the last row of a page. */
export interface LogPlace {
  readonly ms: number;
  readonly id: string;
}
/** Data type of a sort column. */
export type SortType = 'text' | 'number' | 'time' | 'flag';

/** Sort order by a column, with ties in order of time, newest first. Rows without a value come last. */
export interface LogSort<Sorted extends string> {
  readonly field: Sorted;
  readonly descending: boolean;
  /** Value, as text, of the last row of the previous page; undefined: first page. */
  readonly after?: { readonly value: string | null };
}

/** `after` null: the page starts at the newest row. */
interface PageRequest<Sorted extends string> {
  readonly after: LogPlace | null;
  readonly limit: number;
  readonly sort?: LogSort<Sorted> | null;
}

/** A table whose rows belong to a product. */
type OfProduct = PgTable & {
  readonly id: PgColumn;
  readonly companyId: PgColumn;
  readonly productId: PgColumn;
};
export type OneProduct = Pick<LogScope, 'companyId' | 'productId'>;

interface LogShape<Shown extends string, Counted extends string, Sorted extends string> {
  readonly table: OfProduct;
  /** The time column of the order. An index covers the product, this column and the id. */
  readonly time: PgColumn;
  /**
   * The columns for the ad and for filters, without joins: with joins the planner would join and sort all remaining
   * rows for each page, instead of following the index until the page is full.
   */
  readonly adId: Column;
  readonly filtered: (scope: OneProduct) => Filtered;
  /** Names of the fields that a quick search reads. */
  readonly searched: readonly string[];
  /** Named counts: the number of rows that satisfy each condition. */
  readonly counted: Readonly<Record<Counted, SQL>>;
  readonly shown: Readonly<Record<Shown, Column>>;
  /** Sortable columns, without joins. */
  readonly sorted: Readonly<Record<Sorted, { readonly column: Column; readonly type: SortType }>>;
  /** Columns that are always selected: cursors and derived columns are computed from them. */
  readonly always: readonly NoInfer<Shown>[];
  /** Selects these fields of the table, joined to other tables with at most one row each. */
  readonly joined: (db: Database, fields: Record<string, SQL.Aliased>) => PgSelect;
}

export interface PagedLog<Shown extends string, Counted extends string, Sorted extends string> {
  /**
   * A page as JSON lines with these columns; default: all. Empty text: no rows. Sorted rows include the sort value as
   * `SORTED_VALUE`.
   */
  lines(
    db: Database,
    scope: LogScope,
    page: PageRequest<Sorted>,
    columns?: ReadonlySet<string>,
  ): Promise<string>;
  counts(db: Database, scope: LogScope): Promise<Record<Counted, number>>;
  /** Number of rows newer than a position. */
  newer(db: Database, scope: LogScope, than: LogPlace): Promise<number>;
  /** All selectable columns. */
  readonly columns: readonly Shown[];
  /** All sortable columns. */
  readonly sortable: Readonly<Record<Sorted, SortType>>;
}

/**
 * Filter columns of a product's small table, used as a subquery whose result PostgreSQL hashes once. `coalesce` makes
 * the condition non-null, which prevents the planner from turning it into a join.
 * @param key column that refers to a row of the table
 */
export const namedBy =
  (key: Column, table: OfProduct, { companyId, productId }: OneProduct) =>
  (column: PgColumn): ReferredColumn => ({
    column,
    names: found =>
      sql`coalesce(${key} in (select ${table.id} from ${table} where ${eq(table.companyId, companyId)} and ${eq(table.productId, productId)} and ${found}), false)`,
  });

/** Name of the sort value in sorted rows. */
export const SORTED_VALUE = 'sorted_value';
/** Number of leading letters by which texts are sorted, ignoring case. */
const SORTED_LETTERS = 100;
const TYPES: Readonly<Record<SortType, SQL>> = {
  text: sql`text`,
  number: sql`numeric`,
  time: sql`timestamptz`,
  flag: sql`integer`,
};

/** Expression by which a column is sorted. */
const comparedOf = (column: Column, type: SortType): SQL =>
  type === 'text'
    ? sql`left(lower(${column}), ${sql.raw(String(SORTED_LETTERS))})`
    : sql`${column}::${TYPES[type]}`;

/** Sort columns of one data type. */
export const sortedAs = <Name extends string>(
  type: SortType,
  columns: Readonly<Record<Name, Column>>,
): Record<Name, { readonly column: Column; readonly type: SortType }> =>
  Object.fromEntries(
    Object.entries<Column>(columns).map(([name, column]) => [name, { column, type }]),
  ) as Record<Name, { readonly column: Column; readonly type: SortType }>;

/** A position as a row value for comparison with times and ids. */
const placeRow = ({ ms, id }: LogPlace): SQL =>
  sql`(${new Date(ms).toISOString()}::timestamptz, ${id}::bigint)`;

type RowSelection = Pick<
  LogShape<string, string, string>,
  'table' | 'time' | 'adId' | 'filtered' | 'searched'
>;
const rowsInScope = (shape: RowSelection, scope: LogScope): SQL | undefined => {
  const { table, time } = shape;
  const { companyId, productId, adIds, from, until } = scope;
  const filtered = shape.filtered(scope);
  return and(
    eq(table.companyId, companyId),
    eq(table.productId, productId),
    adIds === undefined ? undefined : inArray(sql`${shape.adId}`, [...adIds]),
    from === undefined ? undefined : gte(time, new Date(from)),
    until === undefined ? undefined : lt(time, new Date(until)),
    conditionsOf(scope.conditions, filtered),
    searchOf(scope.words, shape.searched, filtered),
  );
};

const countRows = async <Name extends string>(
  db: Database,
  table: OfProduct,
  counted: Readonly<Record<Name, SQL>>,
  where: SQL | undefined,
): Promise<Record<Name, number>> => {
  const [found] = await db
    .select(counted as Record<Name, SQL<number>>)
    .from(table as PgTable)
    .where(where);
  return found as Record<Name, number>;
};

/** Order by a column, and the condition of the rows after the position of `sort`. */
interface SortedRows {
  readonly value: SQL;
  readonly following: SQL | undefined;
  readonly orders: readonly SQL[];
}
/** @param beyond condition of the following rows among those with an equal value */
const sortRows = <Sorted extends string>(
  shape: Pick<LogShape<string, string, Sorted>, 'sorted'>,
  { field, descending, after }: LogSort<Sorted>,
  beyond: SQL | undefined,
): SortedRows => {
  const { column, type } = shape.sorted[field];
  const value = comparedOf(column, type);
  const orders = [sql`${value} is null`, descending ? desc(value) : asc(value)];
  if (after === undefined) return { value, following: undefined, orders };
  if (after.value === null) return { value, following: and(sql`${value} is null`, beyond), orders };
  const bound = sql`${after.value}::${TYPES[type]}`;
  const larger = descending ? sql`${value} < ${bound}` : sql`${value} > ${bound}`;
  return {
    value,
    following: sql`(${larger} or ${value} is null or (${value} = ${bound} and ${beyond ?? sql`true`}))`,
    orders,
  };
};

/** Creates the page reader of a log from its shape. */
export const pagedLog = <Shown extends string, Counted extends string, Sorted extends string>(
  shape: LogShape<Shown, Counted, Sorted>,
): PagedLog<Shown, Counted, Sorted> => {
  const { table, time } = shape;
  const columns = Object.keys(shape.shown) as Shown[];
  return {
    columns,
    sortable: Object.fromEntries(
      Object.entries<{ readonly type: SortType }>(shape.sorted).map(([field, { type }]) => [field, type]),
    ) as Record<Sorted, SortType>,
    lines: (db, scope, { after, limit, sort = null }, wanted) => {
      const beyond = after === null ? undefined : sql`(${time}, ${table.id}) < ${placeRow(after)}`;
      const sorted = sort === null ? null : sortRows(shape, sort, beyond);
      const orders = [...(sorted?.orders ?? []), desc(time), desc(table.id)];
      const page = db
        .select({ id: table.id })
        .from(table as PgTable)
        .where(and(rowsInScope(shape, scope), sorted === null ? beyond : sorted.following))
        .orderBy(...orders)
        .limit(limit);
      const fields = columns
        .filter(name => wanted === undefined || wanted.has(name) || shape.always.includes(name))
        .map(name => [name, shape.shown[name]] as const);
      // The ids of the page are selected as an array first, so that only these rows are joined.
      const all: readonly (readonly [string, Column])[] = [
        ...fields,
        ...(sorted === null ? [] : [[SORTED_VALUE, sql`${sorted.value}::text`] as const]),
      ];
      return linesOf(
        db,
        shape
          .joined(db, named(Object.fromEntries(all)))
          .where(sql`${table.id} = any(array(${page}))`)
          .orderBy(...orders),
      );
    },
    counts: (db, scope) => {
      const each = Object.entries<SQL>(shape.counted).map(([name, which]) => [
        name,
        sql<number>`count(*) filter (where ${which})::integer`,
      ]);
      const counted = Object.fromEntries(each) as Record<Counted, SQL>;
      return countRows(db, table, counted, rowsInScope(shape, scope));
    },
    newer: async (db, scope, than) =>
      (
        await countRows(
          db,
          table,
          { amount: sql`count(*)::integer` },
          and(rowsInScope(shape, scope), sql`(${time}, ${table.id}) > ${placeRow(than)}`),
        )
      ).amount,
  };
};
