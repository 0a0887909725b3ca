import { and, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Condition } from '../../../http/filters.ts';
import type { Span } from '../../../http/spans.ts';
import { DAY, tokyoDay } from '../../../platform/time.ts';

/**
 * Filter conditions as SQL. Values are always parameters. A row whose column is null satisfies `ne` and
 * nothing else.
 *
 * Numbers are cast on both sides: compared as the column's own type, 3000000000 against a 32-bit column would
 * be an error, not false.
 */

export type Column = PgColumn | SQL;

/** A column of another table: a row satisfies a condition where what it names there does. */
export interface Elsewhere {
  readonly column: PgColumn;
  /** Whether a row names one of those that are found; never null. */
  readonly names: (found: SQL) => SQL;
}

/** A column of 64-bit numbers that are texts outside: equality compares numbers, which an index answers. */
export interface Numbered {
  readonly numbered: PgColumn;
}

export type Filtered = Readonly<Record<string, Column | Elsewhere | Numbered>>;

const isElsewhere = (column: Column | Elsewhere | Numbered): column is Elsewhere => 'names' in column;
const isNumbered = (column: Column | Elsewhere | Numbered): column is Numbered => 'numbered' in column;

/** What is asked of a column, where it stands. */
const askedOf = (columns: Filtered, name: string, ask: (column: Column) => SQL): SQL => {
  const column = columns[name];
  if (column === undefined) throw new Error(`No column for ${name}`);
  if (isNumbered(column)) return ask(sql`${column.numbered}::text`);
  return isElsewhere(column) ? column.names(ask(column.column)) : ask(column);
};

const MAX_BIGINT = 2n ** 63n - 1n;
const isBigint = (text: string): boolean => /^(?:0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= MAX_BIGINT;

/** Whether a number is one of these texts; what is no number is none. */
const isOneOf = ({ numbered }: Numbered, values: readonly string[]): SQL => {
  const numbers = values.filter(isBigint);
  return numbers.length === 0
    ? sql`false`
    : sql`${numbered} in (${sql.join(
        numbers.map(number => sql`${number}::bigint`),
        sql`, `,
      )})`;
};

const text = (column: Column, op: string, value: string): SQL => {
  switch (op) {
    // No LIKE: its wildcards would have to be escaped, and a value that ends in a backslash is an error.
    case 'contains':
      return sql`position(lower(${value}::text) in lower(${column})) > 0`;
    case 'startswith':
      return sql`starts_with(lower(${column}), lower(${value}::text))`;
    case 'endswith':
      return sql`right(lower(${column}), length(lower(${value}::text))) = lower(${value}::text)`;
    default:
      return sql`${column} = ${value}::text`;
  }
};

const SIGNS: Readonly<Record<string, SQL>> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  exact: sql`=`,
};

const number = (column: Column, op: string, value: number, type: SQL): SQL =>
  sql`${column}::${type} ${SIGNS[op] ?? SIGNS['exact']!} ${value}::${type}`;

/** A span lies wholly before, wholly after or around what it is compared with. */
const dated = (op: string, span: Span, at: (ms: number) => SQL, column: Column): SQL => {
  switch (op) {
    case 'lt':
    case 'before':
      return sql`${column} < ${at(span.from)}`;
    case 'gte':
      return sql`${column} >= ${at(span.from)}`;
    case 'gt':
    case 'after':
      return sql`${column} >= ${at(span.until)}`;
    case 'lte':
      return sql`${column} < ${at(span.until)}`;
    default:
      return sql`(${column} >= ${at(span.from)} and ${column} < ${at(span.until)})`;
  }
};

// Counted from 1970 rather than written as text: the text of years before 1 and after 9999, where spans may
// end, is another in PostgreSQL.
const instant = (ms: number): SQL => sql`(timestamptz 'epoch' + ${ms}::float8 * interval '1 millisecond')`;
const day = (ms: number): SQL => sql`(date '1970-01-01' + ${tokyoDay(ms)}::int)`;
/** What a day knows of a span: the whole of the day that it begins in. */
const wholeDay = ({ from }: Span): Span => ({ from, until: from + DAY });

const each = (condition: Condition, column: Column): SQL[] => {
  const { op } = condition;
  switch (condition.kind) {
    case 'text':
      return condition.values.map(value => text(column, op, value));
    case 'integer':
      return condition.values.map(value => number(column, op, value, sql`bigint`));
    case 'decimal':
      return condition.values.map(value => number(column, op, value, sql`numeric`));
    case 'boolean':
      return condition.values.map(value => sql`${column} = ${value}::boolean`);
    case 'day':
      return condition.values.map(span => dated(op, wholeDay(span), day, column));
    case 'time':
      return condition.values.map(span => dated(op, span, instant, column));
  }
};

/** All of the conditions over these columns; undefined for none. Each condition names a key of `columns`. */
export const conditionsOf = (conditions: readonly Condition[], columns: Filtered): SQL | undefined =>
  and(
    ...conditions.map(condition => {
      const column = columns[condition.field];
      const isEqual = condition.op === 'exact' || condition.op === 'ne' || condition.op === 'in';
      const found =
        condition.kind === 'text' && isEqual && column !== undefined && isNumbered(column)
          ? isOneOf(column, condition.values)
          : askedOf(columns, condition.field, of => or(...each(condition, of)) ?? sql`false`);
      return condition.op === 'ne' ? sql`coalesce(${not(found)}, true)` : found;
    }),
  );

/**
 * As text that can be compared whatever its width. To normalize costs ten times as much as to compare, and
 * where every sign is a byte there is nothing to.
 */
const comparable = (column: Column): SQL => {
  const text = sql`${column}::text`;
  return sql`lower(case when octet_length(${text}) = length(${text}) then ${text} else normalize(${text}, NFKC) end)`;
};

/**
 * A quick search: each word occurs in one of the fields at least, whatever its case and width.
 *
 * @param words in the form NFKC
 */
export const searchOf = (
  words: readonly string[],
  fields: readonly string[],
  columns: Filtered,
): SQL | undefined =>
  and(
    ...words.map(
      word =>
        or(
          ...fields.map(field =>
            askedOf(
              columns,
              field,
              column => sql`position(lower(${word}::text) in ${comparable(column)}) > 0`,
            ),
          ),
        ) ?? sql`false`,
    ),
  );
