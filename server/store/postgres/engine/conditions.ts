import { and, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Condition } from '../../../http/filters.ts';
import type { Span } from '../../../http/spans.ts';
import { DAY, tokyoDay } from '../../../platform/time.ts';

/**
 * Translates filter conditions to SQL; values are always parameters. A row whose column is null satisfies only `ne`.
 * Numbers are cast on both sides: 3000000000 compared as a 32-bit integer would be an error instead of false.
 */

export type Column = PgColumn | SQL;

/** A column of another table: a row matches if the row that it refers to matches. */
export interface ReferredColumn {
  readonly column: PgColumn;
  /** Builds the condition that a row refers to one of the matching rows; never null. */
  readonly names: (found: SQL) => SQL;
}

/** A 64-bit integer column that the API shows as text. Equality compares numbers, so that an index is used. */
export interface Numbered {
  readonly numbered: PgColumn;
}

export type Filtered = Readonly<Record<string, Column | ReferredColumn | Numbered>>;

const isReferredColumn = (column: Column | ReferredColumn | Numbered): column is ReferredColumn =>
  'names' in column;
const isNumbered = (column: Column | ReferredColumn | Numbered): column is Numbered => 'numbered' in column;

/** Builds a condition on a column of its own or of another table. */
const conditionOn = (columns: Filtered, name: string, ask: (column: Column) => SQL): SQL => {
  const column = columns[name];
  if (column === undefined) throw new Error(`No column for ${name}`);
  if (isNumbered(column)) return ask(sql`${column.numbered}::text`);
  return isReferredColumn(column) ? column.names(ask(column.column)) : ask(column);
};

const MAX_BIGINT = 2n ** 63n - 1n;
const isBigint = (text: string): boolean => /^(?:0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= MAX_BIGINT;

/** Whether the column equals one of the texts; texts that are no 64-bit integers never match. */
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
    // LIKE is not used: its wildcards would need escaping, and a trailing backslash is an error.
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

/** Compares a time or day column with a span of time: before it, after it, or within it. */
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

// Times are counted from 1970 and not sent as text, since PostgreSQL writes years before 1 and after 9999 differently.
const instant = (ms: number): SQL => sql`(timestamptz 'epoch' + ${ms}::float8 * interval '1 millisecond')`;
const day = (ms: number): SQL => sql`(date '1970-01-01' + ${tokyoDay(ms)}::int)`;
/** A day column is compared with the whole first day of a span. */
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

/** Joins the conditions with AND; undefined: no conditions. Each condition names a key of `columns`. */
export const conditionsOf = (conditions: readonly Condition[], columns: Filtered): SQL | undefined =>
  and(
    ...conditions.map(condition => {
      const column = columns[condition.field];
      const isEqual = condition.op === 'exact' || condition.op === 'ne' || condition.op === 'in';
      const found =
        condition.kind === 'text' && isEqual && column !== undefined && isNumbered(column)
          ? isOneOf(column, condition.values)
          : conditionOn(columns, condition.field, of => or(...each(condition, of)) ?? sql`false`);
      return condition.op === 'ne' ? sql`coalesce(${not(found)}, true)` : found;
    }),
  );

/**
 * Text in a form that ignores case and width. `normalize` costs ten times a comparison, and is skipped for ASCII text.
 */
const comparable = (column: Column): SQL => {
  const text = sql`${column}::text`;
  return sql`lower(case when octet_length(${text}) = length(${text}) then ${text} else normalize(${text}, NFKC) end)`;
};

/**
 * Quick search: each word must occur in at least one field, ignoring case and width.
 * @param words words in Unicode form NFKC
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
            conditionOn(
              columns,
              field,
              column => sql`position(lower(${word}::text) in ${comparable(column)}) > 0`,
            ),
          ),
        ) ?? sql`false`,
    ),
  );
