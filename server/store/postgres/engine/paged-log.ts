import { and, asc, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import type { Condition } from '../../../http/filters.ts';
import { conditionsOf, searchOf, type Column, type Elsewhere, type Filtered } from './conditions.ts';
import type { Database } from './database.ts';
import { linesOf, named } from './json-lines.ts';

/**
 * A log of which pages are read, the newest row first: by the time that its rows are ordered by, and then by
 * number.
 */

/** Which rows are looked at. Times in milliseconds since 1970; `until` is not included. */
export interface LogScope {
  readonly companyId: number;
  readonly productId: number;
  /** undefined: those of every ad, and of none. */
  readonly adIds?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly conditions: readonly Condition[];
  /** Words of a quick search, in the form NFKC. */
  readonly words: readonly string[];
}

/** Where a page ended. */
export interface LogPlace {
  readonly ms: number;
  readonly id: string;
}
/** What a column holds that a log is sorted by. */
export type SortType = 'text' | 'number' | 'time' | 'flag';

/** The order of a column; ties are in the order of time, the newest first. Rows without a value come last. */
export interface LogSort<Sorted extends string> {
  readonly field: Sorted;
  readonly descending: boolean;
  /** The value, as text, of the row after which the page begins; undefined: from the first row on. */
  readonly after?: { readonly value: string | null };
}

/** Null: from the newest on. */
interface PageRequest<Sorted extends string> {
  readonly after: LogPlace | null;
  readonly limit: number;
  readonly sort?: LogSort<Sorted> | null;
}

/** A table of which each row is of a product. */
type OfProduct = PgTable & {
  readonly id: PgColumn;
  readonly companyId: PgColumn;
  readonly productId: PgColumn;
};
export type OneProduct = Pick<LogScope, 'companyId' | 'productId'>;

interface LogShape<Shown extends string, Counted extends string, Sorted extends string> {
  readonly table: OfProduct;
  /** The time that it is ordered by; an index has the product, it and the number. */
  readonly time: PgColumn;
  /**
   * Whose a row is, and all that it can be filtered by, without a join: the planner would join all rows that
   * follow a place to the other tables and sort
   * them, for each page again. So it has but one way: along the index until the page is full.
   */
  readonly adId: Column;
  readonly filtered: (scope: OneProduct) => Filtered;
  /** Which of them a quick search looks at. */
  readonly searched: readonly string[];
  /** What is counted of all rows: those that satisfy it. */
  readonly counted: Readonly<Record<Counted, SQL>>;
  readonly shown: Readonly<Record<Shown, Column>>;
  /** What it can be sorted by, without a join. */
  readonly sorted: Readonly<Record<Sorted, { readonly column: Column; readonly type: SortType }>>;
  /**
   * What is shown whichever columns are wanted: where a page ends is told by it, and what else a row has is
   * made of it.
   */
  readonly always: readonly NoInfer<Shown>[];
  /** These fields of rows of the table and of what is joined to it, one row to one at most. */
  readonly joined: (db: Database, fields: Record<string, SQL.Aliased>) => PgSelect;
}

export interface PagedLog<Shown extends string, Counted extends string, Sorted extends string> {
  /**
   * The rows of a page as lines of JSON, with these columns; all unless told. Empty: there is no row. Sorted
   * rows have the value that they are sorted by, too: `SORTED_VALUE`.
   */
  lines(
    db: Database,
    scope: LogScope,
    page: PageRequest<Sorted>,
    columns?: ReadonlySet<string>,
  ): Promise<string>;
  counts(db: Database, scope: LogScope): Promise<Record<Counted, number>>;
  /** How many rows there are beyond a place, towards the newest. */
  newer(db: Database, scope: LogScope, than: LogPlace): Promise<number>;
  /** All that can be shown. */
  readonly columns: readonly Shown[];
  /** All that it can be sorted by. */
  readonly sortable: Readonly<Record<Sorted, SortType>>;
}

/**
 * The columns of a small table of a product, for filters: which of its rows satisfy a condition is found once
 * and kept as a hash. A condition that could be
 * null keeps the planner from making a join of it.
 *
 * @param key what names a row of it
 */
export const namedBy =
  (key: Column, table: OfProduct, { companyId, productId }: OneProduct) =>
  (column: PgColumn): Elsewhere => ({
    column,
    names: found =>
      sql`coalesce(${key} in (select ${table.id} from ${table} where ${eq(table.companyId, companyId)} and ${eq(table.productId, productId)} and ${found}), false)`,
  });

/** The name under which sorted rows have the value that they are sorted by. */
export const SORTED_VALUE = 'sorted_value';
/** Texts are sorted by so many of their letters, case aside. */
const SORTED_LETTERS = 100;
const TYPES: Readonly<Record<SortType, SQL>> = {
  text: sql`text`,
  number: sql`numeric`,
  time: sql`timestamptz`,
  flag: sql`integer`,
};

/** What of a column is compared. */
const comparedOf = (column: Column, type: SortType): SQL =>
  type === 'text'
    ? sql`left(lower(${column}), ${sql.raw(String(SORTED_LETTERS))})`
    : sql`${column}::${TYPES[type]}`;

/** Columns that hold the same, to sort by. */
export const sortedAs = <Name extends string>(
  type: SortType,
  columns: Readonly<Record<Name, Column>>,
): Record<Name, { readonly column: Column; readonly type: SortType }> =>
  Object.fromEntries(
    Object.entries<Column>(columns).map(([name, column]) => [name, { column, type }]),
  ) as Record<Name, { readonly column: Column; readonly type: SortType }>;

/** A place as a row that times and numbers are compared with. */
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

/** The order of a column, and the rows that follow the place of `sort` in it. */
interface SortedRows {
  readonly value: SQL;
  readonly following: SQL | undefined;
  readonly orders: readonly SQL[];
}
/** @param beyond of rows that have the same value, those that follow */
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

/** The reader of a log's pages, as its shape describes it. */
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
      // As an array the page is found first, and only its rows are joined.
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
